"""An open answer in two stages: the learner writes it, then judges it by its key points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.widgets import Static, TextArea

from quizzer.grading.rubric import ANSWER, POINTS, kept_marks, suggest
from quizzer.tui.key_names import key_here
from quizzer.tui.text import plain
from quizzer.tui.widgets.answer_panel import AnswerPanel
from quizzer.tui.widgets.rubric import Rubric
from quizzer.tui.widgets.steady_area import SteadyArea

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from textual.app import ComposeResult
    from textual.widget import Widget

    from quizzer.bank.schema import OpenItem


class WritingField(SteadyArea):
    """Several paragraphs; Enter begins a new line."""

    def __init__(self) -> None:
        super().__init__(highlight_cursor_line=False, placeholder="")

    def on_mount(self) -> None:
        """Say in the placeholder how to go on."""
        done = key_here(self, "check", typing=True)
        self.placeholder = (
            f"Write what you would say to an interviewer. Press {done} when you are done."
        )

    def check_consume_key(self, key: str, character: str | None = None) -> bool:
        """While writing, letters are text and Enter starts a new line."""
        enter = key == "enter" and not self.read_only
        return enter or super().check_consume_key(key, character)

    def freeze(self) -> None:
        """Make the text read-only; it takes no more room than it needs."""
        super().freeze()
        self.placeholder = ""
        self.add_class("-frozen")


class OpenPanel(AnswerPanel):
    """A field for the text, and, once that is final, the key points to judge it by."""

    def __init__(self, item: OpenItem) -> None:
        super().__init__(classes="open")
        self._item = item
        self._field = WritingField()
        self._rubric = Rubric(item)
        self._judging = False

    def compose(self) -> ComposeResult:
        """The field, and the key points below it, hidden at first."""
        yield Static(plain("In your own words", "bold"), classes="label")
        yield self._field
        yield self._rubric

    def on_mount(self) -> None:
        """Hide the key points while writing."""
        self._rubric.display = self._judging

    @property
    def answer(self) -> dict[str, str]:
        """The text, and in the second stage the marks."""
        text = self._field.text
        if not text.strip():
            return {}
        return {ANSWER: text, POINTS: self._rubric.marks} if self._judging else {ANSWER: text}

    @property
    def missing(self) -> str:
        """What is still to be written or judged."""
        if not self.answer:
            return "Write an answer first; a few words are enough to start."
        if not self._judging:
            return "The key points come next; after that you can no longer change your text."
        return self._rubric.still_guessed

    @property
    def enter_checks(self) -> bool:
        """Whether every key point is marked, so that Enter has no mark to accept."""
        return self._rubric.has_focus and not self._rubric.open_points

    def again(self, does: str) -> str:
        """What pressing the key once more does."""
        check = key_here(self, "check", typing=True)
        if not self._judging:
            return f"Press {check} again to see them."
        return f"{check} again {does} as it is."

    @property
    def tells_parts(self) -> bool:
        """Once they are judged, the key points show their marks themselves."""
        return self._judging

    @property
    def check_label(self) -> str:
        """What the check key does next."""
        return "check" if self._judging else "judge it"

    def go_on(self) -> bool:
        """Go from writing to judging."""
        if self._judging:
            return False
        self._judge([None] * len(self._item.key_points))
        self._rubric.focus()
        return True

    def load(self, draft: Mapping[str, str]) -> None:
        """Restore the saved text, and the marks if it was being judged."""
        with self._field.prevent(TextArea.Changed):
            self._field.load_text(draft.get(ANSWER, ""))
        self._field.move_cursor(self._field.document.end)
        if POINTS in draft and self._field.text.strip():
            self._judge(kept_marks(self._item, draft[POINTS]))

    def _judge(self, marks: list[Fraction | None]) -> None:
        self._judging = True
        self._field.freeze()
        self._rubric.display = True
        self._rubric.judge(suggest(self._item, self._field.text), marks)

    @property
    def start(self) -> Widget:
        """The text, or the key points."""
        return self._rubric if self._judging else self._field

    def freeze(self) -> None:
        """Freeze text and marks."""
        self._field.freeze()
        self._rubric.freeze()

    @on(TextArea.Changed)
    @on(Rubric.Changed)
    def _changed(self, event: TextArea.Changed | Rubric.Changed) -> None:
        event.stop()
        self.post_message(self.Changed())

    @on(Rubric.Accepted)
    def _accepted(self, event: Rubric.Accepted) -> None:
        event.stop()
        self.post_message(self.Submitted())
