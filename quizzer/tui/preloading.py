"""Modules imported before they are wanted, so that no key has to wait for an import."""

from importlib import import_module
from typing import Final

from quizzer.tui.garbage import Collector

AFTER_THE_START: Final = (
    "quizzer.tui.screens.question",
    "quizzer.tui.screens.help",
    "quizzer.tui.screens.palette",
)
# Not before somebody uses the app: these take memory, most of all the Markdown parser.
AT_THE_FIRST_KEY: Final = (
    "quizzer.tui.widgets.choice",
    "markdown_it",
    "quizzer.tui.screens.lesson",
)
# NumPy is a quarter of the memory: it is loaded while the first question is being read.
WITH_A_QUESTION: Final = (
    "quizzer.grading.grade",
    "numpy",
    "quizzer.exercises.collisions",
    "quizzer.exercises.graph",
    "reference.mistakes",
    "quizzer.tui.widgets.code",
)
# For learners who look through the list of components: they will open one.
WITH_A_COMPONENT: Final = ("quizzer.tui.documents.handbook", "pygments.lexers.python")


def after_the_start() -> None:
    """Import what the first screens would have to wait for."""
    _import(AFTER_THE_START)
    Collector.keep()


def at_the_first_key() -> None:
    """Import what the next key most likely opens: a question, or a lesson."""
    _import(AT_THE_FIRST_KEY)


def with_a_question() -> None:
    """Import what grading the first question, and the questions after it, may need."""
    _import(WITH_A_QUESTION)
    from quizzer.tui.widgets.code_field import prepare_colours

    prepare_colours()


def with_a_component() -> None:
    """Import what a page of the reference needs."""
    _import(WITH_A_COMPONENT)


def _import(names: tuple[str, ...]) -> None:
    for name in names:
        import_module(name)
