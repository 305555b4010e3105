"""A report as sections of text, lists, tables and figures, which Markdown and HTML both print."""

from typing import Literal, TypeAlias

from msgspec import Struct

from quizzer.emphasis import plain
from quizzer.progress.statistics import Share
from quizzer.reports.words import short


class Prose(Struct, frozen=True):
    """A short text from a bank; `code` and *emphasis* in it are printed as such."""

    text: str


def prose(text: str, length: int) -> Prose:
    """A text from a bank on one line; if it has to be cut, it loses its emphasis."""
    line = " ".join(text.split())
    return Prose(line if len(line) <= length else short(plain(line), length))


Words: TypeAlias = str | Prose
Cell: TypeAlias = Words | Share
FigureName: TypeAlias = Literal[
    "calendar", "time", "retention", "forecast", "calibration", "mistakes"
]


class Text(Struct, frozen=True):
    """One paragraph."""

    text: Words


class Entry(Struct, frozen=True):
    """One entry of a list; its lead is printed in bold."""

    lead: Words
    rest: Words = ""


class Entries(Struct, frozen=True):
    """A list."""

    entries: tuple[Entry, ...]
    numbered: bool = False


class Table(Struct, frozen=True):
    """A table; every row has one cell per head."""

    heads: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]


class Figure(Struct, frozen=True):
    """A picture of numbers that are also in a text or table beside it; only HTML prints it."""

    name: FigureName


Block: TypeAlias = Text | Entries | Table | Figure


class Section(Struct, frozen=True):
    """A part of the report under a heading; details come after the first page."""

    title: str
    blocks: tuple[Block, ...]
    detail: bool = True


class Document(Struct, frozen=True):
    """The whole report."""

    title: str
    lead: tuple[Block, ...]
    sections: tuple[Section, ...]
