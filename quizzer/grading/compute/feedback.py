"""What is said about one part of a compute answer: short, kind and concrete."""

import numpy as np

from quizzer.exercises.notation import format_array, format_shape
from quizzer.grading.compute.comparison import Marks, Numbers
from quizzer.words import counted

MOST_REPEATED = 8  # numbers that are repeated to show how they are typed


def wrong_shape(entered: Numbers, expected: tuple[int, ...]) -> str:
    """What to do about a shape, without giving a number away."""
    found = entered.shape
    asked, got = format_shape(expected), format_shape(found)
    if not expected:
        return f"One number is asked for, without brackets; this has shape {got}."
    if not found:
        return f"An array of shape {asked} is asked for; this is a single number."
    says = f"Shape {asked} is asked for; this has shape {got}."
    are_as_many = entered.size == np.prod(expected)
    if are_as_many and entered.size == max(found) == max(expected) <= MOST_REPEATED:
        return f"{says} Write {_on_one_line(entered.reshape(expected))}."
    if are_as_many and len(found) != len(expected):
        return f"{says} {_relation(found, expected)}"
    if found[::-1] == expected:
        return f"{says} Rows and columns are swapped."
    return says


def _on_one_line(array: Numbers) -> str:
    """The numbers in their brackets, as they can be typed: `[[1 2 3]]`."""
    return " ".join(format_array(array).split()).replace("[ ", "[")


def _relation(found: tuple[int, ...], expected: tuple[int, ...]) -> str:
    example = "0"
    for length in reversed(expected):
        example = f"[{', '.join([example] * min(length, 2))}{', …' if length > 2 else ''}]"
    axes = f"{len(expected)} ax{'is' if len(expected) == 1 else 'es'}, not {len(found)}"
    return f"The number of entries is right, but there should be {axes}: write it like {example}."


def too_few_digits(decimals: int, short: Marks) -> str:
    """The numbers are right but have too few digits: how many of them, and where the first is."""
    says = f"Right as far as it goes: give {_digits(decimals)}."
    missing = np.argwhere(short)
    if len(missing) == short.size:
        return says
    has = "number has" if len(missing) == 1 else f"of {short.size} numbers have"
    first = "" if len(missing) == 1 else "the first "
    return (
        f"{says} {len(missing)} {has} fewer, {first}at {format_place(tuple(missing[0].tolist()))}."
    )


def another_unit(unit: str) -> str:
    """The number is right, but it counts single things instead of the unit asked for."""
    return f"Right as a plain number: give it in {unit}."


def not_finite(entered: Numbers) -> str:
    """Where the entry is infinite or not a number while the right value is an ordinary one."""
    place = tuple(int(index) for index in np.argwhere(~np.isfinite(entered))[0])
    where = f"At {format_place(place)} it" if place else "It"
    what = "is not a number (nan)" if np.isnan(entered[place]) else "is infinite"
    return f"{where} {what}; every number here is finite."


def follows(wrong: list[str]) -> str:
    """The part is right for the learner's own earlier values; `wrong` names the wrong parts."""
    if not wrong:
        return "Right, given your rounded values."
    return f"Right for your own {' and '.join(wrong)}: full marks for this step."


def wrong_cells(right: Marks, short: Marks, decimals: int) -> str:
    """How many numbers are right, which is the first wrong one, and how many lack digits."""
    total, good = right.size, int(np.sum(right))
    if total == 1:
        return ""
    says = f"None of the {total} numbers is right."
    if good:
        place = tuple(int(index) for index in np.argwhere(~right)[0])
        where = format_place(place) if right.ndim == 1 else f"at {format_place(place)}"
        be = "is" if good == 1 else "are"
        says = f"{good} of {total} numbers {be} right; the first wrong one is {where}."
    if few := int(np.sum(short)):
        have = "has" if few == 1 else "have"
        says += f" {few} of them {have} too few digits to count: give {_digits(decimals)}."
    return says


def _digits(decimals: int) -> str:
    return counted(decimals, "decimal") if decimals else "all digits"


def format_place(index: tuple[int, ...]) -> str:
    """An index in words, counted from 1 as people do for rows and columns."""
    if len(index) == 1:
        return f"number {index[0] + 1}"
    row, column = index[-2] + 1, index[-1] + 1
    outer = "".join(f"[{number}]" for number in index[:-2])
    return f"{outer + ' ' if outer else ''}row {row}, column {column}"
