"""Named properties that must hold in addition to equality with the reference's results.

Some look at each result; others vary a case, call again, and look at what changed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from quizzer.exercises.cases import Case
from quizzer.exercises.graph import Value
from quizzer.grading.code.comparing import Numbers, Tolerance, as_array, difference, fitting

LARGEST_SCORE: Final = 1e4
_SHIFT: Final = 100.0

Names: TypeAlias = Sequence[str]


@dataclass(frozen=True)
class Probe:
    """A call and its result, and the result of the first call, of which it is a variation."""

    of: Names  # the arguments that the property is about
    case: Case
    got: Value
    right: Value
    first_got: Value
    tolerance: Tolerance


@dataclass(frozen=True)
class Property:
    """What must hold. Without `vary`, it is checked on the result of each case."""

    says: str
    flaw: Callable[[Probe], str | None]
    vary: Callable[[Case, Names], Case | None] | None = None  # None: not possible with this case
    of: str | None = None  # the argument that it is about; by default the first


def _rows_sum(probe: Probe) -> str | None:
    got, right = as_array(probe.got), as_array(probe.right)
    if got is None or right is None or not got.ndim or got.shape != right.shape:
        return "there are no rows of the right shape"
    sums, wanted = np.sum(got, axis=-1), np.sum(right, axis=-1)  # 1, or 0 if everything is hidden
    margin = fitting(probe.tolerance, got)
    off = ~np.isclose(sums, wanted, rtol=0, atol=10 * margin.absolute)
    if not np.any(off):
        return None
    row = [int(n) for n in np.argwhere(off)[0]]
    return f"row {row} sums to {sums[tuple(row)]:.9g}"


def _keeps_norm(probe: Probe) -> str | None:
    got, given = as_array(probe.got), as_array(probe.case.arguments.get(probe.of[0]))
    if got is None or given is None or got.shape != given.shape:
        return "the result does not have the shape of the input"
    norms, wanted = np.linalg.norm(got, axis=-1), np.linalg.norm(given, axis=-1)
    margin = fitting(probe.tolerance, got)
    if np.allclose(norms, wanted, rtol=margin.relative, atol=margin.absolute):
        return None
    worst = np.unravel_index(np.argmax(np.abs(norms - wanted)), norms.shape)
    return f"a vector of length {wanted[worst]:.6g} became one of length {norms[worst]:.6g}"


def _typed_as_right(probe: Probe) -> str | None:
    got, right = as_array(probe.got), as_array(probe.right)
    if got is None or right is None or got.dtype == right.dtype:
        return None
    return f"the result is in {got.dtype}, but {right.dtype} is asked for"


def _as_reference(probe: Probe) -> str | None:
    found = difference(probe.right, probe.got, probe.tolerance)
    return found.says if found else None


def _as_before(probe: Probe) -> str | None:
    found = difference(probe.first_got, probe.got, probe.tolerance)
    return found.says if found else None


def _reversed_rows(probe: Probe) -> str | None:
    before = as_array(probe.first_got)
    if before is None or before.ndim < 2:
        return "the result has no rows"
    found = difference(before[..., ::-1, :], probe.got, probe.tolerance)
    return found.says if found else None


def _first_element(probe: Probe) -> str | None:
    before = as_array(probe.first_got)
    if before is None or not before.ndim:
        return "the result has no batch axis"
    found = difference(before[:1], probe.got, probe.tolerance)
    return found.says if found else None


def _past_as_before(probe: Probe) -> str | None:
    given = probe.case.arguments[probe.of[0]]
    before, after = as_array(probe.first_got), as_array(probe.got)
    if before is None or after is None or before.ndim < 2:
        return "the result has no rows"
    past = _past(given)
    found = difference(before[..., :past, :], after[..., :past, :], probe.tolerance)
    return f"the first {past} rows changed too: {found.says}" if found else None


def _large(case: Case, of: Names) -> Case | None:
    return _each(case, of, _is_real, _scaled)


def _scaled(numbers: Numbers) -> Numbers | None:
    most = np.max(np.abs(numbers), initial=0.0)
    if not 0 < most < np.inf:
        return None
    large: Numbers = (numbers * (LARGEST_SCORE / most)).astype(numbers.dtype)
    return large


def _shifted(case: Case, of: Names) -> Case | None:
    return _each(case, of, _is_real, lambda x: (x + _SHIFT).astype(x.dtype))


def _repeated(case: Case, of: Names) -> Case | None:
    return case


def _with_other_future(case: Case, of: Names) -> Case | None:
    return _each(case, of, lambda x: x.ndim >= _time_axis(x) and _past(x) > 0, _other_future)


def _other_future(numbers: Numbers) -> Numbers:
    changed = np.moveaxis(numbers.copy(), -_time_axis(numbers), 0)
    rest = changed[_past(numbers) :]
    whole = numbers.dtype.kind in "iu"
    changed[_past(numbers) :] = (rest + 1) % (numbers.max() + 1) if whole else 1.5 - rest
    return np.moveaxis(changed, 0, -_time_axis(numbers))


def _time_axis(numbers: Numbers) -> int:
    """The axis of time, counted from the end: the last for ids, the one before for vectors."""
    return 1 if numbers.dtype.kind in "iu" else 2


def _past(numbers: Numbers) -> int:
    """How many of the first tokens stay unchanged."""
    return int(numbers.shape[-_time_axis(numbers)]) // 2


def _with_hidden_row(case: Case, of: Names) -> Case | None:
    return _each(case, of, lambda x: x.dtype.kind == "b" and x.ndim >= 2, _hide_first_row)


def _hide_first_row(mask: Numbers) -> Numbers:
    changed = mask.copy()
    changed[..., 0, :] = False
    return changed


def _in_other_order(case: Case, of: Names) -> Case | None:
    return _each(case, of, lambda x: x.ndim >= 2 and x.shape[-2] > 1, lambda x: x[..., ::-1, :])


def _first_of_batch(case: Case, of: Names) -> Case | None:
    return _each(case, of, lambda x: x.ndim >= 2 and x.shape[0] > 1, lambda x: x[:1])


def _is_real(numbers: Numbers) -> bool:
    return bool(numbers.dtype.kind == "f" and numbers.size)


def _each(
    case: Case,
    of: Names,
    fits: Callable[[Numbers], bool],
    change: Callable[[Numbers], Numbers | None],
) -> Case | None:
    """The case with these arguments changed; None when one of them does not fit."""
    changed: dict[str, Any] = {}
    for name in of:
        value = case.arguments.get(name)
        new = change(value) if isinstance(value, np.ndarray) and fits(value) else None
        if new is None:
            return None
        changed[name] = new
    return case.with_arguments(changed)


PROPERTIES: Final[dict[str, Property]] = {
    "rows-sum-to-one": Property("Every row sums to 1.", _rows_sum),
    "keeps-norm": Property("Vectors keep their length.", _keeps_norm),
    "type-as-asked": Property("The result has the type that is asked for.", _typed_as_right),
    "stable-for-large-scores": Property(
        "Numbers as large as ±10000 also give the right result.", _as_reference, _large
    ),
    "fully-masked-row": Property(
        "A row in which everything is hidden comes out as the item says.",
        _as_reference,
        _with_hidden_row,
        of="mask",
    ),
    "shift-invariant": Property(
        "Adding the same number everywhere changes nothing.", _as_before, _shifted
    ),
    "same-when-repeated": Property(
        "The same call gives the same result again.", _as_before, _repeated
    ),
    "causal": Property(
        "What comes later does not change earlier places.", _past_as_before, _with_other_future
    ),
    "order-invariant": Property(
        "Reordering the rows changes nothing.", _as_before, _in_other_order
    ),
    "order-equivariant": Property(
        "Reordering the rows reorders the results in the same way.",
        _reversed_rows,
        _in_other_order,
    ),
    "batch-independent": Property(
        "Each element of a batch gives the same result as on its own.",
        _first_element,
        _first_of_batch,
    ),
}
