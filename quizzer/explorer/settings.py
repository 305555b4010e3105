"""The settings of a forward pass: two sentences, the model's size, and what is done wrongly."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from quizzer.explorer.what_ifs import WHAT_IFS
from quizzer.harmless import harmless

Weights = Literal["drawn", "trained"]

START, END, PAD = "<s>", "</s>", "<pad>"
SOURCE: Final = ("the", "animal", "was", "very", "tired")
TARGET: Final = ("das", "Tier", "war", "müde")
LETTERS: Final = "abcdefghij"  # what the trained model reads and writes
EIGHT_LETTERS: Final = tuple("gadhbice")  # its first input
FEWEST_LETTERS, MOST_LETTERS = 3, 8  # the lengths it was trained on
MOST_WORDS: Final = 12
LONGEST_WORD: Final = 20
MOST_PADS: Final = 3
LAYERS: Final = 2  # on each side, unless others are asked for
MOST_LAYERS: Final = 6
_MARK: Final = "\u0301"  # takes the place of all marks while words are looked for
_WORD: Final = re.compile(rf"</?\w+>|\w[\w{_MARK}’'-]*|\S{_MARK}*")
_ARROW: Final = re.compile(r"\s*(?:->|→)\s*")


class SettingsError(ValueError):
    """Settings or a sentence with which no pass can be run; the message says why."""


@dataclass(frozen=True)
class Settings:
    """One forward pass: the same settings give the same numbers."""

    source: tuple[str, ...] = SOURCE  # without the marks for start and end
    target: tuple[str, ...] = TARGET  # what is written so far, without these marks
    layers: int = LAYERS  # in the encoder, and as many in the decoder
    seed: int = 0  # of the random weights, or of the training
    padding: int = 0  # how many padding tokens follow the source
    weights: Weights = "drawn"
    what_ifs: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if unknown := self.what_ifs - set(WHAT_IFS):
            raise SettingsError(f"unknown what-if: {', '.join(sorted(unknown))}")
        if not 1 <= self.layers <= MOST_LAYERS:
            raise SettingsError(f"the model has 1 to {MOST_LAYERS} layers, not {self.layers}")
        if not 0 <= self.padding <= MOST_PADS:
            raise SettingsError(
                f"there can be 0 to {MOST_PADS} tokens of padding, not {self.padding}"
            )


def words_of(text: str) -> tuple[str, ...]:
    """The words of a sentence; punctuation marks are words, and control codes are made visible.

    Raises:
        SettingsError: if there are none or too many, or one is too long or the mark for padding.
    """
    words = tuple(word for part in text.split() for word in _words_in(harmless(part)))
    if not words:
        raise SettingsError("a sentence needs at least one word")
    if len(words) > MOST_WORDS:
        raise SettingsError(f"at most {MOST_WORDS} words can be followed, not {len(words)}")
    if long := next((word for word in words if len(word) > LONGEST_WORD), None):
        raise SettingsError(f"“{long[:LONGEST_WORD]}…” is longer than {LONGEST_WORD} letters")
    if PAD in words:  # would have the id of a word, which no mask hides
        raise SettingsError(f"“{PAD}” cannot be a word: padding is added after the sentence")
    return words


def _words_in(part: str) -> list[str]:
    """The words of a text without spaces, each with the accents and vowel signs that belong to it.

    For `re`, a combining mark is no letter: by itself, it would end a word and begin another.
    """
    shape = "".join(_MARK if _is_mark(letter) else letter for letter in part)
    return [part[slice(*found.span())] for found in _WORD.finditer(shape)]


def _is_mark(letter: str) -> bool:
    """Whether a character belongs to the one before it: a combining mark or a joiner."""
    return unicodedata.category(letter).startswith("M") or letter in "\u200c\u200d"


def letters_of(text: str, fewest: int = FEWEST_LETTERS) -> tuple[str, ...]:
    """The letters of a sequence for the trained model, at least `fewest` of them.

    Raises:
        SettingsError: if there are too few or too many, or some that it does not know.
    """
    letters = tuple("".join(text.split()).casefold())
    if strange := next((letter for letter in letters if letter not in LETTERS), None):
        known = f"the trained model knows the letters {LETTERS[0]} to {LETTERS[-1]}"
        raise SettingsError(f"{known}, not “{harmless(strange)}”")
    if not fewest <= len(letters) <= MOST_LETTERS:
        fitting = f"{fewest} to {MOST_LETTERS} letters"
        raise SettingsError(f"the trained model reads {fitting}, not {len(letters)}")
    return letters


def sentences_of(text: str) -> tuple[str, str | None]:
    """The two sides of `source → target`; the second is None if there is no arrow."""
    source, *target = _ARROW.split(text.strip(), maxsplit=1)
    return source, target[0] if target else None


def with_sentence(settings: Settings, source: str | None, target: str | None) -> Settings:
    """The same settings with another sentence; a side that is None stays as it is.

    With trained weights, a target that is None becomes the source backwards.

    Raises:
        SettingsError: if no pass can be run on the sentence.
    """
    if settings.weights == "trained":
        letters = settings.source if source is None else letters_of(source)
        back = letters[::-1] if target is None else letters_of(target, fewest=1)
        return replace(settings, source=letters, target=back)
    words = settings.source if source is None else words_of(source)
    written = settings.target if target is None else words_of(target)
    return replace(settings, source=words, target=written)


def with_trained_weights(settings: Settings) -> Settings:
    """The same what-ifs in the trained model, on letters that it knows."""
    source, target = EIGHT_LETTERS, EIGHT_LETTERS[::-1]
    return replace(settings, weights="trained", source=source, target=target, layers=1)


def in_words(settings: Settings) -> str:
    """The two sentences in the form that `sentences_of` reads."""
    return f"{_joined(settings.source)} → {_joined(settings.target)}"


def _joined(words: Sequence[str]) -> str:
    return " ".join(words)
