"""Puts a page in reading order: sections of prose, code and tables, for every interface."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, groupby
from typing import Final

from quizzer.handbook.entries import Entry
from quizzer.handbook.pages import Page
from quizzer.handbook.running import WorkedRun

RESULT: Final = "result"
NO_RUN: Final = (
    "There is none yet: no module in quizzer/handbook/examples has an example of this component."
)


@dataclass(frozen=True)
class Prose:
    """Paragraphs to be wrapped."""

    text: str


@dataclass(frozen=True)
class Verbatim:
    """Lines whose line breaks and spaces mean something: formulas and matrices."""

    text: str
    caption: str = ""


@dataclass(frozen=True)
class Code:
    """Python code, to be shown as it is."""

    text: str


@dataclass(frozen=True)
class Table:
    """Rows of columns; only the last column may be wrapped."""

    rows: tuple[tuple[str, ...], ...]


Block = Prose | Verbatim | Code | Table


@dataclass(frozen=True)
class Section:
    """A heading and the blocks below it."""

    title: str
    blocks: tuple[Block, ...]


def sections(page: Page, run: WorkedRun) -> tuple[Section, ...]:
    """Everything below the page's summary; empty sections are left out."""
    found = (
        Section("Formula", (Verbatim(page.formula),) if page.formula else ()),
        Section("Arguments", _arguments(page)),
        Section("Returns", _prose(page.returns)),
        Section("Raises", _prose(page.raises)),
        Section("Convention", _prose(page.convention)),
        Section("Source", _prose(page.source)),
        Section("Code", (Code(page.code),)),
        Section("Worked run", () if run.given or run.result else (Prose(NO_RUN),)),
        Section("Worked run: given", tuple(_values(run.given))),
        Section("On the way", tuple(_values(run.steps))),
        Section("Result", tuple(_values(run.result))),
        Section("Common mistakes", _mistakes(page, equivalent=False)),
        Section("Looks wrong but is right", _mistakes(page, equivalent=True)),
    )
    return tuple(section for section in found if section.blocks)


def shape_at_the_end(line: str) -> int | None:
    """Where the comment begins that ends a line of code; None if there is none.

    Where a line is too wide, all interfaces put this comment, mostly a shape, above the line.
    """
    statement, gap, _ = line.rpartition("  # ")
    return len(statement) + 2 if gap else None


def _prose(text: str) -> tuple[Block, ...]:
    return (Prose(text),) if text else ()


def _arguments(page: Page) -> tuple[Block, ...]:
    return tuple(_table([(each.name, each.shape, each.says) for each in page.args]))


def _mistakes(page: Page, *, equivalent: bool) -> tuple[Block, ...]:
    """What each mistake does, and the name that banks use for it."""
    rows = [
        ("·", f"{known.says} (mistakes.{known.name})")
        for known in page.mistakes
        if known.equivalent == equivalent
    ]
    return tuple(_table(rows))


def _values(entries: tuple[Entry, ...]) -> Iterator[Block]:
    """Values grouped by scope: `decoder.0.cross_attention`, then the values in it."""
    for scope, group in groupby(entries, key=lambda entry: entry.name.rpartition(".")[0]):
        if scope:
            yield Prose(scope)
        yield from _scope(group, "  " if scope else "")


def _scope(entries: Iterable[Entry], indent: str) -> Iterator[Block]:
    """The values of one scope in order: short ones in tables, each matrix below its name."""
    rows: list[tuple[str, ...]] = []
    for entry in entries:
        name = indent + (entry.name.rpartition(".")[2] or RESULT)
        if "\n" not in entry.text:
            rows.append((name, entry.shape, entry.text, entry.says))
            continue
        yield from _table(rows)
        rows = []
        yield Verbatim(entry.text, "  ".join(filter(None, (name, entry.shape, entry.says))))
    yield from _table(rows)


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[Block]:
    """The rows as a table, without columns that are empty."""
    if rows:
        filled = [any(column) for column in zip(*rows, strict=True)]
        yield Table(tuple(tuple(compress(row, filled)) for row in rows))
