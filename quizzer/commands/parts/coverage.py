"""`quizzer check --coverage`: the points of the check-list and the items that cover them."""

import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from quizzer.commands.running import errors
from quizzer.commands.text import output, prose
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.bank.coverage import Covered
    from quizzer.bank.reading import Reading

_TABLE_FROM: Final = 110  # columns


def run(reading: "Reading", json: bool) -> int:
    """Print the table, or JSON; returns `FOUND_WRONG` if a point lacks an item."""
    from quizzer.bank.coverage import coverage

    points = coverage(reading.library)
    gaps = [entry for entry in points if entry.gap]
    if json:
        output.write_json("coverage/1", {"points": list(map(_data, points)), "gaps": len(gaps)})
    else:
        _print(points, gaps)
    if reading.problems:
        found = counted(len(reading.problems), "problem")
        print(f"Items with problems do not count; `quizzer check` shows {found}.", file=sys.stderr)
    return errors.FOUND_WRONG if gaps else errors.DONE


def _data(entry: "Covered") -> dict[str, Any]:
    return {
        "topic": entry.topic.id,
        "point": entry.point.id,
        "text": entry.point.text,
        "subject": entry.point.subject,
        "items": [item.id for item in entry.items],
        "by_kind": entry.by_kind,
        "hands_on": entry.hands_on,
        "gap": entry.gap,
    }


def _print(points: "list[Covered]", gaps: "list[Covered]") -> None:
    columns = output.width()
    lines = _table if columns >= _TABLE_FROM else _list
    for topic, own in groupby(points, key=lambda entry: entry.topic):
        print(output.styled(prose.wrap(f"{topic.title} ({topic.id})", columns), "bold"))
        print("\n".join(lines(list(own), columns)), end="\n\n")
    for entry in gaps:
        subject = f" ({entry.point.subject})"
        print(prose.wrap(f"✗ {entry.point.id}{subject}: {entry.gap}", columns))
    lacking = counted(len(gaps), "gap") if gaps else "no gap"
    print(f"{counted(len(points), 'point')}, {lacking}.")


def _table(points: "list[Covered]", columns: int) -> Iterator[str]:
    rows = [
        (
            f"  {_mark(entry)} {entry.point.id}",
            entry.point.subject,
            *(str(count or "·") for count in entry.by_kind.values()),
            str(entry.hands_on or "·"),
        )
        for entry in points
    ]
    heads = ("    point", "subject", *points[0].by_kind, "hands-on")
    yield from prose.table([heads, *rows], columns)


def _list(points: "Iterable[Covered]", columns: int) -> Iterator[str]:
    """The same as the table, in words, for a narrow terminal."""
    for entry in points:
        counts = ", ".join(f"{count} {kind}" for kind, count in entry.by_kind.items() if count)
        named = f"{_mark(entry)} {entry.point.id} ({entry.point.subject})"
        yield prose.wrap(named, columns, "  ")
        yield prose.wrap(counts or "no item", columns, "      ")


def _mark(entry: "Covered") -> str:
    return "✗" if entry.gap else "✓"
