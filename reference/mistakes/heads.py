"""Mistakes about projections and heads."""

import math
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np

from reference import attention
from reference.arrays import Array, Mask
from reference.mistakes.attention import attention_with_softmax_over_queries
from reference.mistakes.registry import mistake

Attend: TypeAlias = Callable[[Array, Array, Array, Mask | None], Array]


@mistake("attention.project_qkv")
def projections_transposed(
    x: Array,
    w_q: Array,
    w_k: Array,
    w_v: Array,
    b_q: Array | None = None,
    b_k: Array | None = None,
    b_v: Array | None = None,
) -> attention.QKV:
    """x Wᵀ where the weight is (in, out): PyTorch's layout; unnoticed when square."""
    return attention.project_qkv(x, w_q.T, w_k.T, w_v.T, b_q, b_k, b_v)


@mistake("attention.project_qkv")
def projections_without_the_bias_of_values(
    x: Array,
    w_q: Array,
    w_k: Array,
    w_v: Array,
    b_q: Array | None = None,
    b_k: Array | None = None,
    b_v: Array | None = None,
) -> attention.QKV:
    """Queries and keys get their bias, values do not: a line that was copied only in part."""
    return attention.project_qkv(x, w_q, w_k, w_v, b_q, b_k)


@mistake("attention.project_qkv")
def projections_in_the_order_of_values_first(
    x: Array,
    w_q: Array,
    w_k: Array,
    w_v: Array,
    b_q: Array | None = None,
    b_k: Array | None = None,
    b_v: Array | None = None,
) -> attention.QKV:
    """A packed matrix cut up as V, K, Q instead of Q, K, V."""
    return attention.QKV(*reversed(attention.project_qkv(x, w_q, w_k, w_v, b_q, b_k, b_v)))


