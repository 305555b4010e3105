"""An array entered cell by cell: arrows and Tab move, typing writes, pasting fills."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual.binding import BindingType
from textual.containers import ScrollableContainer
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.widget import Widget

from quizzer.tui.actions import bindings
from quizzer.tui.cells import Grid, split_cells
from quizzer.tui.text import MUTED, pad, plain
from quizzer.tui.widgets.key_order import focus_neighbour, handed_on, ran_own_binding

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events
    from textual.geometry import Size

NARROWEST = 6  # cells of the screen: the least width of a column


class CellEditor(Widget, can_focus=True):
    """The grid. The cell under the cursor is also marked in the text, by › and ‹."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("cells"), *bindings("answer")]

    class Changed(Message):
        """A cell was written."""

    def __init__(self, shape: tuple[int, ...], accept: Callable[[], None]) -> None:
        super().__init__()
        self._accept = accept
        self.grid = Grid(shape)
        self._at = 0
        self._fresh = True  # the next character replaces what the cell holds
        self.locked = False

    @property
    def text(self) -> str:
        """The array as text."""
        return self.grid.text()

    def load(self, text: str) -> None:
        """Take over an array that was typed as text."""
        self.grid = Grid(self.grid.shape)
        self.grid.paste(split_cells(text, self.grid.size), 0)
        empty = [place for place, cell in enumerate(self.grid.cells) if not cell]
        self.go(empty[0] if empty else 0)
        self.refresh(layout=True)

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """Wide enough for the longest text of every column."""
        return self.grid.columns * (self._width + 2) + 2

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """One line per row, and one above each slice."""
        return len(self._lines())

    def render(self) -> Content:
        """The rows in brackets."""
        return Content("\n").join([line for _, line in self._lines()])

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Printable characters are written into the cell."""
        return not self.locked and character is not None and character.isprintable()

    async def on_key(self, event: events.Key) -> None:
        """Move, or write into the cell."""
        if self.locked or handed_on(self, event) or await ran_own_binding(self, event):
            return
        if not event.is_printable:
            return
        event.stop()
        before = "" if self._fresh else self.grid.cells[self._at]
        self._write(before + str(event.character))

    def on_paste(self, event: events.Paste) -> None:
        """Fill the grid, or the cells from here on."""
        event.stop()
        if not self.locked and (texts := split_cells(event.text, self.grid.size)):
            self.go(self.grid.paste(texts, self._at))
            self.refresh(layout=True)
            self.post_message(self.Changed())

    def on_click(self, event: events.Click) -> None:
        """Go to the cell under the mouse."""
        rows = [row for row, _ in self._lines()]
        if event.y < len(rows) and (row := rows[event.y]) is not None:
            column = min(max(0, (event.x - 1) // (self._width + 2)), self.grid.columns - 1)
            self.go(row * self.grid.columns + column)

    def on_focus(self) -> None:
        """Show the cursor."""
        self.refresh()

    def on_blur(self) -> None:
        """Hide the cursor."""
        self.refresh()

    def action_up(self) -> None:
        """To the row above; from the first row, to the widget before."""
        if not self._step(-self.grid.columns):
            focus_neighbour(self, -1)

    def action_down(self) -> None:
        """To the row below; from the last row, to the widget after."""
        if not self._step(self.grid.columns):
            focus_neighbour(self, 1)

    def action_left(self) -> None:
        """To the cell before."""
        self._step(-1)

    def action_right(self) -> None:
        """To the next cell."""
        self._step(1)

    def action_onward(self) -> None:
        """To the next cell; from the last one, to the widget after."""
        if self._at + 1 < self.grid.size:
            self._step(1)
        else:
            self.screen.focus_next()

    def action_backward(self) -> None:
        """To the cell before; from the first one, to the widget before."""
        if self._at:
            self._step(-1)
        else:
            self.screen.focus_previous()

    def action_erase(self) -> None:
        """Take away the last character."""
        self._write(self.grid.cells[self._at][:-1])

    def action_clear(self) -> None:
        """Empty the cell."""
        self._write("")

    @property
    def is_done(self) -> bool:
        """Whether no later cell is empty, so that Enter goes on from the array."""
        return self.grid.empty_after(self._at) is None

    def action_accept(self) -> None:
        """Done; but if later cells are empty, go to the first of them."""
        further = self.grid.empty_after(self._at)
        if further is None:
            self._accept()
        else:
            self.go(further)

    @property
    def _width(self) -> int:
        return max(NARROWEST, *(cell_len(cell) for cell in self.grid.cells))

    def _write(self, text: str) -> None:
        if self.locked:
            return
        width = self._width
        self.grid.cells[self._at] = text
        self._fresh = False
        self.refresh(layout=width != self._width)
        self._reveal()
        self.post_message(self.Changed())

    def _step(self, distance: int) -> bool:
        if not 0 <= self._at + distance < self.grid.size:
            return False
        self.go(self._at + distance)
        return True

    def go(self, place: int) -> None:
        """Move the cursor to a cell."""
        self._at = place
        self._fresh = True
        self.refresh()
        if self.is_attached:
            self.screen.refresh_bindings()  # what Enter does depends on the cell
        if self.size:
            self._reveal()

    def _reveal(self) -> None:
        """Scroll everything around until the cell is in sight."""
        row, column = divmod(self._at, self.grid.columns)
        line = [number for number, _ in self._lines()].index(row)
        cell = Region(1 + column * (self._width + 2), line, self._width + 2, 1)
        for around in self.ancestors:
            if isinstance(around, ScrollableContainer):
                inside = self.region.offset - around.content_region.offset + around.scroll_offset
                around.scroll_to_region(cell.translate(inside), animate=False)

    def _lines(self) -> list[tuple[int | None, Content]]:
        """All lines, each with the number of its row, or None for the caption of a slice."""
        lines: list[tuple[int | None, Content]] = []
        for row in range(self.grid.rows):
            index = self.grid.slice_before(row)
            if index is not None:
                caption = "[" + ", ".join(map(str, index)) + "]"
                lines.append((None, plain(caption, MUTED)))
            cells = [self._cell(row, column) for column in range(self.grid.columns)]
            lines.append((row, Content("").join([Content("["), *cells, Content("]")])))
        return lines

    def _cell(self, row: int, column: int) -> Content:
        place = row * self.grid.columns + column
        text = self.grid.cells[place] or "·"
        right = pad("", self._width - cell_len(text)) + text
        if place == self._at and self.has_focus and not self.locked:
            return plain(f"›{right}‹", "reverse")
        return plain(f" {right} ", "" if self.grid.cells[place] else MUTED)
