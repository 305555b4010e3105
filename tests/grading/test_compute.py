"""Compute items: shape, finiteness and values, cell by cell, judged as exactly as was asked.

One query, two keys, d_k = 4, worked by hand:
scores = [[2 ln 2, 0]] / √4 = [[0.6931, 0]], weights = [[2/3, 1/3]], output = 2/3 · 3 + 1/3 · 6 = 4.
"""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizzer.exercises.drawing import draw
from quizzer.exercises.graph import solve
from quizzer.grading.grade import grade, understand
from quizzer.grading.verdict import PartStatus, PartVerdict, Status, Verdict
from tests.exercises.items import BY_HAND, attention, compute, variant_with
from tests.grading.written import TYPED, to_python

ITEM = attention()
VARIANT = variant_with(ITEM, **BY_HAND)
RIGHT = {"scores": "[[0.69, 0]]", "weights": "[[0.667, 0.333]]", "output": "4"}


def graded(**answer: str) -> Verdict:
    return grade(ITEM, VARIANT, answer)


def part(name: str, text: str) -> PartVerdict:
    verdict = graded(**{name: text})
    return next(one for one in verdict.parts if one.name == name)


def test_what_follows_from_a_huge_number_overflows_without_a_word(
    recwarn: pytest.WarningsRecorder,
) -> None:
    assert graded(weights="[[1e308, 1e308]]", output="1").status is Status.WRONG
    assert not recwarn.list


def value_item(value: Any, **ask: Any) -> Any:
    """An item that asks for a value as it is given."""
    return compute(
        given={"x": {"value": value}},
        steps={"y": {"of": "activations.relu", "with": ["x"]}},
        ask={"y": ask},
    )


def test_right_numbers_have_full_marks_and_no_mistake() -> None:
    verdict = graded(**RIGHT)
    assert (verdict.status, verdict.score) == (Status.RIGHT, 1)
    assert [one.status for one in verdict.parts] == [PartStatus.RIGHT] * 3
    assert verdict.mistakes == ()


@pytest.mark.parametrize(
    "text",
    [
        "[[0.667, 0.333]]",
        "[[0.6667, 0.3333]]",
        "[[0.66666666, 0.33333333]]",
        "[[2/3, 1/3]]",
        "[[.667 .333]]",
        "0.667 0.333",
        "66.7% 33.3%",
        "6.67e-1 3.33e-1",
        "0,667 0,333",
        "np.array([[0.667, 0.333]])",
        "[[0.6665, 0.3335]]",
    ],
)
def test_honest_ways_to_write_two_thirds_are_right(text: str) -> None:
    assert part("weights", text).status is PartStatus.RIGHT


@pytest.mark.parametrize("text", ["[[0.668, 0.332]]", "[[0.6660, 0.3340]]", "[[0.66, 0.33]]"])
def test_what_is_not_honest_rounding_is_not_right(text: str) -> None:
    assert part("weights", text).status is not PartStatus.RIGHT


@pytest.mark.parametrize(
    ("text", "which"),
    [
        ("[[0.67, 0.33]]", ""),
        ("[[0.7, 0.3]]", ""),
        ("[[0.66, 0.33]]", ""),  # cut off
        ("[[.6, 1/3]]", " 1 number has fewer, at row 1, column 1."),
        ("[[0.667, 0.33]]", " 1 number has fewer, at row 1, column 2."),
    ],
)
def test_fewer_digits_of_the_right_numbers_cost_nothing(text: str, which: str) -> None:
    verdict = graded(weights=text)
    assert verdict.status is Status.INVALID
    (weights,) = verdict.parts
    assert weights.status is PartStatus.TOO_FEW_DIGITS
    assert weights.feedback == f"Right as far as it goes: give 3 decimals.{which}"
    assert weights.expected is None


def test_of_many_numbers_those_with_too_few_digits_are_found() -> None:
    item = value_item([[0.141, 0.5, 0.296], [0.955, 0.841, 0.1]], decimals=3)
    verdict = grade(item, draw(item, 0), {"y": "0.141 0.5 0.3; .96 .841 .1"})
    assert verdict.parts[0].feedback == (
        "Right as far as it goes: give 3 decimals. "
        "2 of 6 numbers have fewer, the first at row 1, column 3."
    )


