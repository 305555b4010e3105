"""The mistake is named where one explains every number, and nothing is claimed otherwise."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizzer.exercises.drawing import draw
from quizzer.exercises.graph import Graph, rebuilt
from quizzer.grading.grade import grade
from quizzer.grading.verdict import PartStatus, Status, Verdict
from tests.exercises.items import (
    ATTENTION,
    BY_HAND,
    NO_SCALE,
    OVER_QUERIES,
    attention,
    variant_with,
)
from tests.grading.written import to_python

ITEM = attention()
VARIANT = variant_with(ITEM, **BY_HAND)


def graded(**answer: str) -> Verdict:
    return grade(ITEM, VARIANT, answer)


def test_forgetting_the_scale_is_named_where_it_enters() -> None:
    verdict = graded(scores="[[1.39, 0.00]]")  # 2 ln 2 = 1.386
    mistake = verdict.parts[0].mistake
    assert mistake is not None
    assert (mistake.id, mistake.step) == ("no-scale", "scores")
    assert mistake.value == [[1.39, 0.0]]
    assert verdict.parts[0].feedback == "You left out the division by √d_k."
    assert verdict.mistakes == ("no-scale",)


@pytest.mark.parametrize(
    "answer",
    [
        {"weights": "[[0.8, 0.2]]"},  # softmax of (2 ln 2, 0) = (4/5, 1/5)
        {"output": "3.6"},  # 4/5 · 3 + 1/5 · 6
        {"weights": "[[4/5, 1/5]]", "output": "3.60"},
        {"scores": "[[0.69, 0]]", "weights": "[[0.8, 0.2]]"},  # right, and then not used
    ],
)
def test_it_is_named_from_any_later_part(answer: dict[str, str]) -> None:
    assert grade(ITEM, VARIANT, answer).mistakes == ("no-scale",)


def test_it_is_named_once() -> None:
    verdict = graded(scores="[[1.39, 0]]", weights="[[0.8, 0.2]]", output="3.6")
    assert verdict.mistakes == ("no-scale",)
    assert [part.status for part in verdict.parts[1:]] == [PartStatus.FOLLOWS] * 2


def test_a_mistake_on_own_wrong_values_is_named() -> None:
    # over the queries, with one query, each weight is 1; of any scores
    verdict = graded(scores="[[5, 7]]", weights="[[1, 1]]", output="9")
    assert verdict.mistakes == ("softmax-over-queries",)
    assert verdict.parts[2].status is PartStatus.FOLLOWS


def test_two_mistakes_in_two_asked_steps_are_both_named_in_order() -> None:
    verdict = graded(scores="[[1.39, 0]]", weights="[[1, 1]]", output="[[9]]")
    assert verdict.mistakes == ("no-scale", "softmax-over-queries")


TWO_QUERIES = {**BY_HAND, "Q": [*BY_HAND["Q"], [0.0, 0.0, 1.0, 0.0]]}


def test_two_mistakes_behind_one_asked_value_are_both_named() -> None:
    """Without the scale scores are [[2 ln 2, 0], [0, 1]]; then the columns are made to sum to 1:

    [[4/5, 1/(1+e)], [1/5, e/(1+e)]], and times V the first output is 4/5 · 3 + 6/(1+e) = 4.01.
    """
    variant = variant_with(ITEM, **TWO_QUERIES)
    verdict = grade(ITEM, variant, {"output": "4/5*3 + 6/(1+e)\n1/5*3 + 6*e/(1+e)"})
    assert verdict.mistakes == ("no-scale", "softmax-over-queries")
    assert verdict.parts[2].feedback == (
        f"This follows from slips in scores and weights: {NO_SCALE['says']} {OVER_QUERIES['says']}"
    )


def test_numbers_of_a_later_step_are_not_told_to_be_those_of_the_step_of_the_slip() -> None:
    """The scores are right; the weights are those of the scores without the scale, 2 ln 2 and 0."""
    verdict = graded(scores="[[ln 2, 0]]", weights="[[0.8, 0.2]]")
    assert verdict.parts[0].status is PartStatus.RIGHT
    assert verdict.parts[1].feedback == f"This follows from a slip in scores: {NO_SCALE['says']}"


def test_nothing_is_claimed_where_no_mistake_matches() -> None:
    verdict = graded(scores="[[1.39, 0.50]]")
    assert verdict.mistakes == ()
    assert verdict.parts[0].mistake is None


def test_nothing_is_claimed_where_two_mistakes_match() -> None:
    # Both differ in the output of other variants, and give weights of (1, 1) for one query.
    made = attention(
        mistakes=[
            OVER_QUERIES,
            {**OVER_QUERIES, "id": "axis-of-one", "of": "mistakes.softmax_over_an_axis_of_one"},
        ]
    )
    verdict = grade(made, VARIANT, {"weights": "[[1, 1]]"})
    assert verdict.mistakes == ()
    assert verdict.parts[1].status is PartStatus.WRONG


def test_of_two_that_match_the_one_that_fits_the_other_entries_is_named() -> None:
    """From right scores on, these weights come of unscaled scores put in by hand."""
    raw = {"id": "raw-scores", "step": "weights", "with": ["raw"], "says": "Take the scaled ones."}
    made = attention(
        given={**ATTENTION["given"], "raw": {"shape": [2, 3]}}, mistakes=[NO_SCALE, raw]
    )
    variant = variant_with(made, **BY_HAND, raw=[[2 * math.log(2), 0.0]])
    weights = {"weights": "[[0.8, 0.2]]"}
    assert grade(made, variant, weights).mistakes == ()
    assert grade(made, variant, {"scores": "[[0.69, 0]]", **weights}).mistakes == ("raw-scores",)


def test_a_mistake_is_named_in_fewer_digits_too() -> None:
    assert graded(scores="[[1.4, 0.0]]").mistakes == ("no-scale",)


def test_a_mistake_that_gives_infinities_is_named_and_not_refused() -> None:
    made = attention(
        given={**ATTENTION["given"], "mask": {"value": [[True, True, True]] * 2}},
        steps={
            **ATTENTION["steps"],
            "masked": {"of": "attention.masked_scores", "with": ["scores", "mask"]},
        },
        ask={"masked": {"decimals": 2}},
        mistakes=[
            {
                "id": "mask-inverted",
                "step": "masked",
                "of": "attention.masked_scores",
                "with": ["scores", "blocked"],
                "says": "True means that it may attend.",
            }
        ],
    )
    variant = variant_with(made, **BY_HAND, mask=[[True, True]], blocked=[[False, True]])
    verdict = grade(made, variant, {"masked": "[[-inf, 0]]"})
    assert verdict.mistakes == ("mask-inverted",)


def test_a_mistake_in_a_shape_is_named() -> None:
    made = attention(
        ask={"shape": {"step": "scores", "what": "shape"}},
        mistakes=[{"id": "exchanged", "step": "scores", "with": ["K", "Q"], "says": "Q first."}],
    )
    verdict = grade(made, draw(made, 0), {"shape": "(3, 2)"})
    assert verdict.mistakes == ("exchanged",)


def test_a_mistake_that_gives_another_shape_is_explained_at_no_cost() -> None:
    merge = {"of": "attention.merge_heads", "with": ["x"]}
    average = {
        "id": "averaged",
        "step": "y",
        "of": "mistakes.heads_averaged",
        "says": "Side by side.",
    }
    made = attention(
        given={"x": {"shape": [2, 1, 2]}}, steps={"y": merge}, ask={"y": {}}, mistakes=[average]
    )
    variant = variant_with(made, x=[[[1.0, 2.0]], [[3.0, 6.0]]])
    verdict = grade(made, variant, {"y": "[[2.00, 4.00]]"})
    assert verdict.status is Status.INVALID
    assert verdict.parts[0].feedback.endswith("this has shape (1, 2). Side by side.")


@given(st.integers(0, 60), st.sampled_from([0, 1]), st.sampled_from([*ITEM.ask]))
@settings(max_examples=60)
def test_each_mistake_is_named_in_every_variant(number: int, index: int, name: str) -> None:
    """In the part where it enters, or (for a slip in the scores) in any later one."""
    variant, mistake = draw(ITEM, number), ITEM.mistakes[index]
    wrong = Graph(ITEM, rebuilt(variant)).substituting(mistake)
    if name not in wrong.affected_by(mistake):
        return
    answer = {name: to_python(wrong.asked(name), ITEM.ask[name].decimals)}
    verdict = grade(ITEM, variant, answer)
    right = {part.name: part for part in verdict.parts}[name].status is PartStatus.RIGHT
    assert right or verdict.mistakes == (mistake.id,)
