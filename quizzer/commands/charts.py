"""Pictures in text: a curve of blocks, and a heat map whose cells say their number too."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final

from quizzer.commands.prose import pad

_EIGHTHS: Final = " ▁▂▃▄▅▆▇█"
_SHADES: Final = "░▒▓█"
_LABEL: Final = 6
_CELL: Final = 5


def curve(values: Sequence[float], columns: int, rows: int = 8) -> Iterator[str]:
    """Columns of blocks from 0 up to each value, with the scale on the left and steps below.

    More values than columns are averaged, so that no column stands for one lucky step.
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


def heat_map(
    shares: Sequence[Sequence[float]], row_names: Sequence[str], column_names: Sequence[str]
) -> Iterator[str]:
    """A row of cells for each row of shares in 0 … 1: a shade that grows, and per cent."""
    start = max(map(len, row_names))
    yield f"{'':{start}}{''.join(name.rjust(_CELL) for name in column_names)}"
    for name, row in zip(row_names, shares, strict=True):
        yield pad(name, start) + "".join(map(_cell, row))


def _cell(share: float) -> str:
    per_cent = round(100 * share)
    if not per_cent:
        return "·".rjust(_CELL)
    shade = _SHADES[min(per_cent * len(_SHADES) // 100, len(_SHADES) - 1)]
    return f"{shade}{per_cent}".rjust(_CELL)
