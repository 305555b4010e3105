"""Blanks to fill in, one field each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual import on
from textual.widgets import Static

from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.answer_field import AnswerField
from quizzer.tui.widgets.panel import AnswerPanel

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult


class FillPanel(AnswerPanel):
    """The blanks of a fill item: (name, label) each."""

    def __init__(self, blanks: Sequence[tuple[str, str]]) -> None:
        super().__init__(classes="fill")
        self._labels = dict(blanks)
        self._fields = {name: AnswerField() for name in self._labels}

    def compose(self) -> ComposeResult:
        """A label and a field for each blank."""
        for number, (name, field) in enumerate(self._fields.items(), 1):
            label = plain(f"[{number}] ", MUTED) + plain(self._labels[name], "bold")
            yield Static(label, classes="label")
            yield field

    @property
    def answer(self) -> dict[str, str]:
        """What each field holds."""
        return {name: field.text for name, field in self._fields.items() if field.text.strip()}

    @property
    def missing(self) -> str:
        """The blanks that are still empty."""
        if not self.answer:
            return "Type an answer first."
        empty = [self._labels[name] for name in self._fields if name not in self.answer]
        return f"Still empty: {', '.join(empty)}." if empty else ""

    def load(self, draft: Mapping[str, str]) -> None:
        """Put a kept answer back."""
        for name, field in self._fields.items():
            field.load_text(draft.get(name, ""))
            field.move_cursor(field.document.end)

    def begin(self) -> None:
        """To the first empty field."""
        empty = [name for name in self._fields if name not in self.answer]
        self.focus_part((empty or list(self._fields))[0])

    def focus_part(self, name: str) -> None:
        """To one blank."""
        self._fields[name].focus()

    def freeze(self) -> None:
        """Freeze the fields."""
        for field in self._fields.values():
            field.read_only = True
            field.can_focus = False

    @on(AnswerField.Changed)
    def _changed(self, event: AnswerField.Changed) -> None:
        event.stop()
        self.post_message(self.Changed())

    @on(AnswerField.Accepted)
    def _accepted(self, event: AnswerField.Accepted) -> None:
        """To the next field, and after the last one the answer is ready."""
        event.stop()
        fields = list(self._fields.values())
        place = next((at for at, field in enumerate(fields) if field.has_focus), None)
        if place is None:  # the focus went on while this was on its way
            return
        if place + 1 < len(fields):
            fields[place + 1].focus()
        else:
            self.post_message(self.Submitted())
