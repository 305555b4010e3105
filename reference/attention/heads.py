"""Projections and heads; self-attention, cross-attention and multi-head attention."""

from typing import NamedTuple

import numpy as np

from reference.arrays import Array, Mask, require
from reference.attention.scores import (
    attention_weights,
    mask_for_heads,
    scaled_dot_product_attention,
    weighted_sum,
)
from reference.feedforward import linear
from reference.trace import record


class QKV(NamedTuple):
    """What each token looks for, what it is found by, and what it passes on."""

    query: Array
    key: Array
    value: Array


def project_qkv(
    x: Array,
    w_q: Array,
    w_k: Array,
    w_v: Array,
    b_q: Array | None = None,
    b_k: Array | None = None,
    b_v: Array | None = None,
) -> QKV:
    """Three views of the same tokens: as queries, as keys, and as values.

    Formula:
        Q = x W_q + b_q,  K = x W_k + b_k,  V = x W_v + b_v

    Args:
        x: (..., n, d_model) one row per token.
        w_q: (d_model, d_k) or (d_model, heads · d_k).
        w_k: the same shape as `w_q`.
        w_v: (d_model, d_v) or (d_model, heads · d_v).
        b_q: (d_k) or (heads · d_k) the bias of the queries, or None.
        b_k: the same for the keys.
        b_v: (d_v) or (heads · d_v) the same for the values.

    Returns:
        `QKV` with (..., n, d_k), (..., n, d_k) and (..., n, d_v).

    Raises:
        ValueError: when a weight does not fit `x` or a bias its weight.

    Convention:
        Weights are (in, out) and multiply from the right, as in Keras, JAX and GPT-2. PyTorch's
        Linear stores (out, in). The paper and Llama have no biases; BERT and GPT-2 have them.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.2.
    """
    query = linear(x, w_q, b_q)  # (..., n, d_k)
    key = linear(x, w_k, b_k)  # (..., n, d_k)
    value = linear(x, w_v, b_v)  # (..., n, d_v)
    return QKV(
        record("query", query, "x W_q: what each token looks for"),
        record("key", key, "x W_k: what each token is found by"),
        record("value", value, "x W_v: what each token passes on"),
    )


