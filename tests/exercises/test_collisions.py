"""A variant in which a mistake cannot be told from the right answer is never asked."""

import numpy as np
import pytest

from quizzer.exercises.collisions import DrawingError, flaw_in
from quizzer.exercises.drawing import draw
from quizzer.exercises.graph import Graph, rebuilt
from quizzer.exercises.tolerance import agree
from tests.exercises.items import NO_SCALE, attention, compute, variant_with

SMALL_INTEGERS = {"from": 0, "to": 2, "decimals": 0}


def test_forgetting_the_scale_is_always_told_apart_even_with_small_integers() -> None:
    given = {name: {"shape": [2, 2], **SMALL_INTEGERS} for name in "QKV"}
    made = attention(given=given, ask={"output": {"decimals": 2}}, mistakes=[NO_SCALE])
    for number in range(50):
        graph = Graph(made, rebuilt(draw(made, number)))
        wrong = graph.substituting(made.mistakes[0])
        assert not agree(graph.asked("output"), wrong.asked("output"), 2)


def test_a_drawing_in_which_the_mistake_is_right_has_a_flaw() -> None:
    made = attention(mistakes=[NO_SCALE])
    orthogonal = variant_with(
        made, Q=[[1.0, 0, 0, 0]], K=[[0.0, 1, 0, 0], [0.0, 0, 1, 0]], V=[[1.0], [2.0]]
    )
    flaw = flaw_in(made, orthogonal)
    assert flaw is not None
    assert flaw.mistakes == (0,)
    assert "'no-scale' gives the right answer" in flaw.reason


def test_two_mistakes_that_look_the_same_have_a_flaw() -> None:
    made = attention(mistakes=[NO_SCALE, {**NO_SCALE, "id": "the-same"}])
    flaw = flaw_in(made, draw(attention(mistakes=[NO_SCALE]), 0))
    assert flaw is not None
    assert flaw.mistakes == (0, 1)


def test_a_mistake_that_shows_in_one_part_is_told_apart() -> None:
    """Adding a constant to scores changes them, and leaves the weights as they were."""
    made = compute(
        given={"x": {"shape": [3]}},
        steps={
            "doubled": {"of": "feedforward.linear", "with": ["x", "eye"]},
            "weights": {"of": "activations.softmax", "with": ["doubled"]},
        },
        ask={"doubled": {}, "weights": {}},
        mistakes=[{"id": "shifted", "step": "doubled", "with": ["x", "eye", "ones"], "says": "…"}],
    )
    drawn = {"x": [1.0, 2.0, 3.0], "eye": np.eye(3).tolist(), "ones": [1.0, 1.0, 1.0]}
    assert flaw_in(made, variant_with(made, **drawn)) is None


def test_an_impossible_item_says_what_stands_in_the_way() -> None:
    made = attention(given={"Q": {"shape": [2, 1]}, "K": {"shape": [2, 1]}, "V": {"shape": [2, 2]}})
    with pytest.raises(DrawingError, match=r"100 of 100 drawings.*'no-scale'"):
        draw(made, 0)


def test_an_item_without_chance_is_tried_once() -> None:
    value = {"value": [[1.0, 2.0], [3.0, 4.0]]}
    made = attention(
        given={"Q": {"value": [[1.0], [2.0]]}, "K": {"value": [[1.0], [2.0]]}, "V": value}
    )
    with pytest.raises(DrawingError, match="the only drawing"):
        draw(made, 0)


def test_an_answer_that_is_not_a_number_is_not_asked() -> None:
    made = compute(
        given={"x": {"choose": [[1.0], ["nan"]]}, "y": {"shape": [2]}},
        steps={"z": {"of": "activations.relu", "with": ["x"]}},
        ask={"z": {}},
    )
    flaw = flaw_in(made, variant_with(made, x=[0.0, "nan"], y=[1.0]))
    assert flaw is not None
    assert "not finite" in flaw.reason


def test_minus_infinity_is_allowed() -> None:
    made = compute(
        given={"scores": {"shape": [2, 2]}, "mask": {"value": [[True, False], [True, True]]}},
        steps={"masked": {"of": "attention.masked_scores", "with": ["scores", "mask"]}},
        ask={"masked": {}},
    )
    assert draw(made, 0).drawn["mask"] == [[True, False], [True, True]]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ([1.0, 2.0], [[1.0, 2.0]], False),  # shapes come first: nothing is broadcast
        ([1.0], 1.0, False),
        ([-np.inf, 1.0], [-np.inf, 1.0], True),
        ([np.inf], [-np.inf], False),
        ([np.nan], [np.nan], True),
        ([np.nan], [0.0], False),
        ([-np.inf], [-1e9], False),
        ([0.125], [0.13], True),  # honest rounding of a half
        ([0.124], [0.13], False),
    ],
)
def test_answers_agree_in_shape_and_in_every_cell(one: object, other: object, same: bool) -> None:
    assert agree(one, other, 2) is same
