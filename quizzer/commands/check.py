"""`quizzer check`: all problems of banks, printed like a compiler's."""

import argparse
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from quizzer.commands.parts import coverage, inspecting, mutants
from quizzer.commands.running import errors
from quizzer.commands.running.errors import CommandError
from quizzer.commands.running.files import file
from quizzer.commands.running.numbers import positive
from quizzer.commands.text import output
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.bank.reading import Reading
    from quizzer.diagnostics import Problem

MOST_SHOWN: Final = 500  # as text: a broken file can have tens of thousands; JSON has them all


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        nargs="*",
        type=file,
        metavar="PATH",
        help="a bank or a folder of banks (default: those that come with quizzer, and your own)",
    )
    parser.add_argument(
        "--variants",
        type=positive,
        metavar="N",
        help="try this many variants of each item (default: 5, with --deep 200)",
    )
    parser.add_argument(
        "--deep",
        action="store_true",
        help="try many variants on all processors, and run the starters of code items",
    )
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument(
        "--mutants",
        action="store_true",
        help="only show which declared mistakes code items reject and which they name",
    )
    instead.add_argument(
        "--coverage",
        action="store_true",
        help="only show which items cover each point of the check-list and what is missing",
    )
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    from quizzer.bank.check import read_paths
    from quizzer.bank.files import bundled_folder, files_of
    from quizzer.bank.loading import known_files
    from quizzer.diagnostics import as_data
    from quizzer.progress.places import home
    from quizzer.study import banks

    if (arguments.mutants or arguments.coverage) and (arguments.deep or arguments.variants):
        raise CommandError("--mutants and --coverage try no variants: omit --deep and --variants.")
    for path in arguments.paths:
        if not path.exists():
            raise CommandError(f"{path} does not exist. Give a bank (a YAML file) or a folder.")
        if not files_of([path]):
            raise CommandError(f"{path} contains no banks. Give a folder with *.yaml files.")
    paths = arguments.paths or [bundled_folder(), *banks.own(home())]
    known = known_files(home().cache)
    reading = read_paths(paths, home().banks, known)
    known.keep()
    if arguments.coverage:
        return coverage.run(reading, arguments.json)
    if arguments.mutants:
        return mutants.run(reading, arguments.json)
    found = _inspected(reading, arguments.variants, arguments.deep)
    problems = sorted([*reading.problems, *found], key=lambda p: (p.path, p.line, p.column))
    if arguments.json:
        content = {"items": len(reading.items), "problems": [as_data(entry) for entry in problems]}
        output.write_json("check/1", content)
    else:
        _print(reading, problems)
    return errors.FOUND_WRONG if _errors(problems) else errors.DONE


def _errors(problems: "list[Problem]") -> "list[Problem]":
    """The errors among the problems; a bank that has only warnings can be used as it is."""
    return [problem for problem in problems if problem.severity == "error"]


def _inspected(reading: "Reading", variants: int | None, deep: bool) -> "Iterator[Problem]":
    """The problems that only show when functions are called; a terminal shows the progress."""
    from quizzer.exercises.inspection import FEW_VARIANTS, MANY_VARIANTS

    number = variants or (MANY_VARIANTS if deep else FEW_VARIANTS)
    found = inspecting.on_all_processors if deep else inspecting.one_by_one
    for step, (item, findings) in enumerate(found(reading.items, number), start=1):
        _show_progress(f"{step}/{len(reading.items)} {item}")
        for finding in findings:
            yield reading.locate(item, finding)
    _show_progress("")


def _show_progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)


def _print(reading: "Reading", problems: "list[Problem]") -> None:
    from quizzer.diagnostics import render

    for problem in problems[:MOST_SHOWN]:
        first, *others = render(problem, reading.line(problem)).split("\n")
        print("\n".join([output.styled(first, "bold"), *others]), end="\n\n")
    if len(problems) > MOST_SHOWN:
        print(f"… and {counted(len(problems) - MOST_SHOWN, 'more problem')}.\n")
    wrong = _errors(problems)
    warnings = len(problems) - len(wrong)
    if wrong:
        files = counted(len({problem.path for problem in problems}), "file")
        also = f", including {counted(warnings, 'warning')}" if warnings else ""
        print(f"{counted(len(problems), 'problem')} in {files}{also}.")
    else:
        found = counted(warnings, "warning") if warnings else "no problem found"
        print(f"{counted(len(reading.items), 'item')} checked, {found}.")
