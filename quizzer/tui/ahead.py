"""What is made ready before it is wanted, and kept from the garbage collector."""

import gc
from importlib import import_module
from typing import Final

AFTER_THE_START: Final = (
    "quizzer.tui.screens.question",
    "quizzer.grading.grade",
    "quizzer.tui.screens.help",
    "quizzer.tui.palette",
)
# NumPy is a quarter of the memory: it comes with the first question, while that is being read.
WITH_A_QUESTION: Final = (
    "numpy",
    "quizzer.exercises.collisions",
    "quizzer.exercises.graph",
    "reference.mistakes",
    "quizzer.tui.widgets.code",
)


def collect_again() -> None:
    """The first frame is out: end the rest that the command line gave the collector."""
    if not gc.isenabled():
        gc.freeze()  # what is there by now stays: no collection need look at it again
        gc.enable()


def after_the_start() -> None:
    """What the first screens would have to wait for."""
    _import(AFTER_THE_START)
    if gc.get_freeze_count():
        gc.freeze()  # nor at banks, answers and more modules


def with_a_question() -> None:
    """What the questions after the first may need."""
    _import(WITH_A_QUESTION)


def _import(names: tuple[str, ...]) -> None:
    for name in names:
        import_module(name)