@pytest.mark.parametrize("entered", ["-4.1", "4.0", "4.3", "5", "0"])
def test_first_digits_of_another_number_are_wrong(entered: str) -> None:
    item = value_item(4.17, decimals=2)
    assert grade(item, draw(item, 0), {"y": entered}).parts[0].status is PartStatus.WRONG


@pytest.mark.parametrize("entered", ["55 K", "56k", "55.6k", "5.5e4"])
def test_a_long_count_may_not_be_rounded_and_not_be_cut_off(entered: str) -> None:
    item = compute(
        given={"d": {"value": 64}, "h": {"value": 4}, "d_ff": {"value": 300}},
        steps={"n": {"of": "accounting.encoder_layer_parameters", "with": ["d", "h", "d_ff"]}},
        ask={"n": {"what": "count", "unit": "parameters", "decimals": 0}},  # 55,660
    )
    verdict = grade(item, draw(item, 0), {"n": entered})
    assert verdict.status is Status.INVALID
    assert verdict.parts[0].feedback == "Right as far as it goes: give all digits."


def test_fewer_digits_are_right_where_the_rest_are_zeros() -> None:
    assert part("output", "4").status is PartStatus.RIGHT


def test_a_wrong_number_is_wrong_whatever_the_digits_of_the_others() -> None:
    found = part("weights", "[[0.7, 0.9]]")
    assert found.status is PartStatus.WRONG
    assert found.feedback == (
        "None of the 2 numbers is right. 1 of them has too few digits to count: give 3 decimals."
    )


def test_each_cell_is_marked_and_scored() -> None:
    found = part("weights", "[[0.667, 0.5]]")
    assert found.status is PartStatus.PARTLY
    assert found.score == Fraction(1, 2)
    assert found.cells == [[True, False]]
    assert found.expected == [[0.667, 0.333]]
    assert found.entered == [[0.667, 0.5]]
    assert found.feedback == ("1 of 2 numbers is right; the first wrong one is at row 1, column 2.")


def test_parts_count_by_their_weight() -> None:
    verdict = graded(scores="[[5, 5]]", output="4.00")
    assert verdict.score == Fraction(2, 4)
    assert verdict.status is Status.PARTLY


def test_parts_that_are_left_out_are_missing() -> None:
    verdict = graded(output="4.00")
    statuses = [one.status for one in verdict.parts]
    assert statuses == [PartStatus.MISSING, PartStatus.MISSING, PartStatus.RIGHT]
    assert verdict.parts[0].expected == [[0.69, 0.0]]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[0.667, 0.333]", "this has shape (2,). Write [[0.667 0.333]]."),
        ("[[0.667], [0.333]]", "this has shape (2, 1). Write [[0.667 0.333]]."),
        ("[[0.667, 0.333, 0]]", "(1, 2) is asked for; this has shape (1, 3)"),
        ("0.667", "this is a single number"),
        ("[[[0.667, -0.333]]]", "this has shape (1, 1, 2). Write [[0.667 -0.333]]."),
    ],
)
def test_another_shape_costs_nothing_and_is_explained(text: str, says: str) -> None:
    verdict = graded(weights=text)
    assert verdict.status is Status.INVALID
    (weights,) = verdict.parts
    assert weights.status is PartStatus.WRONG_SHAPE
    assert says in weights.feedback


@pytest.mark.parametrize(
    ("shape", "text", "says"),
    [
        ([2, 2], "1 2 3 4", "there should be 2 axes, not 1: write it like [[0, 0], [0, 0]]."),
        ([3, 2], "[[1, 2, 3], [4, 5, 6]]", "Rows and columns are swapped."),
        ([3, 1], "[1, 2, 3]", "Write [[1] [2] [3]]."),
        ([1, 9], "[1, 2, 3, 4, 5, 6, 7, 8, 9]", "write it like [[0, 0, …]]."),
        ([3, 3], "[1, 2, 3]", "this has shape (3,)."),
        ([3, 3], "[[1], [2], [3]]", "this has shape (3, 1)."),
    ],
)
def test_what_to_type_instead_is_shown_where_only_the_shape_is_another(
    shape: list[int], text: str, says: str
) -> None:
    made = compute(
        given={"x": {"shape": shape}},
        steps={"y": {"of": "activations.relu", "with": ["x"]}},
        ask={"y": {}},
    )
    (found,) = grade(made, draw(made, 0), {"y": text}).parts
    assert found.feedback.endswith(says)


