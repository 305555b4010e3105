"""When two values are the same, and what is said when they are not."""

from typing import Any

import numpy as np
import pytest

from quizzer.grading.code.comparing import TOLERANCES, Tolerance, agree, difference

EXACT = TOLERANCES["float64"]
HALF = np.array([[0.5, 1.5], [2.5, 3.5]])


@pytest.mark.parametrize(
    ("right", "got"),
    [
        (HALF, HALF + 1e-12),
        (HALF, HALF.tolist()),
        (HALF, HALF.astype(np.float32)),
        (np.array([1.0, 2.0]), np.array([1, 2])),
        (np.array([-np.inf, np.nan]), np.array([-np.inf, np.nan])),
        (np.float64(2.0), 2),
        (3, np.int64(3)),
        (True, np.bool_(True)),
        (np.array([], dtype=np.int64), []),
        (["a", "b"], ["a", "b"]),
        (["a", "b"], ("a", "b")),
        ((HALF, None), [HALF, None]),
        ({"a": HALF, "b": 2}, {"b": 2, "a": HALF}),
        (np.array([0, 255], dtype=np.uint8), np.array([0, 255])),
        (12, 12.0),
        ({"output": 0, "layers": np.int64(85_054_464)}, {"output": 0.0, "layers": 85_054_464.0}),
    ],
)
def test_equal_values_agree(right: Any, got: Any) -> None:
    assert agree(right, got, EXACT)


@pytest.mark.parametrize(
    ("right", "got", "says"),
    [
        (HALF, HALF + 1e-6, "4 of 4 numbers differ, by at most 1e-06. First: result[0, 0]"),
        (HALF, HALF[:, 0], "has shape (2,); it should be (2, 2)"),
        (np.ones((2, 1)), np.ones(2), "an axis of length 1 is missing"),
        (np.array(1.5), np.array([1.5]), "an axis of length 1 is extra"),
        (np.array([1, 2]), np.array([1.0, 2.0]), "has dtype float64; it should be int64 (whole"),
        (12, 12.5, "the result is 12.5; it should be 12"),
        (True, 1.0, "has dtype float64; it should be bool"),
        (np.array([True]), np.array([1]), "has dtype int64; it should be bool (True and False)"),
        (np.array([1.0]), np.array([1.0 + 0j]), "has dtype complex128; it should be float64"),
        (np.array([0.0, 1.0]), np.array([9.0, np.inf]), "not finite: result[1] is ∞; it should be"),
        (np.array([-np.inf]), np.array([-1e9]), "is -1e+09; it should be -∞"),
        (np.array([-np.inf, 0]), np.array([-1e9, 0]), "1 of 2 numbers differ. First: result"),
        (np.array([1.0, np.nan]), np.array([1.0, 0.0]), "result[1] is 0; it should be nan"),
        (np.float64(2.0), 3.0, "the result is 3; it should be 2"),
        (np.array([3, 5]), np.array([3, 4]), "1 of 2 numbers differ, by at most 1"),
        (np.array([0, 1], dtype=np.uint8), [0, 2], "by at most 1. First: result[1] is 2"),
        (["a", "b"], ["a"], "has 1 part; it should have 2"),
        (["a", "b"], ["a", "c"], "result[1] is 'c'; it should be 'b'"),
        (["a"], "a", "is 'a'; it should be a list of 1"),
        ((HALF, HALF), (HALF, HALF + 1), "result[1][0, 0] is 1.5; it should be 0.5"),
        ({"a": 1}, {"b": 1}, "has no entry 'a'"),
        ({"a": 1}, {"a": 1, "b": 1}, "has one entry too many: 'b'"),
        ({"a": 1}, [1], "is a list of 1; it should be a dict"),
        (None, HALF, "is an array of shape (2, 2); it should be None"),
        (1.5, True, "has dtype bool; it should be float64"),
    ],
)
def test_what_differs_is_said(right: Any, got: Any, says: str) -> None:
    found = difference(right, got, EXACT)
    assert found is not None
    assert says in found.says


def test_the_cells_that_are_right_are_marked() -> None:
    found = difference(HALF, HALF * [[1, 1], [1, 2]], EXACT)
    assert found is not None
    assert found.cells is not None
    assert found.cells.tolist() == [[True, True], [True, False]]


def test_the_tolerance_grows_with_the_right_value() -> None:
    tolerance = Tolerance(relative=1e-3, absolute=1e-6)
    assert agree(np.array([1000.0]), np.array([1000.9]), tolerance)
    assert not agree(np.array([1.0]), np.array([1.0011]), tolerance)
    assert agree(np.array([0.0]), np.array([9e-7]), tolerance)
    assert not agree(np.array([0.0]), np.array([2e-6]), tolerance)
