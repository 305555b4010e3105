"""From the outcomes of a run to the verdict: cases, properties, and the mistake, if any."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, TypeAlias

import numpy as np
from msgspec import structs

from quizzer.bank.schema import CodeMistake
from quizzer.bank.slips import EDGE_CASE_MISSED, INPUTS_UNCHANGED, slip_of_property
from quizzer.exercises.cases import Case, CaseError, function_name, result_of
from quizzer.exercises.plain import to_plain
from quizzer.grading.code import not_numpy, words
from quizzer.grading.code.case_slips import slip_of_cases
from quizzer.grading.code.child.framing import BEFORE_ALL_CALLS
from quizzer.grading.code.comparing import agree, as_array, described, difference
from quizzer.grading.code.exam import Call, Exam, PropertyCheck, probe
from quizzer.grading.code.limits import Limits
from quizzer.grading.code.printable import printable_lines
from quizzer.grading.code.run import Cause, Raised, Returned, Run, Stopped
from quizzer.grading.scoring import invalid, not_understood, verdict_of
from quizzer.grading.verdict import CodeRun, MistakeFound, PartStatus, PartVerdict, Verdict
from quizzer.words import counted, in_words

PART: Final = "code"
MOST_SHOWN: Final = 240  # numbers in one value; of larger ones only the shape is shown
_Marked: TypeAlias = tuple[PartVerdict, int]  # a part and its weight
_LACKING: Final = ("NameError", "ModuleNotFoundError")
_NOT_GRADED: Final = (Cause.START, Cause.CANCELLED)


def judge(exam: Exam, run: Run, source: str, limits: Limits) -> Verdict:
    """The verdict on a run; right if every call gave the right result and all properties hold."""
    return _Judge(exam, run, source, limits).verdict()


class _Judge:
    def __init__(self, exam: Exam, run: Run, source: str, limits: Limits) -> None:
        self._exam = exam
        self._run = run
        self._source = source
        self._limits = limits

    def verdict(self) -> Verdict:
        if (ungraded := self._ungraded()) is not None:
            return ungraded
        parts, weights = map(list, zip(*self._marked(), strict=True))
        mistake = self._mistake()
        if mistake is None and self._lacks_digits(parts):
            return invalid([_too_few_digits(parts)])
        cases = parts[: self._exam.cases]
        mistake = mistake or self._slip(cases)
        explained = mistake is not None and mistake.id != EDGE_CASE_MISSED.mistake
        mistake = mistake or self._mistake_of_first_kind(cases)
        if mistake is not None:
            parts = list(_with_mistake(parts, mistake))
        found = [part.mistake.id for part in parts if part.mistake]
        return structs.replace(
            verdict_of(parts, weights, found),
            feedback=self._summary(parts, mistake, explained=explained),
            run=self._notes(),
        )

    def _ungraded(self) -> Verdict | None:
        """The verdict that hands the code back, if it never came to the cases."""
        if self._run.refusal is not None:
            return _handed_back(words.refusal(self._run.refusal, self._exam.item, self._source))
        before = self._run.outcomes.get(BEFORE_ALL_CALLS)
        if isinstance(before, Raised):
            says = f"The code failed before the first case:\n{self._exception(before)}"
            return _handed_back(says)
        if (lacking := self._lacking()) is not None:
            return _handed_back(f"The code could not run in any case:\n{self._exception(lacking)}")
        stopped = self._run.stopped
        if stopped is not None and stopped.cause in _NOT_GRADED:
            return invalid((), self._stop(stopped))
        if stopped is not None and stopped.call == BEFORE_ALL_CALLS:
            return _handed_back(self._stop(stopped))
        return None

    def _marked(self) -> Iterator[_Marked]:
        yield from ((self._case(number), 1) for number in range(self._exam.cases))
        yield self._inputs_unchanged()
        yield from map(self._property, self._exam.checks)

    def _lacks_digits(self, parts: Sequence[PartVerdict]) -> bool:
        """Whether something is wrong, but all would be right if six digits were enough."""
        if all(part.status is PartStatus.RIGHT for part in parts):
            return False
        coarse = _Judge(self._exam.to_six_digits(), self._run, self._source, self._limits)
        return all(part.status is PartStatus.RIGHT for part, _ in coarse._marked())

    @property
    def _function(self) -> str:
        return function_name(self._exam.item)

    def _lacking(self) -> Raised | None:
        """The first exception, if every call fails because a name or module is missing.

        Such code could not run at all, so it is not graded. Names that only other libraries have,
        such as `np.cat`, count as missing.
        """
        outcomes = [self._outcome(number) for number in range(len(self._exam.calls))]
        raised = [one for one in outcomes if isinstance(one, Raised) and self._lacks(one)]
        return raised[0] if len(raised) == len(outcomes) else None

    def _lacks(self, raised: Raised) -> bool:
        return raised.type in _LACKING or not_numpy.is_lacking(raised, self._source)

    def _notes(self) -> CodeRun:
        return CodeRun(
            printed=printable_lines(self._run.printed),
            seconds=self._run.seconds,
            memory=self._run.memory,
            guards=self._run.guards,
        )

    def _summary(
        self, parts: list[PartVerdict], mistake: MistakeFound | None, *, explained: bool
    ) -> str:
        cases = parts[: self._exam.cases]
        passed = sum(part.status is PartStatus.RIGHT for part in cases)
        told = [f"{passed} of {counted(len(cases), 'case')} {'pass' if cases[1:] else 'passes'}."]
        failed = [in_words(p.name) for p in parts[len(cases) :] if p.status is PartStatus.WRONG]
        if failed:
            told.append(f"Failed checks: {', '.join(failed)}.")
        if mistake is not None:
            told.append(mistake.says)
        if not explained:
            told += self._usual_end()
        stopped = self._run.stopped
        if stopped is not None and not 0 <= stopped.call < self._exam.cases:  # no case says so
            told.append(self._stop(stopped))
        return " ".join(told)

    def _usual_end(self) -> Iterator[str]:
        """The most frequent exception of the cases; first, one due to another library's API."""
        outcomes = map(self._outcome, range(self._exam.cases))
        ends: dict[tuple[str, int, str], list[Raised]] = {}
        for raised in (one for one in outcomes if isinstance(one, Raised)):
            hint = not_numpy.hint(raised, self._source)
            ends.setdefault((raised.type, raised.line, hint), []).append(raised)
        if ends:
            usual = max(ends, key=lambda end: (end[-1] != "", len(ends[end])))
            yield words.usual_end(ends[usual], self._source, self._limits)

    # Cases

    def _case(self, number: int) -> PartVerdict:
        call = self._exam.calls[number]
        outcome = self._outcome(number)
        if outcome is None:
            return self._unreached(number, call)
        if isinstance(outcome, Raised):
            return _wrong(call, self._exception(outcome))
        found = difference(call.right, outcome.value, call.tolerance)
        if found is None:
            return PartVerdict(name=call.name, status=PartStatus.RIGHT, score=Fraction(1))
        told = "" if found.tolerance is None else f" Tolerance: {found.tolerance}."
        return _wrong(call, f"{found.says}.{told}", outcome, found.cells)

    def _outcome(self, number: int) -> Returned | Raised | None:
        """What a call gave, unless the run was stopped during it."""
        if self._run.stopped is not None and self._run.stopped.call == number:
            return None
        return self._run.outcomes.get(number)

    def _unreached(self, number: int, call: Call) -> PartVerdict:
        stopped = self._run.stopped
        if stopped is not None and stopped.call == number:
            return _wrong(call, self._stop(stopped))
        return _missing(call.name)

    def _stop(self, stopped: Stopped) -> str:
        during = stopped.call != BEFORE_ALL_CALLS
        name = self._exam.calls[stopped.call].name if during else ""
        return words.stop(stopped, self._limits, name)

    def _exception(self, raised: Raised) -> str:
        return words.exception(raised, self._source, self._limits)

    # Properties with their weights: one that holds earns nothing by itself

    def _inputs_unchanged(self) -> _Marked:
        reached = False
        for number, call in enumerate(self._exam.calls):
            outcome = self._outcome(number)
            if not isinstance(outcome, Returned):
                continue
            reached = True
            if outcome.changed:
                names = enumerate(call.case.arguments)
                changed = [f"`{name}`" for place, name in names if place in outcome.changed]
                what = " and ".join(changed) or "an argument"  # a forged message may name none
                says = f"The function changed {what} in place, as seen in {call.name}."
                part = _wrong(call, says, name=INPUTS_UNCHANGED)
                return self._with_slip(part), 1
        return _kept(INPUTS_UNCHANGED, reached)

    def _property(self, check: PropertyCheck) -> _Marked:
        reached = False
        for first, varied in check.pairs:
            before, outcome = self._outcome(first), self._outcome(varied)
            call = self._exam.calls[varied]
            if not isinstance(before, Returned) or outcome is None:
                continue
            if isinstance(outcome, Raised):
                says = f"{check.property.says} But in {call.name}:\n{self._exception(outcome)}"
                return self._broken(first, _wrong(call, says, name=check.name))
            reached = True
            results = before.value, outcome.value
            flaw = check.flaw(probe(check.of, self._exam.calls[first], call, results))
            if flaw is not None:
                says = f"{check.property.says} But in {call.name}: {flaw}."
                part = _wrong(call, says, outcome, name=check.name, right=first != varied)
                return self._broken(first, part)
        return _kept(check.name, reached)

    def _broken(self, first: int, part: PartVerdict) -> _Marked:
        """A broken property weighs as much as all cases if the case itself is right.

        It is then what the item is about. If the case is wrong too, one slip explains both.
        """
        if self._case(first).status is PartStatus.RIGHT:
            return self._with_slip(part), self._exam.cases
        return part, 1

    def _with_slip(self, part: PartVerdict) -> PartVerdict:
        """The part of a broken property, with the mistake that it shows, if one is declared."""
        slip = slip_of_property(self._exam.item, part.name)
        return structs.replace(part, mistake=self._found(*slip)) if slip else part

    # Mistakes

    def _mistake(self) -> MistakeFound | None:
        """The declared mistake that explains the outcomes of all calls."""
        return self._explaining(range(len(self._exam.calls)))

    def _mistake_of_first_kind(self, parts: Sequence[PartVerdict]) -> MistakeFound | None:
        """The declared mistake that explains all cases of the first kind that fails.

        So learners who make two mistakes, or whose code raises for a batch, hear of at least one.
        """
        groups = [call.case.group for call in self._exam.calls[: self._exam.cases]]
        failing = [g for g, p in zip(groups, parts, strict=True) if p.status is PartStatus.WRONG]
        kind = [number for number, group in enumerate(groups) if group in failing[:1]]
        returned = all(isinstance(self._outcome(number), Returned) for number in kind)
        telling = kind[:1] == [0] or len(kind) > 1  # banks begin with a plain kind of case
        return self._explaining(kind) if returned and telling else None

    def _explaining(self, calls: Sequence[int]) -> MistakeFound | None:
        """The only declared mistake that gives the same outcomes, if any of them is wrong.

        None if a call was not reached, or if two mistakes explain the outcomes.
        """
        outcomes = [self._outcome(number) for number in calls]
        if any(outcome is None for outcome in outcomes):
            return None
        pairs = list(zip((self._exam.calls[number] for number in calls), outcomes, strict=True))
        if not any(_is_wrong(call, outcome) for call, outcome in pairs):
            return None
        explaining = [
            mistake
            for mistake in self._exam.item.mistakes
            if all(_as_mistaken(mistake, call, outcome) for call, outcome in pairs)
        ]
        if len(explaining) != 1:
            return None
        return self._found(explaining[0].id, explaining[0].says)

    def _slip(self, parts: Sequence[PartVerdict]) -> MistakeFound | None:
        """The slip of code that fails only some cases, if all of them were reached."""
        statuses = [part.status for part in parts]
        cases = [call.case for call in self._exam.calls[: self._exam.cases]]
        if PartStatus.MISSING in statuses:
            return None
        wrong = [c for c, status in zip(cases, statuses, strict=True) if status is PartStatus.WRONG]
        right = [c for c, status in zip(cases, statuses, strict=True) if status is PartStatus.RIGHT]
        slip = slip_of_cases(self._exam.item, wrong, right)
        return self._found(*slip) if slip else None

    def _found(self, mistake: str, says: str) -> MistakeFound:
        return MistakeFound(id=mistake, step=self._function, says=says)


