"""`quizzer locate`: where settings, answers and banks are kept."""

import argparse

from quizzer.commands.running import errors
from quizzer.commands.text import output, prose


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    from quizzer.bank.files import bundled_folder
    from quizzer.progress.places import home

    places = home()
    found = {
        "config": str(places.config),
        "data": str(places.data),
        "cache": str(places.cache),
        "database": str(places.database),
        "backups": str(places.backups),
        "banks": str(bundled_folder()),
        "own_banks": str(places.banks),
    }
    if arguments.json:
        output.write_json("locate/1", found)
    else:
        print("\n".join(prose.table(list(found.items()), output.width())))
    return errors.DONE
