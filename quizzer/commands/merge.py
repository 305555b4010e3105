"""`quizzer merge`: adds the answers from another machine to this one's log."""

import argparse

from quizzer.commands.running import errors, library
from quizzer.commands.running.files import file
from quizzer.commands.text import output
from quizzer.commands.text.copies import as_data, in_words
from quizzer.words import counted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "other",
        metavar="OTHER",
        type=file,
        help="a copy of the other machine's log, a backup of it, or its folder",
    )
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    from quizzer.progress.copies import merge
    from quizzer.progress.places import home

    database, other = home().database, arguments.other
    if other.is_dir():
        other /= database.name
    with library.reporting_log_errors():
        merged = merge(other, database)
    if arguments.json:
        output.write_json(
            "merge/1",
            {"added": merged.added, "known": merged.known, "log": as_data(merged.after)},
        )
    else:
        known = f", {merged.known} were already here" if merged.known else ""
        print(f"{counted(merged.added, 'event')} added{known}.")
        print(f"Your log now holds {in_words(merged.after)}.")
    return errors.DONE
