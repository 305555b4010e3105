"""The letters under which options and lines are shown."""

from collections.abc import Sequence
from string import ascii_uppercase
from typing import TypeVar

from quizzer.bank.schema import ChoiceItem, Item, MatchItem, OrderItem
from quizzer.exercises.variant import Variant

LETTERS = ascii_uppercase

Line = TypeVar("Line")


def lines_of(item: Item) -> list[str]:
    """What an item shows under letters, in the order of the bank; empty for most kinds."""
    match item:
        case ChoiceItem():
            return [option.text for option in item.options]
        case OrderItem():
            return item.sequence
        case MatchItem():
            return [pair.right for pair in item.pairs] + item.strays
        case _:
            return []


def fits(item: Item, variant: Variant) -> bool:
    """Whether a variant has a letter for each line: not if lines came or went since the drawing."""
    places = list(range(len(lines_of(item))))
    order = variant.drawn.get("order", places)
    is_list = isinstance(order, list) and len(order) == len(places)
    return not places or (is_list and all(place in order for place in places))


def lettered(lines: Sequence[Line], variant: Variant) -> dict[str, Line]:
    """The lines in the order in which this variant shows them, under their letters."""
    order = variant.drawn.get("order", range(len(lines)))
    return {LETTERS[place]: lines[index] for place, index in enumerate(order)}
