"""`quizzer backup`: a copy of everything that was answered."""

import argparse

from quizzer.commands.running import errors, library
from quizzer.commands.running.files import file
from quizzer.commands.text import output
from quizzer.commands.text.copies import as_data, in_words


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        metavar="FILE",
        nargs="?",
        type=file,
        help="where to write it (default: a new file among the backups that quizzer keeps)",
    )
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    from quizzer.progress.copies import back_up
    from quizzer.progress.places import home

    database = home().database
    if not database.exists():
        raise errors.CommandError("there is nothing to back up yet: nothing has been answered.")
    with library.reporting_log_errors():
        copy = back_up(database, arguments.file)
    if arguments.json:
        output.write_json("backup/1", as_data(copy))
    else:
        output.tell(f"{in_words(copy)}, now also in {copy.path}.")
        print("`quizzer restore FILE` goes back to it; `quizzer merge FILE` adds it to a log.")
    return errors.DONE