@mistake("attention.split_heads")
def heads_split_by_reshape_only(x: Array, num_heads: int) -> Array:
    """Reshaped straight to (heads, n, d_head): the "heads" are blocks of tokens."""
    *leading, length, width = x.shape
    return x.reshape(*leading, num_heads, length, width // num_heads)


@mistake("attention.split_heads")
def heads_split_without_transpose(x: Array, num_heads: int) -> Array:
    """Heads left behind the tokens, (n, heads, d_head): each token attends among its own heads."""
    *leading, length, width = x.shape
    return x.reshape(*leading, length, num_heads, width // num_heads)


@mistake("attention.split_heads")
def heads_split_by_stride(x: Array, num_heads: int) -> Array:
    """The width cut as (d_head, heads): head h gets every heads-th column instead of a block."""
    *leading, length, width = x.shape
    split = x.reshape(*leading, length, width // num_heads, num_heads)
    return np.moveaxis(split, -1, -3)


@mistake("attention.merge_heads")
def heads_merged_without_transpose(x: Array) -> Array:
    """Reshaped to (n, d_model) without moving the heads behind the tokens: rows get mixed up."""
    *leading, num_heads, length, d_head = x.shape
    return x.reshape(*leading, length, num_heads * d_head)


@mistake("attention.merge_heads")
def heads_averaged(x: Array) -> Array:
    """The mean of the heads instead of their concatenation: the width is d_head."""
    mean: Array = np.mean(x, axis=-3)
    return mean


@mistake("attention.merge_heads")
def heads_summed(x: Array) -> Array:
    """The heads added up instead of put side by side: the width is d_head."""
    total: Array = np.sum(x, axis=-3)
    return total


@mistake("attention.merge_heads")
def heads_interleaved(x: Array) -> Array:
    """The heads' columns shuffled together instead of put side by side."""
    *leading, num_heads, length, d_head = x.shape
    return np.moveaxis(x, -3, -1).reshape(*leading, length, d_head * num_heads)


@mistake("attention.multi_head_attention")
def multi_head_scaled_by_d_model(
    x: Array,
    memory: Array,
    w_q: Array,
    w_k: Array,
    w_v: Array,
    w_o: Array,
    num_heads: int,
    mask: Mask | None = None,
    **biases: Array | None,
) -> Array:
    """Divided by √d_model instead of √d_k: the weights are too flat by √heads."""
    scale = 1 / math.sqrt(num_heads)
    scaled_bias = _scaled(biases, "b_q", scale)
    return attention.multi_head_attention(
        x, memory, w_q * scale, w_k, w_v, w_o, num_heads, mask, **scaled_bias
    )


@mistake("attention.multi_head_attention")
def multi_head_without_scale(
    x: Array,
    memory: Array,
    w_q: Array,
    w_k: Array,
    w_v: Array,
    w_o: Array,
    num_heads: int,
    mask: Mask | None = None,
    **biases: Array | None,
) -> Array:
    """The division by √d_k is left out in every head."""
    scale = math.sqrt(w_q.shape[-1] // num_heads)
    scaled_bias = _scaled(biases, "b_q", scale)
    return attention.multi_head_attention(
        x, memory, w_q * scale, w_k, w_v, w_o, num_heads, mask, **scaled_bias
    )


@mistake("attention.multi_head_attention")
def multi_head_with_one_head(
    x: Array,
    memory: Array,
    w_q: Array,
    w_k: Array,
    w_v: Array,
    w_o: Array,
    num_heads: int,
    mask: Mask | None = None,
    **biases: Array | None,
) -> Array:
    """The heads are never split: one wide attention."""
    return attention.multi_head_attention(x, memory, w_q, w_k, w_v, w_o, 1, mask, **biases)


@mistake("attention.multi_head_attention")
def multi_head_without_output_projection(
    x: Array,
    memory: Array,
    w_q: Array,
    w_k: Array,
    w_v: Array,
    w_o: Array,
    num_heads: int,
    mask: Mask | None = None,
    **biases: Array | None,
) -> Array:
    """The heads are put side by side and never mixed: W_o is forgotten."""
    identity = np.eye(w_v.shape[-1], dtype=x.dtype)
    biases = {**biases, "b_o": None}
    return attention.multi_head_attention(
        x, memory, w_q, w_k, w_v, identity, num_heads, mask, **biases
    )


@mistake("attention.multi_head_attention")
def multi_head_with_heads_of_tokens(
    x: Array,
    memory: Array,
    w_q: Array,
    w_k: Array,
    w_v: Array,
    w_o: Array,
    num_heads: int,
    mask: Mask | None = None,
    **biases: Array | None,
) -> Array:
    """Split and merged by reshape alone: each "head" attends within a block of tokens."""
    return _by_heads(
        x,
        memory,
        (w_q, w_k, w_v, w_o),
        num_heads,
        attention.mask_for_heads(mask),
        biases,
        split=heads_split_by_reshape_only,
        merge=heads_merged_without_transpose,
    )


@mistake("attention.multi_head_attention")
def multi_head_split_by_reshape_only(
    x: Array,
    memory: Array,
    w_q: Array,
    w_k: Array,
    w_v: Array,
    w_o: Array,
    num_heads: int,
    mask: Mask | None = None,
    **biases: Array | None,
) -> Array:
    """Split by reshape alone; the merge is right, but it undoes only a right split."""
    return _by_heads(
        x,
        memory,
        (w_q, w_k, w_v, w_o),
        num_heads,
        attention.mask_for_heads(mask),
        biases,
        split=heads_split_by_reshape_only,
    )


@mistake("attention.multi_head_attention")
def multi_head_merged_by_reshape_only(
    x: Array,
    memory: Array,
    w_q: Array,
    w_k: Array,
    w_v: Array,
    w_o: Array,
    num_heads: int,
    mask: Mask | None = None,
    **biases: Array | None,
) -> Array:
    """Merged by reshape alone after a right split: rows of the output hold several tokens."""
    return _by_heads(
        x,
        memory,
        (w_q, w_k, w_v, w_o),
        num_heads,
        attention.mask_for_heads(mask),
        biases,
        merge=heads_merged_without_transpose,
    )


@mistake("attention.multi_head_attention")
def multi_head_with_softmax_over_queries(
    x: Array,
    memory: Array,
    w_q: Array,
    w_k: Array,
    w_v: Array,
    w_o: Array,
    num_heads: int,
    mask: Mask | None = None,
    **biases: Array | None,
) -> Array:
    """Softmax over the queries instead of the keys, in every head: columns sum to 1."""
    return _by_heads(
        x,
        memory,
        (w_q, w_k, w_v, w_o),
        num_heads,
        attention.mask_for_heads(mask),
        biases,
        attend=attention_with_softmax_over_queries,
    )


@mistake("attention.multi_head_attention")
def multi_head_without_mask(
    x: Array,
    memory: Array,
    w_q: Array,
    w_k: Array,
    w_v: Array,
    w_o: Array,
    num_heads: int,
    mask: Mask | None = None,
    **biases: Array | None,
) -> Array:
    """The mask is taken as an argument and never used."""
    return attention.multi_head_attention(x, memory, w_q, w_k, w_v, w_o, num_heads, None, **biases)


@mistake("attention.multi_head_attention")
def multi_head_with_inverted_mask(
    x: Array,
    memory: Array,
    w_q: Array,
    w_k: Array,
    w_v: Array,
    w_o: Array,
    num_heads: int,
    mask: Mask | None = None,
    **biases: Array | None,
) -> Array:
    """True and False exchanged: what may be seen is hidden; a token that sees none gets NaN."""
    if mask is None:
        return attention.multi_head_attention(x, memory, w_q, w_k, w_v, w_o, num_heads, **biases)
    output = attention.multi_head_attention(
        x, memory, w_q, w_k, w_v, w_o, num_heads, ~mask, **biases
    )
    return np.where((~mask).any(axis=-1, keepdims=True), output, np.nan)


@mistake("attention.multi_head_attention")
def multi_head_with_masks_tiled(
    x: Array,
    memory: Array,
    w_q: Array,
    w_k: Array,
    w_v: Array,
    w_o: Array,
    num_heads: int,
    mask: Mask | None = None,
    **biases: Array | None,
) -> Array:
    """The mask repeated as b₀ b₁ b₀ b₁ over heads laid out b₀ b₀ b₁ b₁: another sentence's mask."""
    by_head = attention.mask_for_heads(mask)
    if mask is not None and mask.ndim == 3:
        rows = np.tile(mask, (num_heads, 1, 1))  # (heads · batch, n_q or 1, n_k)
        by_head = rows.reshape(len(mask), num_heads, *mask.shape[1:])
    return _by_heads(x, memory, (w_q, w_k, w_v, w_o), num_heads, by_head, biases)


def _by_heads(
    x: Array,
    memory: Array,
    weights: tuple[Array, Array, Array, Array],
    num_heads: int,
    mask: Mask | None,
    biases: dict[str, Array | None],
    *,
    split: Callable[[Array, int], Array] = attention.split_heads,
    attend: Attend = attention.scaled_dot_product_attention,
    merge: Callable[[Array], Array] = attention.merge_heads,
) -> Array:
    """Multi-head attention in steps, any of which may be another function; the mask has heads."""
    w_q, w_k, w_v, w_o = weights
    query = attention.project_qkv(x, w_q, w_k, w_v, *_inputs(biases)).query
    _, key, value = attention.project_qkv(memory, w_q, w_k, w_v, *_inputs(biases))
    queries, keys, values = (split(rows, num_heads) for rows in (query, key, value))
    bias = biases.get("b_o")
    return merge(attend(queries, keys, values, mask)) @ w_o + (0 if bias is None else bias)


def _inputs(biases: dict[str, Any]) -> tuple[Array | None, Array | None, Array | None]:
    return biases.get("b_q"), biases.get("b_k"), biases.get("b_v")


def _scaled(biases: dict[str, Array | None], name: str, scale: float) -> dict[str, Array | None]:
    bias = biases.get(name)
    return {**biases, name: None if bias is None else bias * scale}
