"""The entry point of grading code: a source text in, a verdict out."""

import re
import warnings
from collections.abc import Callable, Mapping
from typing import Final

from msgspec import convert

from quizzer.bank.schema import CodeItem
from quizzer.exercises.cases import function_name
from quizzer.exercises.errors import ExerciseError
from quizzer.exercises.variant import Variant
from quizzer.grading.availability import available_kind
from quizzer.grading.cancelling import Cancelled, never
from quizzer.grading.code.child.reading import read
from quizzer.grading.code.exam import Exam, exam_for, examples_for
from quizzer.grading.code.judging import PART, judge
from quizzer.grading.code.limits import Limits
from quizzer.grading.code.pasted import as_code
from quizzer.grading.code.process import run_code
from quizzer.grading.code.run import Unreadable
from quizzer.grading.code.starter import parameters
from quizzer.grading.code.words import unreadable
from quizzer.grading.errors import AnswerError
from quizzer.grading.scoring import invalid, not_understood, nothing_entered
from quizzer.grading.verdict import Verdict
from quizzer.words import counted

MOST_READ_HERE: Final = 20_000  # characters; more can take much memory, so the child parses it


def grade_code(
    item: CodeItem,
    variant: Variant,
    answer: Mapping[str, str],
    limits: Limits | None = None,
    cancelled: Cancelled = never,
) -> Verdict:
    """The verdict on the learner's code, which runs in a process of its own."""
    return _verdict(exam_for, item, variant, answer, limits, cancelled)


def try_code(
    item: CodeItem,
    variant: Variant,
    answer: Mapping[str, str],
    cancelled: Cancelled = never,
) -> Verdict:
    """The verdict on the visible examples alone: for trying code out, and never logged."""
    return _verdict(examples_for, item, variant, answer, None, cancelled)


def not_python(answer: Mapping[str, str]) -> Verdict | None:
    """The verdict on a text that is not Python, without running it; None if it may be Python."""
    source = as_code(answer.get(PART, ""))
    try:
        source.encode()
    except UnicodeEncodeError as error:
        line = source.count("\n", 0, error.start) + 1
        return invalid([not_understood(PART, "", f"Line {line} contains half a character.")])
    if len(source) > MOST_READ_HERE:
        return None
    with warnings.catch_warnings(action="ignore"):  # Python would print them over the screen
        said = read(source)
    if not isinstance(said, dict):
        return None
    return invalid([not_understood(PART, "", unreadable(convert(said, Unreadable), source))])


def _verdict(
    choose: Callable[[CodeItem, Variant], Exam],
    item: CodeItem,
    variant: Variant,
    answer: Mapping[str, str],
    limits: Limits | None,
    cancelled: Cancelled,
) -> Verdict:
    source = as_code(answer.get(PART, ""))
    if not source.strip():
        return nothing_entered()
    if not available_kind("code"):
        return invalid((), "Code can be run safely only on Linux and macOS.")
    if (refused := not_python(answer)) is not None:
        return refused
    allowed = limits or Limits()
    try:
        exam = choose(item, variant)
    except ExerciseError as error:  # in a variant that `quizzer check` did not try
        says = f"This item cannot be graded: {error}. `quizzer check --deep` says more."
        return invalid((), says)
    name, names = function_name(item), parameters(item)
    run = run_code(source, name, exam.arguments(), allowed, cancelled, names)
    return judge(exam, run, source, allowed)


def understand_code(item: CodeItem, source: str) -> str:
    """What was entered, in a few words, without running it; AnswerError without the function."""
    name, source = function_name(item), as_code(source)
    if not re.search(rf"^(async\s+def|def|class)\s+{name}\b|^{name}\s*[:=]", source, re.MULTILINE):
        raise AnswerError(f"The function `{name}` is not defined yet.")
    return f"`{name}` in {counted(len(source.splitlines()), 'line')} of Python"
