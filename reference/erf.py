"""The error function for whole arrays: NumPy has none, and `math.erf` takes one number."""

import math

import numpy as np

from reference.arrays import Array

_STEP = 1 / 32  # between the points where erf is known; a power of 2, so that no point is rounded
_REACH = 192  # points on either side of 0: up to ±6, where erf is ±1 to the last digit of a double
_TERMS = 8  # of each series after the first; at |s| ≤ 1/64 the next would add less than 1e-18


def erf(x: Array) -> Array:
    """The area under the standard normal curve between −x√2 and x√2, with the sign of x.

    Formula:
        erf(x) = 2/√π · ∫₀ˣ e^(−t²) dt
        erf(c + s) = Σₙ aₙ(c) sⁿ, the Taylor series about c, the nearest point of a grid

    Args:
        x: (...) any numbers.

    Returns:
        (...) float64 in [−1, 1], equal to `math.erf` up to the last digit or the one before.

    Source:
        Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 7.1.1; the derivatives:
        7.1.19.
    """
    inside = np.clip(np.asarray(x, np.float64), -_REACH * _STEP, _REACH * _STEP)  # (...)
    nearest = np.rint(np.nan_to_num(inside) / _STEP)  # (...), c = nearest · step
    rest = inside - nearest * _STEP  # (...), s; NaN where x is NaN
    column = nearest.astype(np.intp) + _REACH  # (...), the column of the series about c
    total: Array = _SERIES[-1][column]  # (...)
    for coefficients in _SERIES[-2::-1]:  # Horner: ((a₈ s + a₇) s + …) s + a₀
        total = total * rest + coefficients[column]
    return total


def _taylor_series() -> Array:
    """aₙ(c) for every point c of the grid; (terms + 1, points).

    y = erf(c + s) has y′ = 2/√π · e^(−(c+s)²) and y″ = −2 (c + s) y′. With y′ = Σ bₙ sⁿ that is
    bₙ₊₁ = −2 (c bₙ + bₙ₋₁) / (n + 1), and integrated aₙ₊₁ = bₙ / (n + 1).
    """
    points = np.arange(-_REACH, _REACH + 1) * _STEP  # (points)
    slopes = [np.zeros_like(points), 2 / math.sqrt(math.pi) * np.exp(-(points**2))]  # b₋₁, b₀
    for n in range(_TERMS - 1):
        slopes.append(-2 * (points * slopes[-1] + slopes[-2]) / (n + 1))
    values = np.array([math.erf(point) for point in points])  # a₀
    return np.stack([values, *(b / (n + 1) for n, b in enumerate(slopes[1:]))])


_SERIES = _taylor_series()  # (terms + 1, points)
