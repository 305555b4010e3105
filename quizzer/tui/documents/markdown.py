"""Markdown of banks as blocks of Content: paragraphs, lists, code and tables, but no links."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from rich.cells import cell_len
from textual.content import Content

from quizzer.emphasis import Kind, pieces
from quizzer.tui.text import harmless, pad

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

INLINE_STYLES = {"strong": "bold", "em": "italic", "s": "strike"}
CODE_STYLE = "$text-accent"
_STYLES: Mapping[Kind, str] = {"text": "", "code": CODE_STYLE, "emphasis": INLINE_STYLES["em"]}


@dataclass(frozen=True)
class Block:
    """One paragraph, list entry, heading, listing or table, ready to be shown."""

    kind: Literal["text", "heading", "code"]
    content: Content
    marker: str = ""  # the bullet or number of a list entry
    depth: int = 0  # in how many lists and quotations it is nested


def blocks(text: str) -> list[Block]:
    """Split Markdown into blocks; everything that is not Markdown is kept as it is."""
    return list(_Walk(_parser().parse(harmless(text))).blocks())


def inline(text: str) -> Content:
    """A short text with only `code` and *emphasis*: n*d*d, a * b and __init__ stay as they are."""
    parts = (Content.styled(said, _STYLES[kind]) for kind, said in pieces(harmless(text)))
    return Content("").join(parts)


@cache
def _parser() -> MarkdownIt:
    """CommonMark with tables; without HTML, so that `<pad>` stays, and without links or images."""
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])
    return parser.disable(["html_block", "html_inline", "link", "image", "autolink", "reference"])


def _inline(tokens: Sequence[Token]) -> Content:
    parts: list[Content] = []
    styles: list[str] = []
    for token in tokens:
        name, _, end = token.type.rpartition("_")
        if name in INLINE_STYLES and end == "open":
            styles.append(INLINE_STYLES[name])
        elif name in INLINE_STYLES and end == "close":
            styles.pop()
        elif token.type in ("softbreak", "hardbreak"):
            parts.append(Content(" " if token.type == "softbreak" else "\n"))
        elif token.type == "code_inline":
            parts.append(Content.styled(token.content, " ".join([*styles, CODE_STYLE])))
        else:
            parts.append(Content.styled(token.content, " ".join(styles)))
    return Content("").join(parts)


class _Walk:
    """Turns the flat list of Markdown tokens into blocks."""

    def __init__(self, tokens: list[Token]) -> None:
        self.tokens = tokens
        self.counters: list[int | None] = []  # one per open list; None if it has bullets
        self.marker = ""
        self.quotes = 0

    def blocks(self) -> Iterator[Block]:
        """All blocks in order."""
        position = 0
        while position < len(self.tokens):
            token = self.tokens[position]
            if token.type == "table_open":
                end = self._end_of_table(position)
                yield self._block("code", _table(self.tokens[position:end]))
                position = end
                continue
            self._keep_count(token)
            if token.type == "inline":
                heading = self.tokens[position - 1].type == "heading_open"
                yield self._block("heading" if heading else "text", _inline(token.children or ()))
            elif token.type in ("fence", "code_block"):
                yield self._block("code", Content(token.content.rstrip("\n")))
            position += 1

    def _keep_count(self, token: Token) -> None:
        if token.type == "bullet_list_open":
            self.counters.append(None)
        elif token.type == "ordered_list_open":
            self.counters.append(int(token.attrs.get("start", 1)))
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            self.counters.pop()
        elif token.type == "list_item_open":
            self.marker = self._next_marker()
        elif token.type == "blockquote_open":
            self.quotes += 1
        elif token.type == "blockquote_close":
            self.quotes -= 1

    def _next_marker(self) -> str:
        number = self.counters[-1]
        if number is None:
            return "• "
        self.counters[-1] = number + 1
        return f"{number}. "

    def _block(self, kind: Literal["text", "heading", "code"], content: Content) -> Block:
        marker, self.marker = self.marker, ""
        depth = max(0, len(self.counters) - (1 if marker else 0)) + self.quotes
        return Block(kind, content, marker, depth)

    def _end_of_table(self, start: int) -> int:
        for position in range(start, len(self.tokens)):
            if self.tokens[position].type == "table_close":
                return position + 1
        return len(self.tokens)


def _table(tokens: list[Token]) -> Content:
    """A table as lines with aligned columns; a thin line below its head."""
    rows: list[list[str]] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "inline":
            rows[-1].append(_inline(token.children or ()).plain)
    widths = [max(cell_len(cell) for cell in column) for column in zip(*rows, strict=False)]
    lines = [
        "  ".join(pad(cell, width) for cell, width in zip(row, widths, strict=False)).rstrip()
        for row in rows
    ]
    return Content("\n".join([lines[0], "─" * cell_len(max(lines, key=cell_len)), *lines[1:]]))
