"""The named mistakes: how often each was made, of how many chances, and over time.

A chance is an answer to any item that can name the mistake. If only items in which it was made were
counted, those in which it was avoided would be left out, and it would seem twice as frequent as it
is.
"""

from collections.abc import Collection, Iterable
from datetime import date

from msgspec import Struct

from quizzer.progress.attempt import Attempt
from quizzer.progress.statistics.grouping import by_week


class Made(Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """How often a named mistake was made in one item."""

    mistake: str
    count: int
    last: str  # the id of the latest attempt with it


class Answered(Struct, frozen=True, kw_only=True):
    """An item that was answered, and the mistakes that were made in it."""

    item: str
    answers: int
    made: tuple[Made, ...]
    names: Collection[str]  # the mistakes that it can name; none if it is no longer in the banks


class MistakeCount(Struct, frozen=True, kw_only=True):
    """How often a named mistake was made."""

    id: str
    count: int
    chances: int  # answers in which it could be made
    last: str  # the id of the latest attempt with it
    latest_item: str  # of that attempt
    items: tuple[str, ...]  # answered, in which it could be made


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


def mistakes(answered: Iterable[Answered]) -> list[MistakeCount]:
    """The named mistakes that were made, the most frequent first, then the latest."""
    items = list(answered)
    cases: dict[str, list[tuple[Made, str]]] = {}
    for entry in items:
        for made in entry.made:
            cases.setdefault(made.mistake, []).append((made, entry.item))
    chances: dict[str, list[Answered]] = {mistake: [] for mistake in cases}
    for entry in items:
        for mistake in {*entry.names, *(made.mistake for made in entry.made)} & cases.keys():
            chances[mistake].append(entry)
    found = [_counted(mistake, cases[mistake], chances[mistake]) for mistake in sorted(cases)]
    return sorted(sorted(found, key=lambda m: m.last, reverse=True), key=lambda m: -m.count)


def _counted(
    mistake: str, cases: Iterable[tuple[Made, str]], chances: Iterable[Answered]
) -> MistakeCount:
    latest, item = max(cases, key=lambda case: case[0].last)
    return MistakeCount(
        id=mistake,
        count=sum(made.count for made, _ in cases),
        chances=sum(entry.answers for entry in chances),
        last=latest.last,
        latest_item=item,
        items=tuple(entry.item for entry in chances),
    )


def mistakes_by_week(chances: Iterable[Attempt], mistake: str) -> list[WeekOfMistakes]:
    """One mistake in each week in which it could be made; `chances` are the answers that could."""
    return [
        WeekOfMistakes(
            monday=monday,
            count=sum(mistake in attempt.mistakes for attempt in own),
            chances=len(own),
        )
        for monday, own in by_week(chances).items()
    ]
