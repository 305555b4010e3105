"""Variants of attention: shared keys, penalised distance, features, Luong's output, gates."""

import numpy as np

from reference.activations import relu, sigmoid, tanh
from reference.arrays import Array, Mask, require
from reference.attention.scores import (
    attention_from_scores,
    attention_weights,
    mask_for_heads,
    scaled_dot_product_scores,
    weighted_sum,
)
from reference.feedforward import linear
from reference.positions import alibi_bias
from reference.trace import record


def grouped_query_attention(
    query: Array, key: Array, value: Array, mask: Mask | None = None
) -> Array:
    """Attention in which a group of query heads shares one head of keys and values.

    Formula:
        headᵢ = Attention(Qᵢ, K_g, V_g) with g = ⌊i · groups / heads⌋

    Args:
        query: (..., heads, n_q, d_k) the queries of all heads.
        key: (..., groups, n_k, d_k) the keys of the groups.
        value: (..., groups, n_k, d_v) the values of the groups.
        mask: broadcasts to (..., n_q, n_k), True = may attend; the same for all heads.

    Returns:
        (..., heads, n_q, d_v) one matrix per query head. With as many groups as heads this is
        multi-head attention, with one group multi-query attention.

    Raises:
        ValueError: when the groups do not divide the heads, or the shapes do not fit.

    Convention:
        Neighbouring query heads share keys (as with `np.repeat` of the keys, not `np.tile`), as all
        models do today. The keys are not repeated in memory: the heads are divided into groups
        instead.

    Source:
        Ainslie et al., GQA (2023), section 2.2; Shazeer, Fast Transformer Decoding (2019), for one
        group.
    """
    require(
        min(query.ndim, key.ndim, value.ndim) >= 3
        and key.shape[-3] == value.shape[-3]
        and query.shape[-3] % key.shape[-3] == 0,
        "groups must divide heads",
        query=query,
        key=key,
        value=value,
    )
    *leading, num_heads, n_q, d_k = query.shape
    groups = key.shape[-3]
    grouped = query.reshape(*leading, groups, num_heads // groups, n_q, d_k)
    weights = attention_weights(
        grouped,  # (..., groups, heads / groups, n_q, d_k)
        key[..., np.newaxis, :, :],  # (..., groups, 1, n_k, d_k)
        mask_for_heads(mask, head_axes=2),  # (..., 1, 1, n_q, n_k)
    )  # (..., groups, heads / groups, n_q, n_k)
    mixed = weighted_sum(weights, value[..., np.newaxis, :, :])
    heads = mixed.reshape(*leading, num_heads, n_q, value.shape[-1])  # (..., heads, n_q, d_v)
    return record("heads", heads, "the values, mixed, head by head")


def alibi_attention(query: Array, key: Array, value: Array, mask: Mask | None = None) -> Array:
    """Attention whose scores fall with distance, at a rate of its own for each head.

    Formula:
        headᵢ = softmax(Qᵢ Kᵢᵀ / √d_k − mᵢ · |distance|) Vᵢ

    Args:
        query: (..., heads, n_q, d_k) the queries of all heads.
        key: (..., heads, n_k, d_k) the keys of all heads; the last query has the position of the
            last key.
        value: (..., heads, n_k, d_v) the values of all heads.
        mask: broadcasts to (..., n_q, n_k), True = may attend; the causal mask in the paper.

    Returns:
        (..., heads, n_q, d_v) one matrix per head.

    Raises:
        ValueError: when there is no axis of heads, or the shapes do not fit.

    Convention:
        The bias is added to the scaled scores, see `alibi_bias`.

    Source:
        Press, Smith, Lewis, Train Short, Test Long (2022), section 3.
    """
    require(query.ndim >= 3, "there must be an axis of heads", query=query)
    num_heads, n_q, _ = query.shape[-3:]
    scores = scaled_dot_product_scores(query, key)  # (..., heads, n_q, n_k)
    bias = alibi_bias(num_heads, n_q, key.shape[-2]).astype(scores.dtype)  # (heads, n_q, n_k)
    return attention_from_scores(scores + bias, value, mask_for_heads(mask))


def linear_attention(query: Array, key: Array, value: Array) -> Array:
    """Attention with a product of features instead of softmax: its cost is linear in the length.

    Formula:
        S = φ(K)ᵀ V,    z = Σⱼ φ(kⱼ),    outputᵢ = φ(qᵢ) S / (φ(qᵢ) · z)

    Args:
        query: (..., n_q, r) features φ(q), positive.
        key: (..., n_k, r) features φ(k), positive.
        value: (..., n_k, d_v) the values.

    Returns:
        (..., n_q, d_v) one row per query; each is a mean of the values with weights
        φ(qᵢ) · φ(kⱼ) / Σₗ φ(qᵢ) · φ(kₗ).

    Raises:
        ValueError: when queries and keys differ in width, or keys and values in length.

    Convention:
        φ is applied beforehand; the paper uses elu(x) + 1. Not causal: every query sees all keys.

    Source:
        Katharopoulos et al., Transformers are RNNs (2020), section 3.2, equations 4 to 6.
    """
    require(
        query.shape[-1] == key.shape[-1] and key.shape[-2] == value.shape[-2],
        "queries and keys must agree in width, keys and values in length",
        query=query,
        key=key,
        value=value,
    )
    state = record("state", np.swapaxes(key, -1, -2) @ value, "φ(K)ᵀ V, whatever the length")
    total = key.sum(axis=-2)[..., np.newaxis]  # (..., r, 1)
    normalizer = record("normalizer", query @ total, "φ(q) · z, one number per query")
    return record("output", query @ state / normalizer, "the values, mixed")  # (..., n_q, d_v)


def attentional_state(context: Array, hidden: Array, w: Array) -> Array:
    """What Luong's decoder predicts from: its state and its context vector, combined.

    Formula:
        h̃ = tanh([c ; h] W_c)

    Args:
        context: (..., d_c) c, the mixed encoder states.
        hidden: (..., d) h, the decoder's state *after* its step, which is also the query.
        w: (d_c + d, d_out) W_c.

    Returns:
        (..., d_out) numbers in (−1, 1); the logits are linear in them.

    Raises:
        ValueError: when the shapes do not fit.

    Convention:
        The context comes first. Bahdanau et al. attend before the step instead, and feed the
        context into the recurrent cell.

    Source:
        Luong, Pham, Manning, Effective Approaches to Attention-based Neural Machine Translation
        (2015), section 3, equation 5.
    """
    same = context.shape[:-1] == hidden.shape[:-1]
    require(same, "one context per state", context=context, hidden=hidden)
    joined = np.concatenate([context, hidden], axis=-1)  # (..., d_c + d)
    return record("output", tanh(linear(joined, w)), "state and context, mixed and squashed")


def attention_gate(
    x: Array, gate: Array, w_x: Array, w_g: Array, b_g: Array, psi: Array, b_psi: Array
) -> Array:
    """Let a coarse signal decide how much of a skip connection passes at each place.

    Formula:
        α = σ(ReLU(x W_x + g W_g + b_g) ψ + b_ψ)
        output = α ⊙ x

    Args:
        x: (..., n, d_x) the features of the skip connection, one row per place.
        gate: (..., n, d_g) the gating signal, already at the resolution of `x`.
        w_x: (d_x, d_a) projection of the features.
        w_g: (d_g, d_a) projection of the signal.
        b_g: (d_a) its bias.
        psi: (d_a, 1) makes one number per place.
        b_psi: (1) its bias.

    Returns:
        (..., n, d_x) the features, each place multiplied by its α in (0, 1).

    Raises:
        ValueError: when the shapes do not fit.

    Convention:
        A 1 × 1 convolution is a linear layer at each place. No softmax: places do not compete.

    Source:
        Oktay et al., Attention U-Net (2018), equations 1, 2.
    """
    require(x.shape[:-1] == gate.shape[:-1], "x and gate must have the same places", x=x, gate=gate)
    compared = relu(linear(x, w_x) + linear(gate, w_g, b_g))  # (..., n, d_a)
    hidden = record("hidden", compared, "ReLU(x W_x + g W_g + b_g): each place and its gate")
    coefficients = record(
        "coefficients", sigmoid(linear(hidden, psi, b_psi)), "α: how much of each place passes"
    )  # (..., n, 1)
    return record("output", coefficients * x, "α ⊙ x")  # (..., n, d_x)
