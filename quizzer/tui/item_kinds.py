"""What the app does differently for each kind of item: its prompt, panel, labels and verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizzer.bank.blanks import with_blanks
from quizzer.bank.schema import (
    ChoiceItem,
    CodeItem,
    ComputeItem,
    FillItem,
    MatchItem,
    OpenItem,
    OrderItem,
)
from quizzer.grading.choice import shown_options
from quizzer.grading.rubric import ANSWER
from quizzer.tui.documents.document import Gap
from quizzer.tui.documents.open_answers import compared
from quizzer.tui.documents.verdicts import PartLabels, verdict_elements, why_elements

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from quizzer.grading.verdict import Verdict
    from quizzer.study.question import ShownQuestion
    from quizzer.tui.documents.document import Element
    from quizzer.tui.widgets.answer_panel import AnswerPanel


def prompt_for(question: ShownQuestion) -> str:
    """The prompt, with each blank replaced by the number of its field."""
    item = question.item
    if not isinstance(item, FillItem):
        return question.presentation.prompt
    numbers = {name: f"[{number}]" for number, name in enumerate(item.blanks, 1)}
    return with_blanks(question.presentation.prompt, lambda name: numbers[name])


def panel_for(question: ShownQuestion) -> AnswerPanel:
    """The widget that takes the answer to this kind of item."""
    item, shown = question.item, question.presentation
    if isinstance(item, ChoiceItem):
        from quizzer.tui.widgets.choice import ChoicePanel

        return ChoicePanel(shown.options, several=item.takes_several)
    if isinstance(item, FillItem):
        from quizzer.tui.widgets.fill import FillPanel

        return FillPanel([(ask.name, ask.label) for ask in shown.asks])
    if isinstance(item, ComputeItem):
        from quizzer.tui.widgets.compute import ComputePanel

        return ComputePanel(shown.asks)
    if isinstance(item, OrderItem):
        from quizzer.tui.widgets.order import OrderPanel

        return OrderPanel(shown.options)
    if isinstance(item, MatchItem):
        from quizzer.tui.widgets.match import MatchPanel

        return MatchPanel([(ask.name, ask.label) for ask in shown.asks], shown.options)
    if isinstance(item, OpenItem):
        from quizzer.tui.widgets.open import OpenPanel

        return OpenPanel(item)
    from quizzer.tui.widgets.code import CodePanel

    return CodePanel(item, question.variant)


def labels_for(question: ShownQuestion) -> PartLabels:
    """What the parts of the answer are called, and how their values are shown.

    Options, lines, pairs and key points need no name, because they are marked in place.
    """
    if isinstance(question.item, ChoiceItem | OrderItem | MatchItem | OpenItem):
        return PartLabels({}, {})
    asks = question.presentation.asks
    return PartLabels(
        {ask.name: ask.label for ask in asks},
        {ask.name: ask.decimals for ask in asks if ask.decimals is not None},
        frozenset(ask.name for ask in asks if ask.what == "shape"),
    )


def notes_for(question: ShownQuestion) -> list[tuple[str, str]]:
    """The solution of an item without steps: a label for each part, and its answer or reason."""
    item = question.item
    if isinstance(item, ChoiceItem):
        shown = shown_options(item, question.variant).items()
        return [
            (f"{'✓' if o.correct else '✗'} {letter}", o.because or o.text) for letter, o in shown
        ]
    if isinstance(item, FillItem):
        return [(f"[{n}]", blank.accept[0]) for n, blank in enumerate(item.blanks.values(), 1)]
    if isinstance(item, OrderItem):
        return [(f"{n}.", line) for n, line in enumerate(item.sequence, 1)]
    if isinstance(item, MatchItem):
        return [(f"{n}.", f"{pair.left}: {pair.right}") for n, pair in enumerate(item.pairs, 1)]
    if isinstance(item, OpenItem):
        return [(f"{n}.", point.text) for n, point in enumerate(item.key_points, 1)]
    return []


def verdict_for(
    question: ShownQuestion,
    verdict: Verdict,
    answer: Mapping[str, str],
    *,
    tells_parts: bool,
) -> Iterator[Element]:
    """The verdict in the form of the item's kind, then why, and where to read more about it.

    Where the answer above `tells_parts`, as the key points with their marks do, the verdict does
    not tell of them once more.
    """
    item = question.item
    if isinstance(item, CodeItem):
        from quizzer.tui.documents.code_verdicts import code_verdict_elements

        yield from code_verdict_elements(verdict)
    else:
        beside: Sequence[Element] = ()
        if isinstance(item, OpenItem):
            beside = compared(answer.get(ANSWER, ""), item.model_answer)
        told = verdict.parts if tells_parts else ()
        yield from verdict_elements(verdict, labels_for(question), beside, told)
    yield Gap()
    yield from why_elements(item)