def test_brackets_around_a_single_number_are_explained() -> None:
    made = value_item(3.0, decimals=1)
    (found,) = grade(made, variant_with(made, x=3.0), {"y": "[3.0]"}).parts
    assert found.feedback == ("One number is asked for, without brackets; this has shape (1,).")


@pytest.mark.parametrize("text", ["[[nan, 0.333]]", "[[inf, 0]]", "[[0.667, -inf]]"])
def test_an_infinite_number_where_all_are_finite_costs_nothing(text: str) -> None:
    verdict = graded(weights=text)
    assert verdict.status is Status.INVALID
    assert verdict.parts[0].status is PartStatus.NOT_FINITE


MASKED = compute(
    given={
        "scores": {"value": [[1.0, 2.0], [3.0, 4.0]]},
        "mask": {"value": [[True, False], [True, True]]},
    },
    steps={"masked": {"of": "attention.masked_scores", "with": ["scores", "mask"]}},
    ask={"masked": {"decimals": 1}},
)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("[[1, -inf], [3, 4]]", [[True, True], [True, True]]),
        ("[[1, −∞], [3, 4]]", [[True, True], [True, True]]),
        ("[[1, -1e9], [3, 4]]", [[True, False], [True, True]]),
        ("[[1, inf], [3, 4]]", [[True, False], [True, True]]),
        ("[[1, 2], [-inf, 4]]", [[True, False], [False, True]]),
        ("[[1, nan], [3, 4]]", [[True, False], [True, True]]),
    ],
)
def test_infinities_are_right_where_they_belong(text: str, cells: object) -> None:
    verdict = grade(MASKED, draw(MASKED, 0), {"masked": text})
    assert verdict.parts[0].cells == cells
    assert verdict.parts[0].expected == [[1.0, "-inf"], [3.0, 4.0]]


CAUSAL = compute(
    given={"length": {"value": 2}},
    steps={"mask": {"of": "masks.causal", "with": ["length"]}},
    ask={"mask": {"decimals": 0}},
)


@pytest.mark.parametrize("text", ["yes no; yes yes", "✓ ✗\n✓ ✓", "[[T, F], [T, T]]", "1 0; 1 1"])
def test_a_mask_may_be_entered_in_words_for_true_and_false(text: str) -> None:
    assert grade(CAUSAL, draw(CAUSAL, 0), {"mask": text}).status is Status.RIGHT


@pytest.mark.parametrize("text", ["no", "n", "y yes", "[[no, yes]]", "T F"])
def test_where_numbers_are_asked_for_words_for_true_and_false_are_none(text: str) -> None:
    found = part("weights", text)
    assert found.status is PartStatus.NOT_UNDERSTOOD
    assert "is not understood. Write numbers." in found.feedback


def test_if_one_part_is_not_understood_nothing_is_graded() -> None:
    verdict = graded(scores="[[0.69, 0]]", weights="[[0.667, x]]", output="9")
    assert (verdict.status, verdict.score) == (Status.INVALID, 0)
    (weights,) = verdict.parts
    assert weights.status is PartStatus.NOT_UNDERSTOOD
    assert weights.feedback.startswith("column 10: the word 'x' is not understood.")


def test_all_problems_are_told_at_once() -> None:
    verdict = graded(scores="[[0.69, 0]", weights="[0.667, 0.333]", output="four")
    assert [one.name for one in verdict.parts] == ["scores", "weights", "output"]


@pytest.mark.parametrize("answer", [{}, {"scores": ""}, {"scores": " \n", "output": "\t"}])
def test_an_empty_answer_costs_nothing(answer: dict[str, str]) -> None:
    verdict = grade(ITEM, VARIANT, answer)
    assert verdict.status is Status.INVALID
    assert verdict.parts == ()
    assert verdict.feedback


def test_a_part_that_does_not_exist_is_told_with_the_nearest() -> None:
    verdict = graded(weigths="[[1, 2]]")
    assert verdict.status is Status.INVALID
    assert "Did you mean 'weights'?" in verdict.parts[0].feedback


