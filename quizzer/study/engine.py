"""The doors to exercises and grading, imported on first use: they may load NumPy, which is slow."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from quizzer.bank.library import Library
from quizzer.bank.schema import CodeItem, Item, Kind, kind_of
from quizzer.exercises.variant import Variant
from quizzer.grading import availability
from quizzer.grading.cancelling import Cancelled, never
from quizzer.grading.verdict import Verdict
from quizzer.study.errors import StudyError
from quizzer.words import listed

if TYPE_CHECKING:
    from quizzer.exercises.shown import Presentation, StepShown
    from quizzer.grading.grade import Understood


def available(item: Item, library: Library) -> bool:
    """Whether an item can be asked: its kind is not set aside, and works on this system."""
    return available_kind(kind_of(item), library)


def available_kind(kind: Kind, library: Library) -> bool:
    """The same for all items of a kind."""
    return kind not in library.set_aside and availability.available_kind(kind)


def draw(item: Item, number: int) -> Variant:
    """The variant of an item with this number; StudyError says why there is none.

    That happens only in the learner's own banks, of which just a few variants are tried beforehand.
    """
    from quizzer.exercises.drawing import draw

    with _flaws_in_words(item, number):
        return draw(item, number)


def present(item: Item, variant: Variant) -> "Presentation":
    """What a learner sees of a question."""
    from quizzer.exercises.presentation import present

    with _flaws_in_words(item, variant.number):
        return present(item, variant)


def solution(item: Item, variant: Variant) -> "tuple[StepShown, ...]":
    """How the right answer comes about: steps, or the code of the reference; else nothing."""
    from quizzer.exercises.presentation import solution

    if isinstance(item, CodeItem):
        return (_reference(item),)
    with _flaws_in_words(item, variant.number):
        return solution(item, variant)


def _reference(item: CodeItem) -> "StepShown":
    from quizzer.exercises.shown import StepShown
    from quizzer.handbook.pages import find, page
    from quizzer.handbook.using import calls

    shown = page(item.implement)
    called = [name.rpartition(".")[2] for name in calls(find(item.implement))]
    pages = f" It calls {listed(called)}, which the reference also shows." if called else ""
    return StepShown(
        name=item.implement.rpartition(".")[2],
        says=f"This is how the reference does it.{pages}",
        formula=shown.formula,
        of=item.implement,
        arguments=tuple(argument.name for argument in shown.args),
        shape="",
        value=None,
        text=shown.code,
        asked=True,
    )


def grade(
    item: Item,
    variant: Variant,
    answer: Mapping[str, str],
    cancelled: Cancelled = never,
) -> Verdict:
    """The verdict on an answer; running code ends as soon as `cancelled` says so."""
    from quizzer.grading.grade import grade

    with _flaws_in_words(item, variant.number):
        return grade(item, variant, answer, cancelled)


def not_understood(item: Item, variant: Variant, answer: Mapping[str, str]) -> Verdict | None:
    """The verdict on an answer that would not be understood; none if it would be."""
    from quizzer.grading.grade import not_understood

    with _flaws_in_words(item, variant.number):
        return not_understood(item, variant, answer)


def understand(item: Item, variant: Variant, answer: Mapping[str, str]) -> "list[Understood]":
    """How an answer is read, before it is graded."""
    from quizzer.grading.grade import understand

    with _flaws_in_words(item, variant.number):
        return understand(item, variant, answer)


@contextmanager
def _flaws_in_words(item: Item, number: int) -> Iterator[None]:
    from quizzer.exercises.errors import ExerciseError

    try:
        yield
    except ExerciseError as error:
        says = f"variant {number} of {item.id} cannot be asked: {error}"
        raise StudyError(f"{says}. `quizzer check --deep` shows more.") from error
