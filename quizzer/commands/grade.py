"""`quizzer grade`: a file with code in, a verdict out."""

import argparse

from quizzer.commands.running import code_item, errors, library
from quizzer.commands.running.files import file
from quizzer.commands.text import code_verdicts, output, verdicts


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = "Exit codes: 0 right, 1 not right, 2 not understood."
    library.add_item_arguments(parser)
    parser.add_argument("file", metavar="FILE", type=file, help="the file with your code")
    parser.add_argument("--record", action="store_true", help="remember the answer")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    from quizzer.grading.code.judging import PART
    from quizzer.grading.code.submission import grade_code

    banks = library.load()
    item = code_item.find(banks, arguments.item)
    answer = {PART: code_item.read(arguments.file)}
    variant = library.draw(item, arguments.variant)
    verdict = grade_code(item, variant, answer)
    recorded = arguments.record and verdict.status != "invalid"
    if recorded:
        with library.study(banks) as memory:
            memory.record(variant, answer, verdict)
    if arguments.json:
        output.write_json("verdict/1", verdicts.data(item, variant, answer, verdict, recorded))
    else:
        print("\n".join(code_verdicts.lines(item, verdict, output.width())))
    return errors.OF_VERDICTS[verdict.status]
