"""What is asked of a submission: the calls, their right results, and what else must hold."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from msgspec import structs

from quizzer.bank import schema
from quizzer.bank.schema import CodeItem
from quizzer.bank.slips import INPUTS_UNCHANGED
from quizzer.exercises.cases import Case, CaseError, cases_of, result_of
from quizzer.exercises.graph import Value
from quizzer.exercises.starter_file import visible_cases
from quizzer.exercises.variant import Variant
from quizzer.grading.code.case_names import case_name
from quizzer.grading.code.comparing import SIX_DIGITS, TOLERANCES, Tolerance
from quizzer.grading.code.properties import PROPERTIES, Probe, Property

MOST_PROBES: Final = 2  # cases that are varied for one property


@dataclass(frozen=True)
class Call:
    """A call of the learner's function, the right result, and how far off it may be."""

    case: Case
    right: Value
    name: str
    tolerance: Tolerance


@dataclass(frozen=True)
class PropertyCheck:
    """A property, and the numbers of the calls (first, varied) that show whether it holds."""

    name: str
    property: Property
    of: tuple[str, ...]
    pairs: tuple[tuple[int, int], ...]

    def flaw(self, probe: Probe) -> str | None:
        """What is wrong with these results, if anything."""
        return _flaw(self.property, probe)


def _flaw(known: Property, probe: Probe) -> str | None:
    with np.errstate(all="ignore"):
        return known.flaw(probe)


@dataclass(frozen=True)
class Exam:
    """All calls: first one for each of the `cases`, then those that vary a case for a property."""

    item: CodeItem
    calls: tuple[Call, ...]
    cases: int
    checks: tuple[PropertyCheck, ...]

    def to_six_digits(self) -> "Exam":
        """The same calls, but float64 results need to be right only to six digits."""
        calls = [
            replace(call, tolerance=SIX_DIGITS) if call.case.dtype == "float64" else call
            for call in self.calls
        ]
        return replace(self, calls=tuple(calls))

    def arguments(self) -> list[tuple[Sequence[Any], dict[str, Any]]]:
        """What is sent to the child."""
        return [call.case.call() for call in self.calls]


def exam_for(item: CodeItem, variant: Variant) -> Exam:
    """The exam for this variant; ExerciseError if a case cannot be made, or the reference fails."""
    cases = cases_of(item, variant)
    calls = list(_calls(item, cases))
    checks = [_check(item, entry, calls, len(cases)) for entry in listed_properties(item)]
    return Exam(item, tuple(calls), len(cases), tuple(checks))


def examples_for(item: CodeItem, variant: Variant) -> Exam:
    """An exam of only the visible examples, which are too few to name a mistake."""
    cases = visible_cases(item, variant)
    calls = list(_calls(item, cases))
    return Exam(structs.replace(item, mistakes=[]), tuple(calls), len(calls), ())


def listed_properties(item: CodeItem) -> Iterator[schema.Property]:
    """The properties of an item in long form, except the one that is always checked."""
    for entry in item.properties:
        listed = entry if isinstance(entry, schema.Property) else None
        name = listed.holds if listed else str(entry)
        if name != INPUTS_UNCHANGED:
            yield listed or schema.Property(holds=name, of=[])


def _calls(item: CodeItem, cases: Sequence[Case]) -> Iterator[Call]:
    for number, case in enumerate(cases, 1):
        yield _call(item, case, case_name(number, case.says, case.dtype))


def _call(item: CodeItem, case: Case, name: str) -> Call:
    return Call(case, result_of(item.implement, case), name, TOLERANCES[case.dtype])


def _check(item: CodeItem, listed: schema.Property, calls: list[Call], cases: int) -> PropertyCheck:
    """The check of a property; the calls that it needs are added to `calls`."""
    known = PROPERTIES.get(listed.holds)
    if known is None:
        raise CaseError(f"there is no property {listed.holds!r}")
    of = tuple(listed.of) or (known.of or next(iter(calls[0].case.arguments), ""),)
    if known.vary is None:
        kept = [n for n in range(cases) if _flaw(known, probe(of, calls[n], calls[n])) is None]
        return PropertyCheck(listed.holds, known, of, tuple((n, n) for n in kept))
    pairs: list[tuple[int, int]] = []
    seen: set[int] = set()
    for number in range(cases):
        first = calls[number].case
        if first.dtype != "float64" or first.group in seen or len(pairs) == MOST_PROBES:
            continue
        varied = known.vary(first, of)
        if varied is None:
            continue
        call = _call(item, varied, f"{calls[number].name}, varied")
        if _flaw(known, probe(of, calls[number], call)) is None:
            seen.add(first.group)
            pairs.append((number, len(calls)))
            calls.append(call)
    return PropertyCheck(listed.holds, known, of, tuple(pairs))


def probe(
    of: tuple[str, ...],
    first: Call,
    varied: Call,
    got: tuple[Value, Value] | None = None,
) -> Probe:
    """What a property looks at: the learner's results in `got`, by default those of the reference.

    A property is not required in a case where it does not hold for the reference: the order of
    keys does not matter without positions, but it does under a causal mask.
    """
    first_got, varied_got = got or (first.right, varied.right)
    return Probe(
        of=of,
        case=varied.case,
        got=varied_got,
        right=varied.right,
        first_got=first_got,
        tolerance=varied.tolerance,
    )
