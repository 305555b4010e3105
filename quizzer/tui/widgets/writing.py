"""An open answer in an interview: written or spoken; the learner judges it at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.widgets import Static, TextArea

from quizzer.grading.rubric import ANSWER
from quizzer.tui.key_names import key_here
from quizzer.tui.text import plain
from quizzer.tui.widgets.answer_panel import AnswerPanel
from quizzer.tui.widgets.open import WritingField

if TYPE_CHECKING:
    from collections.abc import Mapping

    from textual.app import ComposeResult
    from textual.widget import Widget


class WritingPanel(AnswerPanel):
    """A field, in place of which instructions are shown while the learner speaks."""

    def __init__(self) -> None:
        super().__init__(classes="open")
        self._field = WritingField()
        self._instructions = Static()
        self.aloud = False

    def compose(self) -> ComposeResult:
        """The field, or what to do instead of writing."""
        yield Static(plain("In your own words", "bold"), classes="label")
        yield self._field
        yield self._instructions

    def on_mount(self) -> None:
        """Prepare the instructions, and hide them: writing comes first."""
        done, write = key_here(self, "check"), key_here(self, "aloud")  # no field takes letters
        speak = "Speak now, as you would to an interviewer; the clock above is running. "
        speak += f"Press {done} when you are done: at the end you judge what you said. "
        self._instructions.update(plain(f"{speak}{write} goes back to writing.", "$text-accent"))
        self._instructions.display = False

    def toggle_aloud(self) -> None:
        """Change between writing and speaking; what was written stays in its field."""
        self.aloud = not self.aloud
        self._field.display = not self.aloud
        self._instructions.display = self.aloud
        self.begin()

    @property
    def answer(self) -> dict[str, str]:
        """What is written."""
        return {ANSWER: self._field.text} if self._field.text.strip() else {}

    @property
    def missing(self) -> str:
        """What to do while nothing has been written."""
        how = f"Write an answer first, or press {self._aloud_key} and say it aloud."
        return "" if self.answer else how

    @property
    def _aloud_key(self) -> str:
        return key_here(self, "aloud", typing=True)

    @property
    def check_label(self) -> str:
        """What the check key does next."""
        return "said it" if self.aloud else "hand in"

    def load(self, draft: Mapping[str, str]) -> None:
        """Restore a saved text."""
        with self._field.prevent(TextArea.Changed):
            self._field.load_text(draft.get(ANSWER, ""))
        self._field.move_cursor(self._field.document.end)

    @property
    def start(self) -> Widget | None:
        """The field; while speaking, nothing needs the focus."""
        return None if self.aloud else self._field

    def freeze(self) -> None:
        """Make the text read-only."""
        self._field.freeze()

    @on(TextArea.Changed)
    def _changed(self, event: TextArea.Changed) -> None:
        event.stop()
        self.post_message(self.Changed())
