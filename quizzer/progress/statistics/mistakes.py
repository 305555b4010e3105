"""The named mistakes: how often each was made, of how many chances, and over time."""

from collections.abc import Iterable
from datetime import date

from msgspec import Struct

from quizzer.progress.attempt import Attempt
from quizzer.progress.statistics.grouping import by_item, by_week


class Made(Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """How often a named mistake was made in one item."""

    mistake: str
    count: int
    last: str  # the id of the latest attempt with it


class MistakeCount(Struct, frozen=True, kw_only=True):
    """How often a named mistake was made."""

    id: str
    count: int
    chances: int  # answers to the items in which it was made
    last: str  # the id of the latest attempt with it
    items: tuple[str, ...]  # in which it was made, that of the latest attempt last


class WeekOfMistakes(Struct, frozen=True, kw_only=True):
    """How often a mistake was made in one week, known by its Monday."""

    monday: date
    count: int
    chances: int


def made_in(attempts: Iterable[Attempt]) -> tuple[Made, ...]:
    """The mistakes in the attempts at one item."""
    made: dict[str, list[str]] = {}  # the ids of the attempts with each
    for attempt in attempts:
        for mistake in attempt.mistakes:
            made.setdefault(mistake, []).append(attempt.id)
    return tuple(
        Made(mistake=mistake, count=len(ids), last=ids[-1]) for mistake, ids in made.items()
    )


def mistakes(made: Iterable[tuple[str, int, Iterable[Made]]]) -> list[MistakeCount]:
    """The named mistakes, the most frequent first, then the latest.

    For each item: its id, how often it was answered, and the mistakes made in it.
    """
    cases: dict[str, list[tuple[Made, str, int]]] = {}
    for item, answers, own in made:
        for entry in own:
            cases.setdefault(entry.mistake, []).append((entry, item, answers))
    found = [_counted(mistake, cases[mistake]) for mistake in sorted(cases)]
    return sorted(sorted(found, key=lambda m: m.last, reverse=True), key=lambda m: -m.count)


def _counted(mistake: str, cases: Iterable[tuple[Made, str, int]]) -> MistakeCount:
    cases = sorted(cases, key=lambda case: case[0].last)
    return MistakeCount(
        id=mistake,
        count=sum(made.count for made, _, _ in cases),
        chances=sum(answers for _, _, answers in cases),
        last=cases[-1][0].last,
        items=tuple(item for _, item, _ in cases),
    )


def mistakes_by_week(attempts: Iterable[Attempt], mistake: str) -> list[WeekOfMistakes]:
    """One mistake in each week in which it could be made again, in order."""
    chances = [
        attempt
        for own in by_item(attempts).values()
        if any(mistake in attempt.mistakes for attempt in own)
        for attempt in own
    ]
    return [
        WeekOfMistakes(
            monday=monday,
            count=sum(mistake in attempt.mistakes for attempt in own),
            chances=len(own),
        )
        for monday, own in by_week(chances).items()
    ]
