"""Slips: mistakes that show in what code fails, rather than by matching a wrong function."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from quizzer.bank.schema import CodeItem, Property

if TYPE_CHECKING:
    from quizzer.diagnostics import FieldPath

INPUTS_UNCHANGED: Final = "inputs-unchanged"  # always checked, whether an item lists it or not


class Slip(NamedTuple):
    """A mistake that shows in a property or in the cases of one kind, and what is said about it."""

    mistake: str
    says: str


# Verdicts name these where the bank declares nothing more specific.
ARGUMENT_CHANGED: Final = Slip(
    "argument-changed", "Your code changes an argument in place: work on a copy."
)
WRONG_IN_FLOAT32: Final = Slip(
    "wrong-in-float32",
    "Your code is right in float64 but wrong in float32: look for a number that is too large, too "
    "small or too precise for float32.",
)
LEADING_AXES_FORGOTTEN: Final = Slip(
    "leading-axes-forgotten",
    "Your code fails whenever there are more leading axes: count axes from the end, -1 and -2.",
)
ONE_NUMBER_OF_AXES: Final = Slip(
    LEADING_AXES_FORGOTTEN.mistake,
    "Your code is right for only one number of axes: accept any leading axes, and count axes from "
    "the end, -1 and -2.",
)
EDGE_CASE_MISSED: Final = Slip(
    "edge-case-missed", "Your code is right except for one kind of case."
)


def slips_of(item: CodeItem) -> list[Slip]:
    """Each slip that a verdict can name, once; not those that are also wrong functions."""
    found = [slip for _, slip in declared_slips(item)]
    if not any(listed.holds == INPUTS_UNCHANGED for listed in _named(item)):
        found.append(ARGUMENT_CHANGED)
    if any("float32" in cases.dtypes and "float64" in cases.dtypes for cases in item.cases):
        found.append(WRONG_IN_FLOAT32)
    if any(len(numbers) > 1 for numbers in _axes(item).values()):
        found.append(LEADING_AXES_FORGOTTEN)
    if len(item.cases) > 1 and not all(cases.mistake for cases in item.cases):
        found.append(EDGE_CASE_MISSED)
    functions = {mistake.id for mistake in item.mistakes}
    slips: dict[str, Slip] = {}
    for slip in found:
        if slip.mistake not in functions:
            slips.setdefault(slip.mistake, slip)
    return list(slips.values())


def declared_slips(item: CodeItem) -> Iterator["tuple[FieldPath, Slip]"]:
    """The slips that the bank declares, each with the path to where it does."""
    for index, listed in enumerate(item.properties):
        if isinstance(listed, Property) and listed.mistake is not None:
            yield ("properties", index), Slip(listed.mistake, listed.says)
    for index, cases in enumerate(item.cases):
        if cases.mistake is not None:
            yield ("cases", index), Slip(cases.mistake, cases.because)


def slip_of_property(item: CodeItem, name: str) -> Slip | None:
    """The slip that a verdict names when code does not keep this property, if there is one."""
    for listed in _named(item):
        if listed.holds == name and listed.mistake is not None:
            return Slip(listed.mistake, listed.says)
    return ARGUMENT_CHANGED if name == INPUTS_UNCHANGED else None


def _axes(item: CodeItem) -> dict[int | str, set[int]]:
    """The numbers of axes that each drawn array has among the cases, by its place or name."""
    found: dict[int | str, set[int]] = {}
    for cases in item.cases:
        given = cases.given
        handed = cases.with_ if isinstance(cases.with_, dict) else dict(enumerate(cases.with_))
        for place, argument in handed.items():
            drawn = given.get(argument) if isinstance(argument, str) else None
            axes = (drawn.shape or drawn.integers) if drawn is not None else None
            if axes:
                found.setdefault(place, set()).add(len(axes))
    return found


def _named(item: CodeItem) -> list[Property]:
    """The properties that name a mistake."""
    return [one for one in item.properties if isinstance(one, Property) and one.mistake is not None]
