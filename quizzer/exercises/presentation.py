"""What a question shows, as plain text data for every interface: given values, asks, options."""

from typing import Any

from msgspec import Struct

from quizzer.bank.schema import (
    ChoiceItem,
    ComputeItem,
    FillItem,
    Item,
    MatchItem,
    OpenItem,
    OrderItem,
)
from quizzer.exercises.letters import lettered
from quizzer.exercises.variant import Variant

Options = tuple[tuple[str, str], ...]


class Shown(Struct, frozen=True, kw_only=True):
    """A given value: plain data, and the same as text in aligned rows."""

    name: str
    caption: str
    shape: str
    value: Any
    text: str


class AskShown(Struct, frozen=True, kw_only=True):
    """A part of the answer to be entered. `shape` is None where it is not to be given away.

    An `optional` part adds to what is asked: the learner's marks for an open answer.
    """

    name: str
    label: str
    what: str
    decimals: int | None = None
    unit: str = ""
    shape: tuple[int, ...] | None = None
    optional: bool = False


class Presentation(Struct, frozen=True, kw_only=True):
    """A question as a learner sees it. The prompt is Markdown; all else is plain text."""

    title: str
    prompt: str
    given: tuple[Shown, ...] = ()
    asks: tuple[AskShown, ...] = ()
    options: Options = ()


class StepShown(Struct, frozen=True, kw_only=True):
    """A step of the solution: what is done, by which formula, and what comes out."""

    name: str
    says: str
    formula: str
    of: str
    arguments: tuple[str, ...]
    shape: str
    value: Any
    text: str
    asked: bool


def present(item: Item, variant: Variant) -> Presentation:
    """The question with what this variant drew."""
    given: tuple[Shown, ...] = ()
    if isinstance(item, ComputeItem):
        from quizzer.exercises import showing  # loads NumPy

        given = showing.given_values(item, variant)
        asks = showing.asks(item, variant)
    else:
        asks = _asks(item)
    return Presentation(
        title=item.title,
        prompt=item.prompt,
        given=given,
        asks=asks,
        options=_options(item, variant),
    )


def solution(item: Item, variant: Variant) -> tuple[StepShown, ...]:
    """Every step of a compute item with its value; nothing for other kinds."""
    if not isinstance(item, ComputeItem):
        return ()
    from quizzer.exercises import showing  # loads NumPy

    return showing.steps(item, variant)


def _options(item: Item, variant: Variant) -> Options:
    match item:
        case ChoiceItem():
            lines = [option.text for option in item.options]
        case OrderItem():
            lines = item.sequence
        case MatchItem():
            lines = [pair.right for pair in item.pairs] + item.distractors
        case _:
            return ()
    return tuple(lettered(lines, variant).items())


def _asks(item: Item) -> tuple[AskShown, ...]:
    match item:
        case ChoiceItem():
            several = sum(option.correct for option in item.options) > 1
            label = "All that are right" if several else "Your choice"
            return (AskShown(name="choice", label=label, what="options" if several else "option"),)
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
            points = f"Your marks for its {len(item.key_points)} key points: 1, ½ or 0 each"
            return (
                AskShown(name="answer", label="In your own words", what="text"),
                AskShown(name="points", label=points, what="marks", optional=True),
            )
    return (AskShown(name="code", label="Your code", what="code"),)
