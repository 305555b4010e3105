"""Blanks to fill in, one field each."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from textual import on
from textual.widgets import Static

from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.answer_field import AnswerField
from quizzer.tui.widgets.answer_panel import AnswerPanel
from quizzer.tui.widgets.key_order import focus_now

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import ComposeResult
    from textual.widget import Widget


class FillPanel(AnswerPanel):
    """The blanks of a fill item, each as (name, label)."""

    has_fields = True

    def __init__(self, blanks: Sequence[tuple[str, str]]) -> None:
        super().__init__(classes="fill")
        self._labels = dict(blanks)
        self._fields = {
            name: AnswerField(partial(self._go_on, place))
            for place, name in enumerate(self._labels, 1)
        }

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
        """Restore a saved answer."""
        for name, field in self._fields.items():
            field.load_text(draft.get(name, ""))
            field.move_cursor(field.document.end)

    @property
    def enter_checks(self) -> bool:
        """Whether the last blank has the focus."""
        return list(self._fields.values())[-1].has_focus

    @property
    def start(self) -> Widget:
        """The first empty field."""
        empty = [field for name, field in self._fields.items() if name not in self.answer]
        return (empty or list(self._fields.values()))[0]

    def focus_part(self, name: str) -> None:
        """Go to one blank."""
        focus_now(self._fields[name])

    def freeze(self) -> None:
        """Freeze the fields."""
        for field in self._fields.values():
            field.freeze()

    @on(AnswerField.Changed)
    def _changed(self, event: AnswerField.Changed) -> None:
        event.stop()
        self.post_message(self.Changed())

    def _go_on(self, place: int) -> None:
        """Go to the field at this place; after the last one, submit the answer."""
        names = list(self._fields)
        if place < len(names):
            self.focus_part(names[place])
        else:
            self.post_message(self.Submitted())
