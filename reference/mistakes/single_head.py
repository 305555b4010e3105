"""Mistakes about one head of self-attention or cross-attention, with its projections."""

import math

import numpy as np

from reference import attention, masks
from reference.arrays import Array, Mask
from reference.mistakes.attention import attention_with_softmax_over_queries
from reference.mistakes.registry import mistake


@mistake("attention.self_attention")
def self_attention_without_scale(
    x: Array, w_q: Array, w_k: Array, w_v: Array, mask: Mask | None = None
) -> Array:
    """The division by √d_k is left out: the weights are too peaked."""
    return attention.self_attention(x, w_q * math.sqrt(w_q.shape[-1]), w_k, w_v, mask)


@mistake("attention.self_attention")
def self_attention_scaled_by_d_k(
    x: Array, w_q: Array, w_k: Array, w_v: Array, mask: Mask | None = None
) -> Array:
    """Divided by d_k instead of √d_k: the weights are too flat."""
    return attention.self_attention(x, w_q / math.sqrt(w_q.shape[-1]), w_k, w_v, mask)


@mistake("attention.self_attention")
def self_attention_scaled_by_d_model(
    x: Array, w_q: Array, w_k: Array, w_v: Array, mask: Mask | None = None
) -> Array:
    """Divided by the root of a token's width, √d_model, instead of √d_k."""
    return attention.self_attention(x, w_q * math.sqrt(w_q.shape[-1] / len(w_q)), w_k, w_v, mask)


@mistake("attention.self_attention")
def self_attention_with_softmax_over_queries(
    x: Array, w_q: Array, w_k: Array, w_v: Array, mask: Mask | None = None
) -> Array:
    """Softmax over the queries instead of the keys: columns of weights sum to 1."""
    return attention_with_softmax_over_queries(*attention.project_qkv(x, w_q, w_k, w_v), mask)


@mistake("attention.self_attention")
def self_attention_of_raw_values(
    x: Array, w_q: Array, w_k: Array, w_v: Array, mask: Mask | None = None
) -> Array:
    """The tokens themselves are mixed, not their values: W_v is forgotten."""
    query, key, _ = attention.project_qkv(x, w_q, w_k, w_v)
    return attention.scaled_dot_product_attention(query, key, x, mask)


@mistake("attention.self_attention")
def self_attention_with_one_projection(
    x: Array, w_q: Array, w_k: Array, w_v: Array, mask: Mask | None = None
) -> Array:
    """Keys made by W_q: the scores are symmetric, and tokens tend to attend to themselves."""
    return attention.self_attention(x, w_q, w_q, w_v, mask)


@mistake("attention.self_attention")
def self_attention_with_query_and_key_swapped(
    x: Array, w_q: Array, w_k: Array, w_v: Array, mask: Mask | None = None
) -> Array:
    """W_q makes the keys and W_k the queries: the scores are transposed."""
    return attention.self_attention(x, w_k, w_q, w_v, mask)


@mistake("attention.cross_attention")
def cross_attention_without_scale(
    x: Array, memory: Array, w_q: Array, w_k: Array, w_v: Array, mask: Mask | None = None
) -> Array:
    """The division by √d_k is left out: the weights are too peaked."""
    return attention.cross_attention(x, memory, w_q * math.sqrt(w_q.shape[-1]), w_k, w_v, mask)


@mistake("attention.cross_attention")
def cross_attention_with_softmax_over_queries(
    x: Array, memory: Array, w_q: Array, w_k: Array, w_v: Array, mask: Mask | None = None
) -> Array:
    """Softmax over the queries instead of the keys: columns of weights sum to 1."""
    return attention_with_softmax_over_queries(x @ w_q, memory @ w_k, memory @ w_v, mask)


@mistake("attention.cross_attention")
def cross_attention_within_the_decoder(
    x: Array, memory: Array, w_q: Array, w_k: Array, w_v: Array, mask: Mask | None = None
) -> Array:
    """Keys and values from the decoder: a second self-attention, the source has no influence."""
    fits = x.shape[-2] == memory.shape[-2]
    return attention.cross_attention(x, x, w_q, w_k, w_v, mask if fits else None)


@mistake("attention.cross_attention")
def cross_attention_with_queries_from_memory(
    x: Array, memory: Array, w_q: Array, w_k: Array, w_v: Array, mask: Mask | None = None
) -> Array:
    """Queries from the encoder, keys and values from the decoder: the roles are swapped."""
    turned = None if mask is None else np.swapaxes(mask, -1, -2)
    return attention.cross_attention(memory, x, w_q, w_k, w_v, turned)


@mistake("attention.cross_attention")
def cross_attention_with_causal_mask(
    x: Array, memory: Array, w_q: Array, w_k: Array, w_v: Array, mask: Mask | None = None
) -> Array:
    """The target's causal mask in cross-attention: source tokens after i are hidden."""
    early = np.tri(x.shape[-2], memory.shape[-2], dtype=np.bool_)
    return attention.cross_attention(x, memory, w_q, w_k, w_v, masks.combine(mask, early))
