"""Reads an answer in lines: `name = answer`, or the bare answers, one line for each part."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from quizzer.commands.running import names
from quizzer.commands.running.errors import CommandError
from quizzer.words import counted


class _Line(NamedTuple):
    number: int
    text: str
    name: str | None  # what stands before `=` or `:`
    rest: str  # what stands after it


_NAMED = re.compile(r"([^=:]+?)\s*[=:]\s*(.*)")


def parse(text: str, parts: Sequence[str], how: str) -> dict[str, str]:
    """The answer by part; if the lines cannot be read as one, `how` tells people how to give it."""
    lines = [
        _line(number, line.strip())
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip()
    ]
    if any(line.name in parts for line in lines):
        return _by_name(lines, parts)
    if len(lines) != len(parts):
        asked, given = counted(len(parts), "thing"), counted(len(lines), "line")
        raise CommandError(f"this item asks {asked} and standard input has {given}. {how}")
    return {part: line.text for part, line in zip(parts, lines, strict=True)}


def _line(number: int, text: str) -> _Line:
    found = _NAMED.fullmatch(text)
    return _Line(number, text, *found.groups()) if found else _Line(number, text, None, "")


def _by_name(lines: Sequence[_Line], parts: Sequence[str]) -> dict[str, str]:
    """A line without a name continues the part above it, as the rows of a matrix do."""
    given: dict[str, list[str]] = {}
    begun: dict[str, int] = {}  # the line where each part begins; the last part is the current one
    for line in lines:
        if line.name is None:
            if not begun:
                raise CommandError(
                    f"standard input, line {line.number}: which part does {line.text!r} belong "
                    f"to? Begin the line with a name, such as `{parts[0]} = `."
                )
            given[next(reversed(begun))].append(line.text)
            continue
        names.expect(f"part of this item (standard input, line {line.number})", line.name, parts)
        if line.name in begun:
            raise CommandError(
                f"standard input, line {line.number}: {line.name!r} was already given in line "
                f"{begun[line.name]}. Give each part once."
            )
        begun[line.name] = line.number
        given[line.name] = [line.rest] if line.rest else []
    return {part: "\n".join(rows) for part, rows in given.items()}
