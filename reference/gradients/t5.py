"""Backward passes of T5: attention with a learned bias on its scores."""

from typing import NamedTuple

import numpy as np

from reference.arrays import Array, Mask
from reference.attention import (
    attention_from_scores,
    dot_product_scores,
    mask_for_heads,
    merge_heads,
    project_heads,
    split_heads,
)
from reference.gradients.attention import (
    MultiHeadGradients,
    attention_from_scores_backward,
    project_heads_backward,
)
from reference.gradients.embeddings import embed_backward
from reference.gradients.feedforward import linear_backward
from reference.gradients.shapes import sum_to_shape
from reference.parameters import AttentionParameters
from reference.positions import t5_relative_buckets


class BiasedAttentionGradients(NamedTuple):
    """∂L with respect to the arguments of `t5_attention`."""

    x: Array  # (..., n_q, d_model)
    memory: Array  # (..., n_k, d_model)
    parameters: AttentionParameters
    bias: Array | None  # (heads, n_q, n_k), None without a bias


def t5_bias_backward(gradient: Array, num_buckets: int, bidirectional: bool) -> Array:
    """Through T5's bias: every bucket sums over all pairs of tokens at its distances.

    Formula:
        ∂L/∂table[b, h] = Σ ∂L/∂bias[h, i, j]    over i, j with bucket(j − i) = b

    Args:
        gradient: (heads, n, n) ∂L/∂bias.
        num_buckets: the number of rows of the table.
        bidirectional: True in the encoder, False in the decoder.

    Returns:
        (num_buckets, heads) ∂L/∂table.

    Source:
        Raffel et al., Exploring the Limits of Transfer Learning with a Unified Text-to-Text
        Transformer (2020), section 2.1, differentiated.
    """
    buckets = t5_relative_buckets(gradient.shape[-1], None, bidirectional, num_buckets)  # (n, n)
    return embed_backward(np.moveaxis(gradient, 0, -1), buckets, num_buckets)


def t5_attention_backward(
    gradient: Array,
    x: Array,
    memory: Array,
    parameters: AttentionParameters,
    num_heads: int,
    bias: Array | None = None,
    mask: Mask | None = None,
) -> BiasedAttentionGradients:
    """Through attention with a bias on the scores, which gets the gradient of the scores.

    Formula:
        S = Q Kᵀ + B:    ∂L/∂B = Σ ∂L/∂S over the batch,    ∂L/∂Q = ∂L/∂S K,    ∂L/∂K = ∂L/∂Sᵀ Q

    Args:
        gradient: (..., n_q, d_model) ∂L/∂y.
        x: (..., n_q, d_model) the tokens that give the queries.
        memory: (..., n_k, d_model) the tokens that give keys and values.
        parameters: the weights of the attention, without biases.
        num_heads: the number of heads.
        bias: (heads, n_q, n_k) B, or None.
        mask: broadcasts to (..., n_q, n_k), True = may attend.

    Returns:
        (x, memory, parameters, bias) gradients with the shapes of the arguments, as
        `BiasedAttentionGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Raffel et al., Exploring the Limits of Transfer Learning with a Unified Text-to-Text
        Transformer (2020), section 2.1, differentiated.
    """
    added = np.zeros((1, 1, 1), x.dtype) if bias is None else bias
    found, to_bias = biased_attention_backward(
        gradient, x, memory, parameters, num_heads, added, mask
    )
    return BiasedAttentionGradients(*found, bias=None if bias is None else to_bias)


def biased_attention_backward(
    gradient: Array,
    x: Array,
    memory: Array,
    parameters: AttentionParameters,
    num_heads: int,
    bias: Array,
    mask: Mask | None,
    scale: float = 1.0,
) -> tuple[MultiHeadGradients, Array]:
    """Through multi-head attention with the scores scale · Q Kᵀ + bias, as in T5 and Swin.

    Formula:
        S = scale · Q Kᵀ + bias
        ∂L/∂(Q Kᵀ) = scale · ∂L/∂S,    ∂L/∂bias = ∂L/∂S, summed over all that share the bias

    Args:
        gradient: (..., n_q, d_model) ∂L/∂y.
        x: (..., n_q, d_model) the tokens that give the queries.
        memory: (..., n_k, d_model) the tokens that give keys and values.
        parameters: the weights of the attention.
        num_heads: the number of heads.
        bias: broadcasts to (..., heads, n_q, n_k).
        mask: broadcasts to (..., n_q, n_k), True = may attend.
        scale: the factor of the products.

    Returns:
        (x, memory, parameters) gradients, and the gradient of the bias.
    """
    w, head_mask = parameters, mask_for_heads(mask)
    query = project_heads(x, w.w_q, w.b_q, num_heads)  # (..., heads, n_q, d_k)
    key = project_heads(memory, w.w_k, w.b_k, num_heads)  # (..., heads, n_k, d_k)
    value = project_heads(memory, w.w_v, w.b_v, num_heads)  # (..., heads, n_k, d_v)
    scores = scale * dot_product_scores(query, key) + bias  # (..., heads, n_q, n_k)
    heads = attention_from_scores(scores, value, head_mask)  # (..., heads, n_q, d_v)
    out = linear_backward(gradient, merge_heads(heads), w.w_o, w.b_o)
    to_heads = split_heads(out.x, num_heads)  # (..., heads, n_q, d_v)
    inner = attention_from_scores_backward(to_heads, scores, value, head_mask)
    products = scale * inner.scores  # ∂L/∂(Q Kᵀ), (..., heads, n_q, n_k)
    q = project_heads_backward(products @ key, x, w.w_q, w.b_q)
    k = project_heads_backward(np.swapaxes(products, -1, -2) @ query, memory, w.w_k, w.b_k)
    v = project_heads_backward(inner.value, memory, w.w_v, w.b_v)
    weights = AttentionParameters(q.w, k.w, v.w, out.w, q.b, k.b, v.b, out.b)
    to_bias = sum_to_shape(inner.scores, bias.shape)  # (heads, n_q, n_k)
    return MultiHeadGradients(q.x, k.x + v.x, weights), to_bias
