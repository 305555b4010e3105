"""The settings for commands, and what is wrong with the settings file."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from quizzer.commands.text import output
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.configuration.configuration import Configuration
    from quizzer.diagnostics import Problem

MOST_TOLD: Final = 3


def configuration() -> "Configuration":
    """The settings in force, and where each comes from."""
    from quizzer.configuration.configuration import load
    from quizzer.progress.places import home

    return load(home().config)


def tell_problems(problems: "Sequence[Problem]") -> None:
    """Say on standard error which lines of the settings file do not count, and why."""
    for problem in problems[:MOST_TOLD]:
        output.complain(str(problem))
    if problems:
        rest = len(problems) - MOST_TOLD
        more = f"{counted(rest, 'more problem')}. " if rest > 0 else ""
        output.complain(f"{more}`quizzer config --check` says what to do.")
