"""What `quizzer check` learns by calling the functions, each with the field that is to blame."""

from typing import Any

import pytest

from quizzer.exercises.inspection import problems_of
from tests.exercises.items import ATTENTION, NO_SCALE, attention, item

STEPS = ATTENTION["steps"]


def with_step(name: str, **changes: Any) -> Any:
    return attention(steps={**STEPS, name: {**STEPS[name], **changes}})


def test_a_sound_item_has_no_problem() -> None:
    assert problems_of(attention(), 10) == []


def test_items_without_numbers_have_none() -> None:
    assert problems_of(item("fill", blanks={"x": {"accept": ["a"]}})) == []


def test_unknown_functions_are_all_told_with_the_nearest_name() -> None:
    made = attention(
        steps={**STEPS, "weights": {**STEPS["weights"], "of": "activations.softmx"}},
        mistakes=[{**NO_SCALE, "of": "mistakes.score_without_scale"}],
    )
    first, second = problems_of(made)
    assert first.path == ("steps", "weights", "of")
    assert "activations.softmax" in str(first.suggestion)
    assert second.path == ("mistakes", 0, "of")
    assert "mistakes.scores_without_scale" in str(second.suggestion)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"with": ["Q"]}, "missing a required argument: 'key'"),
        ({"with": ["Q", "K", "V"]}, "too many positional arguments"),
        ({"options": {"axes": 1}}, "unexpected keyword argument 'axes'"),
    ],
)
def test_arguments_that_do_not_fit_are_told(changes: dict[str, Any], complaint: str) -> None:
    (found,) = problems_of(with_step("scores", **changes))
    assert found.path == ("steps", "scores")
    assert complaint in found.message
    assert found.suggestion == "its arguments are query, key"


def test_shapes_that_do_not_fit_are_told_in_the_words_of_the_function() -> None:
    (found,) = problems_of(attention(given={**ATTENTION["given"], "K": {"shape": [3, 5]}}))
    assert found.path == ("steps", "scores")
    assert "query (2, 4), key (3, 5)" in found.message


def test_a_shape_that_refers_to_nothing_is_told() -> None:
    (found,) = problems_of(attention(given={**ATTENTION["given"], "K": {"shape": ["n", 5]}}))
    assert found.path == ("given", "K")
    assert "'n'" in found.message


@pytest.mark.parametrize(
    "huge",
    [
        {"shape": [1000, 1000]},
        {"integers": [100_000]},
        {"model": {"source_vocabulary": 9, "target_vocabulary": 9}},  # a base model
        {"shape": [3, 4], "from": 2, "to": 1},
        {"integer": [3, 2]},
        {"shape": [3, 0]},
        {"value": [[True, True], [True]]},
        {"choose": [[[1, 2], [3]], [[0.5, 2], [3]]]},
    ],
)
def test_values_that_cannot_be_drawn_are_told(huge: dict[str, Any]) -> None:
    (found,) = problems_of(attention(given={**ATTENTION["given"], "K": huge}))
    assert found.path == ("given", "K")


def test_an_ask_for_something_that_is_no_array_is_told() -> None:
    made = attention(
        given={"x": {"shape": [2, 3]}, "w": {"shape": [3, 2]}, "v": {"shape": [3, 4]}},
        steps={"qkv": {"of": "attention.project_qkv", "with": ["x", "w", "w", "v"]}},
        ask={"qkv": {}},
        mistakes=[],
    )
    (found,) = problems_of(made)
    assert found.path == ("ask", "qkv")
    assert found.message == "its value is not an array of numbers but a QKV"


def test_a_count_of_several_numbers_is_told() -> None:
    (found,) = problems_of(attention(ask={"scores": {"what": "count"}}, mistakes=[]))
    assert found.path == ("ask", "scores", "what")
    assert found.message == "a count is one number, and this step gives 6"


def test_a_mistake_that_cannot_be_made_is_told() -> None:
    (found,) = problems_of(attention(mistakes=[{**NO_SCALE, "with": ["Q", "V"]}]))
    assert found.path == ("mistakes", 0)
    assert "cannot be made" in found.message


def test_a_mistake_that_never_differs_is_told() -> None:
    same = {**NO_SCALE, "of": "mistakes.scores_with_scaled_queries"}
    (found,) = problems_of(attention(mistakes=[NO_SCALE, same | {"id": "no-mistake"}]))
    assert found.path == ("mistakes", 1)
    assert "'no-mistake' gives the right answer" in found.message


def test_two_mistakes_that_never_differ_are_told() -> None:
    (found,) = problems_of(attention(mistakes=[NO_SCALE, {**NO_SCALE, "id": "same"}]))
    assert found.path == ("mistakes", 1)
    assert "'no-scale' and 'same' give the same answer" in found.message