def split_heads(x: Array, num_heads: int) -> Array:
    """Split the width into heads, and move the heads before the tokens.

    Formula:
        split[h, t, :] = x[t, h · d_head : (h + 1) · d_head]

    Args:
        x: (..., n, d_model) one row per token.
        num_heads: the number of heads.

    Returns:
        (..., num_heads, n, d_head) with d_head = d_model / num_heads.

    Raises:
        ValueError: when num_heads does not divide the width.

    Convention:
        First reshape to (n, num_heads, d_head), then transpose. Reshaping directly to (num_heads,
        n, d_head) gives the right shape, but makes "heads" out of blocks of tokens.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.2.
    """
    require(x.ndim >= 2, "there must be axes for tokens and width", x=x)
    *leading, length, width = x.shape
    divides = num_heads > 0 and width % num_heads == 0
    require(divides, f"{num_heads} heads must divide the width", x=x)
    split = x.reshape(*leading, length, num_heads, width // num_heads)  # (..., n, heads, d_head)
    return np.swapaxes(split, -3, -2)  # (..., heads, n, d_head)


def project_heads(x: Array, w: Array, b: Array | None, num_heads: int) -> Array:
    """Project the tokens, and split the result into heads.

    Formula:
        split_heads(x W + b)

    Args:
        x: (..., n, d_model) one row per token.
        w: (d_model, heads · d_head) the weight.
        b: (heads · d_head) the bias, or None.
        num_heads: the number of heads.

    Returns:
        (..., heads, n, d_head) one matrix per head.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.2.
    """
    return split_heads(linear(x, w, b), num_heads)


def merge_heads(x: Array) -> Array:
    """Put the heads side by side again: the inverse of `split_heads`.

    Formula:
        merged[t, :] = Concat(x[0, t, :], …, x[heads − 1, t, :])

    Args:
        x: (..., heads, n, d_head) one matrix per head.

    Returns:
        (..., n, heads · d_head) one row per token.

    Raises:
        ValueError: when there is no axis of heads.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.2, "Concat".
    """
    require(x.ndim >= 3, "there must be axes for heads, tokens and width", x=x)
    *leading, num_heads, length, d_head = x.shape
    return np.swapaxes(x, -3, -2).reshape(*leading, length, num_heads * d_head)  # (..., n, d_model)


def self_attention(x: Array, w_q: Array, w_k: Array, w_v: Array, mask: Mask | None = None) -> Array:
    """One head: every token of a sequence attends to the tokens of the same sequence.

    Formula:
        SelfAttention(x) = Attention(x W_q, x W_k, x W_v)

    Args:
        x: (..., n, d_model) one row per token.
        w_q: (d_model, d_k) makes queries.
        w_k: (d_model, d_k) makes keys.
        w_v: (d_model, d_v) makes values.
        mask: broadcasts to (..., n, n), True = may attend.

    Returns:
        (..., n, d_v) one row per token.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Vaswani et al., Attention Is All You Need (2017), sections 3.2.1 and 3.2.3.
    """
    query, key, value = project_qkv(x, w_q, w_k, w_v)
    return scaled_dot_product_attention(query, key, value, mask)  # (..., n, d_v)


def cross_attention(
    x: Array, memory: Array, w_q: Array, w_k: Array, w_v: Array, mask: Mask | None = None
) -> Array:
    """One head: the tokens of one sequence attend to another sequence.

    Formula:
        CrossAttention(x, m) = Attention(x W_q, m W_k, m W_v)

    Args:
        x: (..., n_q, d_model) the decoder's tokens, which give the queries.
        memory: (..., n_k, d_memory) the encoder's output, which gives keys and values.
        w_q: (d_model, d_k) makes queries.
        w_k: (d_memory, d_k) makes keys.
        w_v: (d_memory, d_v) makes values.
        mask: broadcasts to (..., n_q, n_k), True = may attend; the padding mask of the source,
            never a causal mask.

    Returns:
        (..., n_q, d_v) one row per token of `x`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.3, first point.
    """
    query = record("query", linear(x, w_q), "x W_q: what each token looks for")
    key = record("key", linear(memory, w_k), "memory W_k: what each source token is found by")
    value = record("value", linear(memory, w_v), "memory W_v: what each source token passes on")
    return scaled_dot_product_attention(query, key, value, mask)  # (..., n_q, d_v)


def multi_head_attention(
    x: Array,
    memory: Array,
    w_q: Array,
    w_k: Array,
    w_v: Array,
    w_o: Array,
    num_heads: int,
    mask: Mask | None = None,
    b_q: Array | None = None,
    b_k: Array | None = None,
    b_v: Array | None = None,
    b_o: Array | None = None,
) -> Array:
    """Several attention heads side by side, each on its own slice of the width, mixed by W_o.

    Formula:
        MultiHead(x, m) = Concat(head₁, …, head_h) W_o
        headᵢ = Attention((x W_q)ᵢ, (m W_k)ᵢ, (m W_v)ᵢ)

    Args:
        x: (..., n_q, d_model) the tokens that give the queries.
        memory: (..., n_k, d_model) the tokens that give keys and values: `x` again for
            self-attention, the encoder's output for cross-attention.
        w_q: (d_model, heads · d_k) makes the queries of all heads.
        w_k: (d_model, heads · d_k) makes the keys of all heads.
        w_v: (d_model, heads · d_v) makes the values of all heads.
        w_o: (heads · d_v, d_model) mixes the heads.
        num_heads: the number of heads; the scores are divided by √d_k, the width of one head.
        mask: broadcasts to (..., n_q, n_k), True = may attend; the same for all heads.
        b_q: (heads · d_k) the bias of the queries, or None.
        b_k: (heads · d_k) the bias of the keys, or None.
        b_v: (heads · d_v) the bias of the values, or None.
        b_o: (d_model) the bias of the output, or None.

    Returns:
        (..., n_q, d_model) one row per token of `x`.

    Raises:
        ValueError: when the shapes do not fit, or num_heads does not divide a width.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.2.
    """
    query = record("query", linear(x, w_q, b_q), "x W_q, all heads side by side")
    key = record("key", linear(memory, w_k, b_k), "memory W_k, all heads side by side")
    value = record("value", linear(memory, w_v, b_v), "memory W_v, all heads side by side")
    query_heads = record("query_heads", split_heads(query, num_heads), "the queries, head by head")
    key_heads = record("key_heads", split_heads(key, num_heads), "the keys, head by head")
    value_heads = record("value_heads", split_heads(value, num_heads), "the values, head by head")
    head_mask = mask_for_heads(mask)  # (..., 1, n_q, n_k)
    weights = attention_weights(query_heads, key_heads, head_mask)  # (..., heads, n_q, n_k)
    heads = record("heads", weighted_sum(weights, value_heads), "the values, mixed, head by head")
    merged = record("concatenated", merge_heads(heads), "the heads side by side")
    return record("output", linear(merged, w_o, b_o), "concatenated W_o: the heads, mixed")
