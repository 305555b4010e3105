"""Backward passes of attention: dot-product, additive, and multi-head."""

import math
from typing import NamedTuple

import numpy as np

from reference.activations import softmax
from reference.arrays import Array, Mask
from reference.attention import (
    QKV,
    attention_weights,
    mask_for_heads,
    masked_scores,
    merge_heads,
    project_heads,
    scaled_dot_product_attention,
    split_heads,
)
from reference.feedforward import linear
from reference.gradients.activations import softmax_backward
from reference.gradients.feedforward import LinearGradients, linear_backward
from reference.gradients.shapes import require_like, sum_to_shape
from reference.parameters import AttentionParameters


class MultiHeadGradients(NamedTuple):
    """∂L with respect to the arguments of `multi_head_attention`."""

    x: Array  # (..., n_q, d_model)
    memory: Array  # (..., n_k, d_model)
    parameters: AttentionParameters


class ScoresGradients(NamedTuple):
    """∂L with respect to the arguments of `attention_from_scores`."""

    scores: Array  # (..., n_q, n_k)
    value: Array  # (..., n_k, d_v)


class AdditiveGradients(NamedTuple):
    """∂L with respect to the arguments of `additive_scores`."""

    query: Array  # (..., n_q, d_q)
    key: Array  # (..., n_k, d_k)
    w_q: Array  # (d_q, d_a)
    w_k: Array  # (d_k, d_a)
    v: Array  # (d_a)


def scaled_dot_product_attention_backward(
    gradient: Array, query: Array, key: Array, value: Array, mask: Mask | None = None
) -> QKV:
    """Through attention: by the weights to the values, and through softmax to queries and keys.

    Formula:
        A = softmax(S),  S = Q Kᵀ / √d_k,  O = A V
        ∂L/∂V = Aᵀ ∂L/∂O,    ∂L/∂A = ∂L/∂O Vᵀ,    ∂L/∂S = softmax_backward(∂L/∂A, A)
        ∂L/∂Q = ∂L/∂S K / √d_k,    ∂L/∂K = ∂L/∂Sᵀ Q / √d_k

    Args:
        gradient: (..., n_q, d_v) ∂L/∂O.
        query: (..., n_q, d_k) one row per query.
        key: (..., n_k, d_k) one row per key.
        value: (..., n_k, d_v) one row per value.
        mask: broadcasts to (..., n_q, n_k), True = may attend.

    Returns:
        (query, key, value) gradients with the shapes of the arguments, as `QKV`.

    Raises:
        ValueError: when the shapes do not fit.

    Convention:
        A masked score has weight 0 and gets gradient 0. So does a whole row that may attend to
        nothing, for which PyTorch's gradient is NaN.

    Source:
        Dao et al., FlashAttention (2022), appendix B.2.
    """
    weights = attention_weights(query, key, mask)  # (..., n_q, n_k)
    return attention_backward(gradient, weights, query, key, value)


def attention_backward(
    gradient: Array, weights: Array, query: Array, key: Array, value: Array
) -> QKV:
    """Through attention with known weights, whatever was added to the scores or masked.

    Formula:
        as `scaled_dot_product_attention_backward`, from A = weights

    Args:
        gradient: (..., n_q, d_v) ∂L/∂O.
        weights: (..., n_q, n_k) A, the output of softmax.
        query: (..., n_q, d_k) one row per query.
        key: (..., n_k, d_k) one row per key.
        value: (..., n_k, d_v) one row per value.

    Returns:
        (query, key, value) gradients with the shapes of the arguments, as `QKV`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Dao et al., FlashAttention (2022), appendix B.2.
    """
    require_like(gradient, (*weights.shape[:-1], value.shape[-1]))
    through_weights = gradient @ np.swapaxes(value, -1, -2)  # (..., n_q, n_k)
    scores = softmax_backward(through_weights, weights) / math.sqrt(query.shape[-1])
    return QKV(
        query=sum_to_shape(scores @ key, query.shape),
        key=sum_to_shape(np.swapaxes(scores, -1, -2) @ query, key.shape),
        value=sum_to_shape(np.swapaxes(weights, -1, -2) @ gradient, value.shape),
    )


def attention_from_scores_backward(
    gradient: Array, scores: Array, value: Array, mask: Mask | None = None
) -> ScoresGradients:
    """Through attention from given scores; a bias that was added to them gets their gradient.

    Formula:
        A = softmax(S),  O = A V
        ∂L/∂V = Aᵀ ∂L/∂O,    ∂L/∂S = softmax_backward(∂L/∂O Vᵀ, A)

    Args:
        gradient: (..., n_q, d_v) ∂L/∂O.
        scores: (..., n_q, n_k) S, one row of scores per query.
        value: (..., n_k, d_v) one row per value.
        mask: broadcasts to (..., n_q, n_k), True = may attend.

    Returns:
        (scores, value) gradients with the shapes of the arguments, as `ScoresGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Dao et al., FlashAttention (2022), appendix B.2.
    """
    weights = softmax(masked_scores(scores, mask))  # (..., n_q, n_k)
    require_like(gradient, (*weights.shape[:-1], value.shape[-1]))
    to_value = np.swapaxes(weights, -1, -2) @ gradient  # (..., n_k, d_v)
    return ScoresGradients(
        scores=softmax_backward(gradient @ np.swapaxes(value, -1, -2), weights),
        value=sum_to_shape(to_value, value.shape),
    )


