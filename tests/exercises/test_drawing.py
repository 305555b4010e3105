"""Variants: the same for the same number, rounded as shown, and rebuilt from what is stored."""

import subprocess
import sys
from typing import Any

import msgspec
import numpy as np
import pytest

from quizzer.exercises.drawing import draw
from quizzer.exercises.graph import rebuilt, solve
from quizzer.exercises.variant import Variant
from tests.exercises.items import attention, compute, item, whole_model


def drawn(number: int = 0, **given: Any) -> dict[str, Any]:
    asked = next(iter(given))
    steps = {"y": {"of": "activations.relu", "with": [asked]}}
    return draw(compute(given=given, steps=steps, ask={"y": {}}), number).drawn


def test_the_same_number_gives_the_same_variant() -> None:
    assert draw(attention(), 7) == draw(attention(), 7)


def test_numbers_ids_and_versions_give_other_values() -> None:
    variants = [
        draw(attention(), 0),
        draw(attention(), 1),
        draw(attention(id="another"), 0),
        draw(attention(version=2), 0),
    ]
    values = {str(variant.drawn) for variant in variants}
    assert len(values) == len(variants)


def test_the_seed_does_not_depend_on_the_process() -> None:
    program = (
        "from quizzer.exercises.drawing import draw;"
        "from tests.exercises.items import attention;"
        "print(draw(attention(), 3).drawn)"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {f"{draw(attention(), 3).drawn}\n"}


def test_real_numbers_are_rounded_and_within_bounds() -> None:
    values = np.array(drawn(x={"shape": [20, 30], "from": -1.5, "to": 0.5, "decimals": 2})["x"])
    assert values.shape == (20, 30)
    assert values.min() >= -1.5
    assert values.max() <= 0.5
    assert np.array_equal(values, np.round(values, 2))
    assert len(np.unique(values)) > 100


def test_no_number_is_a_negative_zero() -> None:
    values = np.array(drawn(x={"shape": [50, 50], "from": -1, "to": 1, "decimals": 0})["x"])
    assert not np.any(np.signbit(values) & (values == 0))


def test_zeros_are_rare_among_small_numbers_for_they_hide_mistakes() -> None:
    values = np.array(drawn(x={"shape": [50, 50], "from": -1, "to": 1, "decimals": 0})["x"])
    assert np.mean(values == 0) == pytest.approx(1 / 9, abs=0.03)  # drawn twice in a row


def test_no_row_of_a_matrix_is_drawn_twice() -> None:
    for number in range(30):
        rows = drawn(number, x={"shape": [3, 2], "from": 0, "to": 2, "decimals": 0})["x"]
        assert len({tuple(row) for row in rows}) == 3


def test_shapes_refer_to_drawn_whole_numbers_in_any_order() -> None:
    for number in range(10):
        values = drawn(number, x={"shape": ["n", 3]}, n={"integer": [2, 4]})
        assert 2 <= values["n"] <= 4
        assert np.shape(values["x"]) == (values["n"], 3)


def test_whole_numbers_include_both_bounds() -> None:
    values = np.array(drawn(x={"integers": [200], "from": 3, "to": 5})["x"])
    assert set(values.tolist()) == {3, 4, 5}


def test_a_choice_is_one_of_the_listed_values() -> None:
    choices = [[1.0, 2.0], [3.0, 4.0]]
    found = [drawn(number, x={"choose": choices})["x"] for number in range(20)]
    assert all(value in choices for value in found)
    assert len({tuple(value) for value in found}) == 2


def test_a_changed_given_value_leaves_the_others_as_they_were() -> None:
    before = drawn(x={"shape": [2, 2]}, z={"shape": [3]})
    after = drawn(x={"shape": [2, 2]}, z={"shape": [5]}, first={"shape": [9]})
    assert before["x"] == after["x"]


def test_the_weights_of_a_model_are_rounded_and_within_bounds() -> None:
    variant = draw(whole_model(), 0)
    weights = variant.drawn["model"]["parameters"]
    assert np.shape(weights["target_embedding"]) == (6, 4)
    matrix = np.array(weights["encoder.0.self_attention.w_q"])
    assert np.array_equal(matrix, np.round(matrix, 1))
    assert np.abs(matrix).max() <= 0.5


@pytest.mark.parametrize("made", [attention(), whole_model()], ids=["attention", "model"])
def test_a_variant_is_rebuilt_from_what_is_stored(made: Any) -> None:
    variant = draw(made, 2)
    stored = msgspec.json.decode(msgspec.json.encode(variant), type=Variant)
    assert stored == variant
    for name, value in solve(made, variant).items():
        np.testing.assert_array_equal(solve(made, stored)[name], value)


def test_a_stored_variant_survives_a_change_of_the_bank() -> None:
    variant = draw(attention(), 2)
    changed = attention(version=2, given={"Q": {"shape": [9, 9]}, "K": {"value": 1}, "V": {}})
    np.testing.assert_array_equal(
        solve(changed, variant)["output"], solve(attention(), variant)["output"]
    )


def test_types_survive_storage() -> None:
    made = compute(
        given={
            "real": {"shape": [2], "from": 1, "to": 3, "decimals": 0},
            "whole": {"integers": [2]},
            "mask": {"value": [[True, False], [True, True]]},
            "infinite": {"value": [[0.0, float("-inf")]]},
            "words": {"value": ["inf", "nan"]},
        },
        steps={"y": {"of": "activations.relu", "with": ["real"]}},
        ask={"y": {}},
    )
    stored = msgspec.json.decode(msgspec.json.encode(draw(made, 0)), type=Variant)
    values = rebuilt(stored)
    assert values["real"].dtype == np.float64
    assert values["whole"].dtype == np.int64
    assert values["mask"].dtype == np.bool_
    assert values["infinite"].tolist() == [[0.0, float("-inf")]]
    assert values["words"] == ["inf", "nan"]


OPTIONS = [{"text": text, "correct": text == "a"} for text in "abcd"]


def test_options_are_shuffled_anew_for_each_variant() -> None:
    choice = item("choice", options=OPTIONS)
    orders = {tuple(draw(choice, number).drawn["order"]) for number in range(20)}
    assert all(sorted(order) == [0, 1, 2, 3] for order in orders)
    assert len(orders) > 5


def test_an_order_item_is_never_shown_solved() -> None:
    order = item("order", sequence=["one", "two"])
    assert all(draw(order, number).drawn["order"] == [1, 0] for number in range(20))


def test_lines_that_are_all_alike_can_be_shown() -> None:
    assert sorted(draw(item("order", sequence=["same", "same"]), 0).drawn["order"]) == [0, 1]


def test_the_right_sides_of_a_match_are_shuffled_with_the_distractors() -> None:
    pairs = [{"left": "a", "right": "1"}, {"left": "b", "right": "2"}]
    match = item("match", pairs=pairs, distractors=["3"])
    assert sorted(draw(match, 0).drawn["order"]) == [0, 1, 2]


def test_fill_and_open_draw_nothing() -> None:
    assert draw(item("fill", blanks={"x": {"accept": ["a"]}}), 0).drawn == {}
    made = item("open", key_points=[{"text": "p"}], model_answer="m")
    assert draw(made, 0).drawn == {}