SHAPE_AND_COUNT = compute(
    given={"Q": {"shape": [2, 4]}, "K": {"shape": [3, 4]}},
    steps={
        "scores": {"of": "attention.scaled_dot_product_scores", "with": ["Q", "K"]},
        "bytes": {"of": "activations.relu", "with": [1610612736]},
    },
    ask={
        "shape": {"step": "scores", "what": "shape"},
        "memory": {"step": "bytes", "what": "count", "unit": "GiB", "decimals": 1},
    },
)


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("(2, 3)", Fraction(1)),
        ("2 x 3", Fraction(1)),
        ("(2, 4)", Fraction(1, 2)),
        ("(3, 4)", Fraction(0)),
        ("(2, 3, 1)", Fraction(0)),
        ("6", Fraction(0)),
    ],
)
def test_a_shape_is_graded_axis_by_axis(text: str, score: Fraction) -> None:
    verdict = grade(SHAPE_AND_COUNT, draw(SHAPE_AND_COUNT, 0), {"shape": text})
    assert verdict.parts[0].score == score
    assert verdict.parts[0].expected == [2, 3]


@pytest.mark.parametrize(("text", "right"), [("()", True), ("(1,)", False), ("(2, 3)", False)])
def test_the_shape_of_a_single_number_is_empty(text: str, right: bool) -> None:
    made = compute(
        given={"x": {"value": 2.0}},
        steps={"y": {"of": "activations.relu", "with": ["x"]}},
        ask={"y": {"what": "shape"}},
    )
    verdict = grade(made, draw(made, 0), {"y": text})
    assert (verdict.status is Status.RIGHT) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("1.5", True),
        ("1.5 GiB", True),
        ("1536 MiB", True),
        ("1610612736 bytes", True),
        ("1.61 GB", True),
        ("1.61 GiB", False),
        ("1.61", False),
        ("1.7 GB", False),
    ],
)
def test_units_are_told_apart(text: str, right: bool) -> None:
    verdict = grade(SHAPE_AND_COUNT, draw(SHAPE_AND_COUNT, 0), {"memory": text})
    assert (verdict.parts[1].status is PartStatus.RIGHT) is right


@pytest.mark.parametrize(
    ("text", "typed", "meant"),
    [
        ("1.5 GB", "GB", "GiB"),
        ("2 GB", "GB", "GiB"),
        ("1.5 gigabytes", "gigabytes", "GiB"),
        ("1536MB.", "MB", "MiB"),
    ],
)
def test_gb_where_the_same_gib_are_right_is_asked_back(text: str, typed: str, meant: str) -> None:
    verdict = grade(SHAPE_AND_COUNT, draw(SHAPE_AND_COUNT, 0), {"memory": text})
    assert verdict.status is Status.INVALID
    assert verdict.parts[0].feedback == (
        f"Right in {meant}, powers of 1024; {typed} are powers of 1000. Write the one you mean."
    )


@pytest.mark.parametrize("text", ["1610612736", "1,610,612,736", "1.61e9"])
def test_a_right_count_of_single_things_is_asked_again_in_the_unit(text: str) -> None:
    verdict = grade(SHAPE_AND_COUNT, draw(SHAPE_AND_COUNT, 0), {"memory": text})
    assert verdict.status is Status.INVALID
    assert verdict.parts[0].feedback == "Right as a plain number: give it in GiB."


@pytest.mark.parametrize(
    ("number", "ask", "text", "status"),
    [
        (1024, {"what": "count", "unit": "KB", "decimals": 3}, "1,024", Status.INVALID),
        (1024, {"what": "count", "unit": "bytes"}, "1,024", Status.RIGHT),
        (1024, {"what": "count", "unit": "bytes"}, "1.024", Status.INVALID),
        (1024, {"what": "count", "unit": "bytes"}, "1.0240", Status.WRONG),
        (1.024, {"decimals": 3}, "1,024", Status.RIGHT),
        (1024, {"decimals": 0}, "1,024", Status.INVALID),
        ([1024, 2048], {"decimals": 0}, "1,024 2,048", Status.INVALID),
        ([1024, 2048], {"decimals": 0}, "1.024; 2.048", Status.INVALID),
        ([1024, 2048], {"decimals": 0}, "1024 2048", Status.RIGHT),
        ([1.024, 2.048], {"decimals": 3}, "1,024 2,048", Status.RIGHT),
        ([1, 234], {"decimals": 0}, "[1,234]", Status.RIGHT),
        ([5, 6], {"decimals": 0}, "[1,234]", Status.WRONG),
        (1.024, {"decimals": 3}, "1,025", Status.WRONG),
    ],
)
def test_a_comma_that_can_be_read_in_two_ways_is_asked_about_before_it_makes_a_number_wrong(
    number: float | list[float], ask: dict[str, Any], text: str, status: Status
) -> None:
    made = compute(
        given={"x": {"value": number}},
        steps={"y": {"of": "activations.relu", "with": ["x"]}},
        ask={"y": ask},
    )
    verdict = grade(made, draw(made, 0), {"y": text})
    assert verdict.status is status
    asked_back = "Did you mean 1.024 or 1024? Write 1.0240 or 1024."
    assert (verdict.parts[0].feedback == asked_back) is (status is Status.INVALID)


