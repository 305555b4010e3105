"""When an item comes back: FSRS, one card per item, replayed from the attempts that count.

What the library would do differently, and what we do instead:
- Its fuzz draws from the global `random`, so that a log would give another schedule each time. It
  is off; our own is drawn from the item's id and the number of its reviews.
- It counts elapsed time in blocks of 24 hours. We count study days.
- It has steps of minutes. Here the first answer of a study day decides, so intervals are days.
- It accepts a clock that runs backwards. Here no time has passed in that case, and an item whose
  last answer is in the future is due, so that a clock that was once wrong hides nothing.
"""

import struct
from array import array
from collections.abc import Sequence
from datetime import date, timedelta
from functools import lru_cache

from msgspec import Struct

from quizzer.cache import digest_of as digest
from quizzer.configuration.settings import Settings as Defaults
from quizzer.progress import forgetting
from quizzer.progress.attempt import ZONE_CHANGE, Attempt, is_another_day
from quizzer.progress.days import ROLLOVER_HOUR
from quizzer.progress.forgetting import Memory, Rating


class Settings(Struct, frozen=True, kw_only=True):
    """What the schedule depends on besides the log, and the day of the interview."""

    desired_retention: float = Defaults().retention
    maximum_interval: int = 365  # days
    rollover_hour: int = ROLLOVER_HOUR
    interview_day: date | None = None  # until it is over, the log's is ignored

    @classmethod
    def chosen(cls, settings: Defaults) -> "Settings":
        """The settings of the schedule, as the learner has chosen them."""
        return cls(
            desired_retention=settings.retention,
            rollover_hour=settings.rollover_hour,
            interview_day=settings.interview_day,
        )


class CardState(Struct, frozen=True, kw_only=True):
    """What the schedule knows about one item that was answered."""

    due_day: date
    last_day: date  # of the last answer that counted
    interval: int  # days from there to the due day
    stability: float
    difficulty: float
    reviews: int
    lapses: int

    def due(self, today: date) -> bool:
        """Whether it is time to answer the item again.

        An answer dated later than tomorrow comes from a clock that was wrong; without the second
        clause the item would stay away until that date.
        """
        return self.due_day <= today or self.last_day > today + ZONE_CHANGE


class Review(Struct, frozen=True, gc=False):  # see `outline` for gc
    """An attempt that counted for the schedule, and the days since the one before it."""

    attempt: Attempt
    elapsed: int | None  # none for the first
    due_day: date  # when the item was to come back after it


class Replay(Struct, frozen=True, kw_only=True, array_like=True):
    """What the attempts at one item have led to, in short: enough to go on from there."""

    answers: int  # how many attempts were replayed
    digest: bytes  # of these attempts
    latest: int  # the index of the latest first answer of a study day
    card: CardState
    intervals: bytes  # after each attempt, in days, two bytes each; 0 if it did not count
    expected: float  # predicted recall, summed over reviews at least a day after the one before


def rate(attempt: Attempt) -> Rating:
    """Failed or solution seen: again. Passed with a hint, a slip or by guessing: hard."""
    if not attempt.passed:
        return Rating.AGAIN
    if not attempt.clean or attempt.confidence == 0:
        return Rating.HARD
    return Rating.GOOD


def replay(attempts: Sequence[Attempt], settings: Settings, before: Replay | None = None) -> Replay:
    """Replay the attempts at one item (at least one, in the order in which they were given).

    What was replayed `before` is not replayed again.

    An attempt counts when it is the first answer of its study day and the item was new or due on
    that day, or the session was a review or an interview: an interview asks without warning and
    without help, so it shows memory as well as a review does, and what was missed in it comes back.
    Other practice leaves the schedule alone.
    """
    if before is not None and digest_of(attempts[: before.answers]) != before.digest:
        before = None  # an attempt was undone since, or an older one came from another machine
    if before is not None and before.answers == len(attempts):
        return before
    latest, card = (before.latest, before.card) if before else (-1, None)
    expected = before.expected if before else 0.0
    intervals = array(_DAYS, before.intervals if before else b"")
    for place in range(len(intervals), len(attempts)):
        attempt = attempts[place]
        intervals.append(0)
        if latest >= 0 and not is_another_day(attempt.day, attempts[latest].day):
            continue
        latest = place
        if card is None or attempt.mode in _NOT_CHOSEN or card.due(attempt.day):
            if card is not None and attempt.day > card.last_day:
                expected += recall(card, attempt.day)
            card = _answered(card, attempt.item, attempt.day, rate(attempt), settings)
            intervals[place] = card.interval
    assert card is not None, "the first attempt always counts"
    return Replay(
        answers=len(attempts),
        digest=digest_of(attempts),
        latest=latest,
        card=card,
        intervals=intervals.tobytes(),
        expected=expected,
    )


