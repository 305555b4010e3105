"""Heat maps in text: each number has a block before it, and larger numbers get darker blocks."""

from collections.abc import Iterator, Sequence
from typing import Final

from quizzer.commands.text import output
from quizzer.commands.text.prose import pad
from quizzer.exercises import shading
from quizzer.exercises.notation import format_number
from quizzer.harmless import cells, harmless

LONGEST: Final = 12  # columns for the name of a row
_DECIMALS: Final = 2
_GAP: Final = 2  # columns before each number; the second one is for the block


def heat_map(
    values: Sequence[Sequence[float]],
    rows: Sequence[str],
    columns: Sequence[str],
    most: float,
    width: int,
    decimals: int = _DECIMALS,
) -> Iterator[str]:
    """A line for each row of numbers; those as large as `most` are darkest.

    A map that is wider than `width` is printed as several maps, one below the other.
    """
    names = [_short(name) for name in rows]
    start = max(map(cells, names)) + 1
    texts = [[_text(value, decimals) for value in row] for row in values]
    wide = max(len(text) for row in texts for text in row)
    wide = max(wide, min(max(cells(harmless(name)) for name in columns), wide + 3)) + _GAP
    at_once = max(1, (width - start) // wide)
    for first in range(0, len(columns), at_once):
        if first:
            yield ""
        part = slice(first, first + at_once)
        heads = (_right(_short(name, wide - _GAP), wide) for name in columns[part])
        yield f"{'':{start}}{''.join(heads)}".rstrip()
        for name, row, row_texts in zip(names, values, texts, strict=True):
            shown = zip(row[part], row_texts[part], strict=True)
            yield pad(name, start) + "".join(
                _cell(value, text, most, wide) for value, text in shown
            )


def _text(value: float, decimals: int) -> str:
    return "0" if value == 0 else format_number(value, decimals)


def _cell(value: float, text: str, most: float, wide: int) -> str:
    level = shading.level(value, most)
    return " " * (wide - len(text) - 1) + output.shaded(f"{shading.glyph(level)}{text}", level)


def _short(name: str, most: int = LONGEST) -> str:
    """The name, cut if it takes more than `most` columns."""
    name = harmless(name)
    while cells(name) > most:
        name = name[:-2] + "…" if name.endswith("…") else name[:-1] + "…"
    return name


def _right(name: str, columns: int) -> str:
    return " " * (columns - cells(name)) + name
