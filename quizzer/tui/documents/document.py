"""Text for reading, as elements that lay themselves out for a width."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Protocol

from rich.cells import cell_len
from textual.content import Content

from quizzer.tui.documents import prose
from quizzer.tui.documents.matrices import Figure, side_by_side

CODE_INDENT = 2
COLUMN_RULE = " │ "
MEASURE = 96  # longer lines are hard to follow
LEAST_COLUMN = 32  # narrower columns are harder to read than a longer page


class Element(Protocol):
    """A part of a document."""

    @property
    def least(self) -> int:
        """The width below which it cannot be folded."""

    def fit(self, width: int) -> Content:
        """Its lines for a width."""


@dataclass(frozen=True)
class Gap:
    """An empty line."""

    least: int = 0

    def fit(self, width: int) -> Content:
        """Nothing."""
        return Content("")


@dataclass(frozen=True)
class Paragraph:
    """A paragraph behind a marker; its further lines are indented to stand under the first."""

    marker: str
    content: Content
    least: int = field(default=0, init=False)

    def fit(self, width: int) -> Content:
        """The paragraph wrapped beside its marker."""
        indent = cell_len(self.marker)
        lines = self.content.wrap(max(1, min(width, MEASURE) - indent)) or [Content("")]
        return Content.assemble(self.marker, Content("\n" + " " * indent).join(lines))


@dataclass(frozen=True)
class Listing:
    """Lines that are never wrapped."""

    content: Content
    indent: int = CODE_INDENT

    @property
    def least(self) -> int:
        """The longest line."""
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
        """The widest figure."""
        return self.indent + max(figure.width for figure in self.figures)

    def fit(self, width: int) -> Content:
        """As many in a row as there is room for."""
        return _indented(side_by_side(self.figures, width - self.indent), self.indent)


@dataclass(frozen=True)
class Columns:
    """Two texts side by side; one under the other when there is no room for both."""

    left: list[Element]
    right: list[Element]
    least: int = field(default=0, init=False)

    def fit(self, width: int) -> Content:
        """Both with a thin line between them."""
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
    """Markdown as elements, with empty lines between them where lists do not forbid it."""
    blocks = prose.blocks(text)
    elements: list[Element] = []
    for block, following in zip_longest(blocks, blocks[1:]):
        elements.append(_element(block))
        if following is not None and not (block.marker and following.marker):
            elements.append(Gap())
    return elements


def _element(block: prose.Block) -> Element:
    if block.kind == "code":
        return Listing(block.content)
    content = block.content.stylize("bold") if block.kind == "heading" else block.content
    return Paragraph("  " * block.depth + block.marker, content)


def _indented(content: Content, indent: int) -> Content:
    blank = Content(" " * indent)
    return Content("\n").join([blank + line for line in content.split()])
