"""The banks to study: those that come with quizzer, and the learner's own on top of them."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from quizzer.bank import loading
from quizzer.bank.library import Library
from quizzer.bank.schema import Topic
from quizzer.progress.places import Places
from quizzer.study.trials import Trials
from quizzer.words import counted


def load(places: Places, compile_elsewhere: Callable[[], None] | None = None) -> Library:
    """All banks; what is wrong in the learner's own is left out; the library's `flaws` say why."""
    with _trials(places) as trials:
        return loading.load_library(places.cache, own(places), trials, compile_elsewhere)


def load_topics(places: Places) -> tuple[Topic, ...]:
    """The topics alone, for the first thing on the screen."""
    return loading.load_topics(places.cache, own(places))


def own(places: Places) -> list[Path]:
    """The folder of the learner's own banks, if there is one."""
    return [places.banks] if os.path.isdir(places.banks) else []


def flaws_in_words(banks: Library) -> str:
    """How many problems the learner's own banks have, and how to see them; empty if none."""
    number = len(banks.flaws)
    if not number:
        return ""
    problems = counted(number, "problem")
    told = "`quizzer check` shows where each one is."
    return f"Your own banks have {problems}; what is affected is left out until you fix it. {told}"


def flaws_one_by_one(banks: Library) -> str:
    """The same, and each flaw after it: what is wrong, and where."""
    return "\n\n".join([flaws_in_words(banks), *banks.flaws])


@contextmanager
def _trials(places: Places) -> Iterator[Trials]:
    trials = Trials(places.cache / "tried.msgpack")
    yield trials
    trials.keep()
