"""The slip in code that fails only some cases, found by what these have in common."""

from collections.abc import Sequence

import numpy as np

from quizzer.bank.schema import CodeItem
from quizzer.bank.slips import (
    EDGE_CASE_MISSED,
    LEADING_AXES_FORGOTTEN,
    ONE_NUMBER_OF_AXES,
    WRONG_IN_FLOAT32,
    Slip,
)
from quizzer.exercises.cases import Case


def slip_of_cases(item: CodeItem, wrong: Sequence[Case], right: Sequence[Case]) -> Slip | None:
    """The slip, if one precision, one kind of case or one number of axes explains what fails."""
    if {case.group for case in (*wrong, *right)} != set(range(len(item.cases))):
        return None  # not all kinds were tried
    return _of_one_precision(wrong, right) or _of_one_kind(item, wrong) or _of_axes(wrong, right)


def _of_one_precision(wrong: Sequence[Case], right: Sequence[Case]) -> Slip | None:
    """The slip if only `float32` fails, in kinds of cases that are right in `float64`."""
    fine = {case.group for case in right if case.dtype == "float64"}
    fails = wrong and all(case.dtype == "float32" and case.group in fine for case in wrong)
    return WRONG_IN_FLOAT32 if fails else None


def _of_one_kind(item: CodeItem, wrong: Sequence[Case]) -> Slip | None:
    """The slip of the kind of cases that fails, if all cases of some other kind pass."""
    kinds = [item.cases[group] for group in sorted({case.group for case in wrong})]
    if not 0 < len(kinds) < len(item.cases) or len({kind.mistake for kind in kinds}) > 1:
        return None
    kind = kinds[0]
    if kind.mistake is not None:
        return Slip(kind.mistake, kind.because)
    if len(kinds) > 1:
        return None
    told = EDGE_CASE_MISSED.says
    return Slip(EDGE_CASE_MISSED.mistake, f"{told[:-1]}: {kind.says}." if kind.says else told)


def _of_axes(wrong: Sequence[Case], right: Sequence[Case]) -> Slip | None:
    """The slip if, for some argument, failing and passing cases never have equally many axes."""
    if not wrong or not right:
        return None
    for name in right[0].arguments:
        failing, passing = _axes(name, wrong), _axes(name, right)
        if not failing or not passing or failing & passing:
            continue
        if min(failing) > max(passing):
            return LEADING_AXES_FORGOTTEN
        if len(passing) == 1:
            return ONE_NUMBER_OF_AXES
    return None


def _axes(name: str, cases: Sequence[Case]) -> set[int]:
    """The numbers of axes of this argument in these cases; empty if it is not always an array."""
    values = [case.arguments.get(name) for case in cases]
    arrays = [value for value in values if isinstance(value, np.ndarray)]
    return {array.ndim for array in arrays} if len(arrays) == len(values) else set()
