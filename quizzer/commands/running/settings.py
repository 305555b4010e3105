"""The settings of the commands, and what is wrong with the file that they stand in."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from quizzer.commands.text import output
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.configuration.configuration import Configuration
    from quizzer.diagnostics import Problem

MOST_TOLD: Final = 3


def configuration() -> "Configuration":
    """What holds, and where it comes from."""
    from quizzer.configuration.configuration import load
    from quizzer.progress.places import home

    return load(home().config)


def tell_problems(problems: "Sequence[Problem]") -> None:
    """Say on standard error what in the settings file does not count."""
    for problem in problems[:MOST_TOLD]:
        output.complain(str(problem))
    if problems:
        rest = len(problems) - MOST_TOLD
        more = f"{counted(rest, 'more problem')}. " if rest > 0 else ""
        output.complain(f"{more}`quizzer config --check` says what to do.")
