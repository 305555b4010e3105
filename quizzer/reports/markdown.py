"""A report as Markdown."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from quizzer import emphasis
from quizzer.progress.statistics import Share
from quizzer.reports import words
from quizzer.reports.document import (
    Block,
    Cell,
    Entries,
    Entry,
    Figure,
    Prose,
    Section,
    Table,
    Text,
    Words,
)
from quizzer.reports.report import Report
from quizzer.reports.writing import write


def render(report: Report) -> str:
    """The report as Markdown text."""
    document = write(report)
    parts = [f"# {escape(document.title)}", *_blocks(document.lead)]
    for section in document.sections:
        parts += _section(section)
    return "\n\n".join(parts) + "\n"


@lru_cache(maxsize=1024)  # tables repeat many texts
def escape(text: str) -> str:
    """The text on one line, escaped so that Markdown shows it unchanged, even in a table."""
    return emphasis.escaped(" ".join(text.split()))


def _section(section: Section) -> Iterator[str]:
    yield f"## {escape(section.title)}"
    yield from _blocks(section.blocks)


def _blocks(blocks: Iterable[Block]) -> Iterator[str]:
    for block in blocks:
        match block:
            case Text(text):
                yield _words(text)
            case Entries(entries, numbered):
                marks = (f"{n}." if numbered else "-" for n in range(1, len(entries) + 1))
                yield "\n".join(
                    f"{mark} {_entry(entry)}" for mark, entry in zip(marks, entries, strict=True)
                )
            case Table(heads, rows):
                cells = [heads, ["---"] * len(heads), *([_cell(c) for c in row] for row in rows)]
                yield "\n".join("| " + " | ".join(row) + " |" for row in cells)
            case Figure():
                pass  # its numbers are in a text or table beside it


def _entry(entry: Entry) -> str:
    lead = f"**{_words(entry.lead)}**" if entry.lead else ""
    return " ".join(part for part in (lead, _words(entry.rest)) if part)


def _cell(cell: Cell) -> str:
    return _words(words.brief(cell) if isinstance(cell, Share) else cell)


def _words(said: Words) -> str:
    return emphasis.markdown(said.text) if isinstance(said, Prose) else escape(said)
