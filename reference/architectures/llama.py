"""Llama: a decoder with rotary positions, RMSNorm, grouped queries and SwiGLU."""

from typing import NamedTuple

import numpy as np

from reference import masks
from reference.arrays import Array, Ids, Mask
from reference.attention import grouped_query_attention, merge_heads, project_heads
from reference.embeddings import embed
from reference.feedforward import linear, swiglu
from reference.layers import rms_sublayer
from reference.normalization import rms_norm
from reference.parameters import AttentionParameters
from reference.positions import Layout, rotary_angles, rotate
from reference.trace import record, scope


class LlamaLayerParameters(NamedTuple):
    """The weights of one layer; there are no biases."""

    self_attention: AttentionParameters  # w_k and w_v are (d_model, groups · d_head)
    self_attention_gamma: Array  # (d_model)
    w_gate: Array  # (d_model, d_ff)
    w_up: Array  # (d_model, d_ff)
    w_down: Array  # (d_ff, d_model)
    feed_forward_gamma: Array  # (d_model)


class LlamaParameters(NamedTuple):
    """The weights of Llama; embedding and output projection are two matrices."""

    words: Array  # (vocabulary, d_model)
    layers: tuple[LlamaLayerParameters, ...]
    final_gamma: Array  # (d_model)
    w_output: Array  # (d_model, vocabulary)


def llama_attention(
    x: Array,
    parameters: AttentionParameters,
    num_heads: int,
    num_groups: int,
    angles: Array,
    mask: Mask | None = None,
    layout: Layout = "interleaved",
) -> Array:
    """Grouped-query attention with rotary positions on queries and keys.

    Formula:
        headᵢ = Attention(R(x W_q)ᵢ, R(x W_k)_g, (x W_v)_g)

    Args:
        x: (..., n, d_model) one row per token.
        parameters: the weights of the attention.
        num_heads: the number of query heads.
        num_groups: the number of heads of keys and values.
        angles: (n, d_head / 2) from `rotary_angles`.
        mask: broadcasts to (..., n, n), True = may attend.
        layout: which columns are rotated together, see `rotate`.

    Returns:
        (..., n, d_model) one row per token.

    Raises:
        ValueError: when the shapes do not fit.

    Convention:
        "interleaved" for weights as Meta published them, "half" for Hugging Face's.

    Source:
        Touvron et al., Llama 2 (2023), section 2.2.
    """
    w = parameters
    query = project_heads(x, w.w_q, None, num_heads)  # (..., heads, n, d_head)
    key = project_heads(x, w.w_k, None, num_groups)  # (..., groups, n, d_head)
    value = project_heads(x, w.w_v, None, num_groups)  # (..., groups, n, d_head)
    query = record(
        "query_heads", rotate(query, angles, layout), "queries, rotated by their position"
    )
    key = record("key_heads", rotate(key, angles, layout), "keys, rotated by their position")
    record("value_heads", value, "the values of each group")
    heads = grouped_query_attention(query, key, value, mask)  # (..., heads, n, d_head)
    return record("output", linear(merge_heads(heads), w.w_o), "the heads, mixed by W_o")


def llama_layer(
    x: Array,
    parameters: LlamaLayerParameters,
    num_heads: int,
    num_groups: int,
    angles: Array,
    mask: Mask | None = None,
    layout: Layout = "interleaved",
    eps: float = 1e-5,
) -> Array:
    """One layer: attention, then SwiGLU, each after an RMSNorm and with a residual connection.

    Formula:
        a = x + Attention(RMS(x));  y = a + SwiGLU(RMS(a))

    Args:
        x: (..., n, d_model) one row per token.
        parameters: the weights of the layer.
        num_heads: the number of query heads.
        num_groups: the number of heads of keys and values.
        angles: (n, d_head / 2) from `rotary_angles`.
        mask: broadcasts to (..., n, n), True = may attend; the causal mask.
        layout: which columns are rotated together, see `rotate`.
        eps: the ε of the normalizations.

    Returns:
        (..., n, d_model) one row per token.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Touvron et al., LLaMA (2023), section 2.2.
    """
    p = parameters
    x = rms_sublayer(
        x,
        lambda rows: llama_attention(
            rows, p.self_attention, num_heads, num_groups, angles, mask, layout
        ),
        p.self_attention_gamma,
        "self_attention",
        eps,
    )
    return rms_sublayer(
        x,
        lambda rows: swiglu(rows, p.w_gate, p.w_up, p.w_down),
        p.feed_forward_gamma,
        "feed_forward",
        eps,
    )


def llama_logits(
    ids: Ids,
    parameters: LlamaParameters,
    num_heads: int,
    num_groups: int,
    base: float = 10000.0,
    layout: Layout = "interleaved",
    eps: float = 1e-5,
) -> Array:
    """Score the next word after every token.

    Formula:
        logits = RMS(Layer_N(… Layer₁(E[ids]))) W

    Args:
        ids: (..., n) token ids.
        parameters: all weights.
        num_heads: the number of query heads.
        num_groups: the number of heads of keys and values; `num_heads` in Llama 2 7B.
        base: the base of the rotary frequencies.
        layout: which columns are rotated together, see `rotate`.
        eps: the ε of the normalizations.

    Returns:
        (..., n, vocabulary) row t depends only on tokens 0 … t.

    Raises:
        ValueError: when an id is outside the vocabulary.

    Source:
        Touvron et al., LLaMA (2023), section 2.2; Touvron et al., Llama 2 (2023), section 2.2.
    """
    p, length = parameters, np.shape(ids)[-1]
    d_head = p.words.shape[-1] // num_heads
    angles, mask = rotary_angles(length, d_head, base), masks.causal(length)
    x = record("embedding", embed(ids, p.words), "rows of the embedding")  # (..., n, d_model)
    for number, layer in enumerate(p.layers):
        with scope("decoder"), scope(number):
            x = llama_layer(x, layer, num_heads, num_groups, angles, mask, layout, eps)
    with scope("final_norm"):
        x = rms_norm(x, p.final_gamma, eps)
    return record("logits", linear(x, p.w_output), "a score for every next word")
