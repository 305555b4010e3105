"""A page of the reference as a document."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.content import Content

from quizzer.handbook.layout import Code, Prose, Table, sections, shape_at_the_end
from quizzer.handbook.pages import page
from quizzer.handbook.running import worked_run
from quizzer.tui.documents.code_colours import python
from quizzer.tui.documents.document import (
    CODE_INDENT,
    Element,
    Gap,
    Listing,
    Paragraph,
    heading,
)
from quizzer.tui.documents.markdown import inline
from quizzer.tui.documents.matrices import text_lines
from quizzer.tui.text import MUTED, pad, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quizzer.handbook.layout import Block

INDENT = "  "
LEAST_LAST = 24  # cells; with less room, the last column of a table goes below the others


@dataclass(frozen=True)
class Rows:
    """A table; if the last column has no room beside the others, it goes below them."""

    rows: tuple[tuple[str, ...], ...]
    least: int = 0

    def fit(self, width: int) -> Content:
        """The rows with their last column wrapped."""
        widths = [max(map(cell_len, column)) for column in zip(*self.rows, strict=True)][:-1]
        lines = [self._row(row, widths, width) for row in self.rows]
        return Content("\n").join(lines)

    def _row(self, row: tuple[str, ...], widths: list[int], width: int) -> Content:
        *first, last = row
        padded = (pad(cell, room) for cell, room in zip(first, widths, strict=True))
        marker = INDENT + "".join(cell + INDENT for cell in padded)
        if width - cell_len(marker) >= LEAST_LAST or not first:
            return Paragraph(marker, inline(last)).fit(width)
        above = Paragraph("", plain(marker.rstrip())).fit(width)
        return Content("\n").join([above, Paragraph(INDENT * 2, inline(last)).fit(width)])


@dataclass(frozen=True)
class CodeLines:
    """Lines of code; the shape at the end of one that is too wide goes above it."""

    content: Content

    @property
    def least(self) -> int:
        """The width of the longest line when all shapes are above their lines."""
        return Listing(self._narrowed(0)).least

    def fit(self, width: int) -> Content:
        """The lines, each as it is if there is room for it."""
        return Listing(self._narrowed(width - CODE_INDENT)).fit(width)

    def _narrowed(self, room: int) -> Content:
        lines = self.content.split(allow_blank=True)
        return Content("\n").join([part for line in lines for part in _narrowed(line, room)])


def _narrowed(line: Content, room: int) -> Iterator[Content]:
    shape = shape_at_the_end(line.plain)
    if shape is not None and line.cell_length > room:
        code = line.plain
        yield Content(" " * (len(code) - len(code.lstrip()))) + line[shape:]
        yield line[:shape].rstrip()
    else:
        yield line


def elements(name: str) -> list[Element]:
    """The page of a component (its full name is given), with its worked run."""
    shown = page(name)
    found: list[Element] = [Paragraph("", plain(shown.summary, "bold"))]
    for section in sections(shown, worked_run(name)):
        found += [Gap(), heading(section.title)]
        for block in section.blocks:
            found += _elements(block)
    return found


def _elements(block: Block) -> Iterator[Element]:
    if isinstance(block, Prose):
        yield from (Paragraph(INDENT, inline(text)) for text in block.text.split("\n\n"))
    elif isinstance(block, Table):
        yield Rows(block.rows)
    elif isinstance(block, Code):
        yield CodeLines(python(block.text))
    elif block.caption:
        yield Paragraph(INDENT, plain(block.caption, MUTED))
        yield Listing(Content("\n").join(text_lines(block.text)), indent=2 * len(INDENT))
    else:
        yield from (Paragraph(INDENT, plain(line)) for line in block.text.split("\n"))
