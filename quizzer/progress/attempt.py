"""An attempt as schedule and statistics see it, and the few judgements everything shares."""

import sys
from collections.abc import Iterable
from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from quizzer.progress.days import ROLLOVER_HOUR, study_day
from quizzer.progress.events import Attempted, Mode
from quizzer.progress.outline import AttemptOutline

PASS_MARK = Fraction(6, 10)
_PART, _WHOLE = PASS_MARK.as_integer_ratio()
ZONE_CHANGE = timedelta(days=1)


class Attempt(Struct, frozen=True, kw_only=True, gc=False):  # see `outline` for gc
    """One answer that counts, with the study day on which it was given."""

    id: str
    day: date
    at: int
    item: str
    topic: str
    kind: str
    number: int = 0  # of the variant
    status: Literal["right", "partly", "wrong"]
    score: Fraction
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
        part, whole = self.score.as_integer_ratio()  # asked for so often that this shows
        return part * _WHOLE >= whole * _PART and not self.solution_seen

    @property
    def clean(self) -> bool:
        """Whether it was right without any help."""
        return self.status == "right" and not self.hints and not self.solution_seen


def attempt_of(
    event: AttemptOutline | Attempted, mode: Mode | None, rollover_hour: int = ROLLOVER_HOUR
) -> Attempt:
    """The attempt that an event of the log tells of, in a session of this mode."""
    variant, intern = event.variant, sys.intern  # a long log repeats the same few words
    return Attempt(
        id=event.id,
        day=study_day(event.at, event.offset, rollover_hour),
        at=event.at,
        item=intern(event.item),
        topic=intern(event.topic),
        kind=intern(event.kind),
        number=variant.get("number", 0) if isinstance(variant, dict) else variant.number,
        status=event.status,
        score=_score(event.score),
        mode=mode,
        session=event.session,
        mistakes=tuple(event.mistakes),
        hints=event.hints,
        solution_seen=event.solution_seen,
        seconds=event.seconds,
        confidence=event.confidence,
        judges=event.judges,
    )


def first_answers(attempts: Iterable[Attempt]) -> list[Attempt]:
    """Of the attempts at one item, in order, the first of each study day."""
    firsts: list[Attempt] = []
    for attempt in attempts:
        if not firsts or is_first_answer(attempt, firsts[-1]):
            firsts.append(attempt)
    return firsts


def is_first_answer(attempt: Attempt, before: Attempt) -> bool:
    """Whether an attempt is of another study day than the first answer before it.

    One day earlier than the last is still the same day: flying west turns the calendar back.
    """
    return not before.day - ZONE_CHANGE <= attempt.day <= before.day


@lru_cache(maxsize=1024)
def _score(text: str) -> Fraction:
    return Fraction(text)
