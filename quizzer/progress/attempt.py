"""An attempt as the schedule and the statistics see it, and the few judgements that both share."""

import re
import sys
from collections.abc import Iterable
from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from quizzer.progress.days import study_day
from quizzer.progress.events import SCORE, Mode
from quizzer.progress.failures import unreadable
from quizzer.progress.outline import AttemptOutline

PASS_MARK = Fraction(6, 10)
_PART, _WHOLE = PASS_MARK.as_integer_ratio()
_SHOWN = 20  # characters of a broken score, in a message
ZONE_CHANGE = timedelta(days=1)


class Attempt(Struct, frozen=True, gc=False):  # see `outline` for gc
    """One answer that counts, with the study day on which it was given."""

    id: str
    day: date
    at: int
    item: str
    topic: str
    kind: str
    status: Literal["right", "partly", "wrong"]
    score: Fraction
    number: int = 0  # of the variant
    mode: Mode | None = None  # none: answered from the command line
    session: str | None = None
    mistakes: tuple[str, ...] = ()
    hints: int = 0
    solution_seen: bool = False
    seconds: float = 0.0
    confidence: int | None = None
    judges: str | None = None  # the written answer that it is the judgement of

    @property
    def passed(self) -> bool:
        """Whether it shows that the item is known: 0.6 or better, without seeing the solution."""
        if self.solution_seen:
            return False
        if self.status == "right":  # all points; a shortcut, because this is asked very often
            return True
        part, whole = self.score.as_integer_ratio()
        return part * _WHOLE >= whole * _PART

    @property
    def clean(self) -> bool:
        """Whether it was right without any help."""
        return self.status == "right" and not self.hints and not self.solution_seen


def attempt_of(event: AttemptOutline, mode: Mode | None, rollover_hour: int) -> Attempt:
    """The attempt that an event of the log records, made in a session of this mode."""
    return Attempt(  # by position: a third of the time, and there may be 100,000 of them
        event.id,
        study_day(event.at, event.offset, rollover_hour),
        event.at,
        sys.intern(event.item),  # one copy of each in memory, and faster to look up
        sys.intern(event.topic),
        sys.intern(event.kind),
        event.status,
        _score_of(event),
        event.variant.number,
        mode,
        event.session,
        event.mistakes,
        event.hints,
        event.solution_seen,
        event.seconds,
        event.confidence,
        event.judges,
    )


def first_answers(attempts: Iterable[Attempt]) -> list[Attempt]:
    """The first attempt at each item on each study day, of attempts in their order."""
    firsts: list[Attempt] = []
    latest: dict[str, date] = {}  # by item
    for attempt in attempts:
        before = latest.get(attempt.item)
        if before is None or is_another_day(attempt.day, before):
            latest[attempt.item] = attempt.day
            firsts.append(attempt)
    return firsts


def is_another_day(day: date, before: date) -> bool:
    """Whether an answer on `day` is of another study day than a first answer on the day `before`.

    One day earlier still counts as the same day: flying west turns the calendar back.
    """
    return day > before or day < before - ZONE_CHANGE


def _score_of(event: AttemptOutline) -> Fraction:
    try:
        return _score(event.score)
    except ValueError as error:
        raise unreadable(event.id, error) from error


@lru_cache(maxsize=1024)
def _score(text: str) -> Fraction:
    if not re.match(SCORE, text):
        raise ValueError(f"{text[:_SHOWN]!r} is not a score")
    return Fraction(text)
