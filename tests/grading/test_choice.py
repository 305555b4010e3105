"""Choice items: the letters as shown, one or several, scored net of wrong picks."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizzer.exercises.drawing import draw
from quizzer.grading.grade import grade, understand
from quizzer.grading.verdict import PartStatus, Status, Verdict
from tests.exercises.items import item, variant_with

ONE = item(
    "choice",
    options=[
        {"text": "√d_k", "correct": True},
        {"text": "d_k", "because": "That is too flat.", "mistake": "scaled-by-d-k"},
        {"text": "√d_model", "because": "Each head is narrower."},
    ],
)
SEVERAL = item(
    "choice",
    options=[
        {"text": "right 1", "correct": True},
        {"text": "right 2", "correct": True},
        {"text": "wrong 1", "because": "Not this."},
        {"text": "wrong 2", "because": "Nor this."},
    ],
)


def graded(made: Any, letters: str, order: list[int]) -> Verdict:
    return grade(made, variant_with(made, order=order), {"choice": letters})


@pytest.mark.parametrize("text", ["B", "b", "(B)", "B.", " b ", "2", "option B", "Answer: B"])
def test_the_right_letter_as_shown_is_right(text: str) -> None:
    verdict = graded(ONE, text, [1, 0, 2])
    assert (verdict.status, verdict.score) == (Status.RIGHT, 1)
    assert verdict.parts[0].expected == "B"


def test_a_number_and_a_letter_are_two_options_and_no_list_of_one() -> None:
    assert graded(SEVERAL, "1, C", [0, 2, 1, 3]).status is Status.RIGHT


def test_every_shuffling_is_graded_by_its_letters() -> None:
    for number in range(10):
        variant = draw(ONE, number)
        right = "ABC"[variant.drawn["order"].index(0)]
        for letter in "ABC":
            status = grade(ONE, variant, {"choice": letter}).status
            assert (status is Status.RIGHT) == (letter == right)


def test_a_tempting_option_says_why_it_fails_and_names_its_mistake() -> None:
    verdict = graded(ONE, "A", [1, 0, 2])
    assert (verdict.status, verdict.score) == (Status.WRONG, 0)
    assert verdict.mistakes == ("scaled-by-d-k",)
    assert verdict.parts[0].feedback == "A: That is too flat."
    assert graded(ONE, "C", [1, 0, 2]).mistakes == ()


@pytest.mark.parametrize(
    ("letters", "score"),
    [
        ("A B", Fraction(1)),
        ("BA", Fraction(1)),
        ("a, b", Fraction(1)),
        ("A and B", Fraction(1)),
        ("A", Fraction(1, 2)),
        ("A B C", Fraction(1, 2)),
        ("A C", Fraction(0)),
        ("A B C D", Fraction(0)),
        ("C D", Fraction(0)),
    ],
)
def test_several_are_scored_net_of_wrong_picks(letters: str, score: Fraction) -> None:
    verdict = graded(SEVERAL, letters, [0, 1, 2, 3])
    assert verdict.score == score
    statuses = {Fraction(1): Status.RIGHT, Fraction(0): Status.WRONG}
    assert verdict.status == statuses.get(score, Status.PARTLY)


def test_what_is_missing_is_said_without_naming_it() -> None:
    assert graded(SEVERAL, "A", [0, 1, 2, 3]).parts[0].feedback == "1 right option left out."


@pytest.mark.parametrize("text", ["E", "AE", "x", "9", "0", "?", "√d_k"])
def test_other_letters_cost_nothing(text: str) -> None:
    verdict = graded(SEVERAL, text, [0, 1, 2, 3])
    assert verdict.status is Status.INVALID
    assert verdict.parts[0].status is PartStatus.NOT_UNDERSTOOD


def test_two_letters_where_one_is_right_cost_nothing() -> None:
    verdict = graded(ONE, "A B", [0, 1, 2])
    assert verdict.status is Status.INVALID
    assert "single letter" in verdict.parts[0].feedback


def test_no_letter_costs_nothing() -> None:
    assert graded(ONE, "  ", [0, 1, 2]).status is Status.INVALID
    assert grade(ONE, variant_with(ONE, order=[0, 1, 2]), {}).status is Status.INVALID


@given(st.text(max_size=20))
def test_whatever_is_chosen_gives_a_verdict(text: str) -> None:
    assert graded(SEVERAL, text, [0, 1, 2, 3]).status in Status


def test_the_preview_shows_the_chosen_text() -> None:
    variant = variant_with(ONE, order=[1, 0, 2])
    (chosen,) = understand(ONE, variant, {"choice": "b"})
    assert chosen.text == "B: √d_k"
    (refused,) = understand(ONE, variant, {"choice": "q"})
    assert refused.problem == "There is no option 'q': choose from A, B, C."
