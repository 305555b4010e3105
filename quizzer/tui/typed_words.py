"""Tells a word that somebody types from letters that are pressed as keys.

Somebody answers a choice with "because it …", or keeps typing when a question without a text field
has appeared. Each letter would be a command, and an `i` and an `n` later the question would be
given up. The letters of a word follow each other faster than keys that are pressed one by one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.events import Key

PACE: Final = 0.3  # seconds from letter to letter: about 40 words a minute


class TypedWords:
    """Follows all keys of a screen, and says which belong to a typed word."""

    def __init__(self) -> None:
        self._typed: list[Key] = []

    def goes_on_with(self, key: Key, is_answer: Callable[[Key], bool]) -> bool:
        """Whether the key is the next one of a typed word.

        Keys that answer, such as letters of options, count however fast they come, and one key may
        be pressed twice. A sign within a word, as in `O(n`, does not end it.
        """
        if not key.is_printable or (key.character or "").isdecimal():
            self._typed = []
            return False
        if self._typed and key.time - self._typed[-1].time > PACE:
            self._typed = []
        self._typed.append(key)
        pressed = {typed.character: typed for typed in self._typed}
        return len(pressed) > 1 and not all(map(is_answer, pressed.values()))
