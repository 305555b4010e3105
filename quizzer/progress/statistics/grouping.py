"""Attempts sorted into groups: by item, by week, and the first answers among them."""

from collections.abc import Iterable
from datetime import date, timedelta
from functools import lru_cache
from itertools import chain

from quizzer.progress.attempt import Attempt, first_answers


def by_item(attempts: Iterable[Attempt]) -> dict[str, list[Attempt]]:
    """The attempts at each item, in order."""
    groups: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        groups.setdefault(attempt.item, []).append(attempt)
    return groups


def firsts_of(attempts: Iterable[Attempt]) -> list[Attempt]:
    """The first answers to each item on each study day, in the order in which they were given."""
    firsts = chain.from_iterable(map(first_answers, by_item(attempts).values()))
    return sorted(firsts, key=lambda attempt: attempt.id)


@lru_cache(maxsize=4096)
def week_of(day: date) -> date:
    """The Monday of the week that a day lies in."""
    return day - timedelta(days=day.weekday())
