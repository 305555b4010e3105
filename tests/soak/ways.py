"""Ways from the check-list to places that keys by chance seldom find."""

import random

from quizzer.actions.action import HOSTS, Where
from quizzer.actions.table import ACTIONS
from tests.soak.reached import Reached

_PRACTICE = ("topics.first", "home.open")
_SKIPPED = ("question.show-me", "question.show-me", "question.next")
_CHOSEN = ("home.select", "form.accept", *_SKIPPED[:2], "question.leave", "home.select")
_PAST = ("home.interviews", "setup.past", "list.down", "list.open")
WAYS: dict[tuple[Where, ...], tuple[str, ...]] = {
    ("question", *HOSTS["question"]): _PRACTICE,
    ("question", "cells"): (*_PRACTICE, "question.cells"),
    ("question",): ("home.drill", "question.easier"),
    ("summary",): ("topics.first", "home.open", *_SKIPPED, *_SKIPPED),
    ("interview", *HOSTS["interview"]): ("home.interviews", "form.accept"),
    ("judging", "rubric"): _PAST,
    ("debrief", "list"): (*_PAST, "judging.later"),
    ("looking",): (*_PAST, "judging.later", "list.open"),
    ("past",): ("home.interviews", "setup.past"),
    ("setup", "form"): ("home.interviews",),
    ("selection",): _CHOSEN,
    ("checks", "dialog"): ("home.select", "form.choose"),
    ("plan",): ("home.plan",),
    ("progress",): ("home.progress",),
    ("component",): ("home.reference", "reference.open"),
    ("explorer",): ("home.explorer",),
    ("steps",): ("home.explorer", "explorer.steps"),
    ("palette",): ("app.command-palette",),
}


def way(reached: Reached, rng: random.Random) -> list[str]:
    """The actions on a way, most likely to a place where much was never done."""
    weights = [0.3 + _never_done(places, reached) for places in WAYS]
    return list(rng.choices(list(WAYS.values()), weights)[0])


def _never_done(places: tuple[Where, ...], reached: Reached) -> int:
    return sum(action.where in places and not reached.actions[action.id] for action in ACTIONS)
