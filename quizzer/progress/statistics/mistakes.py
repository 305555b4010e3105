"""The named mistakes: how often each was made, of how many chances, and over time."""

from collections.abc import Iterable
from datetime import date
from itertools import chain

from msgspec import Struct

from quizzer.progress.attempt import Attempt
from quizzer.progress.statistics.grouping import by_item, week_of


class MistakeCount(Struct, frozen=True, kw_only=True):
    """How often a named mistake was made."""

    id: str
    count: int
    chances: int  # answers to the items in which it was made
    last: Attempt  # the latest attempt with it
    items: frozenset[str]  # in which it was made


class WeekOfMistakes(Struct, frozen=True, kw_only=True):
    """How often a mistake was made in one week, known by its Monday."""

    monday: date
    count: int
    chances: int


def mistakes(attempts: Iterable[Attempt]) -> list[MistakeCount]:
    """The named mistakes, the most frequent first, then the latest."""
    given = by_item(attempts)
    made: dict[str, list[Attempt]] = {}
    for attempt in chain.from_iterable(given.values()):
        for mistake in attempt.mistakes:
            made.setdefault(mistake, []).append(attempt)
    counts = [
        MistakeCount(
            id=mistake,
            count=len(cases),
            chances=sum(len(given[item]) for item in items),
            last=max(cases, key=lambda case: case.id),
            items=items,
        )
        for mistake, cases in made.items()
        if (items := frozenset(case.item for case in cases))
    ]
    return sorted(sorted(counts, key=lambda m: m.last.id, reverse=True), key=lambda m: -m.count)


def mistakes_by_week(attempts: Iterable[Attempt], mistake: str) -> list[WeekOfMistakes]:
    """One mistake in each week in which it could be made again, in order."""
    chances = [
        attempt
        for own in by_item(attempts).values()
        if any(mistake in attempt.mistakes for attempt in own)
        for attempt in own
    ]
    weeks: dict[date, list[Attempt]] = {}
    for attempt in chances:
        weeks.setdefault(week_of(attempt.day), []).append(attempt)
    return [
        WeekOfMistakes(
            monday=week,
            count=sum(mistake in attempt.mistakes for attempt in weeks[week]),
            chances=len(weeks[week]),
        )
        for week in sorted(weeks)
    ]
