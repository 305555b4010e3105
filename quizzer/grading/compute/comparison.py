"""Cell by cell: right, right with too few digits, or wrong."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from quizzer.exercises.tolerance import close, tolerance

Numbers = NDArray[np.float64]
Marks = NDArray[np.bool_]


@dataclass(frozen=True)
class Comparison:
    """Which cells are right, and which are right as far as they go but have too few digits."""

    right: Marks
    short: Marks

    @property
    def all_right(self) -> bool:
        """Whether every cell is right."""
        return bool(np.all(self.right))

    @property
    def only_short(self) -> bool:
        """Whether nothing is wrong but the number of digits."""
        return bool(np.all(self.right | self.short)) and not self.all_right


def compare(
    entered: Numbers, typed: Numbers, expected: Numbers, decimals: int, slack: float | Numbers = 0.0
) -> Comparison:
    """Mark an entry of the expected shape.

    `typed` is the number of decimals typed in each cell; `slack` widens the tolerance by what the
    rounding of earlier entries can account for.
    """
    right = close(entered, expected, tolerance(decimals) + slack)
    rounded = close(entered, expected, rounding(typed, decimals) + slack)
    short = rounded | _begins(entered, typed, expected)
    return Comparison(right, short & ~right & (typed < decimals))


def _begins(entered: Numbers, typed: Numbers, expected: Numbers) -> Marks:
    """Whether these are the first digits of the expected number, cut off: 55 for 55.66."""
    with np.errstate(invalid="ignore"):
        rest = (expected - entered) * np.sign(entered)  # nothing begins with 0
    begins: Marks = (entered != 0) & (rest >= 0) & (rest < 10.0**-typed)
    return begins


def rounding(typed: Numbers, decimals: int) -> Numbers:
    """Half a unit of the last decimal that was both asked for and typed."""
    used: Numbers = 0.51 * 10.0 ** -np.minimum(typed, decimals)
    return used
