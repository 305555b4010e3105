"""Backward passes of attention: finite differences and PyTorch autograd."""

import functools

import numpy as np
import pytest

from reference import attention, gradients
from reference.parameters import AttentionParameters
from tests.reference.finite_differences import assert_gradients
from tests.reference.torch_parity import assert_same, torch_gradients

MASK = np.array(
    [[[1, 1, 0, 0], [0, 1, 0, 1], [1, 0, 0, 0]], [[1, 1, 1, 1], [0, 0, 1, 0], [0, 1, 1, 0]]]
)


@pytest.mark.parametrize("masked", [False, True])
def test_scaled_dot_product_attention(torch, rng, masked):
    arguments = [rng.normal(size=shape) for shape in ((2, 3, 5), (2, 4, 5), (2, 4, 6))]
    gradient, mask = rng.normal(size=(2, 3, 6)), MASK.astype(bool) if masked else None
    ours = gradients.scaled_dot_product_attention_backward(gradient, *arguments, mask)
    forward = functools.partial(attention.scaled_dot_product_attention, mask=mask)
    assert_gradients(ours, forward, arguments, gradient)
    attend = functools.partial(
        torch.nn.functional.scaled_dot_product_attention,
        attn_mask=None if mask is None else torch.tensor(mask),
    )
    assert_same(ours, torch_gradients(torch, attend, arguments, gradient))


def test_a_query_that_may_attend_to_nothing_gets_no_gradient_and_gives_none(rng):
    query, key, value, gradient = (rng.normal(size=(1, n, 4)) for n in (2, 3, 3, 2))
    mask = np.array([[[False] * 3, [True] * 3]])
    ours = gradients.scaled_dot_product_attention_backward(gradient, query, key, value, mask)
    assert not ours.query[0, 0].any()
    alone = gradients.scaled_dot_product_attention_backward(
        gradient[:, 1:], query[:, 1:], key, value
    )
    np.testing.assert_allclose(ours.key, alone.key)
    np.testing.assert_allclose(ours.value, alone.value)


def test_keys_shared_by_a_batch_gather_the_gradients_of_all(rng):
    arguments = [rng.normal(size=shape) for shape in ((2, 3, 5), (1, 4, 5), (4, 6))]
    gradient = rng.normal(size=(2, 3, 6))
    ours = gradients.scaled_dot_product_attention_backward(gradient, *arguments)
    assert_gradients(ours, attention.scaled_dot_product_attention, arguments, gradient)


def test_additive_scores(rng):
    shapes = ((2, 3, 4), (2, 5, 6), (4, 7), (6, 7), (7,))
    arguments = [rng.normal(size=shape) for shape in shapes]
    gradient = rng.normal(size=(2, 3, 5))
    ours = gradients.additive_scores_backward(gradient, *arguments)
    assert_gradients(ours, attention.additive_scores, arguments, gradient)


@pytest.mark.parametrize("bias", [False, True])
def test_multi_head_attention(rng, bias):
    heads, mask = 2, MASK.astype(bool)
    x, memory, gradient = (rng.normal(size=s) for s in ((2, 3, 6), (2, 4, 6), (2, 3, 6)))
    shapes = ((6, 6), (6, 6), (6, 8), (8, 6), *(((6,), (6,), (8,), (6,)) if bias else ()))
    parameters = AttentionParameters(*(rng.normal(size=s) * 0.5 for s in shapes))
    ours = gradients.multi_head_attention_backward(gradient, x, memory, parameters, heads, mask)

    def forward(x, memory, *weights):
        named = AttentionParameters(*weights)._asdict()
        return attention.multi_head_attention(x, memory, num_heads=heads, mask=mask, **named)

    arguments = [x, memory, *(weight for weight in parameters if weight is not None)]
    assert_gradients([ours.x, ours.memory, *ours.parameters], forward, arguments, gradient)


@pytest.mark.parametrize("groups", [1, 2, 4])
def test_grouped_queries(rng, groups):
    shapes = ((2, 4, 3, 5), (2, groups, 4, 5), (2, groups, 4, 6))
    arguments, mask = [rng.normal(size=shape) for shape in shapes], MASK.astype(bool)
    gradient = rng.normal(size=(2, 4, 3, 6))
    ours = gradients.grouped_query_attention_backward(gradient, *arguments, mask)
    forward = functools.partial(attention.grouped_query_attention, mask=mask)
    assert_gradients(ours, forward, arguments, gradient)


def test_attention_with_linear_biases(rng):
    arguments = [rng.normal(size=(2, 2, n, 4)) for n in (3, 4, 4)]
    gradient, mask = rng.normal(size=(2, 2, 3, 4)), MASK.astype(bool)
    ours = gradients.alibi_attention_backward(gradient, *arguments, mask)
    forward = functools.partial(attention.alibi_attention, mask=mask)
    assert_gradients(ours, forward, arguments, gradient)


def test_the_gate_of_attention_u_net(rng):
    shapes = ((2, 5, 4), (2, 5, 3), (4, 6), (3, 6), (6,), (6, 1), (1,))
    arguments, gradient = [rng.normal(size=s) for s in shapes], rng.normal(size=(2, 5, 4))
    ours = gradients.attention_gate_backward(gradient, *arguments)
    assert_gradients(ours, attention.attention_gate, arguments, gradient)


def test_attention_from_scores(rng):
    scores, value = rng.normal(size=(2, 3, 4, 5)), rng.normal(size=(2, 1, 5, 2))
    mask, gradient = np.tri(4, 5, k=1, dtype=bool), rng.normal(size=(2, 3, 4, 2))
    found = gradients.attention_from_scores_backward(gradient, scores, value, mask)
    assert_gradients(
        found, lambda s, v: attention.attention_from_scores(s, v, mask), [scores, value], gradient
    )


def test_linear_attention(torch, rng):
    features = [np.exp(rng.normal(size=(2, n, 4))) for n in (3, 5)]
    arguments = [*features, rng.normal(size=(2, 5, 6))]
    gradient = rng.normal(size=(2, 3, 6))
    found = gradients.linear_attention_backward(gradient, *arguments)
    assert_gradients(found, attention.linear_attention, arguments, gradient)

    def by_weights(q, k, v):
        products = q @ k.transpose(-1, -2)
        return products / products.sum(-1, keepdim=True) @ v

    assert_same(found, torch_gradients(torch, by_weights, arguments, gradient))


def test_the_attentional_state(rng):
    arguments = [
        rng.normal(size=(2, 3, 4)),
        rng.normal(size=(2, 3, 5)),
        rng.normal(size=(9, 6)) / 3,
    ]
    gradient = rng.normal(size=(2, 3, 6))
    found = gradients.attentional_state_backward(gradient, *arguments)
    assert_gradients(found, attention.attentional_state, arguments, gradient)