def digest_of(attempts: Sequence[Attempt]) -> bytes:
    """The digest of all that a schedule depends on in attempts: days, ratings, what counts."""
    packed = (
        _PACKED.pack(attempt.day.toordinal(), rate(attempt), attempt.mode in _NOT_CHOSEN)
        for attempt in attempts
    )
    return digest(b"".join(packed))


_PACKED = struct.Struct("<IB?")
_DAYS = "H"  # the type of intervals in an array: two bytes
_NOT_CHOSEN = ("review", "interview")  # modes in which the learner does not choose the question


def reviews_of(replay: Replay, attempts: Sequence[Attempt]) -> tuple[Review, ...]:
    """The reviews of a replay; `attempts` are those that were replayed."""
    reviews: list[Review] = []
    for attempt, interval in zip(attempts, array(_DAYS, replay.intervals), strict=True):
        if not interval:
            continue
        day = attempt.day
        elapsed = max(0, (day - reviews[-1].attempt.day).days) if reviews else None
        reviews.append(Review(attempt, elapsed, day + timedelta(interval)))
    return tuple(reviews)


def recall(card: CardState, day: date) -> float:
    """The predicted probability that the item is remembered on a day."""
    return forgetting.recalled(card.stability, max(0, (day - card.last_day).days))


def recall_if_passed(card: CardState | None, day: date, then: date) -> float:
    """The same for the day `then`, if the item were answered on a `day` before it, and passed."""
    memory, _ = _after(card, day, Rating.GOOD, Settings())  # no setting changes what is remembered
    return forgetting.recalled(memory.stability, max(0, (then - day).days))


def passed_on(day: date, item: str, card: CardState | None, settings: Settings) -> CardState:
    """Where an item would stand if it were answered on a day and passed."""
    return _answered(card, item, day, Rating.GOOD, settings)


def fuzzed(interval: int, item: str, reviews: int, maximum: int) -> int:
    """The interval, changed a little, so that items learnt together do not come back together.

    It stays within the span that FSRS uses; the item and its number of reviews draw where.
    """
    if interval < 3:
        return interval
    lowest, highest = _span(interval, maximum)
    drawn = digest(f"{item}:{reviews}".encode())
    return lowest + int.from_bytes(drawn[:8], "big") % (highest - lowest + 1)


@lru_cache(maxsize=512)  # there are a few hundred intervals, and many reviews
def _span(interval: int, maximum: int) -> tuple[int, int]:
    spread = 1.0 + sum(
        factor * max(0.0, min(interval, end) - start) for start, end, factor in _FUZZ_RANGES
    )
    lowest = max(2, round(interval - spread))
    return lowest, max(lowest, min(round(interval + spread), maximum))


_FUZZ_RANGES = ((2.5, 7.0, 0.15), (7.0, 20.0, 0.1), (20.0, float("inf"), 0.05))


def _answered(
    card: CardState | None, item: str, day: date, rating: Rating, settings: Settings
) -> CardState:
    memory, exact = _after(card, day, rating, settings)
    reviews = (card.reviews if card else 0) + 1
    interval = fuzzed(exact, item, reviews, settings.maximum_interval)
    return CardState(
        due_day=day + timedelta(days=interval),
        last_day=day,
        interval=interval,
        stability=memory.stability,
        difficulty=memory.difficulty,
        reviews=reviews,
        lapses=(card.lapses if card else 0) + (card is not None and rating is Rating.AGAIN),
    )


def _after(
    card: CardState | None, day: date, rating: Rating, settings: Settings
) -> tuple[Memory, int]:
    """What is known about an item after an answer on a day, and the interval before fuzz."""
    before = Memory(card.stability, card.difficulty) if card else None
    days = max(0, (day - card.last_day).days) if card else 0
    desired, most = settings.desired_retention, settings.maximum_interval
    return forgetting.after(before, days, rating, desired, most)
