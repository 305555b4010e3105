"""Does a returned value agree with the right one? Kind, shape, type, finiteness, then numbers."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quizzer.bank.schema import DType
from quizzer.exercises.notation import format_number, format_shape
from quizzer.grading.code.child.wire import Other
from quizzer.grading.code.printable import printable
from quizzer.words import counted

Numbers: TypeAlias = NDArray[Any]

_KINDS: Final = {"b": "b", "i": "iu", "u": "iu", "f": "iuf", "c": "iufc"}  # right: accepted
_MADE_BY: Final = {
    "a generator": "; it yields its values one by one: return them all at once",
    "a coroutine": "; remove `async`",
}
_PER_TYPE: Final[dict[str, str]] = {"b": "True and False", "i": "whole numbers", "u": "ids"}


@dataclass(frozen=True)
class Tolerance:
    """How far two numbers may be apart: `absolute + relative · |right|`."""

    relative: float
    absolute: float

    def __str__(self) -> str:
        return f"{self.absolute:g} + {self.relative:g} · |right value|"


TOLERANCES: Final[dict[DType, Tolerance]] = {
    "float64": Tolerance(relative=1e-7, absolute=1e-9),
    "float32": Tolerance(relative=1e-4, absolute=1e-5),
}
_IN_FLOAT32: Final = TOLERANCES["float32"]
# What right results still satisfy if float32 was used on the way: in all code items their error is
# at most half of this, while an omitted eps of 1e-5 exceeds it.
SIX_DIGITS: Final = Tolerance(relative=2e-6, absolute=2e-6)


@dataclass(frozen=True)
class Difference:
    """What is wrong with a value, in words; if numbers differ, also which cells are right.

    For real numbers, also the tolerance that was applied.
    """

    says: str
    cells: NDArray[np.bool_] | None = None
    tolerance: Tolerance | None = None


def difference(right: Any, got: Any, tolerance: Tolerance, place: str = "") -> Difference | None:
    """The first difference that matters, or None when the values agree.

    `place` says which part of the result is compared: `[0]`, `.hidden`.
    """
    if isinstance(right, np.ndarray | np.generic | bool | int | float | complex):
        return _array_difference(np.asarray(right), got, tolerance, place)
    if isinstance(right, list | tuple):
        return _sequence_difference(right, got, tolerance, place)
    if isinstance(right, Mapping):
        return _mapping_difference(right, got, tolerance, place)
    if type(right) is type(got) and right == got:
        return None
    return Difference(f"{_it(place)} is {described(got)}; it should be {described(right)}")


def agree(right: Any, got: Any, tolerance: Tolerance) -> bool:
    """Whether there is no difference that matters."""
    return difference(right, got, tolerance) is None


def fitting(tolerance: Tolerance, got: Numbers) -> Tolerance:
    """The tolerance for these numbers: results in `float32` may be right code at that precision."""
    return _IN_FLOAT32 if got.dtype == np.float32 else tolerance


def as_array(value: Any) -> Numbers | None:
    """The value as an array, if it is a number, an array or nested lists of numbers; else None."""
    if isinstance(value, np.ndarray | np.generic | bool | int | float | complex):
        return np.asarray(value)
    if not isinstance(value, list | tuple):
        return None
    try:
        array = np.asarray(value)
    except ValueError:  # rows of different lengths
        return None
    return array if array.dtype.kind in "biufc" else None


def described(value: Any) -> str:
    """What a value is, in a few words."""
    match value:
        case Other():
            return printable(value.description, 100)
        case None:
            return "None"
        case str():
            return repr(printable(value, 60))
        case np.ndarray():
            return f"an array of shape {format_shape(value.shape)}"
        case bool() | int() | float() | complex() | np.generic():
            return f"the number {value}"
        case list() | tuple():
            return f"a {type(value).__name__} of {len(value)}"
    return f"a {type(value).__name__}"


def _hint(got: Any) -> str:
    """How a function may have come to return this, and what to change."""
    if got is None:
        return "; a `return` may be missing"
    return _MADE_BY.get(got.description, "") if isinstance(got, Other) else ""


def _it(place: str) -> str:
    return f"result{place}" if place else "the result"


def _array_difference(
    right: Numbers, got: Any, tolerance: Tolerance, place: str
) -> Difference | None:
    array = as_array(got)
    if array is None:
        needed = f"an array of shape {format_shape(right.shape)}" if right.ndim else "one number"
        return Difference(f"{_it(place)} is {described(got)}, not {needed}{_hint(got)}")
    if array.shape != right.shape:
        if isinstance(got, tuple):
            return Difference(f"{_it(place)} is {described(got)}; it should be {described(right)}")
        return Difference(_shapes(right.shape, array.shape, place))
    if array.size and not _is_of_kind(array, right):
        return Difference(
            f"{_it(place)} has dtype {array.dtype}; it should be {right.dtype}"
            f" ({_PER_TYPE.get(right.dtype.kind, 'real numbers')})"
        )
    return _number_difference(right, array, tolerance, place)


def _is_of_kind(got: Numbers, right: Numbers) -> bool:
    """Whether the dtype is acceptable: a count may be 12.0, but ids in arrays must be integers."""
    counts = right.ndim == 0 and right.dtype.kind in "iu" and got.dtype.kind == "f"
    return counts or got.dtype.kind in _KINDS[right.dtype.kind]


def _shapes(right: tuple[int, ...], got: tuple[int, ...], place: str) -> str:
    says = f"{_it(place)} has shape {format_shape(got)}; it should be {format_shape(right)}"
    if right == got[::-1] and len(right) == 2:
        return f"{says}: it is transposed"
    if [n for n in right if n != 1] == [n for n in got if n != 1]:
        return f"{says}: an axis of length 1 is {'missing' if len(got) < len(right) else 'extra'}"
    return says


def _number_difference(
    right: Numbers, got: Numbers, tolerance: Tolerance, place: str
) -> Difference | None:
    if right.dtype.kind in "biu":
        same = _same(right, got, Tolerance(0, 0))
        return None if np.all(same) else Difference(_where(right, got, same, place), same)
    allowed = fitting(tolerance, got)
    same = _same(right, got, allowed)
    if np.all(same):
        return None
    says = _where(right, got, same, place)
    if np.all(_same(right, got, _IN_FLOAT32)):
        says += (
            "; it is right to float32 precision: something is in float32, rounded, or has an eps"
        )
    return Difference(says, same, allowed)


def _same(right: Numbers, got: Numbers, tolerance: Tolerance) -> NDArray[np.bool_]:
    """Which numbers agree."""
    with np.errstate(all="ignore"):
        margin = tolerance.absolute + tolerance.relative * np.abs(_wide(right))
        near = (_apart(right, got) <= margin) & np.isfinite(right)  # else the margin is infinite
        return np.asarray(near | (got == right) | (np.isnan(got) & np.isnan(right)))


def _apart(right: Numbers, got: Numbers) -> Numbers:
    with np.errstate(all="ignore"):
        return np.asarray(np.abs(_wide(got) - _wide(right)))


def _wide(numbers: Numbers) -> Numbers:
    """As floating point, since differences of unsigned numbers and of booleans need a sign."""
    return numbers.astype(np.complex128 if numbers.dtype.kind == "c" else np.float64)


def _where(right: Numbers, got: Numbers, same: NDArray[np.bool_], place: str) -> str:
    """Where numbers differ: one that is not finite, or else the first and by how much at most."""
    strange = ~np.isfinite(got) & np.isfinite(right)
    wrong = strange if np.any(strange) else ~same
    first = tuple(int(n) for n in np.argwhere(wrong)[0])
    cell = f"result{place}{list(first)}" if first else _it(place)
    values = "{} is {}; it should be {}".format(cell, *_told_apart(got[first], right[first]))
    if np.any(strange):
        return f"not finite: {values}"
    if same.size == 1:
        return values
    apart = _apart(right, got)[~same]
    by = f", by at most {_number(np.max(apart))}" if np.all(np.isfinite(apart)) else ""
    return f"{apart.size} of {same.size} numbers differ{by}. First: {values}"


def _told_apart(one: Any, other: Any) -> tuple[str, str]:
    """Both numbers, with enough digits to see that they differ."""
    short = _number(one), _number(other)
    return short if short[0] != short[1] else (str(one), str(other))


def _number(value: Any) -> str:
    if isinstance(value, np.floating | float):
        number = float(value)
        if number and np.isfinite(number) and not 1e-3 <= abs(number) < 1e6:
            return f"{number:.4g}"
        return format_number(number)
    return str(value)


def _sequence_difference(
    right: Any, got: Any, tolerance: Tolerance, place: str
) -> Difference | None:
    parts = list(got) if isinstance(got, list | tuple) else _rows(got)
    if parts is None:
        says = f"{_it(place)} is {described(got)}; it should be {described(right)}{_hint(got)}"
        return Difference(says)
    if len(parts) != len(right):
        return Difference(
            f"{_it(place)} has {counted(len(parts), 'part')}; it should have {len(right)}"
        )
    fields = getattr(right, "_fields", None)
    for index, (one, other) in enumerate(zip(right, parts, strict=True)):
        inner = f"{place}.{fields[index]}" if fields else f"{place}[{index}]"
        found = difference(one, other, tolerance, inner)
        if found is not None:
            return Difference(found.says)
    return None


def _rows(got: Any) -> list[Any] | None:
    return list(got) if isinstance(got, np.ndarray) and got.ndim else None


def _mapping_difference(
    right: Mapping[Any, Any], got: Any, tolerance: Tolerance, place: str
) -> Difference | None:
    if not isinstance(got, Mapping):
        return Difference(f"{_it(place)} is {described(got)}; it should be a dict")
    for key, value in right.items():
        if key not in got:
            return Difference(f"{_it(place)} has no entry {key!r}")
        found = difference(value, got[key], tolerance, f"{place}[{key!r}]")
        if found is not None:
            return Difference(found.says)
    extra = [key for key in got if key not in right]
    return (
        Difference(f"{_it(place)} has one entry too many: {described(extra[0])}") if extra else None
    )
