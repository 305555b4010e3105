"""Arrays as text that stands in columns and can be pasted."""

import numpy as np
import pytest

from quizzer.exercises.notation import (
    decimals_needed,
    format_array,
    format_number,
)


def test_numbers_stand_in_columns() -> None:
    assert format_array([[0.5, -12.25], [100, 3]], 2) == "[[  0.50 -12.25]\n [100.00   3.00]]"


def test_as_many_decimals_are_shown_as_the_numbers_need() -> None:
    assert format_array([[0.5, -2.0]]) == "[[ 0.5 -2.0]]"
    assert format_array([1.0, 2.0]) == "[1 2]"
    assert decimals_needed([1 / 3]) == 6


def test_very_small_and_very_large_numbers_keep_their_digits() -> None:
    assert format_number(1.5e-9) == "1.5e-09"
    assert (format_number(1e-6), format_number(1e15)) == ("0.000001", "1e+15")
    assert format_array([1e300, 2.0]) == "[1e+300      2]"


def test_a_vector_is_one_row_and_a_number_stands_alone() -> None:
    assert format_array([0.1, -0.2], 1) == "[ 0.1 -0.2]"
    assert format_array(0.125, 2) == "0.12"


def test_matrices_of_a_batch_are_labelled() -> None:
    heads = np.arange(8).reshape(1, 2, 2, 2)
    assert format_array(heads) == "[0, 0]\n[[0 1]\n [2 3]]\n[0, 1]\n[[4 5]\n [6 7]]"


def test_infinities_and_nan_are_aligned_too() -> None:
    assert format_array([[0.5, "-inf"], ["nan", 1.0]], 1) == "[[0.5  -∞]\n [nan 1.0]]"


def test_no_number_is_shown_as_a_negative_zero() -> None:
    assert format_number(-0.001, 2) == "0.00"
    assert format_array([-0.04], 1) == "[0.0]"


@pytest.mark.parametrize("shape", [(0,), (2, 0), (0, 3)])
def test_empty_arrays_have_a_form(shape: tuple[int, ...]) -> None:
    assert format_array(np.zeros(shape)).startswith("[")
