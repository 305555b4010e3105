"""Text that steers neither a terminal nor a page, and how wide a terminal shows it."""

import unicodedata
from typing import Final

STEERING: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")  # codes of control, direction and half letters
_JOINING: Final = "\n\t\u200c\u200d\u2060"  # lines, tabs, and what stands inside words and emoji


def harmless(text: str) -> str:
    """The text with all that would steer a terminal or turn its letters around as escapes."""
    if text.isprintable():
        return text
    return "".join(escaped(letter) if steers(letter) else letter for letter in text)


def harmless_json(document: str) -> str:
    """The same JSON with all that would steer a terminal written as `\\uXXXX`, as JSON allows."""
    for letter in filter(steers, set(document)):
        units = letter.encode("utf-16-be", "surrogatepass").hex()
        codes = (units[start : start + 4] for start in range(0, len(units), 4))
        document = document.replace(letter, "".join(rf"\u{code}" for code in codes))
    return document


def escaped(letter: str) -> str:
    """A letter as Python writes it without showing it."""
    return letter.encode("unicode_escape").decode()


def steers(letter: str) -> bool:
    """Whether a letter would not be shown but followed, or turns others around."""
    return unicodedata.category(letter) in STEERING and letter not in _JOINING


def cells(text: str) -> int:
    """Columns that a text takes in a terminal."""
    return sum(map(_cells, text))


def _cells(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
