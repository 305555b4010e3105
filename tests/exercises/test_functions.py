"""Banks name public functions of the reference, and nothing else."""

import pytest

from quizzer.exercises.functions import UnknownFunctionError, all_names, docstring, resolve
from reference import activations, mistakes


def test_a_function_is_found_by_module_and_name() -> None:
    assert resolve("activations.softmax") is activations.softmax


def test_a_mistake_is_found_beside_the_others() -> None:
    assert resolve("mistakes.scores_without_scale") is mistakes.scores_without_scale


def test_a_function_of_a_submodule_is_found() -> None:
    assert resolve("mistakes.activations.softmax_twice") is mistakes.softmax_twice


@pytest.mark.parametrize(
    "name",
    [
        "os.system",
        "activations.np.exp",
        "activations.np",
        "activations.math.exp",
        "masks._broadcasts",
        "activations.__import__",
        "activations.softmax.__globals__",
        "attention.softmax",  # imported there, not written there
        "transformer.Configuration",
        "..os.system",
        "activations..softmax",
        "activations.",
        "softmax",
        "",
        "activations.softmax()",
        "activations.softmax\n",
    ],
)
def test_nothing_else_is_found(name: str) -> None:
    with pytest.raises(UnknownFunctionError):
        resolve(name)


def test_a_misspelt_name_comes_with_the_nearest() -> None:
    with pytest.raises(UnknownFunctionError) as caught:
        resolve("activations.sofmax")
    assert caught.value.nearest[0] == "activations.softmax"
    assert "activations.softmax" in str(caught.value.suggestion)


def test_where_nothing_is_alike_the_list_of_all_is_suggested() -> None:
    with pytest.raises(UnknownFunctionError) as caught:
        resolve("zzz.qqqqqq")
    assert caught.value.suggestion == "`quizzer reference` lists all of them"


def test_a_name_in_the_wrong_module_comes_with_its_own() -> None:
    with pytest.raises(UnknownFunctionError) as caught:
        resolve("attention.softmax")
    assert caught.value.nearest[0] == "activations.softmax"


def test_every_listed_name_is_found() -> None:
    names = all_names()
    assert "attention.scaled_dot_product_attention" in names
    assert all(callable(resolve(name)) for name in names)


def test_a_function_says_what_it_is_and_its_formula() -> None:
    assert docstring("attention.weighted_sum").summary == "Mix the values in the given shares."
    assert docstring("attention.scaled_dot_product_scores").formula == "scores = Q Kᵀ / √d_k"
