"""The model of memory: FSRS-6 through the library `fsrs`, which only this module uses, in days.

The library counts time between moments in blocks of 24 hours, so it gets noon (UTC) of each day.
Its fuzz, which draws from the global `random`, and its steps of minutes are off.
"""

from datetime import UTC, datetime, timedelta
from enum import IntEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import fsrs


class Rating(IntEnum):
    """What an answer says about memory, in the numbers of FSRS."""

    AGAIN = 1
    HARD = 2  # a pass
    GOOD = 3


class Memory(NamedTuple):
    """What the model knows about an item that was answered."""

    stability: float  # the days until recall has fallen to 0.9
    difficulty: float  # 1 to 10


def after(
    before: Memory | None, days: int, rating: Rating, desired: float, most: int
) -> tuple[Memory, int]:
    """The memory after an answer that came `days` after the one before, if there was one.

    With it come the days until recall will have fallen to `desired`, at most `most`.
    """
    import fsrs  # here, because what merely reads the log does without it

    card = fsrs.Card(card_id=0)  # without an id the library waits for a fresh clock tick
    at = _ANSWERED
    if before is not None:
        at += timedelta(days)
        card = fsrs.Card(
            card_id=0,
            state=fsrs.State.Review,
            stability=before.stability,
            difficulty=before.difficulty,
            due=_ANSWERED,  # not used; without it the library would ask for the time
            last_review=_ANSWERED,
        )
    card, _ = _scheduler(desired, most).review_card(card, fsrs.Rating(rating.value), at)
    assert card.stability is not None
    assert card.difficulty is not None
    return Memory(card.stability, card.difficulty), (card.due - at).days


_ANSWERED = datetime(1, 1, 1, 12, tzinfo=UTC)  # any day will do: only the days since it count


def recalled(stability: float, days: int) -> float:
    """The forgetting curve: how likely an item is recalled so many days after its answer.

    The library would need a card and two moments for each point of it.
    """
    factor, decay = _curve()
    return float((1 + factor * days / stability) ** decay)


@cache
def _curve() -> tuple[float, float]:
    """The factor and the decay of the curve, by which recall is 0.9 after `stability` days."""
    decay = -_scheduler(0.9, 1).parameters[20]  # the same for every desired recall
    return 0.9 ** (1 / decay) - 1, decay


@lru_cache(maxsize=8)
def _scheduler(desired: float, most: int) -> "fsrs.Scheduler":
    import fsrs

    return fsrs.Scheduler(
        desired_retention=desired,
        learning_steps=(),
        relearning_steps=(),
        maximum_interval=most,
        enable_fuzzing=False,
    )
