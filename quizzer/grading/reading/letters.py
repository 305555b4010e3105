"""Reading the letters under which options and lines are shown: `b`, `(B)`, `A, C`, `ac`, `2`."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from quizzer.grading.errors import AnswerError

_FILLERS = {"and", "or", "then", "both", "und", "et", "the", "is", "are", "it"}
_FILLERS |= {"option", "options", "answer", "answers"}

_FULL_WIDTH = {ord("Ａ") + n: ord("A") + n for n in range(58)}  # from Ａ up to ｚ


class Lettered(NamedTuple):
    """A letter that was entered, and its position in the text."""

    letter: str
    position: int


def letters_in(text: str, known: str) -> list[Lettered]:
    """All letters in the order in which they were entered; numbers also stand for letters."""
    found: list[Lettered] = []
    text = text.translate(_FULL_WIDTH)
    words = [word for word in re.finditer(r"\w+", text) if word[0].lower() not in _FILLERS]
    for word in words[1::2] if _is_numbered([word[0] for word in words]) else words:
        found += _letters_of(word[0], word.start(), known, text)
    if not found:
        raise AnswerError(f"Choose a letter: {', '.join(known)}.", text=text)
    return found


def _is_numbered(words: Sequence[str]) -> bool:
    """Whether the words are a numbered list: `1. C 2. A`."""
    count = len(words) // 2
    numbers, letters = words[::2], words[1::2]
    return (
        count > 1
        and list(numbers) == [str(n + 1) for n in range(count)]
        and all(not letter.isdecimal() for letter in letters)
    )


def _letters_of(word: str, start: int, known: str, text: str) -> list[Lettered]:
    if word.isdecimal() and len(word) <= 2 and 1 <= int(word) <= len(known):
        return [Lettered(known[int(word) - 1], start)]
    if all(letter in known for letter in word.upper()):
        return [Lettered(letter, start + n) for n, letter in enumerate(word.upper())]
    shown = word if len(word) <= 20 else f"{word[:20]}…"
    message = f"There is no option {shown!r}: choose from {', '.join(known)}."
    raise AnswerError(message, start, text=text)
