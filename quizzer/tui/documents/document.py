"""Text for reading, made of elements that lay themselves out for a width."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest
from typing import TYPE_CHECKING, Protocol

from rich.cells import cell_len
from textual.content import Content

from quizzer.tui.documents import markdown
from quizzer.tui.documents.matrices import Figure, side_by_side
from quizzer.tui.text import MUTED, pad, plain

if TYPE_CHECKING:
    from collections.abc import Sequence

CODE_INDENT = 2
COLUMN_RULE = " │ "
MEASURE = 96  # cells per line; longer lines are hard to follow
COLUMN_GAP = "  "
LEAST_FIRST = 12  # cells for the first column of a table
LEAST_COLUMN = 32  # cells; narrower columns are harder to read than a longer page


class Element(Protocol):
    """A part of a document."""

    @property
    def least(self) -> int:
        """The least width in cells; if there is less room, the document scrolls sideways."""

    def fit(self, width: int) -> Content:
        """Its lines, laid out for a width in cells."""


@dataclass(frozen=True)
class Gap:
    """An empty line."""

    least: int = 0

    def fit(self, width: int) -> Content:
        """No text, which makes one empty line."""
        return Content("")


@dataclass(frozen=True)
class Paragraph:
    """A paragraph after a marker; its other lines are indented to align with the first."""

    marker: str
    content: Content
    least: int = field(default=0, init=False)

    def fit(self, width: int) -> Content:
        """The paragraph wrapped beside its marker."""
        return _hung(self.marker, _wrapped(self.content, self.marker, width))


@dataclass(frozen=True)
class Noted:
    """A paragraph with a note, which is after its last word or, if there is no room, below it."""

    marker: str
    content: Content
    note: str
    least: int = field(default=0, init=False)

    def fit(self, width: int) -> Content:
        """The paragraph, then the note: on the same line only if all of it fits there."""
        *lines, last = _wrapped(self.content, self.marker, width)
        note = plain(self.note, MUTED)
        with_note = Content.assemble(last.rstrip(), "  ", note)
        has_room = with_note.cell_length <= _room_beside(self.marker, width)
        end = [with_note] if has_room else [last, *_wrapped(note, self.marker, width)]
        return _hung(self.marker, [*lines, *end])


@dataclass(frozen=True)
class Table:
    """Rows below a head. The first column is left-aligned and can be cut, the others are not."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    @property
    def least(self) -> int:
        """The width with which something of the first column is left."""
        return LEAST_FIRST + self._others

    def fit(self, width: int) -> Content:
        """The rows, with columns as wide as they need to be."""
        first = min(self._widths[0], max(LEAST_FIRST, width - self._others))
        widths = [first, *self._widths[1:]]
        head, *lines = [self._line(row, widths) for row in (self.head, *self.rows)]
        return plain(f"{head}\n", MUTED) + plain("\n".join(lines))

    @property
    def _widths(self) -> list[int]:
        return [max(map(cell_len, column)) for column in zip(self.head, *self.rows, strict=True)]

    @property
    def _others(self) -> int:
        return sum(width + len(COLUMN_GAP) for width in self._widths[1:])

    @staticmethod
    def _line(row: Sequence[str], widths: Sequence[int]) -> str:
        first, *others = zip(row, widths, strict=True)
        return COLUMN_GAP.join([pad(*first), *(" " * (w - cell_len(c)) + c for c, w in others)])


@dataclass(frozen=True)
class Listing:
    """Lines that are never wrapped."""

    content: Content
    indent: int = CODE_INDENT

    @property
    def least(self) -> int:
        """The width of the longest line."""
        return self.indent + max(line.cell_length for line in self.content.split())

    def fit(self, width: int) -> Content:
        """The lines as they are."""
        return _indented(self.content, self.indent)


@dataclass(frozen=True)
class Band:
    """Figures side by side."""

    figures: list[Figure]
    indent: int = 1

    @property
    def least(self) -> int:
        """The width of the widest figure."""
        return self.indent + max(figure.width for figure in self.figures)

    def fit(self, width: int) -> Content:
        """The figures, as many in a row as there is room for."""
        return _indented(side_by_side(self.figures, width - self.indent), self.indent)


@dataclass(frozen=True)
class Columns:
    """Two texts side by side, or one below the other if there is no room for both."""

    left: list[Element]
    right: list[Element]
    least: int = field(default=0, init=False)

    def fit(self, width: int) -> Content:
        """Both texts, with a thin line between them."""
        half = (width - len(COLUMN_RULE)) // 2
        if half < LEAST_COLUMN:
            under = [*self.left, Gap(), *self.right]
            return Content("\n").join([element.fit(width) for element in under])
        columns = (self._lines(self.left, half), self._lines(self.right, half))
        lines = [
            left + Content(" " * (half - left.cell_length) + COLUMN_RULE) + right
            for left, right in zip_longest(*columns, fillvalue=Content(""))
        ]
        return Content("\n").join(lines)

    def _lines(self, elements: list[Element], width: int) -> list[Content]:
        return [line for element in elements for line in element.fit(width).split(allow_blank=True)]


def heading(text: str) -> Paragraph:
    """A heading inside a document."""
    return Paragraph("", Content.styled(text, "bold $text-primary"))


def from_markdown(text: str) -> list[Element]:
    """Markdown as elements, with empty lines between them, but not between entries of a list."""
    blocks = markdown.blocks(text)
    elements: list[Element] = []
    for block, following in zip_longest(blocks, blocks[1:]):
        elements.append(_element(block))
        if following is not None and not (block.marker and following.marker):
            elements.append(Gap())
    return elements


def _element(block: markdown.Block) -> Element:
    if block.kind == "code":
        return Listing(block.content)
    content = block.content.stylize("bold") if block.kind == "heading" else block.content
    return Paragraph("  " * block.depth + block.marker, content)


def _room_beside(marker: str, width: int) -> int:
    return max(1, min(width, MEASURE) - cell_len(marker))


def _wrapped(content: Content, marker: str, width: int) -> list[Content]:
    """The lines of a text, at least one. Most texts fit on one line, and skip the slow wrapping."""
    room = _room_beside(marker, width)
    if content.cell_length <= room and "\n" not in content.plain:
        return [content.rstrip()]
    return content.wrap(room) or [Content("")]


def _hung(marker: str, lines: Sequence[Content]) -> Content:
    """Lines after a marker, all aligned with the first."""
    return Content.assemble(marker, Content("\n" + " " * cell_len(marker)).join(lines))


def _indented(content: Content, indent: int) -> Content:
    blank = Content(" " * indent)
    return Content("\n").join([blank + line for line in content.split()])
