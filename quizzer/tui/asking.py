"""From a question to the widgets that ask it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from quizzer.bank.schema import ChoiceItem, ComputeItem, FillItem
from quizzer.grading.choice import shown_options, takes_several
from quizzer.tui.verdicts import PartLabels

if TYPE_CHECKING:
    from quizzer.study.session import Question
    from quizzer.tui.widgets.panel import AnswerPanel

_BLANK = re.compile(r"\{\{\s*(\w+)\s*\}\}")


def prompt_for(question: Question) -> str:
    """The prompt; in it, each blank is the number that its field has."""
    item = question.item
    if not isinstance(item, FillItem):
        return question.presentation.prompt
    numbers = {name: f"[{number}]" for number, name in enumerate(item.blanks, 1)}
    return _BLANK.sub(lambda found: numbers.get(found[1], found[0]), question.presentation.prompt)


def panel_for(question: Question) -> AnswerPanel:
    """The widget that takes the answer to this kind of item."""
    item, shown = question.item, question.presentation
    if isinstance(item, ChoiceItem):
        from quizzer.tui.widgets.choice import ChoicePanel

        return ChoicePanel(shown.options, several=takes_several(item))
    if isinstance(item, FillItem):
        from quizzer.tui.widgets.fill import FillPanel

        return FillPanel([(ask.name, ask.label) for ask in shown.asks])
    if isinstance(item, ComputeItem):
        from quizzer.tui.widgets.compute import ComputePanel

        return ComputePanel(shown.asks)
    raise ValueError(f"{item.id}: items of this kind cannot be asked yet")


def labels_for(question: Question) -> PartLabels:
    """What the parts of the answer are called, and to how many decimals they are shown.

    The one part of a choice needs no name: its options are marked where they stand.
    """
    if isinstance(question.item, ChoiceItem):
        return PartLabels({}, {})
    asks = question.presentation.asks
    return PartLabels(
        {ask.name: ask.label for ask in asks},
        {ask.name: ask.decimals for ask in asks if ask.decimals is not None},
    )


def notes_for(question: Question) -> list[tuple[str, str]]:
    """The solution of an item without steps: each option or blank, and what is to be said of it."""
    item = question.item
    if isinstance(item, ChoiceItem):
        shown = shown_options(item, question.variant).items()
        return [
            (f"{'✓' if o.correct else '✗'} {letter}", o.because or o.text) for letter, o in shown
        ]
    if isinstance(item, FillItem):
        return [(f"[{n}]", blank.accept[0]) for n, blank in enumerate(item.blanks.values(), 1)]
    return []


def right_letters(question: Question) -> set[str]:
    """The letters of the right options, as shown in this variant."""
    item = question.item
    assert isinstance(item, ChoiceItem)
    shown = shown_options(item, question.variant)
    return {letter for letter, option in shown.items() if option.correct}
