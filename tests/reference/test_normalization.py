"""Normalizations against PyTorch, hand-worked values and their laws."""

import math

import numpy as np
import pytest

from reference import normalization
from tests.reference.torch_parity import assert_close

D = 5


@pytest.fixture
def x(rng):
    return rng.normal(size=(2, 3, D)) * np.array([[[1.0], [1e-3], [30.0]]]) + 0.5


@pytest.fixture
def gamma(rng):
    return rng.normal(size=D)


@pytest.fixture
def beta(rng):
    return rng.normal(size=D)


def test_layer_norm_agrees_with_pytorch(torch, x, gamma, beta):
    theirs = torch.nn.functional.layer_norm(
        *map(torch.tensor, (x,)), (D,), *map(torch.tensor, (gamma, beta))
    )
    assert_close(normalization.layer_norm(x, gamma, beta), theirs)


def test_layer_norm_by_hand():
    # mean 3, variance (4 + 0 + 4) / 3 with eps 0: ±√1.5
    row, root = np.array([[1.0, 3.0, 5.0]]), math.sqrt(1.5)
    expected = [[1 - 2 * root, 1.0, 1 + 2 * root]]
    assert_close(normalization.layer_norm(row, np.full(3, 2.0), np.ones(3), eps=0.0), expected)


def test_layer_norm_of_a_constant_row_is_beta(beta):
    row = np.full((1, D), 7.0)
    assert_close(normalization.layer_norm(row, np.ones(D), beta), beta[np.newaxis])


def test_layer_norm_forgets_the_size_and_offset_of_a_row(x):
    ones, zeros = np.ones(D), np.zeros(D)
    assert_close(
        normalization.layer_norm(3 * x + 4, ones, zeros, eps=0.0),
        normalization.layer_norm(x, ones, zeros, eps=0.0),
        1e-8,
    )


def test_rms_norm_agrees_with_pytorch(torch, x, gamma):
    theirs = torch.nn.functional.rms_norm(torch.tensor(x), (D,), torch.tensor(gamma), eps=1e-6)
    assert_close(normalization.rms_norm(x, gamma), theirs)


def test_rms_norm_by_hand():
    # mean of 9 and 16 is 12.5
    row = np.array([[3.0, 4.0]])
    expected = [[6 / math.sqrt(12.5), 4 / math.sqrt(12.5)]]
    assert_close(normalization.rms_norm(row, np.array([2.0, 1.0]), eps=0.0), expected)


def test_batch_norm_agrees_with_pytorch_over_two_steps_and_evaluation(torch, rng, gamma, beta):
    module = torch.nn.BatchNorm1d(D)
    module.weight.data, module.bias.data = torch.tensor(gamma), torch.tensor(beta)
    mean, variance = np.zeros(D), np.ones(D)
    for _ in range(2):
        batch = rng.normal(size=(7, D)) * 3 + 1
        ours = normalization.batch_norm(batch, gamma, beta, mean, variance)
        assert_close(ours.output, module(torch.tensor(batch)))
        mean, variance = ours.running_mean, ours.running_variance
        assert_close(mean, module.running_mean)
        assert_close(variance, module.running_var)
    module.eval()
    batch = rng.normal(size=(4, D))
    ours = normalization.batch_norm(batch, gamma, beta, mean, variance, training=False)
    assert_close(ours.output, module(torch.tensor(batch)))
    assert_close(ours.running_mean, mean)


def test_batch_norm_running_statistics_by_hand():
    # batch 1, 3: mean 2, biased variance 1, unbiased 2
    batch = np.array([[1.0], [3.0]])
    ours = normalization.batch_norm(
        batch, np.ones(1), np.zeros(1), np.zeros(1), np.ones(1), momentum=0.5, eps=0.0
    )
    assert_close(ours.output, [[-1.0], [1.0]])
    assert_close(ours.running_mean, [1.0])
    assert_close(ours.running_variance, [1.5])


def test_in_training_one_example_changes_the_others_in_evaluation_not(rng):
    batch = rng.normal(size=(4, D))
    changed = batch.copy()
    changed[0] += 1
    vectors = (np.ones(D), np.zeros(D), np.zeros(D), np.ones(D))
    for training in (True, False):
        before, after = (
            normalization.batch_norm(b, *vectors, training=training).output[1:]
            for b in (batch, changed)
        )
        assert np.array_equal(before, after) == (not training)


def test_single_precision_stays_and_inputs_are_left_alone(x, gamma, beta):
    x, gamma, beta = (array.astype(np.float32) for array in (x, gamma, beta))
    mean, variance = np.zeros(D, np.float32), np.ones(D, np.float32)
    before = [array.copy() for array in (x, gamma, beta, mean, variance)]
    assert normalization.layer_norm(x, gamma, beta).dtype == np.float32
    assert normalization.rms_norm(x, gamma).dtype == np.float32
    for part in normalization.batch_norm(x, gamma, beta, mean, variance):
        assert part.dtype == np.float32
    for array, copy in zip((x, gamma, beta, mean, variance), before, strict=True):
        np.testing.assert_array_equal(array, copy)


def test_shapes_that_do_not_fit_are_named():
    with pytest.raises(ValueError, match=r"x \(2, 3\), gamma \(4,\)"):
        normalization.layer_norm(np.ones((2, 3)), np.ones(4), np.zeros(3))
    with pytest.raises(ValueError, match=r"x \(2, 3\), gamma \(4,\)"):
        normalization.rms_norm(np.ones((2, 3)), np.ones(4))
    with pytest.raises(ValueError, match=r"x \(1, 3\)"):
        normalization.batch_norm(np.ones((1, 3)), *[np.ones(3)] * 4)
