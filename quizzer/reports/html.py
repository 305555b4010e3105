"""A report as one HTML file: no script, nothing fetched, light and dark, fit to print."""

from collections.abc import Iterable, Iterator
from importlib.resources import files
from typing import get_args

from quizzer import emphasis
from quizzer.progress.statistics import Share
from quizzer.reports import words
from quizzer.reports.charts import draw, strip
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
from quizzer.reports.svg import escape
from quizzer.reports.writing import write
from quizzer.study.interview.flavours import Dimension

# Heads of columns: numbers are aligned on the right, wordy cells are wrapped, and others are not.
_NUMERIC = frozenset(
    {"No.", "Answers", "Right", "Partly", "Wrong", "Score", "Score that day", "Meaning"}
)
_WORDY = frozenset(
    {"Topic", "Level", "Interview", "Question", "Missed", "Point", "Item", "Mistake"}
) | {
    dimension.capitalize()
    for dimension in get_args(Dimension)  # five columns in one table
}
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def render(report: Report) -> str:
    """The report as HTML text."""
    document = write(report)
    style = (files("quizzer.reports") / "report.css").read_text(encoding="utf-8")
    first = [section for section in document.sections if not section.detail]
    details = [section for section in document.sections if section.detail]
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        f"<title>{escape(document.title)}, {report.day}</title>",
        f"<style>\n{style}</style>",
        "</head>",
        "<body>",
        f"<header><h1>{escape(document.title)}</h1>",
        *_blocks(document.lead, report),
        "</header>",
        "<main>",
        *(line for section in first for line in _section(section, report)),
        "</main>",
        '<div class="details">',
        *(line for section in details for line in _section(section, report)),
        "</div>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _section(section: Section, report: Report) -> Iterator[str]:
    yield f"<section><h2>{escape(section.title)}</h2>"
    yield from _blocks(section.blocks, report)
    yield "</section>"


def _blocks(blocks: Iterable[Block], report: Report) -> Iterator[str]:
    for block in blocks:
        match block:
            case Text(text):
                yield f"<p>{_words(text)}</p>"
            case Entries(entries, numbered):
                tag = "ol" if numbered else "ul"
                yield f"<{tag}>{''.join(map(_entry, entries))}</{tag}>"
            case Table():
                yield _table(block)
            case Figure(name):
                yield draw(name, report)


def _entry(entry: Entry) -> str:
    lead = f"<strong>{_words(entry.lead)}</strong>" if entry.lead else ""
    return f"<li>{' '.join(part for part in (lead, _words(entry.rest)) if part)}</li>"


def _table(table: Table) -> str:
    styles = [_style(head) for head in table.heads]
    heads = "".join(
        f'<th scope="col"{style}>{escape(head)}</th>'
        for head, style in zip(table.heads, styles, strict=True)
    )
    rows = "\n".join(
        "<tr>"
        + "".join(f"<td{style}>{_cell(cell)}</td>" for cell, style in zip(row, styles, strict=True))
        + "</tr>"
        for row in table.rows
    )
    return (
        f'<div class="table"><table>\n<thead><tr>{heads}</tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody>\n</table></div>"
    )


def _style(head: str) -> str:
    if head in _WORDY:
        return ' class="level"' if head == "Level" else ""
    return ' class="number"' if head in _NUMERIC else ' class="short"'


def _cell(cell: Cell) -> str:
    if isinstance(cell, Share):
        says = escape(words.brief(cell))
        return f"{strip(cell)} {says}" if cell.enough else says  # an empty line takes much room
    return _words(cell)


def _words(said: Words) -> str:
    return emphasis.html(said.text) if isinstance(said, Prose) else escape(said)
