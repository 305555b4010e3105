"""Matrices that are written as text: fitted into a width, or marked cell by cell."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from quizzer.commands.text import output
from quizzer.commands.text.prose import indented
from quizzer.exercises.nested import leaves
from quizzer.exercises.shading import has_decimals, level, shares_in
from quizzer.harmless import cells

# A row as `notation.format_array` writes it.
_ROW: Final = re.compile(r" ?\[+[^\][,]+\]+$")
_NUMBER: Final = re.compile(r"[^\s\[\]]+")


def captioned(caption: str, text: str, columns: int, right: Any) -> Iterator[str]:
    """A caption with its value after it, or below it if that has several lines.

    `right` has the marks of the numbers, as nested lists of booleans; None marks nothing.
    """
    text = fitted(text if right is None else marked(text, right), columns - 4)
    if "\n" in text:
        yield f"  {caption}"
        yield indented(text, "    ")
    else:
        yield f"  {caption}  {text}"


def fitted(text: str, columns: int) -> str:
    """The text, with each matrix that is wider than `columns` printed as several blocks of columns.

    In a terminal with colours, attention weights are shaded by their size.
    """
    lines: list[str] = []
    for rows in _matrices(text):
        wide = max(map(cells, rows)) > columns
        lines += _blocks(rows, columns) if wide and _ROW.match(rows[0]) else rows
    if shares_in(text):
        lines = [_NUMBER.sub(_shaded, line) if has_decimals(line) else line for line in lines]
    return "\n".join(lines)


def _matrices(text: str) -> Iterator[list[str]]:
    """The rows of each matrix together; every other line by itself."""
    rows: list[str] = []
    for line in text.split("\n"):
        if rows and line.startswith(" [") and _ROW.match(line):
            rows.append(line)
        else:
            if rows:
                yield rows
            rows = [line]
    yield rows


def _shaded(found: re.Match[str]) -> str:
    return output.shaded(found[0], level(float(found[0]), 1.0))


def _blocks(rows: list[str], columns: int) -> Iterator[str]:
    numbers = [_NUMBER.findall(row) for row in rows]
    width = max(len(number) for row in numbers for number in row)
    total = len(numbers[0])
    at_once = max(1, (columns - len("[[]]")) // (width + 1))
    for start in range(0, total, at_once):
        end = min(start + at_once, total)
        yield f"columns {start + 1} to {end} of {total}"
        words = (" ".join(word.rjust(width) for word in row[start:end]) for row in numbers)
        yield "[" + "\n ".join(f"[{row}]" for row in words) + "]"


def marked(text: str, right: Any) -> str:
    """The same text with ✓ or ✗ after each number; `right` has nested lists of booleans."""
    marks = iter("✓" if mark else "✗" for mark in leaves(right))
    return "\n".join(
        line if _is_index(line, text) else _NUMBER.sub(lambda found: found[0] + next(marks), line)
        for line in text.split("\n")
    )


def shape(lengths: Sequence[float], right: Any = None) -> str:
    """A shape as it is written everywhere; with ✓ or ✗ per axis if `right` has a mark for each."""
    marks = [""] * len(lengths)
    if isinstance(right, list) and len(right) == len(lengths):
        marks = ["✓" if mark else "✗" for mark in right]
    axes = [f"{int(length)}{mark}" for length, mark in zip(lengths, marks, strict=True)]
    return f"({', '.join(axes)}{',' if len(axes) == 1 else ''})"


def _is_index(line: str, text: str) -> bool:
    """Whether a line is the index above a slice, `[0]` or `[0, 1]`, and not a row of an array."""
    return "\n" in text and not line.startswith(("[[", " ["))
