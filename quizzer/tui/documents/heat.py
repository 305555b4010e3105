"""Heat maps: numbers in cells that are darker the larger they are, with words along both sides.

Colour is never the only sign: every cell shows its number and, where colours cannot be mixed or are
not wanted, a block before it (see `heat_colours`).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content

from quizzer.exercises import shading
from quizzer.tui.documents.matrices import Figure, heat_style, number_text
from quizzer.tui.text import MUTED, harmless, pad, plain, shorten

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

GAP = 3  # cells between two maps side by side
LONGEST = 12  # cells for a name at the side
RULE = "│"


def heat_cell(text: str, level: int) -> Content:
    """A number with the block of its level in the space before it."""
    if not level:
        return plain(text)
    ink, block = heat_style(level), heat_style(level, "block")
    at = len(text) - len(text.lstrip()) - 1
    before, after = text[:at], text[at + 1 :]
    return Content.assemble((before, ink), (shading.glyph(level), block), (after, ink))


@dataclass(frozen=True)
class _Density:
    """How much room a number takes."""

    decimals: int
    gap: int  # cells: one before each number, which its block takes, and perhaps one after it
    longest: int  # cells for a name above a column
    bare: bool = True  # whether shares are written without the leading 0 that all of them have


_DENSITIES = (
    _Density(2, 2, 8, bare=False),
    _Density(2, 1, 6, bare=False),
    _Density(2, 1, 4),
    _Density(1, 1, 4),
)


@dataclass(frozen=True)
class HeatMap:
    """A matrix with words along its sides; if it is too wide, in blocks of columns."""

    values: Sequence[Sequence[float]]
    rows: Sequence[str]
    columns: Sequence[str]
    most: float  # the number that has the darkest cell
    caption: Content | None = None
    whole: bool = False  # numbers without decimals: masks, ids
    least: int = field(default=0, init=False)

    def fit(self, width: int) -> Content:
        """The widest form for which there is room; if there is none, blocks of columns."""
        for density in _DENSITIES:
            if self.width(density) <= width:
                return Content("\n").join(self._lines(density, len(self.columns)))
        return self._blocks(_DENSITIES[1], width)

    def width(self, density: _Density) -> int:
        """How many cells it takes in this density."""
        caption = 0 if self.caption is None else self.caption.cell_length
        return max(self._start + len(self.columns) * self._cell(density), min(caption, 24))

    def figure(self, density: _Density) -> Figure:
        """Its lines, to be put beside others."""
        lines = list(self._lines(density, len(self.columns)))
        return Figure(None, lines)

    @property
    def _start(self) -> int:
        longest = max((cell_len(harmless(name)) for name in self.rows), default=0)
        return min(longest, LONGEST) + 2

    def _cell(self, density: _Density) -> int:
        numbers = max((cell_len(text) for row in self._texts(density) for text in row), default=1)
        names = max((cell_len(harmless(name)) for name in self.columns), default=1)
        return max(numbers, min(names, density.longest)) + density.gap

    def _texts(self, density: _Density) -> Iterator[list[str]]:
        for row in self.values:
            yield [self._text(value, density) for value in row]

    def _text(self, value: float, density: _Density) -> str:
        text = "0" if not value else number_text(value, 0 if self.whole else density.decimals)
        bare = density.bare and self.most == 1.0 and text.startswith("0.")
        return text.removeprefix("0") if bare else text

    def _blocks(self, density: _Density, width: int) -> Content:
        at_once = max(1, (width - self._start) // self._cell(density))
        blocks = [
            Content("\n").join(self._lines(density, at_once, start))
            for start in range(0, len(self.columns), at_once)
        ]
        return Content("\n\n").join(blocks)

    def _lines(self, density: _Density, at_once: int, start: int = 0) -> Iterator[Content]:
        """The caption (only above the first columns), the names of the columns, the rows."""
        if self.caption is not None and not start:
            yield self.caption
        wide, end = self._cell(density), start + at_once
        names = (_right(harmless(name), wide, density.gap) for name in self.columns[start:end])
        yield plain(" " * self._start + "".join(names), MUTED)
        for name, row, texts in zip(self.rows, self.values, self._texts(density), strict=True):
            cells = zip(row[start:end], texts[start:end], strict=True)
            yield plain(f"{pad(harmless(name), self._start - 2)} {RULE}", MUTED) + Content("").join(
                [
                    heat_cell(_right(text, wide, density.gap), self._level(value))
                    for value, text in cells
                ]
            )

    def _level(self, value: float) -> int:
        return shading.level(value, self.most)


@dataclass(frozen=True)
class Beside:
    """Two maps to compare: side by side, or only the one in front if there is no room."""

    left: HeatMap
    right: HeatMap
    front: HeatMap
    least: int = field(default=0, init=False)

    def has_room(self, width: int) -> bool:
        """Whether both maps fit side by side."""
        return self._together(width) is not None

    def fit(self, width: int) -> Content:
        """Both maps in the same density, or the front one alone."""
        return self._together(width) or self.front.fit(width)

    def _together(self, width: int) -> Content | None:
        for density in _DENSITIES:
            first, second = (each.figure(density) for each in (self.left, self.right))
            if first.width + GAP + second.width <= width:
                lines = zip(first.lines, second.lines, strict=True)
                return Content("\n").join(
                    [
                        one + Content(" " * (first.width - one.cell_length + GAP)) + other
                        for one, other in lines
                    ]
                )
        return None


def _right(text: str, width: int, gap: int) -> str:
    """A text aligned to the right, with a space before it, and one after it if the gap is 2."""
    text = shorten(text, width - gap)
    behind = gap - 1
    return " " * (width - behind - cell_len(text)) + text + " " * behind
