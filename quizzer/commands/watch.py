"""`quizzer watch`: a file with code, graded whenever it is saved."""

import argparse
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from quizzer.commands.running import code_item, errors, library
from quizzer.commands.running.errors import CommandError
from quizzer.commands.running.files import file
from quizzer.commands.text import code_verdicts, output

if TYPE_CHECKING:
    from quizzer.bank.schema import CodeItem
    from quizzer.exercises.variant import Variant

_PAUSE: Final = 0.2  # seconds between two looks at the file


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "The file names its item in its first line, as `quizzer start ITEM` writes it: # quizzer: "
        "ITEM. Nothing is recorded; `quizzer grade ITEM FILE --record` does that. Ctrl-C ends."
    )
    parser.add_argument("file", metavar="FILE", type=file, help="the file with your code")


def run(arguments: argparse.Namespace) -> int:
    from quizzer.exercises.starter_file import item_named_in

    name = item_named_in(code_item.read(arguments.file))
    if name is None:
        raise CommandError(
            f"{arguments.file} does not say which item it is for. Begin it with "
            "`# quizzer: ITEM`, or let `quizzer start ITEM` write it."
        )
    banks = library.load()
    item = code_item.find(banks, name)
    variant = library.draw(item, None)
    try:
        for _ in _saves(arguments.file):
            _grade(item, variant, arguments.file)
    except KeyboardInterrupt:
        print()
    return errors.DONE


def _saves(path: Path) -> Iterator[None]:
    """Yields once at the beginning, and again whenever the file changes; editors may replace it."""
    last: tuple[int, int] | None = None
    while True:
        try:
            state = path.stat()
        except OSError:
            state = None
        if state is not None and (state.st_mtime_ns, state.st_size) != last:
            last = state.st_mtime_ns, state.st_size
            yield
        time.sleep(_PAUSE)


def _grade(item: "CodeItem", variant: "Variant", path: Path) -> None:
    from quizzer.grading.code.judging import PART
    from quizzer.grading.code.submission import grade_code

    print(output.styled(f"── {path}, {time.strftime('%H:%M:%S')}", "dim"))
    try:
        source = code_item.read(path)
    except CommandError as error:
        output.tell(str(error))
    else:
        verdict = grade_code(item, variant, {PART: source})
        print("\n".join(code_verdicts.lines(item, verdict, output.width())))
    print(output.styled(f"── save {path.name} to grade it again, Ctrl-C to end", "dim"), flush=True)
