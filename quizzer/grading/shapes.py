"""How a wrong shape differs from the right one: an axis is missing, two are swapped, …

"None of the 3 numbers is right" would not help someone who entered (5, 5) for (3, 5, 5): an axis
is missing, so the lengths cannot be compared place by place.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from quizzer.words import listed

_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

Shape = tuple[int, ...]


def difference(entered: Shape, right: Shape) -> str:
    """How a wrong shape differs from the right one; empty if both have only one length."""
    if not entered or not right:
        return "This is the shape of a single number." if right else "The right shape has no axes."
    if len(entered) != len(right):
        return _another_number_of_axes(entered, right)
    wrong = [place for place, length in enumerate(right) if entered[place] != length]
    if len(right) == 1 or not wrong:
        return ""
    if sorted(entered) == sorted(right):
        if len(wrong) == 2:
            return f"The {_axes(wrong)} are swapped."
        return "The lengths are right, but in another order."
    if len(wrong) == len(right):
        return "No length is right."
    return f"The {_axes(wrong)} {'is' if len(wrong) == 1 else 'are'} wrong."


def _another_number_of_axes(entered: Shape, right: Shape) -> str:
    few, many = sorted((entered, right), key=len)
    apart = len(many) - len(few)
    if entered is few:
        says = "An axis is missing" if apart == 1 else f"{apart} axes are missing"
    else:
        says = "There is an axis too many" if apart == 1 else f"There are {apart} axes too many"
    places = list(_left_out(few, many)) if apart == 1 else []
    if len(places) == 1:
        return f"{says}: the {_ordinal(places[0])} one."
    return f"{says}: this has {len(entered)}, the right shape has {len(right)}."


def _left_out(few: Shape, many: Shape) -> Iterator[int]:
    """The axes of the longer shape that can be removed to get the shorter one."""
    for place in range(len(many)):
        if many[:place] + many[place + 1 :] == few:
            yield place


def _axes(places: Sequence[int]) -> str:
    noun = "axis" if len(places) == 1 else "axes"
    return f"{listed([_ordinal(place) for place in places])} {noun}"


def _ordinal(place: int) -> str:
    return _ORDINALS[place] if place < len(_ORDINALS) else f"{place + 1}th"
