"""Dropout and label smoothing: hand-worked values, and what holds on average."""

import numpy as np
import pytest

from reference import regularization


def test_what_stays_is_divided_by_the_share_that_stays():
    out = regularization.apply_dropout(np.array([1.0, 1.0]), np.array([True, False]), 0.2)
    np.testing.assert_allclose(out, [1.25, 0])


def test_rate_is_the_share_that_is_dropped_and_the_mean_stays(rng):
    x = np.full((400, 250), 3.0)
    out = regularization.dropout(x, 0.1, rng)
    assert abs(np.mean(out == 0) - 0.1) < 0.005  # standard error 0.001
    assert abs(out.mean() - 3) < 0.02
    assert set(np.unique(out.round(9))) == {0, round(3 / 0.9, 9)}


def test_without_a_generator_nothing_happens():
    x = np.array([1.0, 2.0])
    np.testing.assert_array_equal(regularization.dropout(x, 0.5), x)


def test_the_same_seed_drops_the_same_numbers_and_leaves_the_global_one_alone():
    x = np.ones((5, 7))
    state = np.random.get_state()[1].copy()
    first = regularization.dropout(x, 0.5, np.random.default_rng(3))
    second = regularization.dropout(x, 0.5, np.random.default_rng(3))
    np.testing.assert_array_equal(first, second)
    np.testing.assert_array_equal(state, np.random.get_state()[1])
    np.testing.assert_array_equal(x, np.ones((5, 7)))


def test_rate_zero_keeps_all_and_single_precision_stays_single(rng):
    x = rng.normal(size=(3, 4)).astype(np.float32)
    out = regularization.dropout(x, 0.0, rng)
    np.testing.assert_array_equal(out, x)
    assert out.dtype == regularization.dropout(x, 0.3, rng).dtype == np.float32


@pytest.mark.parametrize("rate", [-0.1, 1.0, 1.5])
def test_rates_outside_zero_to_one_are_refused(rate):
    with pytest.raises(ValueError, match="rate"):
        regularization.dropout(np.ones(2), rate)


def test_a_mask_of_another_shape_is_refused():
    with pytest.raises(ValueError, match=r"x \(2, 3\), kept \(3,\)"):
        regularization.apply_dropout(np.ones((2, 3)), np.ones(3, bool), 0.1)


@pytest.mark.parametrize(
    ("spread", "expected"),
    # V = 4, ε = 0.1: all gives 1 − 0.1 + 0.1/4, others give 0.1/3
    [("all", [0.025, 0.925, 0.025, 0.025]), ("others", [1 / 30, 0.9, 1 / 30, 1 / 30])],
)
def test_both_ways_to_smooth_labels(spread, expected):
    q = regularization.smooth_labels(np.array([[1]]), 4, 0.1, spread=spread)
    np.testing.assert_allclose(q, [[expected]])
    np.testing.assert_allclose(q.sum(axis=-1), 1)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: regularization.smooth_labels(np.array([4]), 4), "0 … 3"),
        (lambda: regularization.smooth_labels(np.array([0]), 4, 1.5), "epsilon"),
        (lambda: regularization.smooth_labels(np.array([0]), 4, spread="x"), "'x'"),
        (lambda: regularization.smooth_labels(np.array([0]), 1, spread="others"), "two classes"),
    ],
)
def test_labels_that_cannot_be_smoothed_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
