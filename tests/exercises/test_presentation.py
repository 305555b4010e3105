"""A question and its solution as plain data, the same for every interface."""

import subprocess
import sys

import msgspec
import pytest

from quizzer.exercises.drawing import draw
from quizzer.exercises.numeric_presentation import value_text
from quizzer.exercises.presentation import present, solution
from tests.exercises.items import BY_HAND, attention, item, variant_with, whole_model


def test_given_values_are_shown_with_shape_and_text() -> None:
    made = attention(given={"Q": {"shape": [1, 4], "says": "one query"}, "K": {}, "V": {}})
    shown = present(made, variant_with(made, **BY_HAND)).given
    assert [one.name for one in shown] == ["Q", "K", "V"]
    assert shown[0].caption == "one query"
    assert shown[2].shape == "(2, 1)"
    assert shown[2].text == "[[3]\n [6]]"
    assert shown[2].value == [[3.0], [6.0]]


def test_asks_say_what_is_entered_and_how_exactly() -> None:
    made = attention()
    asks = present(made, variant_with(made, **BY_HAND)).asks
    assert [(one.name, one.decimals, one.shape) for one in asks] == [
        ("scores", 2, (1, 2)),
        ("weights", 3, (1, 2)),
        ("output", 2, (1, 1)),
    ]


def test_a_shape_that_is_asked_for_is_not_given_away() -> None:
    made = attention(ask={"its_shape": {"step": "output", "what": "shape"}, "output": {}})
    asks = present(made, variant_with(made, **BY_HAND)).asks
    assert [one.shape for one in asks] == [None, None]
    assert asks[0].label == "the shape of output"


def test_a_large_array_goes_without_its_numbers_where_shapes_alone_are_asked() -> None:
    batch = {"Q": {"shape": [5, 6]}, "K": {"shape": [4, 6]}, "V": {"shape": [4, 7]}}
    shape = {"what": "shape"}
    for ask, numbers in (
        ({"output": shape, "scores": shape}, False),
        ({"output": shape, "scores": {}}, True),
    ):
        made = attention(given=batch, ask=ask, mistakes=[])
        variant = draw(made, 0)
        given = {one.name: one for one in present(made, variant).given}
        steps = {one.name: one for one in solution(made, variant)}
        assert bool(given["Q"].text) is numbers  # 30 of them
        assert given["K"].text  # 24 can be read
        assert bool(steps["output"].text) is numbers  # 35
        assert (given["Q"].shape, steps["output"].shape) == ("(5, 6)", "(5, 7)")
        assert len(given["Q"].value) == 5


def test_the_solution_shows_every_step_with_formula_and_value() -> None:
    made = attention(ask={"output": {"decimals": 1}})
    scores, weights, output = solution(made, variant_with(made, **BY_HAND))
    assert scores.formula == "scores = Q Kᵀ / √d_k"
    assert scores.arguments == ("Q", "K")
    assert weights.says.startswith("Turn scores into positive numbers")
    assert output.text == "[[4.0]]"
    assert (weights.asked, output.asked) == (False, True)


def test_a_step_that_is_not_asked_has_no_more_decimals_than_it_needs() -> None:
    made = attention(ask={"output": {"decimals": 1}})
    given = {"Q": [[1, 0, 0, 0]], "K": [[1, 0, 0, 0], [0.5, 0, 0, 0]], "V": [[3], [6]]}
    scores, *_ = solution(made, variant_with(made, **given))  # divided by √4
    assert scores.text == "[[0.50 0.25]]"


@pytest.mark.parametrize(
    ("asked", "scores"),
    [
        ({"decimals": 3}, "[[0.693 0.000]]"),
        ({"decimals": 1}, "[[0.69 0.00]]"),  # too few to go on from
        ({"what": "shape"}, "[[0.6931 0.0000]]"),
    ],
)
def test_a_step_that_is_not_asked_has_the_decimals_of_those_that_are(
    asked: dict[str, object], scores: str
) -> None:
    made = attention(ask={"output": asked})
    assert solution(made, variant_with(made, **BY_HAND))[0].text == scores


