"""T5: encoder and decoder with a learned bias on the scores for each distance."""

from typing import NamedTuple

import numpy as np

from reference import masks
from reference.arrays import Array, Ids, Mask
from reference.attention import (
    dot_product_scores,
    mask_for_heads,
    masked_softmax,
    merge_heads,
    project_heads,
    weighted_sum,
)
from reference.embeddings import embed
from reference.feedforward import feed_forward, linear
from reference.layers import rms_sublayer
from reference.normalization import rms_norm
from reference.parameters import AttentionParameters, FeedForwardParameters
from reference.positions import t5_relative_buckets
from reference.trace import record, scope


class T5LayerParameters(NamedTuple):
    """The weights of one layer; an encoder layer has no cross-attention."""

    self_attention: AttentionParameters
    self_attention_gamma: Array  # (d_model)
    feed_forward: FeedForwardParameters
    feed_forward_gamma: Array  # (d_model)
    cross_attention: AttentionParameters | None = None
    cross_attention_gamma: Array | None = None  # (d_model)


class T5Parameters(NamedTuple):
    """The weights of T5; source, target and output share one embedding."""

    words: Array  # (vocabulary, d_model)
    encoder: tuple[T5LayerParameters, ...]
    encoder_bias: Array  # (buckets, heads), shared by all encoder layers
    encoder_gamma: Array  # (d_model)
    decoder: tuple[T5LayerParameters, ...]
    decoder_bias: Array  # (buckets, heads), shared by all decoder layers
    decoder_gamma: Array  # (d_model)


def t5_bias(table: Array, length: int, bidirectional: bool) -> Array:
    """What each distance adds to the scores of each head.

    Formula:
        bias[h, i, j] = table[bucket(j − i), h]

    Args:
        table: (buckets, heads) learned.
        length: n, the number of tokens.
        bidirectional: True in the encoder, False in the decoder.

    Returns:
        (heads, n, n) to add to the scores.

    Source:
        Raffel et al., Exploring the Limits of Transfer Learning with a Unified Text-to-Text
        Transformer (2020), section 2.1.
    """
    buckets = t5_relative_buckets(length, None, bidirectional, num_buckets=len(table))  # (n, n)
    return np.moveaxis(table[buckets], -1, 0)  # (heads, n, n)


def t5_attention(
    x: Array,
    memory: Array,
    parameters: AttentionParameters,
    num_heads: int,
    bias: Array | None = None,
    mask: Mask | None = None,
) -> Array:
    """Multi-head attention with a bias on the scores, and no division by √d_k.

    Formula:
        headᵢ = softmax(Qᵢ Kᵢᵀ + biasᵢ) Vᵢ

    Args:
        x: (..., n_q, d_model) the tokens that give the queries.
        memory: (..., n_k, d_model) the tokens that give keys and values.
        parameters: the weights of the attention, without biases.
        num_heads: the number of heads.
        bias: (heads, n_q, n_k) from `t5_bias`, or None in cross-attention.
        mask: broadcasts to (..., n_q, n_k), True = may attend.

    Returns:
        (..., n_q, d_model) one row per token of `x`.

    Raises:
        ValueError: when the shapes do not fit.

    Convention:
        The scale is folded into the initial weights of W_q.

    Source:
        Raffel et al., Exploring the Limits of Transfer Learning with a Unified Text-to-Text
        Transformer (2020), section 2.1, and the authors' code.
    """
    w = parameters
    query = project_heads(x, w.w_q, None, num_heads)  # (..., heads, n_q, d_k)
    key = project_heads(memory, w.w_k, None, num_heads)  # (..., heads, n_k, d_k)
    value = project_heads(memory, w.w_v, None, num_heads)  # (..., heads, n_k, d_v)
    scores = dot_product_scores(query, key)  # (..., heads, n_q, n_k)
    if bias is not None:
        scores = scores + bias
    record("scores", scores, "query · key + bias, one row per query")
    weights = masked_softmax(scores, mask_for_heads(mask))  # (..., heads, n_q, n_k)
    heads = record("heads", weighted_sum(weights, value), "the values, mixed, head by head")
    return record("output", linear(merge_heads(heads), w.w_o), "the heads, mixed by W_o")


