"""A verdict as lines of text and as data."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from quizzer.commands.text import matrices, output, prose, question
from quizzer.emphasis import plain
from quizzer.grading.words import HEADLINES, PARTS, sign

if TYPE_CHECKING:
    from quizzer.bank.schema import Item
    from quizzer.commands.text.output import Style
    from quizzer.exercises.shown import AskShown, Presentation
    from quizzer.exercises.variant import Variant
    from quizzer.grading.verdict import MistakeFound, PartVerdict, Verdict

_STYLES: Final[dict[str, "Style"]] = {"right": "green", "partly": "yellow", "wrong": "red"}


def data(
    item: "Item",
    variant: "Variant",
    answer: Mapping[str, str],
    verdict: "Verdict",
    recorded: bool,
) -> dict[str, Any]:
    """The verdict as plain data; only a graded answer gets the explanation and the sources."""
    from msgspec import to_builtins

    return {
        "item": item.id,
        "variant": variant.number,
        "answer": dict(answer),
        **to_builtins(verdict, enc_hook=str),
        "model_answer": _model_answer(item, verdict),
        "explanation": "" if verdict.status == "invalid" else item.explanation,
        "sources": [] if verdict.status == "invalid" else item.sources,
        "recorded": recorded,
    }


def _model_answer(item: "Item", verdict: "Verdict") -> str:
    from quizzer.bank.schema import OpenItem

    if verdict.status == "invalid" or not isinstance(item, OpenItem):
        return ""
    return item.model_answer


def lines(item: "Item", shown: "Presentation", verdict: "Verdict", columns: int) -> Iterator[str]:
    """The verdict as a whole and part by part, and then why."""
    yield from headline(verdict, columns)
    asks = {ask.name: ask for ask in shown.asks}
    names = part_names(shown)
    for part in verdict.parts:
        yield ""
        name = output.styled(names.get(part.name, part.name), "bold")
        yield f"{name}  {sign(part.status)} {PARTS[part.status]}"
        yield from _part(part, asks.get(part.name), columns)
    if verdict.status != "invalid":
        yield from _right_lines(item, shown, verdict, columns)
        yield from question.why(item, columns)


def part_names(shown: "Presentation") -> dict[str, str]:
    """The labels that parts of an answer have, by the names of these parts."""
    return {ask.name: plain(ask.label) for ask in shown.asks if ask.label}


def headline(verdict: "Verdict", columns: int) -> Iterator[str]:
    """The verdict as a whole."""
    score = "" if verdict.status == "invalid" else f", score {verdict.score}"
    words = f"{sign(verdict.status)} {HEADLINES[verdict.status]}{score}"
    yield output.styled(words, _STYLES.get(verdict.status, "bold"))
    if verdict.feedback:
        yield prose.wrap(verdict.feedback, columns, "  ")


def _right_lines(
    item: "Item", shown: "Presentation", verdict: "Verdict", columns: int
) -> Iterator[str]:
    """What the letters of the right answer stand for, or a strong answer to compare with."""
    from quizzer.bank.schema import MatchItem, OpenItem, OrderItem

    options = {letter: plain(text) for letter, text in shown.options}
    rows: list[tuple[str, ...]] = []
    if isinstance(item, OrderItem):
        rows = [(f"  {letter}", options[letter]) for letter in verdict.parts[0].expected.split()]
    elif isinstance(item, MatchItem):
        names = part_names(shown)
        rows = [
            (f"  {part.name}", names[part.name], f"{part.expected}  {options[part.expected]}")
            for part in verdict.parts
        ]
    if rows:
        yield from question.heading("Right")
        yield from prose.table(rows, columns)
    if isinstance(item, OpenItem):
        yield from question.heading("A strong answer")
        yield prose.wrap(item.model_answer, columns, "  ")


def _part(part: "PartVerdict", ask: "AskShown | None", columns: int) -> Iterator[str]:
    marks = None if part.status in ("right", "follows") else part.cells
    if ask is not None and ask.what == "shape" and not isinstance(part.entered, str):
        yield from _shapes(part, marks)
    else:
        if part.entered is not None:
            yield from _value("yours", part.entered, None, marks, columns)
        if part.expected is not None and part.status != "right":
            decimals = ask.decimals if ask is not None and ask.what == "value" else None
            yield from _value("right", part.expected, decimals, None, columns)
    if part.feedback:
        yield prose.wrap(part.feedback, columns, "  ")
    if part.mistake is not None:
        if part.mistake.says not in part.feedback:
            yield prose.wrap(part.mistake.says, columns, "  ")
        yield to_drill(part.mistake, columns)


def to_drill(mistake: "MistakeFound", columns: int) -> str:
    """How to drill a mistake."""
    return prose.wrap(f"(to drill this: quizzer practice --mistake {mistake.id})", columns, "  ")


def _shapes(part: "PartVerdict", marks: Any) -> Iterator[str]:
    if part.entered is not None:
        yield f"  yours  {matrices.shape(part.entered, marks)}"
    if part.expected is not None and part.status != "right":
        yield f"  right  {matrices.shape(part.expected)}"


def _value(
    caption: str, value: Any, decimals: int | None, right: Any, columns: int
) -> Iterator[str]:
    text = prose.visible(value) if isinstance(value, str) else _numbers(value, decimals)
    return matrices.captioned(caption, text, columns, right)


def _numbers(value: Any, decimals: int | None) -> str:
    from quizzer.exercises.notation import format_array

    return format_array(value, decimals)
