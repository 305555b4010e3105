"""Arrays as aligned text: nested lists in, one Content per line out, with marks in the cells."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from textual.content import Content

from quizzer.exercises import shading
from quizzer.exercises.nested import leaves
from quizzer.tui.text import MUTED, pad, plain

RIGHT, WRONG = "✓", "✗"
GAP = 3  # cells between two arrays side by side
_INFINITIES = {"inf": "∞", "-inf": "-∞"}


@dataclass(frozen=True)
class Figure:
    """An array, or another value, as lines, with its caption above them."""

    caption: Content | None
    lines: list[Content]

    @property
    def width(self) -> int:
        """The number of cells of its widest line."""
        return max(line.cell_length for line in self.all_lines)

    @property
    def all_lines(self) -> list[Content]:
        """The caption, if there is one, and the lines."""
        return self.lines if self.caption is None else [self.caption, *self.lines]


def shape_of(value: Any) -> tuple[int, ...]:
    """The shape of nested lists; () for a single number."""
    shape = []
    while isinstance(value, list):
        shape.append(len(value))
        value = value[0] if value else None
    return tuple(shape)


def shape_text(shape: tuple[int, ...] | list[int]) -> str:
    """A shape as Python writes it: `(3,)`, `(2, 4)`."""
    return str(tuple(shape))


def number_text(value: Any, decimals: int | None) -> str:
    """One number, rounded to `decimals`; infinities can also be given as text ("inf")."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return _INFINITIES.get(str(value), str(value))
    if isinstance(value, float) and not math.isfinite(value):
        return _INFINITIES.get(str(value), "nan")
    if isinstance(value, int) or decimals is None:
        return f"{value:g}"
    text = f"{value:.{decimals}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def array_lines(value: Any, decimals: int | None, marks: Any = None) -> list[Content]:
    """The rows of an array as NumPy prints them.

    `marks`, of the same shape, adds ✓ or ✗ to each cell.
    """
    texts = _map(value, lambda number: number_text(number, decimals))
    width = max(map(len, leaves(texts)), default=0)
    lines = _array(texts, marks, width, ())
    return [_shaded(line) for line in lines] if shading.are_shares(value) else lines


def shape_line(lengths: list[float], marks: Any = None) -> Content:
    """A shape as `(2, 4)`, with ✓ or ✗ at each axis if `marks` has one for each of them."""
    comparable = marks if isinstance(marks, list) and len(marks) == len(lengths) else None
    axes = [_cell(str(int(n)), _part(comparable, at), 0) for at, n in enumerate(lengths)]
    comma = "," if len(axes) == 1 else ""
    return Content.assemble("(", Content(", ").join(axes), comma, ")")


def text_lines(text: str) -> list[Content]:
    """The lines of an array that is given as text; weights are darker the larger they are."""
    lines = [plain(line) for line in text.splitlines()]
    return [_shaded(line) for line in lines] if shading.shares_in(text) else lines


def heat_style(level: int, part: str = "ink") -> str:
    """The style of a cell of this level: its ink, or its block."""
    name = f"heat-{'more' if level > 0 else 'less'}-{abs(level)}"
    return f"${name}-{part} on ${name}"


def _shaded(line: Content) -> Content:
    """A row in which every share has the shade of its size, unless marks colour the cells."""
    if not shading.has_decimals(line.plain) or RIGHT in line.plain or WRONG in line.plain:
        return line
    for found in shading.NUMBER.finditer(line.plain):
        level = shading.level(float(found[0]), 1.0)
        if level:
            line = line.stylize_before(heat_style(level), *found.span())
    return line


def side_by_side(figures: list[Figure], width: int) -> Content:
    """Lay figures out next to each other, as many in a row as fit into `width` cells."""
    bands: list[list[Figure]] = []
    for figure in figures:
        taken = sum(other.width + GAP for other in bands[-1]) if bands else 0
        if not bands or taken + figure.width > width:
            bands.append([])
        bands[-1].append(figure)
    return Content("\n\n").join(_band(band) for band in bands)


def _band(figures: list[Figure]) -> Content:
    columns = [figure.all_lines for figure in figures]
    height = max(len(column) for column in columns)
    lines = []
    for row in range(height):
        line, reached = Content(""), 0
        for figure, column in zip(figures, columns, strict=True):
            if row < len(column):
                line += Content(" " * (reached - line.cell_length)) + column[row]
            reached += figure.width + GAP
        lines.append(line)
    return Content("\n").join(lines)


def _array(texts: Any, marks: Any, width: int, index: tuple[int, ...]) -> list[Content]:
    """The lines of an array; with more than two dimensions, its slices below their indices."""
    depth = len(shape_of(texts))
    if depth == 0:
        return [_cell(texts, marks, width)]
    if depth == 1:
        return [_row(texts, marks, width)]
    if depth > 2:
        lines = []
        for place, entry in enumerate(texts):
            lines += _array(entry, _part(marks, place), width, (*index, place))
        return lines
    rows = [_row(row, _part(marks, place), width) for place, row in enumerate(texts)]
    lines = [Content("[" if place == 0 else " ") + row for place, row in enumerate(rows)]
    lines[-1] += Content("]")
    caption = [plain("[" + ", ".join(map(str, index)) + "]", MUTED)] if index else []
    return caption + lines


def _row(texts: list[str], marks: Any, width: int) -> Content:
    cells = [_cell(text, _part(marks, column), width) for column, text in enumerate(texts)]
    return Content.assemble("[", Content(" ").join(cells), "]")


def _cell(text: str, mark: Any, width: int) -> Content:
    right = pad("", width - len(text)) + text
    if mark is None:
        return plain(right)
    style = "$text-success" if mark else "$text-error bold"
    return plain(right + (RIGHT if mark else WRONG), style)


def _part(marks: Any, position: int) -> Any:
    if isinstance(marks, list):
        return marks[position] if position < len(marks) else None
    return marks


def _map(value: Any, function: Any) -> Any:
    return (
        [_map(entry, function) for entry in value] if isinstance(value, list) else function(value)
    )
