"""Draws a curve in text, with block characters."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

_EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
_LABEL: Final = 6


def curve(values: Sequence[float], columns: int, rows: int = 8) -> Iterator[str]:
    """A column of blocks for each value, from 0 up, with the scale on the left and steps below.

    If there are more values than columns, they are averaged, so that no column shows a lucky step.
    """
    heights = _averages(values, columns - _LABEL)
    top = max(heights) or 1.0
    for row in range(rows, 0, -1):
        filled = (height / top * rows - (row - 1) for height in heights)
        bars = "".join(_EIGHTHS[round(8 * min(max(part, 0), 1))] for part in filled)
        label = f"{top:.2f}" if row == rows else ""
        yield f"{label:>{_LABEL - 2}} │{bars}".rstrip()
    yield f"{'0':>{_LABEL - 2}} └{'─' * len(heights)}"
    last = str(len(values))
    yield f"{'':{_LABEL}}1{last:>{len(heights) - 1}}" if len(heights) > len(last) else ""


def _averages(values: Sequence[float], most: int) -> list[float]:
    count = min(len(values), most)
    edges = [round(place * len(values) / count) for place in range(count + 1)]
    return [sum(values[start:end]) / (end - start) for start, end in pairwise(edges)]
