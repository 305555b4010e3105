"""A question and its solution as lines of text and as data."""

import re
import textwrap
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, Final

from quizzer.bank.blanks import with_blanks
from quizzer.commands.text import matrices, output, prose
from quizzer.emphasis import plain
from quizzer.harmless import harmless
from quizzer.study.labels import labels_of
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.bank.schema import Item, OpenItem
    from quizzer.exercises.shown import AskShown, GivenShown, Presentation, StepShown
    from quizzer.exercises.variant import Variant
    from quizzer.grading.rubric import Suggestion

_WEIGHT: Final = re.compile(r"(\w+=)?\w+\.parameters\.(.+)\.\w+")
_INDENT: Final = "  "


def lines(item: "Item", variant: "Variant", shown: "Presentation", columns: int) -> Iterator[str]:
    """The question as it is asked; for a code item, with the code to begin from."""
    from quizzer.bank.schema import CodeItem, kind_of

    yield output.styled(shown.title, "bold")
    yield f"{item.id} · {kind_of(item)} · {item.level} · variant {variant.number}"
    yield ""
    yield prose.wrap(with_blanks(shown.prompt), columns)
    if shown.given:
        yield from heading("Given")
        for value in shown.given:
            yield from _value(value, columns)
    yield from options(shown, columns)
    yield from heading("Asked")
    yield from prose.table([(f"  {ask.name}", describe(ask)) for ask in shown.asks], columns)
    if isinstance(item, CodeItem):
        yield from heading("Begin from")
        yield prose.indented(harmless(item.starter.rstrip("\n")), _INDENT * 2)


def options(shown: "Presentation", columns: int) -> Iterator[str]:
    """What the letters stand for, if there are any."""
    if shown.options:
        yield from heading("Options")
        rows = [(f"  {letter}", plain(text)) for letter, text in shown.options]
        yield from prose.table(rows, columns)


def solution_lines(
    item: "Item", variant: "Variant", steps: "tuple[StepShown, ...]", columns: int
) -> Iterator[str]:
    """How the right answer is computed, what it is, why, and where to read more about it."""
    from quizzer.bank.schema import OpenItem

    if steps:
        yield from heading("Steps")
    formulas = {""}  # that are printed already
    for step in steps:
        first, *rest = _call(step, columns)
        yield first.replace(step.name, output.styled(step.name, "bold"), 1)
        yield from rest
        yield prose.wrap(step.says, columns, _INDENT * 2)
        if step.formula not in formulas and step.says not in step.formula:
            yield from prose.verbatim(step.formula, columns, _INDENT * 2)
        formulas.add(step.formula)
        if step.text:
            yield prose.indented(matrices.fitted(step.text, columns - 4), _INDENT * 2)
    if isinstance(item, OpenItem):
        yield from _rubric(item, columns)
    elif not steps:
        yield from _answer(item, variant, columns)
    yield from why(item, columns)


def why(item: "Item", columns: int) -> Iterator[str]:
    """The explanation, and where to read more about it."""
    yield from heading("Why")
    yield prose.wrap(item.explanation, columns, _INDENT)
    yield from heading("Sources")
    for source in item.sources:
        yield from textwrap.wrap(
            harmless(source), columns, initial_indent=_INDENT, subsequent_indent=_INDENT * 2
        )


def _call(step: "StepShown", columns: int) -> list[str]:
    call = f" = {step.of}({', '.join(_gathered(step.arguments))})" if step.of else ""
    text = f"{step.name}{call} {step.shape}"
    return textwrap.wrap(text, columns, initial_indent=_INDENT, subsequent_indent=_INDENT * 3)


def _gathered(arguments: Sequence[str]) -> Iterator[str]:
    """The arguments; weights from one part of a model are written as one: `**encoder.0.norm`."""

    def place(argument: str) -> tuple[str, str]:
        found = _WEIGHT.fullmatch(argument)
        return ("**" if found[1] else "*", found[2]) if found else ("", argument)

    for (stars, of), together in groupby(arguments, key=place):
        same = list(together)
        yield from [f"{stars}{of}"] if stars and len(same) > 1 else same


