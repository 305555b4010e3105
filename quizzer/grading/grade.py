"""The entry point of grading: the verdict on an answer, and how it is read before that.

Nothing here loads NumPy until a compute item is graded.
"""

from collections.abc import Mapping

from msgspec import Struct

from quizzer.bank.schema import (
    ChoiceItem,
    CodeItem,
    ComputeItem,
    FillItem,
    Item,
    MatchItem,
    OpenItem,
    OrderItem,
)
from quizzer.exercises.variant import Variant
from quizzer.grading.cancelling import Cancelled, never
from quizzer.grading.choice import grade_choice, read_letters, shown_options
from quizzer.grading.errors import AnswerError, UnfinishedError
from quizzer.grading.fill import grade_fill
from quizzer.grading.matching import grade_match, read_letter, shown_rights
from quizzer.grading.ordering import grade_order, read_order, shown_lines
from quizzer.grading.rubric import POINTS, explain_marks, grade_open
from quizzer.grading.verdict import Status, Verdict


class Understood(Struct, frozen=True, kw_only=True):
    """How one part of an answer is read, or what is wrong with it and where."""

    part: str
    text: str
    problem: str | None = None
    line: int | None = None
    column: int | None = None
    unfinished: bool = False  # it breaks off, which is not an error while it is being typed

    @property
    def is_read(self) -> bool:
        """Whether it could be understood."""
        return self.problem is None


def grade(
    item: Item,
    variant: Variant,
    answer: Mapping[str, str],
    cancelled: Cancelled = never,
) -> Verdict:
    """The verdict on an answer. It raises no error, whatever was typed.

    Code can run for seconds. As soon as `cancelled` returns True, its process is killed and the
    verdict is invalid.
    """
    match item:
        case ChoiceItem():
            return grade_choice(item, variant, answer)
        case FillItem():
            return grade_fill(item, answer)
        case OrderItem():
            return grade_order(item, variant, answer)
        case MatchItem():
            return grade_match(item, variant, answer)
        case OpenItem():
            return grade_open(item, answer)
        case ComputeItem():
            from quizzer.grading.compute.grade import grade_compute  # loads NumPy

            return grade_compute(item, variant, answer)
        case CodeItem():
            from quizzer.grading.code.submission import grade_code  # loads NumPy

            return grade_code(item, variant, answer, cancelled=cancelled)


def not_understood(item: Item, variant: Variant, answer: Mapping[str, str]) -> Verdict | None:
    """The verdict if the answer is not understood, else None; code is parsed but not run."""
    if isinstance(item, CodeItem):
        from quizzer.grading.code.submission import not_python  # loads NumPy

        return not_python(answer)
    verdict = grade(item, variant, answer)
    return verdict if verdict.status is Status.INVALID else None


def understand(item: Item, variant: Variant, answer: Mapping[str, str]) -> list[Understood]:
    """How each part that was entered is read, without grading it."""
    return [_understood(item, variant, part, text) for part, text in answer.items() if text.strip()]


def _understood(item: Item, variant: Variant, part: str, text: str) -> Understood:
    try:
        return Understood(part=part, text=_reading(item, variant, part, text))
    except AnswerError as error:
        hint = f" {error.suggestion}" if error.suggestion else ""
        return Understood(
            part=part,
            text="",
            problem=error.message + hint,
            line=error.line,
            column=error.column,
            unfinished=isinstance(error, UnfinishedError),
        )


def _reading(item: Item, variant: Variant, part: str, text: str) -> str:
    match item:
        case ChoiceItem():
            shown = shown_options(item, variant)
            letters = read_letters(item, text)
            return "\n".join(f"{letter}: {shown[letter].text}" for letter in letters)
        case OrderItem():
            lines = shown_lines(item, variant)
            return "\n".join(f"{letter}: {lines[letter]}" for letter in read_order(item, text))
        case MatchItem():
            letter = read_letter(item, part, text)
            return f"{letter}: {shown_rights(item, variant)[letter]}"
        case OpenItem() if part == POINTS:
            return explain_marks(item, text)
        case ComputeItem() if part in item.ask:
            from quizzer.grading.compute.grade import understand_part  # loads NumPy

            return understand_part(item, variant, part, text)
        case CodeItem():
            from quizzer.grading.code.submission import understand_code  # loads NumPy

            return understand_code(item, text)
    return text.strip()
