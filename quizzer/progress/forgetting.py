"""The model of memory: FSRS-6 with its published weights, for whole days.

What is known of an item is its stability, the days until recall has fallen to 0.9, and its
difficulty, from 1 to 10. The formulas are those of
<https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm>. The library `fsrs` gives
the same numbers to the last bit, as a test holds, but takes ten times as long, with a card and two
moments of the clock for each answer: a long log has to be replayed when the rules change.
"""

from enum import IntEnum
from math import e
from typing import Final, NamedTuple

_W: Final = (
    *(0.212, 1.2931, 2.3065, 8.2956),  # stability after the first answer, by its rating
    *(6.4133, 0.8334, 3.0194, 0.001),  # difficulty
    *(1.8722, 0.1666, 0.796),  # stability after a pass
    *(1.4835, 0.0614, 0.2629, 1.6483),  # after a lapse
    *(0.6014, 1.8729),  # of a pass that was hard, and of one that was easy
    *(0.5425, 0.0912, 0.0658),  # on the same day
    0.1542,  # how fast the forgetting curve falls
)
_EASY: Final = 4  # a rating that is never given; difficulty is drawn towards that of such items
_LEAST_STABILITY: Final = 0.001
_DECAY: Final = -_W[20]
_FACTOR: Final = 0.9 ** (1 / _DECAY) - 1


class Rating(IntEnum):
    """What an answer says about memory, in the numbers of FSRS."""

    AGAIN = 1
    HARD = 2  # a pass
    GOOD = 3


class Memory(NamedTuple):
    """What is known of an item that was answered."""

    stability: float
    difficulty: float


def first(rating: Rating) -> Memory:
    """After the first answer."""
    return Memory(_W[rating - 1], _bounded(_first_difficulty(rating)))


def after(memory: Memory, days: int, rating: Rating) -> Memory:
    """After another answer, so many days later."""
    if days < 1:
        stability = _after_the_same_day(memory.stability, rating)
    elif rating is Rating.AGAIN:
        stability = _after_a_lapse(memory, recalled(memory.stability, days))
    else:
        stability = _after_a_pass(memory, recalled(memory.stability, days), rating)
    return Memory(max(stability, _LEAST_STABILITY), _next_difficulty(memory.difficulty, rating))


def recalled(stability: float, days: int) -> float:
    """The forgetting curve: how likely an item is recalled so many days after its answer."""
    recall: float = (1 + _FACTOR * days / stability) ** _DECAY
    return recall


def interval(stability: float, desired: float, most: int) -> int:
    """The days until recall has fallen to what is desired; one at least."""
    days: float = (stability / _FACTOR) * (desired ** (1 / _DECAY) - 1)
    return min(max(round(days), 1), most)


def _after_the_same_day(stability: float, rating: Rating) -> float:
    growth: float = e ** (_W[17] * (rating - 3 + _W[18])) * stability ** -_W[19]
    return stability * (growth if rating is Rating.AGAIN else max(growth, 1.0))


def _after_a_lapse(memory: Memory, recall: float) -> float:
    rest: float = (
        _W[11]
        * memory.difficulty ** -_W[12]
        * ((memory.stability + 1) ** _W[13] - 1)
        * e ** ((1 - recall) * _W[14])
    )
    most: float = memory.stability / e ** (_W[17] * _W[18])
    return min(rest, most)


def _after_a_pass(memory: Memory, recall: float, rating: Rating) -> float:
    growth: float = (
        e ** _W[8]
        * (11 - memory.difficulty)
        * memory.stability ** -_W[9]
        * (e ** ((1 - recall) * _W[10]) - 1)
        * (_W[15] if rating is Rating.HARD else 1)
    )
    return memory.stability * (1 + growth)


def _first_difficulty(rating: int) -> float:
    difficulty: float = _W[4] - e ** (_W[5] * (rating - 1)) + 1
    return difficulty


def _next_difficulty(difficulty: float, rating: Rating) -> float:
    step = -(_W[6] * (rating - 3))
    moved = difficulty + (10.0 - difficulty) * step / 9.0
    return _bounded(_W[7] * _first_difficulty(_EASY) + (1 - _W[7]) * moved)


def _bounded(difficulty: float) -> float:
    return min(max(difficulty, 1.0), 10.0)
