"""The command line: one table of commands, and what every command has in common."""

import atexit
import errno
import gc
import os
import sys
import time
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from quizzer.commands.running import errors, names
from quizzer.commands.text import output

if TYPE_CHECKING:
    from quizzer.commands.running.parser import Command


class Entry(NamedTuple):
    """A command of the table: its module in `quizzer.commands`, and what it does."""

    module: str
    summary: str


# The module of a command is imported only when that command is run: the app, the help and each
# command start without loading the others.
COMMANDS: Final[dict[str, Entry]] = {
    "list": Entry("list_items", "list topics and items"),
    "show": Entry("show", "show an item as it is asked"),
    "answer": Entry("answer", "grade an answer from standard input"),
    "start": Entry("start_item", "begin a code item in a file of your own"),
    "grade": Entry("grade", "grade a file for a code item"),
    "watch": Entry("watch", "grade a file whenever it is saved"),
    "practice": Entry(
        "practice", "practise a topic, a selection of questions, or a mistake, as plain text"
    ),
    "review": Entry("review", "review what is due, as plain text"),
    "interview": Entry(
        "interview", "take a timed interview as plain text, with follow-ups, debrief and score card"
    ),
    "plan": Entry("plan", "set the day of your interview, and plan the days until then"),
    "serve": Entry("serve", "serve the app to a browser on this machine"),
    "report": Entry("report", "report what you can do, what is weak and which mistakes recur"),
    "check": Entry("check", "check banks and print every problem"),
    "schema": Entry("schema", "print a published JSON schema: bank, checklist or report"),
    "trace": Entry("trace", "follow a sentence through a tiny Transformer, tensor by tensor"),
    "reference": Entry(
        "reference",
        "list the components of the reference, or show one: formula, shapes, code, worked run",
    ),
    "train": Entry("train", "watch a small Transformer learn to write sequences backwards"),
    "config": Entry("config", "print your settings and where each comes from; check them"),
    "completion": Entry("completion", "print a script that lets your shell complete quizzer"),
    "locate": Entry("locate", "show where your answers, settings and banks are kept"),
    "backup": Entry("backup", "copy all your answers into one file"),
    "restore": Entry("restore", "go back to a backup; your current answers are kept beside it"),
    "merge": Entry("merge", "add the answers from another machine's log or a backup"),
    "doctor": Entry("doctor", "check that your answers are safe; repair what is damaged"),
    "export": Entry("export", "write the items for Anki, or as GIFT for Moodle"),
}
COMPLETION: Final = "completion"
DAY: Final = 86_400  # seconds
_NO_ROOM: Final = (errno.ENOSPC, errno.EFBIG, errno.EIO)
GC_THRESHOLD: Final = 100_000  # new objects per collection: little that a command makes is garbage


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code."""
    output.open_missing_streams()
    output.use_utf8()
    try:
        _expect_a_clock()
        _expect_docstrings()
        code = _dispatch(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
    except errors.CommandError as error:
        output.complain(str(error))
        return errors.UNUSABLE
    except BrokenPipeError:
        output.silence()
        return errors.READER_GONE
    except (OSError, MemoryError, RuntimeError, ImportError) as error:
        return _refused(error)
    except KeyboardInterrupt:
        return errors.INTERRUPTED
    return code


def _refused(error: Exception) -> int:
    """Say what the system refused; raise any other error again, because it is a bug of ours."""
    from quizzer.words import failure, shortage  # here, because most commands do without them

    said = shortage(error) or (failure(error) if isinstance(error, OSError) else "")
    if isinstance(error, OSError) and not error.filename and error.errno in _NO_ROOM:
        said = (
            f"the output, or a temporary file, cannot be written: {said}. Make room, or send the "
            "output to another place."
        )
    if not said:
        raise error
    output.silence()
    output.complain(said)
    return errors.UNUSABLE


def _expect_a_clock() -> None:
    """Refuse a clock or a time zone that Python cannot compute with.

    Answers are numbered by nanoseconds, which Python cannot count beyond the year 2262.
    """
    try:
        time.time_ns()
    except OverflowError as error:
        raise errors.CommandError(
            "the clock of this computer is beyond the year 2262. Correct it and start again."
        ) from error
    if max(abs(time.timezone), abs(time.altzone)) >= DAY:  # as in TZ=IST-530, for -5:30
        raise errors.CommandError(
            "the time zone of this computer is a day or more away from UTC, which no real one is. "
            "Correct it, as in TZ=Asia/Kolkata, and start again."
        )


def _expect_docstrings() -> None:
    """Refuse to run without docstrings: the pages of the reference are made from them."""
    if sys.flags.optimize > 1:
        raise errors.CommandError(
            "Python was told to leave out all docstrings, but the reference is read from them. "
            "Start it without -OO and without PYTHONOPTIMIZE=2."
        )


def _dispatch(argv: list[str]) -> int:
    if not argv:
        return _start_app()
    if argv[0] == "--" and len(argv) > 1:  # the end of the options, of which there are none
        argv = argv[1:]
    gc.set_threshold(GC_THRESHOLD)
    atexit.register(gc.freeze)  # no last collection when everything goes: it takes 0.1 s
    from quizzer.commands.running import parser  # it imports argparse; the app does without it

    name = next((word for word in argv if not word.startswith("-")), None)
    if name is not None:
        names.expect("command", name, COMMANDS, otherwise="`quizzer --help` lists all")
    wanted = {each: _load(each) for each in _wanted(name, argv)}
    known = [name] if name == argv[0] != COMPLETION else COMMANDS  # making each parser takes time
    return parser.run(argv, {each: COMMANDS[each].summary for each in known}, wanted)


def _wanted(name: str | None, argv: list[str]) -> list[str]:
    """The commands whose arguments matter; completion asks about those of another command."""
    asked = argv if name == COMPLETION else []
    return [each for each in COMMANDS if each == name or f":{each}" in asked]


def _load(name: str) -> "Command":
    return cast("Command", import_module(f"quizzer.commands.{COMMANDS[name].module}"))


def _start_app() -> int:
    drawn_on = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    if not drawn_on:
        raise errors.CommandError(
            "the app needs a terminal for its input and output, one that can be drawn on. Without "
            "one, you can use the commands: see `quizzer --help`."
        )
    if sys.stderr is None or not sys.stderr.isatty():  # as in `quizzer 2> errors.txt`
        sys.__stderr__ = sys.stdout  # type: ignore[misc,assignment]  # Textual draws on it
    gc.disable()  # importing leaves no garbage; the app enables it again once it is up
    from quizzer.tui import app  # here, because it imports Textual, which no command needs

    return app.run()
