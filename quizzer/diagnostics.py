"""Problems in files that people write: what is wrong, where, and what to do, as compilers say it.

Used for banks and settings; what is wrong in them is found by `quizzer.bank` and
`quizzer.configuration`.
"""

import difflib
import unicodedata
from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct

from quizzer.harmless import STEERING, cells, escaped
from quizzer.words import listed

FieldPath: TypeAlias = tuple[str | int, ...]
Severity: TypeAlias = Literal["error", "warning"]

LINE_WIDTH = 100
LONGEST = 300  # characters of a message; a file can contain a name of a million characters


class Fault(Struct, frozen=True):
    """Something wrong at a place in a text, before it is known which item it belongs to."""

    line: int
    column: int
    message: str
    suggestion: str | None = None
    width: int = 1


class Finding(Struct, frozen=True):
    """Something wrong with a field of an item; `path` leads to it from the item.

    An item with nothing but warnings is asked all the same.
    """

    path: FieldPath
    message: str
    suggestion: str | None = None
    severity: Severity = "error"


class Problem(Struct, frozen=True, kw_only=True):
    """Something wrong in a file: where it is, what it is, and what to do; lines count from 1."""

    path: str
    line: int
    column: int
    message: str
    item: str | None = None
    field: str = ""
    suggestion: str | None = None
    severity: Severity = "error"
    width: int = 1

    def __str__(self) -> str:
        item = f" [{shortened(self.item, 60)}]" if self.item else ""
        field = f"{self.field}: " if self.field else ""
        place = f"{self.path}:{self.line}:{self.column}"
        return _visible(f"{place}: {self.severity}{item} {field}{self.message}")


def render(problem: Problem, source_line: str | None = None) -> str:
    """The problem, the line it is in with the place marked, and what to do about it."""
    lines = [str(problem)]
    if source_line is not None:
        lines += _excerpt(problem, source_line)
    if problem.suggestion:
        lines.append(f"help: {_visible(problem.suggestion)}")
    return "\n".join(lines)


def as_data(problem: Problem) -> dict[str, Any]:
    """The problem as plain data for JSON."""
    data: dict[str, Any] = msgspec.to_builtins(problem)
    return data


def nearest(name: str, names: Iterable[str]) -> str | None:
    """The one of `names` that was probably meant; none if no name is similar enough."""
    known = {candidate.lower(): candidate for candidate in names}
    close = difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.6)
    return known[close[0]] if close else None


def did_you_mean(name: str, names: Iterable[str]) -> str | None:
    """Suggests the nearest name, or lists all names if there are only a few."""
    known = list(names)
    close = nearest(name, known)
    if close is not None:
        return f"did you mean '{close}'?"
    return f"known here: {listed(known)}" if 0 < len(known) <= 12 else None


def shortened(text: str, longest: int = LONGEST) -> str:
    """The text, cut if it has more characters than `longest`."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def field_text(path: FieldPath) -> str:
    """`options[1].text` for the path ("options", 1, "text")."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}"
    return text.removeprefix(".")


def _excerpt(problem: Problem, source_line: str) -> list[str]:
    number = f"{problem.line:>5} | "
    margin = " " * 5 + " | "
    cut = max(0, problem.column - 1 - LINE_WIDTH)  # a line can be a million characters long
    start = problem.column - 1 - cut
    near = source_line[cut : cut + start + problem.width + LINE_WIDTH]
    shown = [_visible(letter) for letter in near]
    first = _first_shown(shown, start)
    before = shown[first:start]
    marked = shown[start : start + problem.width]
    lead = "…" if cut + first else ""
    line = _cropped(lead + "".join(shown[first:]))
    offset = cells(lead) + sum(map(cells, before))
    carets = max(1, min(sum(map(cells, marked)), LINE_WIDTH - offset))
    return [(number + line).rstrip(), margin + " " * offset + "^" * carets]


def _first_shown(shown: list[str], start: int) -> int:
    """How many characters of a long line are left out on the left, so that `start` is in view."""
    room = LINE_WIDTH // 2
    if sum(map(cells, shown)) <= LINE_WIDTH or sum(map(cells, shown[:start])) <= room:
        return 0
    first = start
    while first > 0 and room > 0:
        first -= 1
        room -= cells(shown[first])
    return first


def _cropped(line: str) -> str:
    used = 0
    for index, letter in enumerate(line):
        used += cells(letter)
        if used > LINE_WIDTH:
            return line[:index] + "…"
    return line


def _visible(text: str) -> str:
    """The text with all characters that would disturb a terminal written as escapes."""
    return "".join(map(_visible_letter, text))


def _visible_letter(letter: str) -> str:
    if letter == "\t":
        return "    "
    return escaped(letter) if unicodedata.category(letter) in STEERING else letter