def _handed_back(says: str) -> Verdict:
    return invalid([not_understood(PART, "", says)])


def _too_few_digits(parts: Sequence[PartVerdict]) -> PartVerdict:
    """The part that hands the code back, as for a number with too few digits."""
    first = next(part for part in parts if part.status is PartStatus.WRONG)
    return PartVerdict(
        name=PART,
        status=PartStatus.TOO_FEW_DIGITS,
        score=Fraction(0),
        feedback=words.too_few_digits(in_words(first.name)),
    )


def _is_wrong(call: Call, outcome: Returned | Raised | None) -> bool:
    return not isinstance(outcome, Returned) or not agree(call.right, outcome.value, call.tolerance)


def _as_mistaken(mistake: CodeMistake, call: Call, outcome: Returned | Raised | None) -> bool:
    """Whether the outcome of the call is the same as with the mistake."""
    try:
        value = result_of(mistake.of, call.case)
    except CaseError:
        return isinstance(outcome, Raised)
    return isinstance(outcome, Returned) and agree(value, outcome.value, call.tolerance)


def _with_mistake(parts: list[PartVerdict], found: MistakeFound) -> Iterator[PartVerdict]:
    """The parts, with the mistake added to the first wrong one."""
    told = False
    for part in parts:
        if part.status is PartStatus.WRONG and not told:
            told = True
            yield structs.replace(part, mistake=found)
        else:
            yield part


