"""Short texts of banks, whose only Markdown is `code` and *emphasis*, written for each format.

Names of mistakes, options, hints, key points and pairs are such texts. In them, n*d*d, a * b and
__init__ stay as they are.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from quizzer.harmless import harmless

Kind: TypeAlias = Literal["text", "code", "emphasis"]

_MARKED: Final = re.compile(
    # As in Markdown: two backticks in a row are another mark; spaces at the ends would be dropped.
    r"(?<!`)`([^`\s](?:[^`]*[^`\s])?)`(?!`)"
    r"|(?<![\w*])\*([^\W\d_](?:[^*`]*[^\s*`])?)\*(?![\w*])"
)
_ESCAPES: Final = {ord(mark): f"\\{mark}" for mark in "\\`*_[]<>|~$&#"}
_TAGS: Final = {"code": "code", "emphasis": "em"}


def pieces(text: str) -> Iterator[tuple[Kind, str]]:
    """The text in pieces, each without its marks."""
    end = 0
    for found in _MARKED.finditer(text):
        yield "text", text[end : found.start()]
        yield ("emphasis", found[2]) if found[1] is None else ("code", found[1])
        end = found.end()
    yield "text", text[end:]


def plain(text: str) -> str:
    """The text as plain text: code keeps its backticks, emphasis loses its asterisks."""
    return "".join(f"`{said}`" if kind == "code" else said for kind, said in pieces(text))


def markdown(text: str) -> str:
    """The text as one line of Markdown, in which nothing but its code and emphasis is a mark."""
    return "".join(_as_markdown(kind, said) for kind, said in pieces(" ".join(text.split())))


def html(text: str) -> str:
    """The text as HTML."""
    from html import escape  # here, because most callers do not need HTML

    return "".join(_as_html(kind, escape(harmless(said))) for kind, said in pieces(text))


def escaped(text: str) -> str:
    """Any text as Markdown that shows it as it is."""
    return harmless(text).translate(_ESCAPES)


def _as_markdown(kind: Kind, said: str) -> str:
    if kind == "emphasis":
        return f"*{escaped(said)}*"
    if kind == "code" and "|" not in said:  # in a table, a bar would begin a new cell
        return f"`{harmless(said)}`"
    return escaped(f"`{said}`" if kind == "code" else said)


def _as_html(kind: Kind, said: str) -> str:
    return said if kind == "text" else f"<{_TAGS[kind]}>{said}</{_TAGS[kind]}>"
