"""Text that cannot control a terminal or a page, and how wide a terminal shows it.

Banks and answers may contain control characters. Written out, these could move the cursor, change
colours, or show text in another order than it has.
"""

import unicodedata
from typing import Final

# Categories of Unicode: control, format (as text direction), surrogate, line and paragraph ends.
STEERING: Final = ("Cc", "Cf", "Cs", "Zl", "Zp")
_JOINING: Final = "\n\t\u200c\u200d\u2060"  # allowed: lines, tabs, joiners inside words and emoji


def harmless(text: str) -> str:
    """The text, with escapes for all that would control a terminal or reorder the text."""
    if text.isprintable():
        return text
    return "".join(escaped(letter) if steers(letter) else letter for letter in text)


def harmless_json(document: str) -> str:
    """The same JSON, with all that would control a terminal written as `\\uXXXX`."""
    for letter in filter(steers, set(document)):
        units = letter.encode("utf-16-be", "surrogatepass").hex()
        codes = (units[start : start + 4] for start in range(0, len(units), 4))
        document = document.replace(letter, "".join(rf"\u{code}" for code in codes))
    return document


def escaped(letter: str) -> str:
    """A character as Python escapes it, such as `\\x1b`."""
    return letter.encode("unicode_escape").decode()


def steers(letter: str) -> bool:
    """Whether a terminal obeys this character instead of showing it, or reorders others by it."""
    return unicodedata.category(letter) in STEERING and letter not in _JOINING


def cells(text: str) -> int:
    """How many columns a text takes in a terminal."""
    return sum(map(_cells, text))


def _cells(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
