"""The command line: one parser, one table of commands, and what every command has in common."""

import argparse
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Final, NoReturn, Protocol, cast

from quizzer import __version__
from quizzer.commands import errors, names, output


class Command(Protocol):
    """What a module of `quizzer.commands` offers to the command line."""

    SUMMARY: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the command's own arguments to its parser."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Do what the command does; return the exit code."""


# Each command and its module in `quizzer.commands`, which is imported only when it is wanted:
# the app and every command start without the others.
COMMANDS: Final[dict[str, str]] = {
    "list": "list_items",
    "show": "show",
    "answer": "answer",
    "start": "start_item",
    "grade": "grade",
    "watch": "watch",
    "practice": "practice",
    "review": "review",
    "interview": "interview",
    "report": "report",
    "check": "check",
    "trace": "trace",
    "reference": "reference",
    "train": "train",
    "locate": "locate",
    "backup": "backup",
    "restore": "restore",
    "merge": "merge",
    "doctor": "doctor",
    "export": "export",
}

CODES: Final = "Exit codes: 0 done or right, 1 found wrong, 2 could not be done."


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    output.open_missing_streams()
    output.use_utf8()
    try:
        code = _dispatch(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except errors.CommandError as error:
        output.complain(str(error))
        return errors.UNUSABLE
    except BrokenPipeError:
        output.silence()
        return errors.READER_GONE
    except OSError as error:
        output.silence()
        output.complain(errors.in_words(error))
        return errors.UNUSABLE
    except KeyboardInterrupt:
        return errors.INTERRUPTED
    return code


def _dispatch(argv: list[str]) -> int:
    name = next((word for word in argv if not word.startswith("-")), None)
    if name is not None:
        names.expect("command", name, COMMANDS)
    wanted = [name] if name is not None else [*COMMANDS] if argv else []
    parser, parsers = _build_parser({each: _load(each) for each in wanted})
    try:
        arguments, unknown = parser.parse_known_args(argv)
    except SystemExit as stop:  # --help and --version have printed what was wanted
        return int(stop.code or 0)
    if unknown:
        _refuse(unknown[0], parsers[name] if name else parser)
    return int(arguments.run(arguments))


def _load(name: str) -> Command:
    return cast(Command, import_module(f"quizzer.commands.{COMMANDS[name]}"))


def _build_parser(
    loaded: Mapping[str, Command],
) -> tuple[argparse.ArgumentParser, dict[str, argparse.ArgumentParser]]:
    parser = _Parser(
        prog="quizzer",
        usage="%(prog)s [-h] [--version] [COMMAND ...]",
        description="Understand the Transformer: questions, exact grading, and a memory.",
        epilog=f"Without a command, the app starts. {CODES}",
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"quizzer {__version__}")
    parser.set_defaults(run=_start_app)
    # argparse makes the column of names as wide as the metavar, two short of the widest name.
    metavar = "COMMAND".ljust(max(map(len, COMMANDS)) + 2)
    commands = parser.add_subparsers(title="commands", metavar=metavar, prog="quizzer")
    parsers: dict[str, argparse.ArgumentParser] = {}
    for name, command in loaded.items():
        parsers[name] = commands.add_parser(
            name, help=command.SUMMARY, description=command.SUMMARY, allow_abbrev=False
        )
        command.add_arguments(parsers[name])
        parsers[name].set_defaults(run=command.run)
    return parser, parsers


def _start_app(arguments: argparse.Namespace) -> int:
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise errors.CommandError(
            "the app needs a terminal for its input and output. Without one there are the "
            "commands: see `quizzer --help`."
        )
    from quizzer.tui import app  # Textual comes with it, so no command pays for it

    return app.run()


class _Parser(argparse.ArgumentParser):
    """A parser whose complaints are one line, like those of every command."""

    def error(self, message: str) -> NoReturn:
        raise errors.CommandError(f"{message}. See `{self.prog} --help`.")


def _refuse(word: str, parser: argparse.ArgumentParser) -> NoReturn:
    usage = [part.strip("[],|") for part in parser.format_usage().split()]
    options = [part for part in usage if part.startswith("--")]
    near = names.suggestion(word.partition("=")[0], options)
    raise errors.CommandError(f"{parser.prog} does not take {word!r}{near}")
