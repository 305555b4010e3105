"""Short texts of banks, in which `code` and *emphasis* alone are Markdown, for each format.

Names of mistakes, options, hints, key points and pairs are such texts: n*d*d, a * b and __init__
stay as they are.
"""

import re
from collections.abc import Iterator
from typing import Final, Literal, TypeAlias

from quizzer.harmless import harmless

Kind: TypeAlias = Literal["text", "code", "emphasis"]

_MARKED: Final = re.compile(
    # As Markdown has it: two backticks in a row are another mark; spaces at the ends would go.
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
    """The text where nothing can be set off: without the asterisks."""
    return "".join(f"`{said}`" if kind == "code" else said for kind, said in pieces(text))


def markdown(text: str) -> str:
    """The text as Markdown of which nothing else is read as marks, on one line."""
    return "".join(_as_markdown(kind, said) for kind, said in pieces(" ".join(text.split())))


def html(text: str) -> str:
    """The text as HTML."""
    from html import escape  # here, because most who use the rest do without

    return "".join(_as_html(kind, escape(harmless(said))) for kind, said in pieces(text))


def escaped(text: str) -> str:
    """Any text as Markdown that shows it as it stands."""
    return harmless(text).translate(_ESCAPES)


def _as_markdown(kind: Kind, said: str) -> str:
    if kind == "emphasis":
        return f"*{escaped(said)}*"
    if kind == "code" and "|" not in said:  # which would part the cells of a table
        return f"`{harmless(said)}`"
    return escaped(f"`{said}`" if kind == "code" else said)


def _as_html(kind: Kind, said: str) -> str:
    return said if kind == "text" else f"<{_TAGS[kind]}>{said}</{_TAGS[kind]}>"