@pytest.mark.parametrize("text", ["1510612736", "1610612736 MiB", "1.61e10"])
def test_another_count_of_single_things_is_wrong(text: str) -> None:
    verdict = grade(SHAPE_AND_COUNT, draw(SHAPE_AND_COUNT, 0), {"memory": text})
    assert verdict.parts[1].status is PartStatus.WRONG


def test_the_preview_says_how_each_part_is_read() -> None:
    scores, output = understand(ITEM, VARIANT, {"scores": "2/3 1/3", "weights": "", "output": "x"})
    assert scores.text == "an array of shape (1, 2):\n[[0.666667 0.333333]]"
    assert (output.problem, output.column) == ("the word 'x' is not understood. Write numbers.", 1)


@given(st.integers(0, 40), st.integers(0, 4))
@settings(max_examples=40)
def test_honest_rounding_is_always_right(number: int, more: int) -> None:
    variant = draw(ITEM, number)
    right = solve(ITEM, variant)
    answer = {name: to_python(right[name], ITEM.ask[name].decimals + more) for name in right}
    verdict = grade(ITEM, variant, answer)
    assert (verdict.status, verdict.mistakes) == (Status.RIGHT, ())


@given(st.integers(0, 40))
@settings(max_examples=40)
def test_rounding_at_every_step_and_going_on_is_right(number: int) -> None:
    variant = draw(ITEM, number)
    given = {name: np.array(value) for name, value in variant.drawn.items()}
    scores = np.round(given["Q"] @ given["K"].T / 2, 2)
    powers = np.exp(scores)
    weights = np.round(powers / powers.sum(axis=1, keepdims=True), 3)
    output = np.round(weights @ given["V"], 2)
    answer = {
        "scores": to_python(scores, 2),
        "weights": to_python(weights, 3),
        "output": to_python(output, 2),
    }
    verdict = grade(ITEM, variant, answer)
    assert (verdict.status, verdict.mistakes) == (Status.RIGHT, ())


@given(st.dictionaries(st.sampled_from([*ITEM.ask, "other"]), TYPED, max_size=3))
@settings(max_examples=200)
def test_whatever_is_entered_gives_a_verdict(answer: dict[str, str]) -> None:
    verdict = grade(ITEM, VARIANT, answer)
    assert 0 <= verdict.score <= 1
    understand(ITEM, VARIANT, answer)


@pytest.mark.parametrize(
    ("entered", "says"),
    [
        ("(5, 5)", "An axis is missing: the first one."),
        ("(3, 5)", "An axis is missing: this has 2, the right shape has 3."),
        ("5", "2 axes are missing: this has 1, the right shape has 3."),
        ("(3, 1, 5, 5)", "There is an axis too many: the second one."),
        ("(3, 4, 5, 5, 5)", "There are 2 axes too many: this has 5, the right shape has 3."),
        ("(5, 3, 5)", "The first and second axes are swapped."),
        ("(3, 5, 4)", "The third axis is wrong."),
        ("(2, 5, 4)", "The first and third axes are wrong."),
        ("(2, 4, 4)", "No length is right."),
        ("scalar", "This is the shape of a single number."),
    ],
)
def test_how_a_shape_differs_is_said_of_its_axes(entered: str, says: str) -> None:
    item = compute(
        given={"x": {"value": [[[0] * 5] * 5] * 3}},
        steps={"y": {"of": "activations.softmax", "with": ["x"]}},
        ask={"y": {"what": "shape"}},
    )
    assert grade(item, draw(item, 0), {"y": entered}).parts[0].feedback == says


def test_lengths_in_another_order_are_said_to_be_so() -> None:
    item = compute(
        given={"x": {"value": [[[0] * 5] * 4] * 3}},
        steps={"y": {"of": "activations.softmax", "with": ["x"]}},
        ask={"y": {"what": "shape"}},
    )
    says = grade(item, draw(item, 0), {"y": "(4, 5, 3)"}).parts[0].feedback
    assert says == "The lengths are right, but in another order."
