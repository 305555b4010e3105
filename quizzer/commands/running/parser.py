"""Parses the command line: finds the command by its name, and reads its arguments."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Final, NoReturn, Protocol

from quizzer import __version__
from quizzer.commands.running import errors, names

CODES: Final = "Exit codes: 0 done or right, 1 found wrong, 2 could not be done."


class Command(Protocol):
    """What a module of this package offers to the command line."""

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's own arguments to its parser."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Do what the command does; return the exit code."""


def run(argv: Sequence[str], summaries: Mapping[str, str], wanted: Mapping[str, Command]) -> int:
    """Parse the arguments, and run the command that they name, which must be among `wanted`.

    Of other commands only `summaries` is needed, since loading their modules would take time.
    """
    try:
        arguments, unknown = _build(summaries, wanted).parse_known_args(argv)
    except SystemExit as stop:  # --help and --version have printed what was wanted
        return int(stop.code or 0)
    if unknown:
        _refuse(unknown[0], arguments.parser)
    return int(arguments.run(arguments))


def _build(summaries: Mapping[str, str], wanted: Mapping[str, Command]) -> argparse.ArgumentParser:
    parser = _Parser(
        prog="quizzer",
        usage="%(prog)s [-h] [--version] [COMMAND ...]",
        description="Understand the Transformer: questions, exact grading, and a memory.",
        epilog=f"Without a command, the app starts. {CODES}",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"quizzer {__version__}")
    parser.set_defaults(parser=parser)
    # argparse makes the column of names two columns narrower than the metavar.
    metavar = "COMMAND".ljust(max(map(len, summaries)) + 2)
    group = parser.add_subparsers(title="commands", metavar=metavar, prog="quizzer")
    for name, summary in summaries.items():
        own = group.add_parser(name, help=summary, description=summary, allow_abbrev=False)
        if command := wanted.get(name):
            command.add_arguments(own)
            own.set_defaults(parser=own, whole=parser, run=command.run)
    return parser


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line, like those of every command."""

    def error(self, message: str) -> NoReturn:
        raise errors.CommandError(f"{message}. See `{self.prog} --help`.")


def _refuse(word: str, parser: argparse.ArgumentParser) -> NoReturn:
    usage = [part.strip("[],|") for part in parser.format_usage().split()]
    options = [part for part in usage if part.startswith("--")]
    near = names.suggestion(word.partition("=")[0], options)
    raise errors.CommandError(f"{parser.prog} does not take {word!r}{near}")