def t5_layer(
    x: Array,
    parameters: T5LayerParameters,
    num_heads: int,
    bias: Array,
    mask: Mask | None = None,
    memory: Array | None = None,
    memory_mask: Mask | None = None,
) -> Array:
    """One layer of the encoder, or (with a memory) of the decoder.

    Formula:
        a = x + Attention(RMS(x));  b = a + Cross(RMS(a), m);  y = b + FFN(RMS(b))

    Args:
        x: (..., n, d_model) one row per token.
        parameters: the weights of the layer.
        num_heads: the number of heads.
        bias: (heads, n, n) for self-attention.
        mask: broadcasts to (..., n, n), True = may attend.
        memory: (..., n_source, d_model) for a decoder layer.
        memory_mask: broadcasts to (..., n, n_source), True = may attend.

    Returns:
        (..., n, d_model) one row per token.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Raffel et al., Exploring the Limits of Transfer Learning with a Unified Text-to-Text
        Transformer (2020), section 2.1.
    """
    p = parameters
    x = rms_sublayer(
        x,
        lambda rows: t5_attention(rows, rows, p.self_attention, num_heads, bias, mask),
        p.self_attention_gamma,
        "self_attention",
    )
    if memory is not None and p.cross_attention is not None and p.cross_attention_gamma is not None:
        source, weights = memory, p.cross_attention
        x = rms_sublayer(
            x,
            lambda rows: t5_attention(rows, source, weights, num_heads, None, memory_mask),
            p.cross_attention_gamma,
            "cross_attention",
        )
    return rms_sublayer(
        x, lambda rows: feed_forward(rows, *p.feed_forward), p.feed_forward_gamma, "feed_forward"
    )


def t5_logits(
    source: Ids,
    target: Ids,
    parameters: T5Parameters,
    num_heads: int,
    source_mask: Mask | None = None,
) -> Array:
    """Read the source, and predict the next word after every target token.

    Formula:
        logits = RMS(Decoder(E[target], RMS(Encoder(E[source])))) Eᵀ / √d_model

    Args:
        source: (..., n_source) token ids.
        target: (..., n) token ids, beginning with the start token.
        parameters: all weights.
        num_heads: the number of heads.
        source_mask: broadcasts to (..., 1, n_source), True = real.

    Returns:
        (..., n, vocabulary) row t depends only on target tokens 0 … t.

    Raises:
        ValueError: when an id is outside the vocabulary.

    Convention:
        T5 1.0: ReLU, and the tied output divided by √d_model. Version 1.1 has its own output matrix
        and a gated GELU. ε is 1e-6.

    Source:
        Raffel et al., Exploring the Limits of Transfer Learning with a Unified Text-to-Text
        Transformer (2020), section 2.1, and the authors' code.
    """
    p, n_source, n_target = parameters, np.shape(source)[-1], np.shape(target)[-1]
    memory, bias = embed(source, p.words), t5_bias(p.encoder_bias, n_source, bidirectional=True)
    for number, layer in enumerate(p.encoder):
        with scope("encoder"), scope(number):
            memory = t5_layer(memory, layer, num_heads, bias, source_mask)
    with scope("encoder_norm"):
        memory = rms_norm(memory, p.encoder_gamma)  # (..., n_source, d_model)
    x, bias = embed(target, p.words), t5_bias(p.decoder_bias, n_target, bidirectional=False)
    causal = masks.causal(n_target)
    for number, layer in enumerate(p.decoder):
        with scope("decoder"), scope(number):
            x = t5_layer(x, layer, num_heads, bias, causal, memory, source_mask)
    with scope("decoder_norm"):
        x = rms_norm(x, p.decoder_gamma)  # (..., n, d_model)
    logits = linear(x * p.words.shape[-1] ** -0.5, p.words.T)  # (..., n, vocabulary)
    return record("logits", logits, "a score for every next word")
