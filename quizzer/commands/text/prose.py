"""Lays out text for a terminal: paragraphs wrapped to its width, tables in columns."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from quizzer.emphasis import plain
from quizzer.harmless import cells, escaped, harmless

_GAP: Final = "  "
_NARROWEST: Final = 20  # a last column with less room than this goes below the others
_LIST_MARKER: Final = re.compile(r"\s*(?:[-*+]|\d+[.)]) +")
_STRONG: Final = re.compile(
    r"(`[^`]+`)|(?<![\w*])\*\*(?=\S)((?:`[^`]+`|[^*`])+)(?<=\S)\*\*(?![\w*])"
)
_VERBATIM: Final = re.compile(r"\s*$|\s*\||#|    |>")


def table(rows: Sequence[Sequence[str]], columns: int) -> Iterator[str]:
    """Rows in left-aligned columns; the last column is wrapped if it is too wide."""
    rows = [[harmless(entry) for entry in row] for row in rows]
    *widths, widest = [max(map(cells, column)) for column in zip(*rows, strict=True)]
    start = sum(width + len(_GAP) for width in widths)
    below = columns - start < min(widest, _NARROWEST)
    indent = " " * (2 * len(_GAP) if below else start)
    for *row, last in rows:
        padded = [pad(entry, width) for entry, width in zip(row, widths, strict=True)]
        room = max(columns - len(indent), _NARROWEST)
        wrapped = textwrap.wrap(last, room, break_on_hyphens=False)
        first = [] if below else [wrapped.pop(0) if wrapped else ""]
        yield "\n".join(
            [_GAP.join([*padded, *first]).rstrip(), *(indent + line for line in wrapped)]
        )


def pad(text: str, columns: int) -> str:
    """The text with spaces after it, up to this number of columns."""
    return text + " " * (columns - cells(text))


def indented(text: str, indent: str = "  ") -> str:
    """The text with every line indented."""
    return textwrap.indent(text, indent)


def wrap(markdown: str, columns: int, indent: str = "") -> str:
    """Markdown with its paragraphs and list entries wrapped; code and tables stay as they are.

    The marks of emphasis are removed, since plain text has none.
    """
    lines: list[str] = []
    for block, verbatim in _blocks(harmless(markdown)):
        lines += [(indent + block[0]).rstrip()] if verbatim else _paragraph(block, columns, indent)
    return "\n".join(lines)


def _paragraph(block: list[str], columns: int, indent: str) -> list[str]:
    marker = _LIST_MARKER.match(block[0])
    start = marker.group() if marker else ""
    prose = " ".join(line.strip() for line in [block[0].removeprefix(start), *block[1:]])
    if "*" in prose:  # few paragraphs have one, and removing them from all would take time
        prose = plain(_STRONG.sub(lambda found: found[1] or found[2], prose))
    whole = f"{indent}{start}{prose}"
    if prose and prose.isprintable() and len(whole) <= columns:  # most; wrapping takes longer
        return [whole]
    return textwrap.wrap(
        prose,
        columns,
        initial_indent=indent + start,
        subsequent_indent=indent + " " * len(start),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _blocks(markdown: str) -> Iterator[tuple[list[str], bool]]:
    """Groups of lines that belong together, and whether their line ends must be kept."""
    paragraph: list[str] = []
    fenced = False
    for line in markdown.strip("\n").splitlines():
        fence = line.lstrip().startswith("```")
        verbatim = fenced or fence or bool(_VERBATIM.match(line))
        if paragraph and (verbatim or _LIST_MARKER.match(line)):
            yield paragraph, False
            paragraph = []
        if verbatim:
            yield [line], True
        else:
            paragraph.append(line)
        fenced ^= fence
    if paragraph:
        yield paragraph, False


def verbatim(text: str, columns: int, indent: str = "  ") -> Iterator[str]:
    """A formula: its line ends and spaces stay; a line that is too long goes on below, indented."""
    for line in text.split("\n"):
        start = indent + " " * (len(line) - len(line.lstrip()))
        yield from textwrap.wrap(
            line.strip(), columns, initial_indent=start, subsequent_indent=start + "  "
        ) or [""]


def visible(text: str, most: int = 200) -> str:
    """The text with control characters written as escapes, cut after `most` characters."""
    shown = "".join(
        letter if letter.isprintable() or letter == "\n" else escaped(letter)
        for letter in text[:most]
    )
    return shown + ("…" if len(text) > most else "")
