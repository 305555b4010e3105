"""Presenting an item: the question with what a variant drew, and its solution step by step."""

from quizzer.bank.schema import (
    ChoiceItem,
    CodeItem,
    ComputeItem,
    FillItem,
    Item,
    MatchItem,
    OpenItem,
    OrderItem,
)
from quizzer.exercises.letters import lettered, lines_of
from quizzer.exercises.shown import AskShown, GivenShown, Options, Presentation, StepShown
from quizzer.exercises.variant import Variant
from quizzer.words import counted


def present(item: Item, variant: Variant) -> Presentation:
    """The question with what this variant drew."""
    return Presentation(
        title=item.title,
        prompt=item.prompt,
        given=_given(item, variant),
        asks=_asks(item, variant),
        options=_options(item, variant),
    )


def solution(item: Item, variant: Variant) -> tuple[StepShown, ...]:
    """Every step of a compute item with its value; empty for other kinds."""
    if not isinstance(item, ComputeItem):
        return ()
    from quizzer.exercises import numeric_presentation  # loads NumPy

    return numeric_presentation.steps(item, variant)


def _given(item: Item, variant: Variant) -> tuple[GivenShown, ...]:
    if not isinstance(item, ComputeItem):
        return ()
    from quizzer.exercises import numeric_presentation  # loads NumPy

    return numeric_presentation.given_values(item, variant)


def _options(item: Item, variant: Variant) -> Options:
    return tuple(lettered(lines_of(item), variant).items())


def _asks(item: Item, variant: Variant) -> tuple[AskShown, ...]:
    match item:
        case ChoiceItem():
            if item.takes_several:
                return (AskShown(name="choice", label="All correct options", what="options"),)
            return (AskShown(name="choice", label="Your choice", what="option"),)
        case FillItem():
            return tuple(
                AskShown(name=name, label=blank.label or name, what="blank")
                for name, blank in item.blanks.items()
            )
        case OrderItem():
            return (AskShown(name="order", label="The letters in order", what="order"),)
        case MatchItem():
            return tuple(
                AskShown(name=str(number), label=pair.left, what="option")
                for number, pair in enumerate(item.pairs, start=1)
            )
        case OpenItem():
            points = counted(len(item.key_points), "key point")
            return (
                AskShown(name="answer", label="In your own words", what="text"),
                AskShown(
                    name="points",
                    label=f"Your marks for {points}: 1, ½ or 0 each",
                    what="marks",
                    optional=True,
                ),
            )
        case CodeItem():
            return (AskShown(name="code", label="Your code", what="code"),)
        case ComputeItem():
            from quizzer.exercises import numeric_presentation  # loads NumPy

            return numeric_presentation.asks(item, variant)
