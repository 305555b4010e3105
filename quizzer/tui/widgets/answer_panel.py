"""What every widget that takes an answer has in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Vertical
from textual.message import Message

from quizzer.tui.key_names import key_here

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.widget import Widget

    from quizzer.grading.grade import Understood
    from quizzer.grading.verdict import Verdict


class AnswerPanel(Vertical):
    """Takes the answer to one item: for each part's name, the text that the learner entered."""

    class Changed(Message):
        """Something was entered."""

    class TriedOut(Message):
        """The learner tries out what was entered, without handing it in."""

    class Submitted(Message):
        """The learner is done with the last part."""

    previews = False  # whether the panel shows before grading how it reads the entries
    has_fields = False  # whether Enter goes from field to field, so that another key checks
    slow = False  # whether grading takes so long that it can be cancelled

    @property
    def tells_parts(self) -> bool:
        """Whether the answer itself shows the result of each part."""
        return False

    @property
    def check_label(self) -> str:
        """What the check key does next."""
        return "check"

    @property
    def enter_checks(self) -> bool:
        """Whether Enter, which goes from field to field or mark to mark, would now check."""
        return False

    @property
    def in_cells(self) -> bool:
        """Whether a matrix is being entered cell by cell, so that the key leads back to text."""
        return False

    def again(self, does: str) -> str:
        """What pressing the check key once more does, when something is missing."""
        return f"{self.check_key} again {does} as it is."

    @property
    def check_key(self) -> str:
        """The key that checks from wherever the focus is."""
        return key_here(self, "check", typing=self.has_fields)

    @property
    def answer(self) -> dict[str, str]:
        """What is entered now."""
        raise NotImplementedError

    @property
    def missing(self) -> str:
        """What to say while the answer, or a part of it, is missing; empty if it is complete."""
        return ""

    @property
    def copyable(self) -> str:
        """NumPy code that can be copied after the verdict; empty if there is none."""
        return ""

    def load(self, draft: Mapping[str, str]) -> None:
        """Restore a saved answer."""
        raise NotImplementedError

    @property
    def start(self) -> Widget | None:
        """The widget that takes the focus first; None where nothing is to be typed."""
        raise NotImplementedError

    def begin(self) -> None:
        """Put the focus where the answer starts, without scrolling the page."""
        if self.is_attached:
            self.screen.set_focus(self.start, scroll_visible=False)

    def focus_part(self, name: str) -> None:
        """Put the focus on one part."""
        self.begin()

    def problem(self, name: str) -> str:
        """What is wrong with one part, if the panel can say where better than line and column."""
        return ""

    def go_on(self) -> bool:
        """Go to the next stage of the answer; False if grading comes next."""
        return False

    def freeze(self) -> None:
        """The answer has been given: keep it visible, but allow no more changes."""
        raise NotImplementedError

    def show_verdict(self, verdict: Verdict) -> None:
        """Mark in place what was right."""

    def show_understood(self, understood: Sequence[Understood]) -> None:
        """Show under each part how it was read."""

    def is_shown(self, answer: Mapping[str, str]) -> bool:
        """Whether the learner has seen how this answer is read."""
        return True
