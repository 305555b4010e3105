"""Tells a word that somebody types from letters that are pressed as keys.

Somebody answers a choice with "because it …", or keeps typing when a question without a text field
has appeared. Each letter would be a command, and an `i` and an `n` later the question would be
given up. The letters of a word follow each other faster than keys that are pressed one by one.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.events import Key

PACE: Final = 0.3  # seconds from letter to letter: about 40 words a minute


class TypedWords:
    """Is told every key of a screen, one after the other."""

    def __init__(self) -> None:
        self._typed = ""
        self._last = -inf

    def goes_on_with(self, key: Key, is_answer: Callable[[str], bool]) -> bool:
        """Whether the key is the next letter of a typed word.

        Letters of options are an answer however fast they come, and one key may be pressed twice.
        """
        letter = key.character or ""
        if not (letter.isalpha() or letter in (" ", "'")):
            self._typed = ""
            return False
        typed = self._typed if key.time - self._last <= PACE else ""
        self._typed, self._last = typed + letter, key.time
        return len(set(self._typed)) > 1 and not all(map(is_answer, self._typed))
