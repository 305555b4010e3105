"""Problems of code items that only calling the functions shows: for `quizzer check`."""

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from quizzer.bank.schema import CodeItem
from quizzer.bank.slips import INPUTS_UNCHANGED
from quizzer.diagnostics import FieldPath, Finding, did_you_mean
from quizzer.exercises.cases import CaseError, result_of
from quizzer.exercises.drawing import draw
from quizzer.exercises.errors import ExerciseError
from quizzer.exercises.functions import UnknownFunctionError, resolve
from quizzer.grading.code.child import wire
from quizzer.grading.code.exam import Exam, exam_for
from quizzer.grading.code.judging import PART, judge
from quizzer.grading.code.limits import Limits
from quizzer.grading.code.properties import PROPERTIES
from quizzer.grading.code.run import Raised, Returned, Run
from quizzer.grading.code.submission import grade_code
from quizzer.grading.verdict import Status, Verdict

MOST_VARIANTS: Final = 20  # each has many cases


@dataclass(frozen=True)
class Mutant:
    """The verdict on a declared mistake that is handed in as an answer."""

    mistake: str
    rejected: bool
    named: tuple[str, ...]  # the mistakes that the verdict names


def problems_of(item: CodeItem, variants: int, deep: bool = False) -> list[Finding]:
    """Everything wrong with the cases of an item; `deep` also runs its starter in a child."""
    for looked_for in (_unknown_names, _unknown_properties, _impossible_cases, _wrong_verdicts):
        found = list(looked_for(item, min(variants, MOST_VARIANTS)))
        if found:
            return found
    return list(_passing_starter(item)) if deep else []


def mutants(item: CodeItem) -> list[Mutant]:
    """The verdict on each declared mistake in the first variant."""
    exam = exam_for(item, draw(item, 0))
    verdicts = [(mistake.id, _verdict_on(mistake.of, exam)) for mistake in item.mistakes]
    return [Mutant(name, v.status is not Status.RIGHT, v.mistakes) for name, v in verdicts]


def _unknown_names(item: CodeItem, variants: int) -> Iterator[Finding]:
    named: list[tuple[FieldPath, str]] = [(("implement",), item.implement)]
    named += [(("mistakes", n, "of"), mistake.of) for n, mistake in enumerate(item.mistakes)]
    for index, cases in enumerate(item.cases):
        named += [(("cases", index, "steps", n, "of"), step.of) for n, step in cases.steps.items()]
    for path, name in named:
        try:
            resolve(name)
        except UnknownFunctionError as error:
            yield Finding(path, str(error), error.suggestion)


def _unknown_properties(item: CodeItem, variants: int) -> Iterator[Finding]:
    for index, listed in enumerate(item.properties):
        name = listed if isinstance(listed, str) else listed.holds
        if name != INPUTS_UNCHANGED and name not in PROPERTIES:
            known = [INPUTS_UNCHANGED, *PROPERTIES]
            message = f"there is no property {name!r}"
            yield Finding(("properties", index), message, did_you_mean(name, known))
        for argument in [] if isinstance(listed, str) else listed.of:
            arguments = list(inspect.signature(resolve(item.implement)).parameters)
            if argument not in arguments:
                message = f"{item.implement} has no argument {argument!r}"
                hint = did_you_mean(argument, arguments)
                yield Finding(("properties", index, "of"), message, hint)


def _impossible_cases(item: CodeItem, variants: int) -> Iterator[Finding]:
    """Cases that cannot be drawn, called, or sent to another process."""
    for number in range(variants):
        try:
            exam = exam_for(item, draw(item, number))
        except ExerciseError as error:
            yield Finding(("cases",), str(error))
            return
        for call in exam.calls:
            what = {**call.case.arguments, "the result": call.right}
            unsent = [name for name, value in what.items() if _cannot_be_sent(value)]
            if unsent:
                message = f"{', '.join(unsent)} cannot be sent to the process that runs the code"
                yield Finding(("cases", call.case.group), message, "give arrays, numbers, text")
                return
        idle = [check.name for check in exam.checks if not check.pairs]
        if idle:
            message = f"no case shows whether {idle[0]!r} holds"
            hint = "add a case in which it does, or say with `of` which arguments it is about"
            yield Finding(("properties",), message, hint)
            return


def _cannot_be_sent(value: object) -> bool:
    tree, blob = wire.pack(value)
    return _holds_other(wire.unpack(tree, blob))


def _holds_other(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(_holds_other, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_holds_other, value))
    return isinstance(value, wire.Other)


def _wrong_verdicts(item: CodeItem, variants: int) -> Iterator[Finding]:
    """A reference that fails its own cases; mistakes that pass, or that cannot be told apart."""
    for number in range(variants):
        exam = exam_for(item, draw(item, number))
        right = _verdict_on(item.implement, exam)
        if right.status is not Status.RIGHT:
            yield Finding(("implement",), f"{item.implement} fails: {right.feedback}")
            return
        found = list(_unnamed_mistakes(item, exam))
        yield from found
        if found:
            return


def _unnamed_mistakes(item: CodeItem, exam: Exam) -> Iterator[Finding]:
    for index, mistake in enumerate(item.mistakes):
        verdict = _verdict_on(mistake.of, exam)
        if verdict.status is Status.RIGHT:
            message = f"the mistake '{mistake.id}' passes all cases"
            yield Finding(("mistakes", index), message, "add a case that shows it")
        elif verdict.mistakes != (mistake.id,):
            message = f"another mistake gives the same results as '{mistake.id}' in all cases"
            yield Finding(("mistakes", index), message, "add a case that tells them apart")


def _passing_starter(item: CodeItem) -> Iterator[Finding]:
    verdict = grade_code(item, draw(item, 0), {PART: item.starter})
    if verdict.status is Status.RIGHT:
        yield Finding(("starter",), "the starter passes all cases as it is")
    elif verdict.status is Status.INVALID:
        says = " ".join(part.feedback for part in verdict.parts) or verdict.feedback
        message = f"the starter cannot be graded: {' '.join(says.split())}"
        yield Finding(("starter",), message)


def _verdict_on(function: str, exam: Exam) -> Verdict:
    """The verdict on a function of the reference, which is safe to call in this process."""
    run = Run(finished=True)
    for number, call in enumerate(exam.calls):
        try:
            run.outcomes[number] = Returned(result_of(function, call.case), ())
        except CaseError as error:
            run.outcomes[number] = Raised(call=number, type="", message=str(error), lines=[])
    return judge(exam, run, "", Limits())
