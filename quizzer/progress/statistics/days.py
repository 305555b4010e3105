"""The days of study: what was done on each, and how many in a row."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, timedelta

from msgspec import Struct

from quizzer.progress.attempt import Attempt
from quizzer.progress.schedule import Review
from quizzer.progress.statistics.time_spent import TimeSpent, time_spent


class DayStudied(Struct, frozen=True, kw_only=True):
    """One study day on which something was answered."""

    day: date
    answers: int
    right: int
    time: TimeSpent


class Streak(Struct, frozen=True, kw_only=True):
    """Study days in a row. A day on which nothing was due neither counts nor breaks it."""

    current: int
    longest: int
    studied_today: bool


def calendar(attempts: Iterable[Attempt]) -> list[DayStudied]:
    """Each study day, in order."""
    days: dict[date, list[Attempt]] = {}
    for attempt in attempts:
        days.setdefault(attempt.day, []).append(attempt)
    return [
        DayStudied(
            day=day,
            answers=len(days[day]),
            right=sum(attempt.status == "right" for attempt in days[day]),
            time=time_spent(days[day]),
        )
        for day in sorted(days)
    ]


def streak(studied: Iterable[date], schedules: Iterable[Sequence[Review]], today: date) -> Streak:
    """The streak, from the days of study and, for each item, the reviews that made its schedule.

    Today is still open: it does not break the streak, even if nothing has been answered yet.
    """
    days = {day for day in studied if day <= today}
    due = _days_with_something_due(schedules, today)
    run, longest = 0, 0
    for day in _every_day(min(days, default=today), today):
        if day in days:
            run += 1
            longest = max(longest, run)
        elif day in due and day != today:
            run = 0
    return Streak(current=run, longest=longest, studied_today=today in days)


def _days_with_something_due(schedules: Iterable[Sequence[Review]], today: date) -> set[date]:
    """The days that ended with an item waiting: from its due day until it was answered again."""
    waits = [
        (review.due_day, until)
        for reviews in schedules
        for review, until in zip(
            reviews, [*(after.attempt.day for after in reviews[1:]), today], strict=True
        )
        if review.due_day <= until
    ]
    begun, ended = Counter(due for due, _ in waits), Counter(until for _, until in waits)
    waiting = 0
    due: set[date] = set()
    for day in _every_day(min(begun, default=today), today):
        waiting += begun[day]
        if waiting:
            due.add(day)
        waiting -= ended[day]
    return due


def _every_day(first: date, last: date) -> Iterable[date]:
    return (first + timedelta(days=n) for n in range((last - first).days + 1))
