"""When to rehearse an interview: early enough to see what is missing, never on the eve."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from quizzer.progress.days import study_day
from quizzer.progress.history import History
from quizzer.study.interview.flavours import ENOUGH

MARKS: Final = (14, 7, 3)  # days before the interview
RECENT: Final = timedelta(days=2)  # a rehearsal so long before or after a mark serves for it
LEAST_MINUTES: Final = 20  # a shorter one shows too little to be worth a day's minutes
MOST_MINUTES: Final = 45  # the plan proposes no longer ones, but learners may take them
EVE: Final = timedelta(days=1)


def minutes_of_one(minutes_a_day: float, done: float = 0.0) -> float:
    """How long a mock interview fits into a day of which `done` minutes are used; 0 if none fits.

    A short one may take a little more than is left: a question or two before it should not stop it.
    """
    left = minutes_a_day - done
    if minutes_a_day < LEAST_MINUTES or left < LEAST_MINUTES / 2:
        return 0.0
    return max(LEAST_MINUTES, min(left, MOST_MINUTES))


def days_of(target: date, earliest: date, taken: date | None) -> Iterator[date]:
    """The days of the mock interviews to come; `taken` is when the latest one was.

    One that was missed comes as soon as it can, but not long after its mark: learners who take none
    need not be told so every day.
    """
    for days in MARKS:
        mark = target - timedelta(days=days)
        day = max(mark, earliest)
        is_open = day <= mark + RECENT and day < target - EVE
        if is_open and (taken is None or taken < mark - RECENT):
            taken = day
            yield day


def last_taken(history: History) -> date | None:
    """The study day of the latest interview in which enough was answered."""
    rollover_hour = history.settings.rollover_hour
    for started in reversed(history.interviews()):
        told = history.in_session(started.id)
        answered = {answer.item for answer in told.attempts}
        answered |= {written.item for written in told.written}
        if len(answered) >= ENOUGH:
            return study_day(started.at, started.offset, rollover_hour)
    return None
