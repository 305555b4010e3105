"""Backward passes of what the well-known models add: finite differences, and laws of their own."""

import numpy as np
import pytest

from reference import architectures, gradients, masks
from reference.parameters import (
    AttentionParameters,
    EncoderLayerParameters,
    FeedForwardParameters,
    NormParameters,
)
from reference.positions import rotary_angles
from tests.reference.finite_differences import assert_gradients

CAUSAL, REAL = masks.causal(5), masks.padding(np.array([[1, 2, 3, 4, 5], [1, 2, 3, 0, 0]]))
MASK = CAUSAL & REAL  # (2, 5, 5)


def attention_weights(rng, d_model, d_key, biases=False):
    """W_q, W_k, W_v, W_o, with keys and values of another width, and biases after them."""
    shapes = [(d_model, d_model), (d_model, d_key), (d_model, d_key), (d_model, d_model)]
    vectors = [rng.normal(size=shape[1]) for shape in shapes] if biases else []
    return [0.5 * rng.normal(size=shape) for shape in shapes] + vectors


def arrays(*trees):
    """All arrays of some gradients, one after another."""
    return [array for tree in trees for array in (tree if isinstance(tree, tuple) else (tree,))]


@pytest.mark.parametrize("layout", ["interleaved", "half"])
def test_llama_attention(rng, layout):
    x, weights = rng.normal(size=(2, 5, 8)), attention_weights(rng, 8, 4)
    options = (4, 2, rotary_angles(5, 2, start=3), MASK, layout)
    gradient = rng.normal(size=x.shape)
    found = gradients.llama_attention_backward(gradient, x, AttentionParameters(*weights), *options)
    assert_gradients(
        arrays(*found),
        lambda x, *w: architectures.llama_attention(x, AttentionParameters(*w), *options),
        [x, *weights],
        gradient,
    )


def test_llama_layer(rng):
    x, attention = rng.normal(size=(2, 5, 8)), attention_weights(rng, 8, 4)
    others = [rng.normal(size=shape) for shape in (8, (8, 6), (8, 6), (6, 8), 8)]
    options = (4, 2, rotary_angles(5, 2), MASK)
    gradient = rng.normal(size=x.shape)

    def parameters(*arrays):
        weights = AttentionParameters(*arrays[:4])
        return architectures.LlamaLayerParameters(weights, *arrays[4:])

    found = gradients.llama_layer_backward(gradient, x, parameters(*attention, *others), *options)
    assert_gradients(
        arrays(found.x, *found.parameters),
        lambda x, *w: architectures.llama_layer(x, parameters(*w), *options),
        [x, *attention, *others],
        gradient,
    )


@pytest.mark.parametrize("bidirectional", [True, False])
def test_the_bias_of_t5_gathers_by_distance(rng, bidirectional):
    table, gradient = rng.normal(size=(8, 3)), rng.normal(size=(3, 20, 20))
    found = gradients.t5_bias_backward(gradient, len(table), bidirectional)
    assert_gradients(
        [found], lambda t: architectures.t5_bias(t, 20, bidirectional), [table], gradient
    )


def test_the_bias_of_t5_by_hand():
    # The diagonal is distance 0, bucket 0: with ones as gradient the bucket gathers n of them
    found = gradients.t5_bias_backward(np.ones((2, 4, 4)), 32, bidirectional=False)
    assert found[:4].tolist() == [[10, 10], [3, 3], [2, 2], [1, 1]]  # later keys share bucket 0


@pytest.mark.parametrize("biased", [True, False])
def test_t5_attention(rng, biased):
    x, memory = rng.normal(size=(2, 4, 6)), rng.normal(size=(2, 5, 6))
    weights, bias = attention_weights(rng, 6, 6), rng.normal(size=(3, 4, 5))
    gradient, mask = rng.normal(size=x.shape), REAL
    given = [bias] if biased else []
    found = gradients.t5_attention_backward(
        gradient, x, memory, AttentionParameters(*weights), 3, *(given or [None]), mask
    )
    assert (found.bias is None) != biased
    assert_gradients(
        arrays(*found),
        lambda x, m, *w: architectures.t5_attention(
            x, m, AttentionParameters(*w[:4]), 3, w[4] if biased else None, mask
        ),
        [x, memory, *weights, *given],
        gradient,
    )


@pytest.mark.parametrize("shift", [0, 1])
def test_shifted_windows(rng, shift):
    x, weights = rng.normal(size=(2, 4, 6, 6)), attention_weights(rng, 6, 6, biases=True)
    table, gradient = rng.normal(size=(9, 3)), rng.normal(size=x.shape)

    def parameters(*arrays):
        layer = AttentionParameters(*arrays[:8])
        return architectures.SwinLayerParameters(encoder_layer(layer), arrays[8])

    found = gradients.shifted_window_attention_backward(
        gradient, x, parameters(*weights, table), 3, 2, shift
    )
    assert_gradients(
        arrays(*found),
        lambda x, *w: architectures.shifted_window_attention(x, parameters(*w), 3, 2, shift),
        [x, *weights, table],
        gradient,
    )


def encoder_layer(attention):
    """An encoder layer of which only the attention is looked at."""
    nothing = np.zeros(0)
    norm = NormParameters(nothing, nothing)
    feed_forward = FeedForwardParameters(nothing, None, nothing, None)
    return EncoderLayerParameters(attention, norm, feed_forward, norm)


def test_merged_patches(rng):
    x, gamma, beta = rng.normal(size=(2, 4, 6, 3)), rng.normal(size=12), rng.normal(size=12)
    w, gradient = rng.normal(size=(12, 6)), rng.normal(size=(2, 2, 3, 6))
    norm = NormParameters(gamma, beta)
    found = gradients.merge_patches_backward(gradient, x, norm, w)
    assert_gradients(
        arrays(*found),
        lambda x, gamma, beta, w: architectures.merge_patches(x, NormParameters(gamma, beta), w),
        [x, gamma, beta, w],
        gradient,
    )
