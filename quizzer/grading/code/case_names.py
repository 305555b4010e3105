"""How the cases of a code item are named and grouped, and which of them is shown in full."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from quizzer.bank.schema import DType
from quizzer.grading.verdict import PartStatus, PartVerdict
from quizzer.words import in_words

_COMMON: Final[DType] = "float64"  # need not be mentioned
_NAME: Final = re.compile(r"case (\d+)(?: \((.*)\))?")


def case_name(number: int, says: str, dtype: DType) -> str:
    """The name of a case: its number, and what it is like."""
    words = ", ".join(filter(None, [says, "" if dtype == _COMMON else dtype]))
    return f"case {number} ({words})" if words else f"case {number}"


def words_of(name: str) -> str:
    """What the case with this name is like; for any other part, its name."""
    found = _NAME.fullmatch(name)
    return (found and found[2]) or name


def told_together(parts: Iterable[PartVerdict]) -> Iterator[tuple[str, PartStatus]]:
    """Parts by name, with their status; neighbouring cases of one kind and status are merged."""
    for (kind, status), alike in groupby(parts, key=lambda part: (_kind(part.name), part.status)):
        names = [part.name for part in alike]
        if kind is None or len(names) == 1:
            yield from ((in_words(name), status) for name in names)
            continue
        first, last = (_NAME.match(name) for name in (names[0], names[-1]))
        numbers = "–".join(found[1] for found in (first, last) if found)
        yield f"cases {numbers} ({kind})" if kind else f"cases {numbers}", status


def most_telling(parts: Sequence[PartVerdict]) -> PartVerdict | None:
    """The failing part that tells most and takes least reading; None if nothing fails.

    Parts with a named mistake come first; then the first of the plain cases, with which banks
    begin; then cases before properties, and the smallest values.
    """
    failing = [part for part in parts if part.status is PartStatus.WRONG]
    plain = _kind(parts[0].name) if parts else None

    def effort(part: PartVerdict) -> tuple[bool, bool, bool, int]:
        kind = _kind(part.name)
        values = [*part.given.values(), part.entered, part.expected]
        size = 0 if kind == plain else sum(len(str(value)) for value in values)
        return part.mistake is None, kind != plain, kind is None, size

    return min(failing, key=effort, default=None)


def _kind(name: str) -> str | None:
    """What a case is like, without its precision; None for a property."""
    found = _NAME.fullmatch(name)
    return re.sub(r"(?:^|, )float32$", "", found[2] or "") if found else None
