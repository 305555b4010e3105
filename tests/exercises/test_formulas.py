"""The formula beside a step of a solution speaks of the question at hand."""

from typing import Any

import pytest

from quizzer.exercises.drawing import draw
from quizzer.exercises.presentation import solution
from tests.exercises.items import compute


def formulas(steps: dict[str, dict[str, Any]], **given: object) -> dict[str, tuple[str, str]]:
    """Of each step its formula, and what its letters are."""
    made = compute(given=given, steps=steps, ask={name: {} for name in steps})
    shown = solution(made, draw(made, 0))
    return {step.name: (step.formula, step.letters) for step in shown}


MATRIX = {"shape": [2, 2]}


def test_a_formula_of_the_bank_stands_in_place_of_that_of_the_reference() -> None:
    steps: dict[str, dict[str, Any]] = {
        "M": {"of": "attention.dot_product_scores", "with": ["W_Q", "W_K"]}
    }
    general = formulas(steps, W_Q=MATRIX, W_K=MATRIX)["M"]
    assert general == ("scores = Q Kᵀ", "Q = W_Q, K = W_K")
    steps["M"]["says"] = "M = W_Q W_Kᵀ"
    assert formulas(steps, W_Q=MATRIX, W_K=MATRIX)["M"] == ("M = W_Q W_Kᵀ", "")


@pytest.mark.parametrize(
    "words", ["one row a state", "h′", "(x, h)", "LN(x)", "x and h mixed", "(2, 2)"]
)
def test_words_shapes_and_calls_are_no_formula(words: str) -> None:
    steps = {"next": {"of": "recurrent.rnn_step", "with": ["x", "h", "W", "U", "b"]}}
    steps["next"]["says"] = words
    given = {"x": MATRIX, "h": MATRIX, "W": MATRIX, "U": MATRIX, "b": {"shape": [2]}}
    formula, letters = formulas(steps, **given)["next"]
    assert formula == "h′ = tanh(x W_ih + h W_hh + b)"
    assert letters == "W_ih = W, W_hh = U"  # x, h and b are called so here, too


@pytest.mark.parametrize(
    "says", ["s Kᵀ", "2 · n² d_k", "w (1 − s²)", "s + 1 · x_1", "tanh(s w)", "s − mean"]
)
def test_letters_numbers_and_names_are_a_formula(says: str) -> None:
    steps = {"out": {"of": "activations.tanh", "with": ["s"], "says": says}}
    assert formulas(steps, s=MATRIX)["out"] == (says, "")


def test_letters_are_told_by_name_and_by_the_letter_of_the_field() -> None:
    steps: dict[str, dict[str, Any]] = {
        "sum": {"of": "layers.residual", "with": ["a", "b"], "says": "plus the stream"},
        "out": {"of": "feedforward.feed_forward", "with": ["sum", "P", "p", "R", "r"]},
        "table": {"of": "positions.sinusoidal", "with": [2, 4, 100]},
    }
    vector = {"shape": [2]}
    found = formulas(steps, a=MATRIX, b=MATRIX, P=MATRIX, p=vector, R=MATRIX, r=vector)
    assert found["sum"] == ("y = x + f(x)", "x = a, f(x) = b")
    assert found["out"][1] == "x = sum, W₁ = P, b₁ = p, W₂ = R, b₂ = r"
    assert "base^(2i / d_model)" in found["table"][0]
    assert found["table"][1] == "d_model = 4, base = 100"


def test_what_is_recorded_on_the_way_has_no_formula_of_what_leads_past_it() -> None:
    steps = {
        "mean": {
            "of": "normalization.layer_norm",
            "with": ["x", "one", "zero"],
            "record": "mean",
            "says": "mean of each row",
        }
    }
    vector = {"value": [1.0, 1.0]}
    assert formulas(steps, x=MATRIX, one=vector, zero=vector)["mean"] == ("", "")
