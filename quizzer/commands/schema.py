"""`quizzer schema`: the published JSON schemas, for editors and for programs that read reports."""

import argparse
from typing import Final

from quizzer.commands.running import errors, names

SCHEMAS: Final = ("bank", "checklist", "report")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="NAME", help="bank, checklist or report")
    parser.add_argument(
        "--path", action="store_true", help="print where its file is instead, for your editor"
    )


def run(arguments: argparse.Namespace) -> int:
    from quizzer.bank.files import bundled

    names.expect("schema", arguments.name, SCHEMAS)
    file = bundled("docs") / f"{arguments.name}.schema.json"
    print(file if arguments.path else file.read_text(encoding="utf-8").rstrip())
    return errors.DONE
