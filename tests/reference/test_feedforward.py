"""The linear layer and the feed-forward networks against PyTorch and by hand."""

import math

import numpy as np
import pytest

from reference import feedforward
from reference.activations import gelu
from tests.reference.torch_parity import assert_close


@pytest.fixture
def weights(rng):
    shapes = [(4, 7), (7,), (7, 4), (4,)]
    return [rng.normal(size=shape) for shape in shapes]


def test_feed_forward_agrees_with_pytorch(torch, rng, weights):
    x = rng.normal(size=(2, 3, 4))
    tx, w_1, b_1, w_2, b_2 = map(torch.tensor, (x, *weights))
    functional = torch.nn.functional
    hidden = functional.linear(tx, w_1.T, b_1)
    assert_close(
        feedforward.feed_forward(x, *weights), functional.linear(hidden.relu(), w_2.T, b_2)
    )
    assert_close(
        feedforward.feed_forward(x, *weights, activation=gelu),
        functional.linear(functional.gelu(hidden), w_2.T, b_2),
    )


def test_feed_forward_by_hand():
    x = np.array([[1.0, 2.0]])
    w_1, b_1 = np.array([[1.0, -1.0, 0.0], [1.0, -1.0, 2.0]]), np.array([0.0, 1.0, -1.0])
    w_2, b_2 = np.array([[1.0], [10.0], [2.0]]), np.array([0.5])
    # hidden 3, −2, 3; relu 3, 0, 3; 3 + 6 + 0.5
    assert_close(feedforward.feed_forward(x, w_1, b_1, w_2, b_2), [[9.5]])


def test_no_token_sees_another(rng, weights):
    x = rng.normal(size=(2, 5, 4))
    whole = feedforward.feed_forward(x, *weights)
    assert_close(feedforward.feed_forward(x[:, 2:3], *weights), whole[:, 2:3])


def test_swiglu_agrees_with_pytorch(torch, rng):
    x, gate, up, down = (rng.normal(size=s) for s in [(2, 3, 4), (4, 7), (4, 7), (7, 4)])
    tx, tgate, tup, tdown = map(torch.tensor, (x, gate, up, down))
    theirs = (torch.nn.functional.silu(tx @ tgate) * (tx @ tup)) @ tdown
    assert_close(feedforward.swiglu(x, gate, up, down), theirs)


def test_swiglu_by_hand():
    # SiLU(ln 3) = ¾ ln 3, times 4, times 2
    one = np.ones((1, 1))
    ours = feedforward.swiglu(one, math.log(3) * one, 4 * one, 2 * one)
    assert_close(ours, [[6 * math.log(3)]])


def test_single_precision_stays(rng, weights):
    x = rng.normal(size=(3, 4)).astype(np.float32)
    weights = [w.astype(np.float32) for w in weights]
    assert feedforward.feed_forward(x, *weights).dtype == np.float32


def test_shapes_that_do_not_fit_are_named(weights):
    with pytest.raises(ValueError, match=r"x \(2, 3\), w \(4, 7\)"):
        feedforward.feed_forward(np.ones((2, 3)), *weights)
    with pytest.raises(ValueError, match=r"w \(3, 4\), b \(3,\)"):
        feedforward.linear(np.ones((2, 3)), np.ones((3, 4)), np.ones(3))
    with pytest.raises(ValueError, match=r"w_gate \(3, 4\), w_up \(3, 5\)"):
        feedforward.swiglu(np.ones((2, 3)), np.ones((3, 4)), np.ones((3, 5)), np.ones((4, 3)))
