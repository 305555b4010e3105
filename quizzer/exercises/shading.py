"""How dark a number is in a heat map, and which arrays get one: rows of weights."""

import math
import re
from collections.abc import Iterator
from typing import Any, Final

LEVELS: Final = 8  # of darkness, besides none
GLYPHS: Final = " ░▒▓█"  # used where there is no colour
NUMBER: Final = re.compile(r"[^\s\[\]]+")  # in an array that is written as text
_ROUNDED: Final = 0.0051  # what rounding to two decimals may change in a share


def level(value: float, most: float) -> int:
    """From −8 to 8: how large a number is compared with `most`; 0 if it is not finite."""
    if not math.isfinite(value) or not most or not math.isfinite(most):
        return 0
    strength = min(abs(value) / most, 1.0)
    steps = max(1, round(strength * LEVELS)) if strength > 0.5 / LEVELS else 0
    return int(math.copysign(steps, value)) if steps else 0


def glyph(level: int) -> str:
    """A block as dark as the level, whatever its sign."""
    return GLYPHS[-(-abs(level) * (len(GLYPHS) - 1) // LEVELS)]


def are_shares(value: Any) -> bool:
    """Whether nested lists are several rows of numbers from 0 to 1 that sum to 1: weights.

    Rows of only zeros (a query that may look at nothing) are allowed, unless all rows are.
    """
    rows = list(_rows(value))
    if len(rows) < 2 or any(len(row) < 2 for row in rows):
        return False
    sums = [math.fsum(row) if all(map(_is_share, row)) else math.nan for row in rows]
    exact = _ROUNDED * max(map(len, rows))
    return any(sums) and all(not total or abs(total - 1) < exact for total in sums)


def shares_in(text: str) -> bool:
    """Whether the rows of an array that is written as text are shares, if they have decimals."""
    rows = [NUMBER.findall(line) for line in text.split("\n") if has_decimals(line)]
    try:
        return are_shares([[float(word) for word in row] for row in rows])
    except ValueError:
        return False  # words, or −∞


def has_decimals(line: str) -> bool:
    """Whether a line of an array is a row of numbers, and not the index of a slice, or a mask."""
    return "." in line


def _is_share(number: Any) -> bool:
    return isinstance(number, float) and 0 <= number <= 1


def _rows(value: Any) -> Iterator[list[Any]]:
    if isinstance(value, list) and value:
        if isinstance(value[0], list):
            for part in value:
                yield from _rows(part)
        else:
            yield value
