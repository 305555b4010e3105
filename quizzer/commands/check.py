"""`quizzer check`: all problems of banks, printed like a compiler's."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from quizzer.commands import errors, output, prose
from quizzer.commands.errors import CommandError

if TYPE_CHECKING:
    from quizzer.bank.diagnostics import Problem
    from quizzer.bank.reading import Reading

SUMMARY = "check banks and print every problem"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="PATH",
        help="a bank, or a folder of banks (default: the banks that come with quizzer)",
    )
    parser.add_argument(
        "--variants",
        type=int,
        default=5,
        metavar="N",
        help="try so many variants of each compute item (default: 5)",
    )
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    from quizzer.bank.check import read_paths
    from quizzer.bank.diagnostics import as_data
    from quizzer.bank.files import bundled_folder, files_of

    for path in arguments.paths:
        if not path.exists():
            raise CommandError(f"{path} does not exist. Give a bank (a YAML file) or a folder.")
        if not files_of([path]):
            raise CommandError(f"{path} holds no banks. Give a folder with files *.yaml.")
    reading = read_paths(arguments.paths or [bundled_folder()])
    problems = sorted(
        [*reading.problems, *_inspected(reading, arguments.variants)],
        key=lambda p: (p.path, p.line, p.column),
    )
    if arguments.json:
        content = {"items": len(reading.items), "problems": [as_data(entry) for entry in problems]}
        output.write_json("check/1", content)
    else:
        _print(reading, problems)
    return errors.FOUND_WRONG if problems else errors.DONE


def _inspected(reading: "Reading", variants: int) -> "Iterator[Problem]":
    """What only calling the functions shows; where people wait, they see how far it is."""
    from quizzer.bank.schema import CodeItem
    from quizzer.exercises.inspection import problems_of
    from quizzer.grading.code.inspection import problems_of as code_problems_of

    for number, item in enumerate(reading.items, start=1):
        _show_progress(f"{number}/{len(reading.items)} {item.id}")
        if isinstance(item, CodeItem):
            findings = code_problems_of(item, variants)
        else:
            findings = problems_of(item, variants)
        for finding in findings:
            yield reading.locate(item.id, finding)
    _show_progress("")


def _show_progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def _print(reading: "Reading", problems: "list[Problem]") -> None:
    from quizzer.bank.diagnostics import render

    for problem in problems:
        first, *others = render(problem, reading.line(problem)).split("\n")
        print("\n".join([output.styled(first, "bold"), *others]), end="\n\n")
    if problems:
        files = prose.counted(len({problem.path for problem in problems}), "file")
        print(f"{prose.counted(len(problems), 'problem')} in {files}.")
    else:
        print(f"{prose.counted(len(reading.items), 'item')} checked, no problem found.")
