"""Arrays as text: aligned rows that can be read, and typed or pasted again."""

import math
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

MOST_DECIMALS = 6


def format_array(value: ArrayLike, decimals: int | None = None) -> str:
    """Aligned rows; for a batch or for heads, one labelled matrix after the other.

    Without `decimals`, as many are shown as the numbers need (at most six).
    """
    array = numbers(value)
    if array.ndim <= 2:
        return _rows(_words(array, decimals))
    words = _words(array, decimals)
    slices = product(*map(range, array.shape[:-2]))
    return "\n".join(f"[{', '.join(map(str, place))}]\n{_rows(words[place])}" for place in slices)


def format_number(number: float, decimals: int | None = None) -> str:
    """One number: `0.82`, `-∞`, `nan`."""
    if math.isnan(number):
        return "nan"
    if math.isinf(number):
        return "∞" if number > 0 else "-∞"
    if decimals is None and not _is_plain(number):
        return f"{number:.6g}"
    places = decimals_needed(number) if decimals is None else decimals
    return f"{round(float(number), places) + 0.0:.{places}f}"


def _is_plain(number: float) -> bool:
    """Whether the number can be shown with six decimals and without an exponent."""
    return number == 0 or 10.0**-MOST_DECIMALS <= abs(number) < 1e15


def format_shape(shape: tuple[int, ...]) -> str:
    """A shape as NumPy prints it."""
    return str(tuple(map(int, shape)))


def decimals_needed(value: ArrayLike) -> int:
    """How many decimals show these numbers exactly; at most six."""
    array = numbers(value)
    finite = array[np.isfinite(array)]
    for decimals in range(MOST_DECIMALS):
        if np.all(np.abs(np.round(finite, decimals) - finite) < 1e-9):
            return decimals
    return MOST_DECIMALS


def numbers(value: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Numbers from arrays, or from plain data in which infinities are words."""
    return np.asarray(value, dtype=np.float64)


def _words(array: np.ndarray[Any, Any], decimals: int | None) -> Any:
    """Each number as text, all of one width."""
    plain = all(map(_is_plain, array[np.isfinite(array)].tolist()))
    places = decimals_needed(array) if decimals is None and plain else decimals
    flat = [format_number(number, places) for number in array.ravel().tolist()]
    width = max(map(len, flat), default=0) if array.ndim else 0
    words = np.empty(len(flat), dtype=object)
    words[:] = [word.rjust(width) for word in flat]
    return words.reshape(array.shape)


def _rows(words: Any) -> str:
    if words.ndim == 0:
        return str(words[()])
    if words.ndim == 1:
        return f"[{' '.join(words)}]"
    lines = [f"[{' '.join(row)}]" for row in words]
    return "[" + "\n ".join(lines) + "]"
