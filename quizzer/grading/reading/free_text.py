"""Finding words in free text whatever their case, accents, look-alikes and inflection."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from quizzer.grading.reading.lookalikes import SUPERSCRIPTS, plain_characters
from quizzer.grading.reading.misspellings import is_slip_of_the_pen

# `d²` is two tokens, like `d^2` and `d 2`.
_TOKEN = re.compile(rf"[{SUPERSCRIPTS}]+|[^\W{SUPERSCRIPTS}]+|[^\w\s]")
_OPERATORS = frozenset("/*=<>+~")
_ENDINGS = ("ations", "ation", "ings", "ing", "ies", "edly", "ed", "es", "ly", "s", "y", "e")
_SHORTEST_STEM = 3
_SHORTEST_BEGINNING = 5  # letters that may stand for a longer word: `equivar` for `equivariant`


class Token(NamedTuple):
    """A word or an operator: as it was written, and in the form used for comparison."""

    written: str
    plain: str
    start: int = 0
    end: int = 0


class Found(NamedTuple):
    """Words of a text that say a phrase: one by one, and as they are in the text."""

    words: str
    as_written: str


class FreeText:
    """A text in which words and phrases can be looked for."""

    def __init__(self, text: str) -> None:
        self._text = _composed(text)
        self._tokens = tokens(text)
        self._single = {token.plain: token for token in reversed(self._tokens)}
        self._joined = {
            stem(first.plain + second.plain): (first, second)
            for first, second in self._neighbours()
        }

    def find(self, phrase: Sequence[Token]) -> Found | None:
        """The first words that say this phrase."""
        if len(phrase) > 1 and (words := self._in_a_row(phrase)):
            return words
        wanted = Token("", "".join(token.plain for token in phrase))
        if len(phrase) > 1 and not all(map(_is_word, phrase)):
            return None  # words can be joined, like `feed-forward`; formulas cannot
        found = ((token,) for token in self._single.values() if _says(token, wanted))
        said = next(found, None) or self._joined.get(stem(wanted.plain))
        return self._as_written(said) if said else None

    def _as_written(self, said: Sequence[Token]) -> Found:
        """With what is between the words, such as the `^` of `n^2`, and the bracket they open."""
        start, end = said[0].start, said[-1].end
        between = self._text[start:end]
        if between.count("(") > between.count(")") and self._text[end : end + 1] == ")":
            between += ")"
        return Found(" ".join(token.written for token in said), " ".join(between.split()))

    def _in_a_row(self, phrase: Sequence[Token]) -> Found | None:
        for start in range(len(self._tokens) - len(phrase) + 1):
            part = self._tokens[start : start + len(phrase)]
            if all(map(_says, part, phrase)):
                return self._as_written(part)
        return None

    def _neighbours(self) -> list[tuple[Token, Token]]:
        """Neighbours that may be one word written as two."""
        pairs = pairwise(self._tokens)
        return [(a, b) for a, b in pairs if min(len(a.plain), len(b.plain)) > 1]


def _is_word(token: Token) -> bool:
    """Whether it is neither part of a formula nor a single letter, such as the T of `output T`."""
    return len(token.plain) > 1 and token.plain.isalpha()


def tokens(text: str) -> tuple[Token, ...]:
    """The words and operators of a text; other punctuation is left out."""
    found = []
    for word in _TOKEN.finditer(_composed(text)):
        plain = _plain(word[0])
        if plain in _OPERATORS or any(map(str.isalnum, plain)):
            found.append(Token(word[0], plain, *word.span()))
    return tuple(found)


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)


@lru_cache(maxsize=4096)
def _plain(written: str) -> str:
    return re.sub(r"[\s_^]", "", plain_characters(written)).replace("is", "iz")


def _says(token: Token, wanted: Token) -> bool:
    """Whether a word is the wanted one, possibly inflected, longer or misspelled."""
    word, other = token.plain, wanted.plain
    if word == other:
        return True
    if min(len(word), len(other)) < _SHORTEST_STEM or not other.isalpha():
        return False
    if len(other) >= _SHORTEST_BEGINNING and word.startswith(other):
        return True
    return stem(word) == stem(other) or is_slip_of_the_pen(word, other)


@lru_cache(maxsize=4096)
def stem(word: str) -> str:
    """The word without its endings: the same for `gate`, `gates`, `gated` and `gating`."""
    while True:
        ending = next((end for end in _ENDINGS if word.endswith(end)), None)
        if ending is None or len(word) - len(ending) < _SHORTEST_STEM or word.endswith("ss"):
            return word
        word = _without_doubling(word.removesuffix(ending))


def _without_doubling(word: str) -> str:
    doubled = len(word) > _SHORTEST_STEM and word[-1] == word[-2] != "s"
    return word[:-1] if doubled else word