def _kept(name: str, reached: bool) -> _Marked:
    """The part of a property that no call breaks; missing if no call was reached."""
    if reached:
        return PartVerdict(name=name, status=PartStatus.RIGHT, score=Fraction(1)), 0
    return _missing(name), 1


def _missing(name: str) -> PartVerdict:
    return PartVerdict(
        name=name, status=PartStatus.MISSING, score=Fraction(0), feedback="Not reached."
    )


def _wrong(
    call: Call,
    says: str,
    outcome: Returned | None = None,
    cells: Any = None,
    name: str = "",
    right: bool = True,
) -> PartVerdict:
    return PartVerdict(
        name=name or call.name,
        status=PartStatus.WRONG,
        score=Fraction(0),
        entered=None if outcome is None else _shown(outcome.value),
        expected=_shown(call.right) if right else None,
        cells=None if cells is None or cells.size > MOST_SHOWN else to_plain(cells),
        feedback=says,
        given=dict(_inputs(call.case)),
    )


def _inputs(case: Case) -> Iterator[tuple[str, Any]]:
    for name, value in case.arguments.items():
        yield from _named(name, value)


def _named(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The value, or the named parts of a tuple of weights."""
    fields = getattr(value, "_fields", None)
    if fields is None:
        yield name, _shown(value)
        return
    for field in fields:
        yield from _named(f"{name}.{field}", getattr(value, field))


def _shown(value: Any) -> Any:
    """Numbers as plain data, if there are not too many; anything else in words."""
    array = as_array(value)
    if array is not None and array.size <= MOST_SHOWN and array.dtype.kind in "biuf":
        return to_plain(array)
    if isinstance(value, list | tuple) and len(value) <= MOST_SHOWN:
        inner = ", ".join(_inline(part) for part in value)
        if isinstance(value, tuple) and len(value) == 1:
            inner += ","  # else it looks like its part
        return f"[{inner}]" if isinstance(value, list) else f"({inner})"
    return described(value)


def _inline(value: Any) -> str:
    array = as_array(value)
    if array is not None and array.size <= MOST_SHOWN:
        return np.array2string(array, precision=4, separator=", ").replace("\n", "")
    return described(value)
