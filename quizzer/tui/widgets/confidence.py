"""Asks learners how sure they are, before the answer is revealed."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.content import Content
from textual.message import Message

from quizzer.tui.actions import bindings
from quizzer.tui.key_names import key
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.fitted import Fitted

if TYPE_CHECKING:
    from textual.binding import BindingType

_ASK = "How sure are you?  "
_LEVELS = {"guess": "guess", "half": "fifty-fifty", "likely": "likely", "sure": "sure"}
_REST = {"skip": "skip", "never": "never ask again", "back": "back"}


class ConfidenceBar(Fitted, can_focus=True):
    """Two lines above the keys, which have the focus while they ask."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("confidence")]

    class Said(Message):
        """The answer: from 0 for a guess up to 3 for sure; None for rather not say."""

        def __init__(self, level: int | None, *, never_ask: bool = False) -> None:
            super().__init__()
            self.level = level
            self.never_ask = never_ask

    class Back(Message):
        """The learner wants to look at the answer once more."""

    def on_mount(self) -> None:
        """Nothing is asked yet."""
        self.display = False

    def ask(self) -> None:
        """Ask now."""
        self.display = True
        self.focus()

    def put_away(self) -> None:
        """Nothing is asked any more."""
        self.display = False

    def fit(self, width: int) -> Content:
        """The question, the levels and the other keys; a narrow screen leaves out the question."""
        levels = "  ".join(f"{self._key(name)} {says}" for name, says in _LEVELS.items())
        words = f"{_ASK}{levels}" if len(_ASK + levels) <= width else levels
        rest = " · ".join(f"{self._key(name)}: {says}" for name, says in _REST.items())
        lines = (plain(words, "bold $text-accent"), plain(rest, MUTED))
        return Content("\n").join([line.truncate(max(1, width)) for line in lines])

    def _key(self, action: str) -> str:
        return key(self.app, f"confidence.{action}")

    def action_guess(self) -> None:
        """A guess."""
        self.post_message(self.Said(0))

    def action_half(self) -> None:
        """Fifty-fifty."""
        self.post_message(self.Said(1))

    def action_likely(self) -> None:
        """Likely."""
        self.post_message(self.Said(2))

    def action_sure(self) -> None:
        """Sure."""
        self.post_message(self.Said(3))

    def action_skip(self) -> None:
        """Rather not say."""
        self.post_message(self.Said(None))

    def action_never(self) -> None:
        """Do not ask any more."""
        self.post_message(self.Said(None, never_ask=True))

    def action_back(self) -> None:
        """Back to the answer."""
        self.post_message(self.Back())
