"""`quizzer start`: a file to write the code of an item in."""

import argparse
import sys
from pathlib import Path

from quizzer.commands.running import code_item, errors, library
from quizzer.commands.running.errors import CommandError
from quizzer.commands.running.files import file, write_new
from quizzer.commands.text import output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "The file is never overwritten. `-` writes to standard output."
    library.add_item_arguments(parser)
    parser.add_argument(
        "file",
        nargs="?",
        type=file,
        metavar="FILE",
        help="where to write it (default: the item's id, with .py)",
    )


def run(arguments: argparse.Namespace) -> int:
    from quizzer.exercises.errors import ExerciseError
    from quizzer.exercises.starter_file import starter_file

    banks = library.load()
    item = code_item.find(banks, arguments.item)
    variant = library.draw(item, arguments.variant)
    try:
        text = starter_file(item, variant)
    except ExerciseError as error:
        says = f"variant {variant.number} of {item.id} cannot be asked: {error}"
        raise CommandError(f"{says}. `quizzer check --deep` shows more.") from error
    if arguments.file == Path("-"):
        sys.stdout.write(text)
        return errors.DONE
    path: Path = arguments.file or Path(f"{item.id.replace('-', '_')}.py")
    try:
        write_new(path, text)
    except FileExistsError:
        raise CommandError(f"{path} already exists. Name another file, or remove it.") from None
    output.tell(f"{path} is ready. `quizzer watch {path}` grades it whenever you save.")
    return errors.DONE
