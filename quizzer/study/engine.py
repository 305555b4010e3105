"""The doors to exercises and grading, opened on first use: they may bring NumPy, study does not."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from quizzer.bank.schema import Item
from quizzer.exercises.variant import Variant
from quizzer.grading.verdict import Verdict

if TYPE_CHECKING:
    from quizzer.exercises.presentation import Presentation, StepShown
    from quizzer.grading.grade import Understood


def available(item: Item) -> bool:
    """Whether items of this kind can be asked in this version."""
    from quizzer.grading.grade import available

    return available(item)


def draw(item: Item, number: int) -> Variant:
    """The variant of an item with this number."""
    from quizzer.exercises.drawing import draw

    return draw(item, number)


def present(item: Item, variant: Variant) -> "Presentation":
    """What is shown of a question."""
    from quizzer.exercises.presentation import present

    return present(item, variant)


def solution(item: Item, variant: Variant) -> "tuple[StepShown, ...]":
    """How the right answer to a compute item comes about; other kinds have no steps."""
    from quizzer.exercises.presentation import solution

    return solution(item, variant)


def source(function: str) -> str:
    """How the reference does what a code item asks for."""
    from quizzer.handbook.pages import page

    shown = page(function)
    return f"{shown.signature}\n{shown.code}"


def grade(item: Item, variant: Variant, answer: Mapping[str, str]) -> Verdict:
    """The verdict on an answer."""
    from quizzer.grading.grade import grade

    return grade(item, variant, answer)


def understand(item: Item, variant: Variant, answer: Mapping[str, str]) -> "list[Understood]":
    """How an answer is read, before it is graded."""
    from quizzer.grading.grade import understand

    return understand(item, variant, answer)
