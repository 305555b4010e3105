"""Activations against PyTorch, known values and their own laws."""

import math

import numpy as np
import pytest

from reference import activations
from tests.reference.torch_parity import assert_close


@pytest.mark.parametrize("name", ["sigmoid", "tanh", "relu", "gelu", "silu"])
def test_elementwise_activation_agrees_with_pytorch(torch, rng, name):
    x = rng.normal(size=(3, 5)) * 3
    ours = getattr(activations, name)(x)
    functional = getattr(torch.nn.functional, name)
    assert_close(ours, functional(torch.tensor(x)))


def test_gelu_tanh_form_agrees_with_pytorch(torch, rng):
    x = rng.normal(size=(3, 5)) * 3
    theirs = torch.nn.functional.gelu(torch.tensor(x), approximate="tanh")
    assert_close(activations.gelu(x, "tanh"), theirs)


@pytest.mark.parametrize("axis", [-1, -2, 0])
def test_softmax_and_its_logarithm_agree_with_pytorch(torch, rng, axis):
    x = rng.normal(size=(2, 3, 5))
    assert_close(activations.softmax(x, axis), torch.softmax(torch.tensor(x), axis))
    assert_close(activations.log_softmax(x, axis), torch.log_softmax(torch.tensor(x), axis))


def test_hand_worked_values():
    # ln 1, ln 2, ln 5 have softmax 1/8, 2/8, 5/8
    scores = np.log([1.0, 2.0, 5.0])
    assert_close(activations.softmax(scores), [0.125, 0.25, 0.625])
    assert_close(activations.log_softmax(scores), np.log([0.125, 0.25, 0.625]))
    assert_close(activations.sigmoid(np.array([0.0, math.log(3)])), [0.5, 0.75])
    assert_close(activations.tanh(np.array([math.log(3)])), [0.8])
    assert_close(activations.relu(np.array([-2.0, 0.0, 3.0])), [0.0, 0.0, 3.0])
    assert_close(activations.silu(np.array([math.log(3)])), [0.75 * math.log(3)])
    # Φ(1) and Φ(−1) from a table of the normal distribution
    assert_close(activations.gelu(np.array([1.0, -1.0])), [0.8413447, -0.1586553], 1e-7)


def test_softmax_of_the_textbook_row():
    # Goodfellow et al. and most courses: softmax(1, 2, 3)
    assert_close(
        activations.softmax(np.array([1, 2, 3])), [0.09003057, 0.24472847, 0.66524096], 1e-8
    )


def test_a_query_without_keys_has_a_row_without_weights(torch):
    for name in ("softmax", "log_softmax"):
        theirs = getattr(torch, name)(torch.ones(2, 0, dtype=torch.float64), -1)
        assert_close(getattr(activations, name)(np.ones((2, 0))), theirs)


def test_sigmoid_is_exact_in_its_tails(torch):
    x = np.array([-700.0, -40.0, -3.0, 0.0, 40.0, 800.0])
    theirs = torch.sigmoid(torch.tensor(x)).numpy()
    np.testing.assert_allclose(activations.sigmoid(x), theirs, rtol=1e-14)
    assert activations.sigmoid(np.array([-np.inf, np.inf])).tolist() == [0.0, 1.0]
    narrow = activations.sigmoid(x.astype(np.float32))
    assert narrow.dtype == np.float32
    np.testing.assert_allclose(narrow[1:], theirs[1:], rtol=1e-5)


@pytest.mark.parametrize("scale", [1e4, -1e4])
def test_softmax_is_stable_for_huge_scores(scale):
    x = scale * np.array([[1.0, 0.5, 1.0]])
    weights = activations.softmax(x)
    assert np.all(np.isfinite(weights))
    np.testing.assert_allclose(weights.sum(), 1.0)
    assert np.all(np.isfinite(activations.log_softmax(x)))


def test_sigmoid_does_not_overflow():
    with np.errstate(over="raise", invalid="raise"):
        assert_close(activations.sigmoid(np.array([-1e4, 1e4])), [0.0, 1.0])


def test_a_row_of_minus_infinity_gives_zeros_without_a_warning():
    x = np.array([[-np.inf, -np.inf], [0.0, -np.inf]])
    with np.errstate(all="raise"):
        assert_close(activations.softmax(x), [[0.0, 0.0], [1.0, 0.0]])
    assert activations.log_softmax(x)[0, 0] == -np.inf


def test_softmax_ignores_a_constant_added_to_a_row(rng):
    x = rng.normal(size=(4, 6))
    shifted = x + rng.normal(size=(4, 1))
    assert_close(activations.softmax(shifted), activations.softmax(x))


@pytest.mark.parametrize(
    "name", ["sigmoid", "tanh", "relu", "gelu", "silu", "softmax", "log_softmax"]
)
def test_keeps_single_precision_and_leaves_its_input_alone(rng, name):
    x = rng.normal(size=(3, 4)).astype(np.float32)
    before = x.copy()
    assert getattr(activations, name)(x).dtype == np.float32
    np.testing.assert_array_equal(x, before)


def test_gelu_refuses_an_unknown_form():
    with pytest.raises(ValueError, match="erf"):
        activations.gelu(np.zeros(1), "erf")
