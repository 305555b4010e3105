"""Time spent on answers, with a cap per answer: after so long, the learner was probably away."""

from collections.abc import Iterable
from datetime import date

from msgspec import Struct

from quizzer.progress.attempt import Attempt
from quizzer.progress.statistics.grouping import by_week

CAP_SECONDS = 600.0


class TimeSpent(Struct, frozen=True, kw_only=True):
    """Time spent on answers, each counted up to CAP_SECONDS."""

    seconds: float
    capped: int  # answers that took longer


class WeekOfTime(Struct, frozen=True, kw_only=True):
    """The time of one week, known by its Monday, and the answers given in it."""

    monday: date
    answers: int
    time: TimeSpent


def time_spent(attempts: Iterable[Attempt]) -> TimeSpent:
    """The time of all answers, each up to the cap."""
    seconds = [attempt.seconds for attempt in attempts]
    capped = len([value for value in seconds if value > CAP_SECONDS])
    if capped:
        seconds = [min(value, CAP_SECONDS) for value in seconds]
    return TimeSpent(seconds=sum(seconds), capped=capped)


def time_by_week(attempts: Iterable[Attempt]) -> list[WeekOfTime]:
    """The time of each week in which something was answered, in order."""
    return [
        WeekOfTime(monday=monday, answers=len(own), time=time_spent(own))
        for monday, own in by_week(attempts).items()
    ]
