"""The solution shows what a function works out on its way, each value once."""

from collections.abc import Mapping

from quizzer.exercises.drawing import draw
from quizzer.exercises.presentation import solution
from quizzer.exercises.shown import StepShown
from tests.exercises.items import compute, variant_with, whole_model

LAYER_NORM = {"of": "normalization.layer_norm", "with": ["x", "g", "b"]}
GIVEN = {
    "x": {"shape": [1, 2]},
    "g": {"value": [1.0, 1.0]},
    "b": {"value": [1.0, 1.0]},
}


def shown(steps: Mapping[str, object], ask: Mapping[str, object]) -> dict[str, StepShown]:
    made = compute(given=GIVEN, steps=steps, ask=ask)
    variant = variant_with(made, x=[[3.0, 7.0]], g=[1.0, 1.0], b=[1.0, 1.0])
    return {step.name: step for step in solution(made, variant)}


def test_what_leads_to_a_step_comes_before_it() -> None:
    steps = shown({"y": LAYER_NORM}, {"y": {}})
    assert list(steps) == ["y.mean", "y.variance", "y.normalised", "y"]
    assert (steps["y.mean"].text, steps["y.variance"].text) == ("[[5]]", "[[4]]")
    assert steps["y.variance"].says == "the biased variance of each row"
    assert not steps["y.variance"].asked


def test_a_value_is_shown_once_and_what_comes_after_it_not_at_all() -> None:
    variance = {**LAYER_NORM, "record": "variance"}
    assert list(shown({"variance": variance}, {"variance": {}})) == ["variance.mean", "variance"]
    both = {"variance": variance, "y": LAYER_NORM}
    assert list(shown(both, {"y": {}})) == ["variance.mean", "variance", "y.normalised", "y"]


def test_where_shapes_alone_are_asked_no_numbers_lead_to_them() -> None:
    assert list(shown({"y": LAYER_NORM}, {"y": {"what": "shape"}})) == ["y"]


def test_of_a_whole_model_only_what_can_be_read_is_shown() -> None:
    made = whole_model()
    on_the_way = [step.text for step in solution(made, draw(made, 0)) if not step.of]
    assert on_the_way
    assert max(len(text.splitlines()) for text in on_the_way) <= 24