def test_a_small_number_of_a_step_that_is_not_asked_is_not_shown_as_zero() -> None:
    made = attention(ask={"output": {"decimals": 2}})
    given = {"Q": [[1, 0, 0, 0]], "K": [[0.006, 0, 0, 0], [1, 0, 0, 0]], "V": [[3], [6]]}
    scores, *_ = solution(made, variant_with(made, **given))  # divided by √4
    assert scores.text == "[[0.003 0.500]]"


def test_the_solution_says_a_count_in_its_unit_too() -> None:
    made = attention(
        ask={"size": {"what": "count", "unit": "KiB", "decimals": 1}},
        steps={"size": {"of": "activations.relu", "with": [2560]}},
        mistakes=[],
    )
    (size,) = solution(made, variant_with(made, **BY_HAND))
    assert size.text == "2560 = 2.5 KiB"


@pytest.mark.parametrize(
    ("number", "unit", "text"),
    [
        (9999, "weights", "9999"),
        (10_000, "weights", "10,000"),
        (1.92e19, "PFLOPs", "19,200,000,000,000,000,000 = 19,200 PFLOPs"),
        (3_500_000_000.0, "billion parameters", "3,500,000,000 = 3.5 billion parameters"),
        (12_345.25, "weights", "12,345.2"),  # to the even digit, as Python rounds
    ],
)
def test_long_numbers_stand_by_threes(number: float, unit: str, text: str) -> None:
    made = attention(
        ask={"size": {"what": "count", "unit": unit, "decimals": 0 if "P" in unit else 1}},
        steps={"size": {"of": "activations.relu", "with": [number]}},
        mistakes=[],
    )
    (size,) = solution(made, variant_with(made, **BY_HAND))
    assert size.text == text


def test_a_small_model_shows_each_weight() -> None:
    made = whole_model()
    variant = draw(made, 0)
    text = next(one.text for one in present(made, variant).given if one.name == "model")
    assert "encoder.0.self_attention.w_q (4, 4)\n[[" in text


def test_options_are_shown_in_the_order_of_the_variant() -> None:
    options = [{"text": "first", "correct": True}, {"text": "second"}, {"text": "third"}]
    made = item("choice", options=options)
    shown = present(made, variant_with(made, order=[2, 0, 1]))
    assert shown.options == (("A", "third"), ("B", "first"), ("C", "second"))
    assert shown.asks[0].what == "option"


def test_several_right_options_are_announced() -> None:
    made = item("choice", options=[{"text": text, "correct": True} for text in "ab"])
    assert present(made, draw(made, 0)).asks[0].what == "options"


def test_blanks_are_labelled() -> None:
    blanks = {"a": {"accept": ["x"], "label": "the scale"}, "b": {"accept": ["y"]}}
    made = item("fill", blanks=blanks)
    assert [one.label for one in present(made, draw(made, 0)).asks] == ["the scale", "b"]


def test_other_kinds_are_shown_too() -> None:
    order = item("order", sequence=["one", "two"])
    assert present(order, draw(order, 0)).options == (("A", "two"), ("B", "one"))
    pairs = [{"left": "l1", "right": "r1"}, {"left": "l2", "right": "r2"}]
    match = item("match", pairs=pairs)
    assert [one.label for one in present(match, draw(match, 0)).asks] == ["l1", "l2"]


def test_a_presentation_is_plain_data() -> None:
    made = whole_model()
    variant = draw(made, 0)
    assert msgspec.json.encode(present(made, variant))
    assert msgspec.json.encode(solution(made, variant))


def test_items_without_numbers_load_no_numpy() -> None:
    program = """
import sys
from quizzer.exercises.drawing import draw
from quizzer.exercises.presentation import present, solution
from quizzer.grading.grade import grade, understand
from tests.exercises.items import item
choice = item("choice", options=[{"text": "a", "correct": True}, {"text": "b"}])
fill = item("fill", blanks={"x": {"accept": ["a"]}})
for made, answer in ((choice, {"choice": "A"}), (fill, {"x": "a"})):
    variant = draw(made, 0)
    present(made, variant), solution(made, variant)
    grade(made, variant, answer), understand(made, variant, answer)
print(sorted({"numpy", "textual", "reference"} & sys.modules.keys()))
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("value", "says"),
    [(1 / 3, "0.333"), (3, "3"), (True, "True"), (None, "None"), (["a", "b"], "a  b")],
)
def test_a_single_value_is_written_as_people_write_it(value: object, says: str) -> None:
    assert value_text(value, 3) == says
