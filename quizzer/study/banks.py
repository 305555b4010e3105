"""The banks that one studies: those that come with quizzer, and one's own on top of them."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from quizzer.bank import loading
from quizzer.bank.library import Library
from quizzer.bank.schema import Item, Topic
from quizzer.progress.places import Places

if TYPE_CHECKING:
    from quizzer.bank.diagnostics import Finding

VARIANTS: Final = 5  # tried of each item of one's own before it is asked


def load(places: Places) -> Library:
    """All banks; what is wrong in one's own is left out and told in the library's `flaws`."""
    return loading.load_library(places.cache, own(places), _inspect)


def load_topics(places: Places) -> tuple[Topic, ...]:
    """The topics alone, for the first thing on the screen."""
    return loading.load_topics(places.cache, own(places))


def own(places: Places) -> list[Path]:
    """The folder of one's own banks, if there is one."""
    return [places.banks] if os.path.isdir(places.banks) else []


def flaws_in_words(library: Library) -> str:
    """How much of one's own banks is left out, and how to see why; empty when nothing is."""
    number = len(library.flaws)
    if not number:
        return ""
    problems = "1 problem" if number == 1 else f"{number} problems"
    return f"Your own banks have {problems}; what has one is left out. `quizzer check` shows more."


def _inspect(item: Item) -> "Iterable[Finding]":
    from quizzer.grading import inspection  # which brings NumPy

    return inspection.problems_of(item, VARIANTS)
