"""Text from learner code made printable, so that it cannot control a terminal or hide anything."""

import unicodedata
from typing import Final

from quizzer.harmless import STEERING, escaped

_UNSEEN: Final = (*STEERING, "Co", "Cn")  # nor are characters shown that no font has
_MOST_MARKS: Final = 2  # accents on one letter; more cover the lines around
_MOST_COLUMNS: Final = 200
_MOST_LINES: Final = 40


def printable(text: str, most: int = 500) -> str:
    """One line, in which every character that is not visible is written as an escape."""
    shown = "".join(_escaped(text[:most]))
    return shown + ("…" if len(text) > most else "")


def printable_lines(data: bytes) -> str:
    """The first lines of what was printed, each cut if it is too long."""
    lines = data.decode(errors="backslashreplace").expandtabs(4).splitlines()
    shown = [printable(line, _MOST_COLUMNS) for line in lines[:_MOST_LINES]]
    if len(lines) > _MOST_LINES:
        shown.append(f"… and {len(lines) - _MOST_LINES} more lines")
    return "\n".join(shown)


def _escaped(text: str) -> list[str]:
    letters: list[str] = []
    marks = 0
    for letter in text:
        category = unicodedata.category(letter)
        marks = marks + 1 if category in ("Mn", "Me") else 0
        hidden = category in _UNSEEN or marks > _MOST_MARKS
        letters.append(escaped(letter) if hidden else letter)
    return letters
