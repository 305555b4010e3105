"""`quizzer show`: one item in one variant, with its solution if wanted."""

import argparse
from typing import TYPE_CHECKING, Any

from quizzer.commands.running import errors, library
from quizzer.commands.text import output, question

if TYPE_CHECKING:
    from quizzer.bank.schema import Item
    from quizzer.exercises.shown import Presentation, StepShown
    from quizzer.exercises.variant import Variant


def add_arguments(parser: argparse.ArgumentParser) -> None:
    library.add_item_arguments(parser)
    parser.add_argument("--solution", action="store_true", help="show every step and the answer")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    from quizzer.exercises.presentation import present, solution

    banks = library.load()
    item = library.find_item(banks, arguments.item)
    variant = library.draw(item, arguments.variant)
    shown = present(item, variant)
    steps = solution(item, variant) if arguments.solution else ()
    if arguments.json:
        content = _data(item, banks.topic_of(item.id), variant, shown)
        if arguments.solution:
            content["solution"] = _solution_data(item, variant, steps)
        output.write_json("item/1", content)
        return errors.DONE
    columns = output.width()
    print("\n".join(question.lines(item, variant, shown, columns)))
    if arguments.solution:
        print("\n".join(question.solution_lines(item, variant, steps, columns)))
    return errors.DONE


def _data(item: "Item", topic: str, variant: "Variant", shown: "Presentation") -> dict[str, Any]:
    from msgspec import to_builtins

    from quizzer.bank.schema import CodeItem, kind_of

    return {
        "id": item.id,
        "topic": topic,
        "kind": kind_of(item),
        "title": shown.title,
        "level": item.level,
        "difficulty": item.difficulty,
        "minutes": item.minutes,
        "variant": variant.number,
        "prompt": shown.prompt,
        "given": [
            {"name": g.name, "caption": g.caption, "shape": g.shape, "value": g.value}
            for g in shown.given
        ],
        "options": [{"letter": letter, "text": text} for letter, text in shown.options],
        "asks": to_builtins(shown.asks),
        "hints": item.hints,
        **({"starter": item.starter} if isinstance(item, CodeItem) else {}),
    }


def _solution_data(
    item: "Item", variant: "Variant", steps: "tuple[StepShown, ...]"
) -> dict[str, Any]:
    from msgspec import to_builtins

    from quizzer.bank.schema import OpenItem

    points = item.key_points if isinstance(item, OpenItem) else []
    return {
        "answer": question.right_answer(item, variant),
        "key_points": [{"text": point.text, "weight": point.weight} for point in points],
        "steps": [
            {name: value for name, value in to_builtins(step).items() if name != "text"}
            for step in steps
        ],
        "explanation": item.explanation,
        "sources": item.sources,
    }
