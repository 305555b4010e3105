"""A question and its solution as lines of text and as data."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from quizzer.commands import library, matrices, output, prose

if TYPE_CHECKING:
    from quizzer.bank.schema import Item
    from quizzer.exercises.presentation import AskShown, Presentation, Shown, StepShown
    from quizzer.exercises.variant import Variant

_BLANK: Final = re.compile(r"\{\{\s*(.*?)\s*\}\}")
_INDENT: Final = "  "


def lines(item: "Item", variant: "Variant", shown: "Presentation", columns: int) -> Iterator[str]:
    """The question as it is asked."""
    yield output.styled(shown.title, "bold")
    yield f"{item.id} · {library.kind_of(item)} · {item.level} · variant {variant.number}"
    yield ""
    yield prose.wrap(_BLANK.sub(r"[\1]", shown.prompt), columns)
    if shown.given:
        yield from _heading("Given")
        for value in shown.given:
            yield from _value(value, columns)
    if shown.options:
        yield from _heading("Options")
        yield from prose.table([(f"  {letter}", text) for letter, text in shown.options], columns)
    yield from _heading("Asked")
    yield from prose.table([(f"  {ask.name}", describe(ask)) for ask in shown.asks], columns)


def solution_lines(
    item: "Item", variant: "Variant", steps: "tuple[StepShown, ...]", columns: int
) -> Iterator[str]:
    """How the right answer comes about, what it is, and why."""
    if steps:
        yield from _heading("Steps")
    for step in steps:
        call = f"{step.of}({', '.join(step.arguments)})"
        yield f"{_INDENT}{output.styled(step.name, 'bold')} = {call} {step.shape}".rstrip()
        yield prose.wrap(step.says, columns, _INDENT * 2)
        yield prose.indented(matrices.fitted(step.text, columns - 4), _INDENT * 2)
    answer = right_answer(item, variant)
    if answer and not steps:
        yield from _heading("Answer")
        yield from prose.table([(f"  {part}", text) for part, text in answer.items()], columns)
    yield from _heading("Why")
    yield prose.wrap(item.explanation, columns, _INDENT)


def _heading(text: str) -> Iterator[str]:
    yield ""
    yield output.styled(text, "bold")


def _value(value: "Shown", columns: int) -> Iterator[str]:
    text = matrices.fitted(value.text, columns - 4)
    if "\n" in text or value.shape:
        yield f"{_INDENT}{value.name} {value.shape}  {value.caption}".rstrip()
        yield prose.indented(text, _INDENT * 2)
    else:
        yield f"{_INDENT}{value.name} = {text}  {value.caption}".rstrip()


def describe(ask: "AskShown") -> str:
    """What is to be entered, and in which form."""
    label = "" if ask.label == ask.name else ask.label
    return ", ".join(filter(None, [label, *_form(ask)]))


def _form(ask: "AskShown") -> Iterator[str]:
    if ask.what == "value":
        if ask.shape:
            yield f"shape {ask.shape}"
        yield prose.counted(ask.decimals or 0, "decimal")
    if ask.unit:
        yield f"in {ask.unit}"


def right_answer(item: "Item", variant: "Variant") -> dict[str, Any]:
    """The right answer by part; nothing for kinds that cannot be graded yet."""
    from quizzer.bank.schema import ChoiceItem, ComputeItem, FillItem

    match item:
        case ChoiceItem():
            from quizzer.grading.choice import PART, shown_options

            options = shown_options(item, variant)
            return {PART: " ".join(letter for letter in options if options[letter].correct)}
        case FillItem():
            return {name: blank.accept[0] for name, blank in item.blanks.items()}
        case ComputeItem():
            from quizzer.exercises.graph import solve
            from quizzer.exercises.plain import to_plain

            asked = solve(item, variant).asked
            return {name: to_plain(value) for name, value in asked.items()}
    return {}
