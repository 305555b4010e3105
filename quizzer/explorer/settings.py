"""What a forward pass is run on: two sentences, the size of the model, what is done wrongly."""

import re
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
EIGHT_LETTERS: Final = tuple("gadhbice")  # for it to begin with
FEWEST_LETTERS, MOST_LETTERS = 3, 8  # what it was trained on
MOST_WORDS: Final = 12
LONGEST_WORD: Final = 20
MOST_PADS: Final = 3
MOST_LAYERS: Final = 6
_WORD: Final = re.compile(r"<\w+>|\w[\w’'-]*|\S")
_ARROW: Final = re.compile(r"\s*(?:->|→)\s*")


class SettingsError(ValueError):
    """A sentence that cannot be followed; the message says why, and what can."""


@dataclass(frozen=True)
class Settings:
    """One forward pass: the same settings give the same numbers."""

    source: tuple[str, ...] = SOURCE  # without marks
    target: tuple[str, ...] = TARGET  # what is written so far, without marks
    layers: int = 2
    seed: int = 0  # of the weights, or of the training
    padding: int = 0  # tokens after the source that mean nothing
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
    """The words of a sentence, punctuation apart; what would steer a terminal is made visible.

    Raises:
        SettingsError: when there are none, too many, or one is too long.
    """
    words = tuple(word for part in text.split() for word in _WORD.findall(harmless(part)))
    if not words:
        raise SettingsError("a sentence needs at least one word")
    if len(words) > MOST_WORDS:
        raise SettingsError(f"at most {MOST_WORDS} words can be followed, not {len(words)}")
    if long := next((word for word in words if len(word) > LONGEST_WORD), None):
        raise SettingsError(f"“{long[:LONGEST_WORD]}…” is longer than {LONGEST_WORD} letters")
    return words


def letters_of(text: str, fewest: int = FEWEST_LETTERS) -> tuple[str, ...]:
    """The letters of a sequence for the trained model; what it wrote so far can be one.

    Raises:
        SettingsError: when there are too few or too many, or others than it knows.
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
    """The two sides of `source → target`; without an arrow there is no second side."""
    source, *target = _ARROW.split(text.strip(), maxsplit=1)
    return source, target[0] if target else None


def with_sentence(settings: Settings, source: str | None, target: str | None) -> Settings:
    """The same on another sentence; what is not given stays, or is the letters back.

    Raises:
        SettingsError: when it is no sentence that can be followed.
    """
    if settings.weights == "trained":
        letters = settings.source if source is None else letters_of(source)
        back = letters[::-1] if target is None else letters_of(target, fewest=1)
        return replace(settings, source=letters, target=back)
    words = settings.source if source is None else words_of(source)
    written = settings.target if target is None else words_of(target)
    return replace(settings, source=words, target=written)


def with_trained_weights(settings: Settings) -> Settings:
    """The same faults in the model that was trained, on letters that it knows."""
    source, target = EIGHT_LETTERS, EIGHT_LETTERS[::-1]
    return replace(settings, weights="trained", source=source, target=target, layers=1)


def in_words(settings: Settings) -> str:
    """The two sentences as `sentences_of` reads them."""
    return f"{_joined(settings.source)} → {_joined(settings.target)}"


def _joined(words: Sequence[str]) -> str:
    return " ".join(words)
