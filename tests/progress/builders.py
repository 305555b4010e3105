"""Events and attempts with everything filled in but what a test is about."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, timedelta
from fractions import Fraction
from itertools import count
from typing import Any

import pytest

from quizzer.progress import schedule
from quizzer.progress.attempt import Attempt
from quizzer.progress.events import Attempted, PlainVariant, Planned, SessionStarted
from quizzer.progress.log import Log
from quizzer.progress.schedule import CardState, Review, Settings, reviews_of

MONDAY = date(2026, 3, 2)
NOON = 1_772_452_800_000  # 2026-03-02T12:00:00Z, a Monday
DAY = 86_400_000

_numbers = count(1)


def attempt(day: int = 0, *, item: str = "item", score: str = "1", **changes: Any) -> Attempt:
    """An attempt on the n-th day after MONDAY; ids grow in the order of making."""
    number = next(_numbers)
    fraction = Fraction(score)
    status = "right" if fraction == 1 else "partly" if fraction else "wrong"
    fields: dict[str, Any] = {
        "id": f"{number:032x}",
        "day": MONDAY + timedelta(days=day),
        "at": NOON + day * DAY,
        "item": item,
        "topic": "attention",
        "kind": "choice",
        "status": status,
        "score": fraction,
    }
    return Attempt(**(fields | changes))


def variant(number: int) -> PlainVariant:
    """A variant, of which only the number matters."""
    return {"item": "why-scale", "version": 1, "number": number, "seed": "ab", "drawn": {}}


def attempted(log: Log, **changes: Any) -> Attempted:
    """An event for the log."""
    fields: dict[str, Any] = {
        "id": log.new_id(),
        "device": log.device,
        "at": NOON,
        "session": None,
        "item": "why-scale",
        "item_version": 1,
        "topic": "attention",
        "kind": "choice",
        "variant": variant(0),
        "answer": {"choice": "B"},
        "status": "right",
        "score": "1",
    }
    return Attempted(**(fields | changes))


def session_started(log: Log, **changes: Any) -> SessionStarted:
    """The start of a session with one place."""
    fields: dict[str, Any] = {
        "id": log.new_id(),
        "device": log.device,
        "at": NOON,
        "mode": "practice",
        "topic": "attention",
        "plan": [Planned(item="why-scale", variant=0)],
    }
    return SessionStarted(**(fields | changes))


@contextmanager
def no_file_beyond(size: int) -> Iterator[None]:
    """As if the disk were full: no file of this process may grow beyond so many bytes."""
    resource = pytest.importorskip("resource")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def reviews_in(attempts: Sequence[Attempt]) -> tuple[Review, ...]:
    """The reviews among the attempts at one item."""
    return reviews_of(schedule.replay(attempts, Settings()), attempts)


def replay(attempts: Iterable[Attempt], settings: Settings | None = None) -> dict[str, CardState]:
    """Where every answered item stands; `attempts` in the order in which they were given."""
    by_item: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        by_item.setdefault(attempt.item, []).append(attempt)
    chosen = settings or Settings()
    return {item: schedule.replay(own, chosen).card for item, own in by_item.items()}
