"""The letters under which options and lines are shown."""

from collections.abc import Sequence
from string import ascii_uppercase
from typing import TypeVar

from quizzer.exercises.variant import Variant

LETTERS = ascii_uppercase

Line = TypeVar("Line")


def lettered(lines: Sequence[Line], variant: Variant) -> dict[str, Line]:
    """The lines in the order in which this variant shows them, under their letters."""
    order = variant.drawn.get("order", range(len(lines)))
    return {LETTERS[place]: lines[index] for place, index in enumerate(order)}
