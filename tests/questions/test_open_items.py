"""The key points of open items: what a strong answer says is recognised, idle talk is not."""

from fractions import Fraction

from quizzer.bank.schema import OpenItem
from quizzer.grading import inspection
from quizzer.grading.rubric import suggest
from quizzer.progress.attempt import PASS_MARK
from tests.each import for_each
from tests.questions.conftest import LIBRARY

OPEN = [item for item in LIBRARY.items.values() if isinstance(item, OpenItem)]
IDLE_TALK = (
    "That is a good question. I would first ask what the customer needs and what the budget is, "
    "talk to people in the other teams, write a plan for the week, and then see what works best."
)


def share_suggested(item: OpenItem, text: str) -> Fraction:
    """The weighted share of the key points that this text suggests."""
    points = zip(item.key_points, suggest(item, text), strict=True)
    earned = sum((found.mark * point.weight for point, found in points), Fraction(0))
    return earned / sum(point.weight for point in item.key_points)


@for_each("item", OPEN, named=lambda item: item.id)
def test_every_key_point_is_found_in_the_strong_answer(item: OpenItem) -> None:
    missed = [
        point.text
        for point, found in zip(item.key_points, suggest(item, item.model_answer), strict=True)
        if not found.mark
    ]
    assert missed == []


@for_each("item", OPEN, named=lambda item: item.id)
def test_a_strong_answer_passes_and_idle_talk_does_not(item: OpenItem) -> None:
    assert share_suggested(item, item.model_answer) >= PASS_MARK
    assert share_suggested(item, IDLE_TALK) < PASS_MARK / 2


@for_each("item", OPEN, named=lambda item: item.id)
def test_words_that_fit_every_question_suggest_no_key_point(item: OpenItem) -> None:
    assert inspection.problems_of(item, 1) == []


@for_each("item", OPEN, named=lambda item: item.id)
def test_words_of_the_question_are_no_answer_to_it(item: OpenItem) -> None:
    assert share_suggested(item, f"{item.title}. {item.prompt}") == 0
