"""A field for typed answers: it grows with its text, and Enter goes on when the answer is done."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from quizzer.grading.reading.tokens import plain_characters
from quizzer.tui.actions import bindings
from quizzer.tui.widgets.key_order import focus_neighbour, handed_on, ran_own_binding
from quizzer.tui.widgets.page import page_around
from quizzer.tui.widgets.steady_area import SteadyArea

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.binding import BindingType


def looks_complete(text: str, rows: int | None) -> bool:
    """Whether an array of so many rows is complete, so that Enter may go on.

    Where the number of rows is not known, closed brackets or an empty last line mean the end.
    """
    text = plain_characters(text)
    if text.count("[") != text.count("]"):
        return False
    if "[" in text or not text.strip():
        return True
    lines = [line for line in text.replace(";", "\n").splitlines() if line.strip()]
    return text.endswith("\n") if rows is None else len(lines) >= rows


class AnswerField(SteadyArea):
    """One typed answer."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("answer")]

    def __init__(
        self,
        accept: Callable[[], None],
        *,
        hint: str = "",
        lines: bool = False,
        rows: int | None = None,
    ) -> None:
        """`accept` is called directly: a message would move the focus only after the next keys."""
        super().__init__(highlight_cursor_line=False, soft_wrap=not lines, placeholder=hint)
        self.match_cursor_bracket = False
        self._accept = accept
        self._several_lines = lines
        self._expected_rows = rows

    def freeze(self) -> None:
        """Make the answer read-only, and wrap it so that all of it is visible."""
        super().freeze()
        self.placeholder = "–"  # if it was left empty: a hint how to write would come too late
        self.soft_wrap = True
        self.move_cursor((0, 0))

    async def _on_key(self, event: events.Key) -> None:
        """Enter types no new line here: it does what it is bound to."""
        if handed_on(self, event) or await ran_own_binding(self, event):
            return
        if event.key == "enter":
            event.prevent_default()

    async def _on_paste(self, event: events.Paste) -> None:
        """Paste; a one-line answer stays on one line."""
        if not self._several_lines:
            event.text = " ".join(event.text.split())

    def action_cursor_up(self, select: bool = False) -> None:
        """To the line above or the field above; from the first field, scroll the page."""
        if select or not self.navigator.is_first_wrapped_line(self.cursor_location):
            super().action_cursor_up(select)
        elif not focus_neighbour(self, -1):
            self._scroll_page(-1)

    def action_cursor_down(self, select: bool = False) -> None:
        """To the line below or the field below; from the last field, scroll the page."""
        if select or not self.navigator.is_last_wrapped_line(self.cursor_location):
            super().action_cursor_down(select)
        elif not focus_neighbour(self, 1):
            self._scroll_page(1)

    def _scroll_page(self, lines: int) -> None:
        if (page := page_around(self)) is not None:
            page.move(lines)

    @property
    def is_done(self) -> bool:
        """Whether the answer is complete, so that Enter starts no new row."""
        if self.read_only or not self._several_lines:
            return True
        return looks_complete(self.text, self._expected_rows)

    def action_accept(self) -> None:
        """Go on when the answer is complete, else start a new row."""
        if self.is_done:
            self._accept()
        else:
            self.insert("\n")