def _answer(item: "Item", variant: "Variant", columns: int) -> Iterator[str]:
    rows = list(_answer_rows(item, variant))
    if rows:
        yield from heading("Answer")
        yield from prose.table(rows, columns)


def _answer_rows(item: "Item", variant: "Variant") -> Iterator[tuple[str, ...]]:
    """The right answer: its parts by their labels, or its letters with what they stand for."""
    from quizzer.bank.schema import ChoiceItem, MatchItem, OrderItem
    from quizzer.exercises.letters import lettered
    from quizzer.grading.matching import left_sides

    answer = right_answer(item, variant)
    match item:
        case OrderItem():
            lines = lettered(item.sequence, variant)
            for letter in answer["order"].split():
                yield f"  {letter}", plain(lines[letter])
        case MatchItem():
            pairs = left_sides(item)
            for part, letter in answer.items():
                yield f"  {part}", plain(pairs[part].left), letter
        case ChoiceItem():
            yield from ((f"  {letters}",) for letters in answer.values())
        case _:
            names = labels_of(item)
            yield from ((f"  {names.get(part, part)}", text) for part, text in answer.items())


def judging_lines(
    item: "OpenItem", suggestions: "Sequence[Suggestion]", columns: int
) -> Iterator[str]:
    """The key points, with suggested marks if there are any, for the learner to judge."""
    from quizzer.grading.rubric import SIGNS

    by_words = " Suggestions based on single words only:" if suggestions else ""
    yield from heading(f"Did you say it? Give each 1, ½ or 0.{by_words}")
    marks = [SIGNS[hint.mark] for hint in suggestions] or [""] * len(item.key_points)
    judged = enumerate(zip(item.key_points, marks, strict=True), start=1)
    rows = [(f"  {number}", mark, plain(point.text)) for number, (point, mark) in judged]
    yield from prose.table(rows, columns)
    yield ""


def _rubric(item: "OpenItem", columns: int) -> Iterator[str]:
    yield from heading("Key points, with their weights")
    points = enumerate(item.key_points, start=1)
    rows = [(f"  {number}", f"×{point.weight}", plain(point.text)) for number, point in points]
    yield from prose.table(rows, columns)
    yield from heading("A strong answer")
    yield prose.wrap(item.model_answer, columns, _INDENT)


def heading(text: str) -> Iterator[str]:
    """A heading, with an empty line above it."""
    yield ""
    yield output.styled(text, "bold")


def _value(value: "GivenShown", columns: int) -> Iterator[str]:
    text = matrices.fitted(value.text, columns - 4)
    caption = harmless(plain(value.caption))
    if "\n" in text or value.shape:
        yield f"{_INDENT}{value.name} {value.shape}  {caption}".rstrip()
        if text:
            yield prose.indented(text, _INDENT * 2)
    else:
        yield f"{_INDENT}{value.name} = {text}  {caption}".rstrip()


def describe(ask: "AskShown") -> str:
    """What is to be entered, and in what form."""
    label = "" if ask.label == ask.name else plain(ask.label)
    return ", ".join(filter(None, [label, *_form(ask)]))


def _form(ask: "AskShown") -> Iterator[str]:
    if ask.shape:
        yield f"shape {ask.shape}"
    if ask.decimals or ask.what == "value":
        yield counted(ask.decimals or 0, "decimal")
    if ask.unit:
        yield f"in {ask.unit}"


def right_answer(item: "Item", variant: "Variant") -> dict[str, Any]:
    """The right answer by part; empty for code, which can be right in many ways."""
    from quizzer.bank.schema import ComputeItem

    if not isinstance(item, ComputeItem):
        from quizzer.grading import answer_key

        return answer_key.right_answer(item, variant)
    from quizzer.exercises.graph import solve
    from quizzer.exercises.plain import to_plain

    return {name: to_plain(value) for name, value in solve(item, variant).items()}
