"""`quizzer answer`: an answer in, a verdict out."""

import argparse
import sys
import time
from typing import TYPE_CHECKING

from quizzer.commands.parts import answer_input
from quizzer.commands.running import errors, library
from quizzer.commands.running.errors import CommandError
from quizzer.commands.text import output, question, verdicts

if TYPE_CHECKING:
    from quizzer.bank.schema import Item, OpenItem
    from quizzer.exercises.shown import Presentation
    from quizzer.exercises.variant import Variant


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "If one thing is asked, the answer is plain text. If there are several, write one line "
        "for each, `name = answer`, with the names that `quizzer show ITEM` shows (the rows of a "
        "matrix may follow on their own lines), or just the answers in that order, or a JSON "
        "object. In a terminal you are asked part by part. An open answer may come with your "
        'marks for its key points: {"answer": "...", "points": "1 ½ 0"}. Exit codes: 0 right, 1 '
        "not right, 2 not understood."
    )
    library.add_item_arguments(parser)
    parser.add_argument("--record", action="store_true", help="remember the answer")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    from quizzer.exercises.presentation import present
    from quizzer.grading.availability import available
    from quizzer.grading.grade import grade

    banks = library.load()
    item = library.find_item(banks, arguments.item)
    if not available(item):
        raise CommandError(
            f"{item.id} asks for code: `quizzer start {item.id}` creates a file for it, and "
            "`quizzer grade` grades that file."
        )
    variant = library.draw(item, arguments.variant)
    shown = present(item, variant)
    answer, seconds = _read(item, variant, shown)
    verdict = grade(item, variant, answer)
    recorded = arguments.record and verdict.status != "invalid"
    if recorded:
        with library.study(banks) as memory:
            memory.record(variant, answer, verdict, seconds)
    if arguments.json:
        output.write_json("verdict/1", verdicts.data(item, variant, answer, verdict, recorded))
    else:
        print("\n".join(verdicts.lines(item, shown, verdict, output.width())))
    return errors.OF_VERDICTS[verdict.status]


def _read(item: "Item", variant: "Variant", shown: "Presentation") -> tuple[dict[str, str], float]:
    """The answer, and the seconds that a person took for it; 0 if it comes through a pipe."""
    if not sys.stdin.isatty():
        asked = [ask.name for ask in shown.asks if not ask.optional]
        return answer_input.read(asked, [ask.name for ask in shown.asks if ask.optional]), 0.0
    start = time.monotonic()
    print("\n".join(question.lines(item, variant, shown, output.width())), file=sys.stderr)
    print(file=sys.stderr)
    answer = _ask(item, shown)
    return answer, time.monotonic() - start


def _ask(item: "Item", shown: "Presentation") -> dict[str, str]:
    from quizzer.bank.schema import OpenItem

    if isinstance(item, OpenItem):
        return _ask_open(item)
    return answer_input.ask({ask.name: f"{ask.name}:" for ask in shown.asks})


def _ask_open(item: "OpenItem") -> dict[str, str]:
    """Ask for the text, and then for the learner's marks for what it says."""
    from quizzer.grading import rubric

    text = answer_input.ask_text(f"{rubric.ANSWER}:")
    if not text:
        return {}
    print(
        "\n".join(question.judging_lines(item, rubric.suggest(item, text), output.width())),
        file=sys.stderr,
    )
    marks = answer_input.ask({rubric.POINTS: f"{rubric.POINTS}, or Enter for the suggestions:"})
    return {rubric.ANSWER: text, **marks}
