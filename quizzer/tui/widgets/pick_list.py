"""Rows of a page with a cursor; Enter picks one."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.containers import Vertical
from textual.message import Message

from quizzer.tui.actions import bindings
from quizzer.tui.widgets.rows import Row

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import ComposeResult
    from textual.binding import BindingType
    from textual.content import Content


class PickList(Vertical, can_focus=True):
    """Each row has a key, by which it is told apart, a marker that shows its state, and a text."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("list")]

    class Picked(Message):
        """Enter was pressed on a row."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def __init__(self, rows: Sequence[tuple[str, str, Content]]) -> None:
        super().__init__(classes="pick-list")
        self._markers = [marker for _, marker, _ in rows]
        self._rows = [Row(key, content) for key, _, content in rows]
        self._cursor = 0

    def compose(self) -> ComposeResult:
        """The rows, written before they are laid out."""
        self._redraw(scroll=False)
        yield from self._rows

    @property
    def here(self) -> str:
        """The key of the row under the cursor."""
        return self._rows[self._cursor].key if self._rows else ""

    def go_to(self, key: str) -> None:
        """Put the cursor on a row."""
        keys = [row.key for row in self._rows]
        self._cursor = keys.index(key) if key in keys else 0
        self._redraw()

    @on(Row.Picked)
    def _clicked(self, event: Row.Picked) -> None:
        event.stop()
        self.focus(scroll_visible=False)
        self.go_to(event.key)
        self.action_open()

    def action_open(self) -> None:
        """Pick the row under the cursor."""
        if self._rows:
            self.post_message(self.Picked(self.here))

    def action_up(self) -> None:
        """To the row above; from the first row, to the top of the page."""
        if self._cursor == 0:
            self.screen.query_one("#page").scroll_home(animate=False)
        self._cursor = max(0, self._cursor - 1)
        self._redraw(scroll=self._cursor > 0)

    def action_down(self) -> None:
        """To the row below."""
        self._cursor = min(len(self._rows) - 1, self._cursor + 1)
        self._redraw()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """An empty list has no actions."""
        return bool(self._rows)

    def _redraw(self, *, scroll: bool = True) -> None:
        for place, (row, marker) in enumerate(zip(self._rows, self._markers, strict=True)):
            here = place == self._cursor
            row.write(f"{'›' if here else ' '} {marker}", here=here and scroll)
            row.set_class(here, "-cursor")
