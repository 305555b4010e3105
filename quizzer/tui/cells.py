"""The cells of an answer as a grid of texts: from what was typed or pasted, and back to text."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from math import prod

from quizzer.grading.reading.tokens import plain_characters

EMPTY = "?"  # stands for a cell that is still empty when the grid is written as text
_BETWEEN_CELLS = ", "
_BETWEEN = re.compile(r"[\s,;|\[\]]+")
_BETWEEN_BUT_COMMAS = re.compile(r"[\s;|\[\]]+")
_COMMA_INSIDE = re.compile(r"\d,\d")
_WRAPPER = re.compile(
    r"^\s*(?:np\.|numpy\.|torch\.)?(?:array|tensor)\((.*?)(?:,\s*dtype=[\w.]+)?\)\s*$", re.S
)


def split_cells(text: str, expected: int = 0) -> list[str]:
    """The cells in a pasted or typed array, row by row, whatever separates them.

    Commas may separate cells or be decimal commas: the reading that gives `expected` cells wins.
    """
    text = plain_characters(text)
    if found := _WRAPPER.match(text):
        text = found[1]
    parted = [cell for cell in _BETWEEN.split(text) if cell]
    if not _COMMA_INSIDE.search(text) or len(parted) == expected:
        return parted
    whole = [cell for cell in _BETWEEN_BUT_COMMAS.split(text) if cell]
    surely_parted = "." in text or "[" in text or ", " in text
    return parted if surely_parted and len(whole) != expected else whole


@dataclass
class Grid:
    """Texts in a shape. One dimension is one row; with more than two, slice follows slice."""

    shape: tuple[int, ...]
    cells: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Make every cell exist."""
        self.cells = (self.cells + [""] * self.size)[: self.size]

    @property
    def size(self) -> int:
        """The number of cells."""
        return prod(self.shape)

    @property
    def columns(self) -> int:
        """The number of cells in a row."""
        return self.shape[-1]

    @property
    def rows(self) -> int:
        """The number of rows over all slices."""
        return self.size // self.columns if self.columns else 0

    @property
    def filled(self) -> int:
        """How many cells hold something."""
        return sum(1 for cell in self.cells if cell)

    def empty_after(self, place: int) -> int | None:
        """The first empty cell after this one; none if the whole array is empty."""
        rest = range(place + 1, self.size)
        return next((at for at in rest if not self.cells[at]), None) if self.filled else None

    def slice_before(self, row: int) -> tuple[int, ...] | None:
        """The index of the slice that begins with this row, if one does and there are several."""
        if len(self.shape) < 3 or row % self.shape[-2]:
            return None
        return self.index(row * self.columns)[:-2]

    def index(self, cell: int) -> tuple[int, ...]:
        """Where a cell is in the array."""
        index, rest = [], cell
        for length in reversed(self.shape):
            rest, place = divmod(rest, length)
            index.append(place)
        return tuple(reversed(index))

    def cell_at(self, line: int, column: int) -> int:
        """The cell at this place of the text, both counted from 1."""
        before = self.text().splitlines()[line - 1][: column - 1]
        return (line - 1) * self.columns + before.count(_BETWEEN_CELLS)

    def paste(self, texts: list[str], start: int) -> int:
        """Fill cells: a whole array from the first cell, a part from `start`.

        Returns the last cell that was filled. What does not fit is dropped.
        """
        if len(texts) == self.size:
            start = 0
        fitting = texts[: self.size - start]
        for place, text in enumerate(fitting, start):
            self.cells[place] = "" if text == EMPTY else text
        return max(start, start + len(fitting) - 1)

    def text(self) -> str:
        """The array as nested brackets, one row per line; empty when all cells are empty."""
        return self._nested(self.shape, 0, 0)[0] if self.filled else ""

    def _nested(self, shape: tuple[int, ...], start: int, depth: int) -> tuple[str, int]:
        """The brackets of one dimension that begins at cell `start`, and the cell after it."""
        parts = []
        for _ in range(shape[0]):
            if len(shape) == 1:
                parts.append(_with_a_point(self.cells[start]) or EMPTY)
                start += 1
            else:
                part, start = self._nested(shape[1:], start, depth + 1)
                parts.append(part)
        between = _BETWEEN_CELLS if len(shape) == 1 else ",\n" + " " * (depth + 1)
        return f"[{between.join(parts)}]", start


def _with_a_point(cell: str) -> str:
    """A cell with a decimal point.

    A cell holds one number, so a comma inside it is a decimal comma; one at its end means nothing.
    """
    return plain_characters(cell).strip().rstrip(",;").replace(",", ".")
