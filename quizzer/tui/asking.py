"""From a question to the widgets that ask it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizzer.bank.schema import ChoiceItem, ComputeItem, FillItem
from quizzer.tui.widgets.verdict import PartLabels

if TYPE_CHECKING:
    from quizzer.study.session import Question
    from quizzer.tui.widgets.panel import AnswerPanel


def panel_for(question: Question) -> AnswerPanel:
    """The widget that takes the answer to this kind of item."""
    item = question.item
    if isinstance(item, ChoiceItem):
        from quizzer.tui.widgets.choice import ChoicePanel

        several = sum(option.correct for option in item.options) > 1
        return ChoicePanel(question.presentation.options, several=several)
    if isinstance(item, FillItem):
        from quizzer.tui.widgets.fill import FillPanel

        return FillPanel([(name, blank.label or name) for name, blank in item.blanks.items()])
    if isinstance(item, ComputeItem):
        from quizzer.tui.widgets.compute import ComputePanel

        return ComputePanel(question.presentation.asks)
    raise ValueError(f"{item.id}: items of this kind cannot be asked yet")


def labels_for(question: Question) -> PartLabels:
    """What the parts of the answer are called, and to how many decimals they are shown."""
    item = question.item
    if isinstance(item, FillItem):
        return PartLabels({name: blank.label or name for name, blank in item.blanks.items()}, {})
    asks = question.presentation.asks
    return PartLabels(
        {ask.name: ask.label or ask.name for ask in asks},
        {ask.name: ask.decimals for ask in asks if ask.what == "value"},
    )


def right_letters(question: Question) -> set[str]:
    """The letters of the right options, as shown in this variant."""
    item = question.item
    assert isinstance(item, ChoiceItem)
    letters = [letter for letter, _ in question.presentation.options]
    order = question.variant.drawn["order"]
    return {letter for letter, at in zip(letters, order, strict=True) if item.options[at].correct}
