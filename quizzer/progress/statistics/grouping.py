"""Attempts sorted into groups: by item and by week."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, timedelta
from functools import lru_cache

from quizzer.progress.attempt import Attempt


def by_item(attempts: Iterable[Attempt]) -> dict[str, list[Attempt]]:
    """The attempts at each item, in order."""
    groups: dict[str, list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        groups[attempt.item].append(attempt)
    return dict(groups)


def by_week(attempts: Iterable[Attempt]) -> dict[date, list[Attempt]]:
    """The attempts of each week that has some, by its Monday, in order."""
    groups: dict[date, list[Attempt]] = defaultdict(list)
    for attempt in attempts:
        groups[week_of(attempt.day)].append(attempt)
    return dict(sorted(groups.items()))


@lru_cache(maxsize=4096)
def week_of(day: date) -> date:
    """The Monday of the week that a day is in."""
    return day - timedelta(days=day.weekday())
