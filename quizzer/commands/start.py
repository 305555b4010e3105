"""`quizzer` without a command: the terminal app."""

import argparse
import sys

from quizzer.commands.errors import CommandError


def run(arguments: argparse.Namespace) -> int:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise CommandError(
            "the app needs a terminal for its input and output. Without one there are the "
            "commands: see `quizzer --help`."
        )
    from quizzer.tui.app import run as run_app

    return run_app()
