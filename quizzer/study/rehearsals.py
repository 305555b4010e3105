"""When to rehearse an interview: in good time to see what is missing, never on the eve."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from quizzer.progress.days import study_day
from quizzer.progress.history import History
from quizzer.study.interview.flavours import ENOUGH

MARKS: Final = (14, 7, 3)  # days before the interview
RECENT: Final = timedelta(days=2)  # one so shortly before a mark serves for it, or so late
LEAST_MINUTES: Final = 20  # a shorter one shows too little for a day's minutes
MOST_MINUTES: Final = 45  # longer ones are there for who chooses them
EVE: Final = timedelta(days=1)


def minutes_of_one(minutes_a_day: float) -> float:
    """How long a mock interview is that fits into a day; 0 where none does."""
    return min(minutes_a_day, MOST_MINUTES) if minutes_a_day >= LEAST_MINUTES else 0.0


def days_of(target: date, earliest: date, taken: date | None) -> Iterator[date]:
    """The days of the mock interviews to come; `taken` is when the latest one was.

    One that was missed comes as soon as it can, but not much later than its mark: it may take all
    minutes of a day, and who takes none would be asked nothing from then on.
    """
    for days in MARKS:
        mark = target - timedelta(days=days)
        day = max(mark, earliest)
        is_open = day <= mark + RECENT and day < target - EVE
        if is_open and (taken is None or taken < mark - RECENT):
            taken = day
            yield day


def is_due(target: date, today: date, taken: date | None) -> bool:
    """Whether a mock interview should be taken today."""
    return next(days_of(target, today, taken), None) == today


def last_taken(history: History) -> date | None:
    """The study day of the latest interview in which enough was answered."""
    rollover_hour = history.settings.rollover_hour
    for started in reversed(history.interviews()):
        answered = {attempt.item for attempt in history.attempts_in(started.id)}
        answered |= {written.item for written in history.written_in(started.id)}
        if len(answered) >= ENOUGH:
            return study_day(started.at, started.offset, rollover_hour)
    return None