def additive_scores_backward(
    gradient: Array, query: Array, key: Array, w_q: Array, w_k: Array, v: Array
) -> AdditiveGradients:
    """Through Bahdanau's scores: the hidden layer for every pair of query and key.

    Formula:
        hᵢⱼ = tanh(qᵢ W_q + kⱼ W_k),  Sᵢⱼ = v · hᵢⱼ,  δᵢⱼ = ∂L/∂Sᵢⱼ · v ⊙ (1 − hᵢⱼ²)
        ∂L/∂v = Σᵢⱼ ∂L/∂Sᵢⱼ hᵢⱼ,    ∂L/∂(qᵢ W_q) = Σⱼ δᵢⱼ,    ∂L/∂(kⱼ W_k) = Σᵢ δᵢⱼ

    Args:
        gradient: (..., n_q, n_k) ∂L/∂S.
        query: (..., n_q, d_q) decoder states.
        key: (..., n_k, d_k) encoder states.
        w_q: (d_q, d_a) projection of the queries.
        w_k: (d_k, d_a) projection of the keys.
        v: (d_a) the weights with which the hidden layer is summed.

    Returns:
        (query, key, w_q, w_k, v) gradients with the shapes of the arguments, as
        `AdditiveGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Bahdanau, Cho, Bengio, Neural Machine Translation by Jointly Learning to Align and Translate
        (2015), appendix A.1.2, differentiated.
    """
    asked = linear(query, w_q)[..., :, None, :]  # (..., n_q, 1, d_a)
    offered = linear(key, w_k)[..., None, :, :]  # (..., 1, n_k, d_a)
    hidden = np.tanh(asked + offered)  # (..., n_q, n_k, d_a)
    require_like(gradient, hidden.shape[:-1])
    delta = gradient[..., None] * v * (1 - hidden**2)  # (..., n_q, n_k, d_a)
    through_query = linear_backward(sum_to_shape(delta, asked.shape)[..., 0, :], query, w_q)
    through_key = linear_backward(sum_to_shape(delta, offered.shape)[..., 0, :, :], key, w_k)
    return AdditiveGradients(
        query=through_query.x,
        key=through_key.x,
        w_q=through_query.w,
        w_k=through_key.w,
        v=sum_to_shape(gradient[..., None] * hidden, v.shape),
    )


def project_heads_backward(
    gradient: Array, x: Array, w: Array, b: Array | None = None
) -> LinearGradients:
    """Through the projection of the tokens and the split into heads: merge the heads, then go back.

    Formula:
        linear_backward(merge_heads(∂L/∂heads))

    Args:
        gradient: (..., heads, n, d_head) ∂L/∂heads.
        x: (..., n, d_model) one row per token.
        w: (d_model, heads · d_head) the weight.
        b: (heads · d_head) the bias, or None.

    Returns:
        (x, w, b) gradients with the shapes of the arguments, as `LinearGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.2, differentiated.
    """
    return linear_backward(merge_heads(gradient), x, w, b)


def multi_head_attention_backward(
    gradient: Array,
    x: Array,
    memory: Array,
    parameters: AttentionParameters,
    num_heads: int,
    mask: Mask | None = None,
) -> MultiHeadGradients:
    """Through multi-head attention: W_o, the heads, and the three projections.

    Formula:
        ∂L/∂H = ∂L/∂y W_oᵀ, split into heads; each head as in scaled_dot_product_attention_backward
        ∂L/∂x = ∂L/∂Q W_qᵀ,    ∂L/∂m = ∂L/∂K W_kᵀ + ∂L/∂V W_vᵀ

    Args:
        gradient: (..., n_q, d_model) ∂L/∂y.
        x: (..., n_q, d_model) the tokens that give the queries.
        memory: (..., n_k, d_model) the tokens that give keys and values.
        parameters: the weights.
        num_heads: the number of heads.
        mask: broadcasts to (..., n_q, n_k), True = may attend; the same for all heads.

    Returns:
        (x, memory, parameters) gradients with the shapes of the arguments, as `MultiHeadGradients`.
        In self-attention, x and memory are the same array; its gradient is the sum of the two.

    Raises:
        ValueError: when the shapes do not fit, or num_heads does not divide a width.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.2, differentiated.
    """
    p = parameters
    query = project_heads(x, p.w_q, p.b_q, num_heads)  # (..., heads, n_q, d_k)
    key = project_heads(memory, p.w_k, p.b_k, num_heads)  # (..., heads, n_k, d_k)
    value = project_heads(memory, p.w_v, p.b_v, num_heads)  # (..., heads, n_k, d_v)
    per_head = mask_for_heads(mask)  # (..., 1, n_q, n_k)
    heads = scaled_dot_product_attention(query, key, value, per_head)  # (..., heads, n_q, d_v)
    out = linear_backward(gradient, merge_heads(heads), p.w_o, p.b_o)
    inner = scaled_dot_product_attention_backward(
        split_heads(out.x, num_heads), query, key, value, per_head
    )
    q = project_heads_backward(inner.query, x, p.w_q, p.b_q)
    k = project_heads_backward(inner.key, memory, p.w_k, p.b_k)
    v = project_heads_backward(inner.value, memory, p.w_v, p.b_v)
    return MultiHeadGradients(
        x=q.x,  # (..., n_q, d_model)
        memory=k.x + v.x,  # (..., n_k, d_model)
        parameters=AttentionParameters(q.w, k.w, v.w, out.w, q.b, k.b, v.b, out.b),
    )
