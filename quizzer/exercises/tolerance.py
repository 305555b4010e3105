"""When two answers agree: equal shapes, and numbers within half a unit of the last decimal."""

from typing import Any

import numpy as np
from numpy.typing import NDArray


def tolerance(decimals: int) -> float:
    """Half a unit of the last decimal, and slightly more, because halves are rounded either way."""
    return 0.51 * 10.0**-decimals


def close(
    one: NDArray[Any], other: NDArray[Any], margin: float | NDArray[np.float64]
) -> NDArray[np.bool_]:
    """Cell by cell, whether the numbers lie within the margin; infinities and NaN equal themselves.

    Both arrays must have the same shape: nothing is broadcast.
    """
    with np.errstate(invalid="ignore"):
        near = np.abs(one - other) <= margin
    same: NDArray[np.bool_] = near | (one == other) | (np.isnan(one) & np.isnan(other))
    return same


def agree(one: Any, other: Any, decimals: int) -> bool:
    """Whether two answers have the same shape and agree in every cell."""
    first, second = np.asarray(one, dtype=np.float64), np.asarray(other, dtype=np.float64)
    return first.shape == second.shape and bool(np.all(close(first, second, tolerance(decimals))))
