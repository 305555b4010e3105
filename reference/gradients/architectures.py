"""Backward passes of what the well-known models add to the common parts."""

import math
from typing import NamedTuple

import numpy as np

from reference.architectures import (
    LlamaLayerParameters,
    SwinLayerParameters,
    llama_attention,
    relative_index,
    shifted_window_mask,
    window_partition,
    window_reverse,
)
from reference.arrays import Array, Mask
from reference.attention import (
    attention_from_scores,
    dot_product_scores,
    grouped_query_attention,
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
from reference.gradients.attention_variants import grouped_query_attention_backward
from reference.gradients.embeddings import embed_backward
from reference.gradients.feedforward import SwiGLUGradients, linear_backward, swiglu_backward
from reference.gradients.layers import rms_sublayer_backward
from reference.gradients.normalization import layer_norm_backward
from reference.gradients.positions import rotate_backward
from reference.gradients.shapes import sum_to_shape
from reference.layers import rms_sublayer
from reference.normalization import layer_norm
from reference.parameters import AttentionParameters, NormParameters
from reference.positions import Layout, rotate, t5_relative_buckets


class SelfAttentionGradients(NamedTuple):
    """∂L with respect to the tokens and the weights of `llama_attention`."""

    x: Array  # (..., n, d_model)
    parameters: AttentionParameters


class LlamaLayerGradients(NamedTuple):
    """∂L with respect to the arguments of `llama_layer`."""

    x: Array  # (..., n, d_model)
    parameters: LlamaLayerParameters


class BiasedAttentionGradients(NamedTuple):
    """∂L with respect to the arguments of `t5_attention`."""

    x: Array  # (..., n_q, d_model)
    memory: Array  # (..., n_k, d_model)
    parameters: AttentionParameters
    bias: Array | None  # (heads, n_q, n_k), None without a bias


class WindowAttentionGradients(NamedTuple):
    """∂L with respect to the arguments of `window_attention` and `shifted_window_attention`."""

    x: Array  # (..., windows, window², channels) or (..., height, width, channels)
    parameters: AttentionParameters
    bias_table: Array  # ((2 · window − 1)², heads)


class MergeGradients(NamedTuple):
    """∂L with respect to the arguments of `merge_patches`."""

    x: Array  # (..., height, width, channels)
    norm: NormParameters
    w: Array  # (4 · channels, 2 · channels)


def llama_attention_backward(
    gradient: Array,
    x: Array,
    parameters: AttentionParameters,
    num_heads: int,
    num_groups: int,
    angles: Array,
    mask: Mask | None = None,
    layout: Layout = "interleaved",
) -> SelfAttentionGradients:
    """Through grouped-query attention with rotations, which are turned back.

    Formula:
        ∂L/∂(x W_q) = Rᵀ ∂L/∂Q,    ∂L/∂(x W_k) = Rᵀ ∂L/∂K,    ∂L/∂(x W_v) = ∂L/∂V

    Args:
        gradient: (..., n, d_model) ∂L/∂y.
        x: (..., n, d_model) one row a token.
        parameters: the weights of the attention.
        num_heads: the number of query heads.
        num_groups: the number of heads of keys and values.
        angles: (n, d_head / 2) from `rotary_angles`.
        mask: broadcasts to (..., n, n), True = may attend.
        layout: as in `rotate`.

    Returns:
        (x, parameters) gradients with the shapes of the arguments, as `SelfAttentionGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Touvron et al., Llama 2 (2023), section 2.2, by the chain rule.
    """
    w = parameters
    query = rotate(project_heads(x, w.w_q, None, num_heads), angles, layout)
    key = rotate(project_heads(x, w.w_k, None, num_groups), angles, layout)
    value = project_heads(x, w.w_v, None, num_groups)  # (..., groups, n, d_head)
    heads = grouped_query_attention(query, key, value, mask)  # (..., heads, n, d_head)
    out = linear_backward(gradient, merge_heads(heads), w.w_o)
    to_heads = split_heads(out.x, num_heads)  # (..., heads, n, d_head)
    inner = grouped_query_attention_backward(to_heads, query, key, value, mask)
    q = project_heads_backward(rotate_backward(inner.query, angles, layout), x, w.w_q)
    k = project_heads_backward(rotate_backward(inner.key, angles, layout), x, w.w_k)
    v = project_heads_backward(inner.value, x, w.w_v)
    return SelfAttentionGradients(q.x + k.x + v.x, AttentionParameters(q.w, k.w, v.w, out.w))


def llama_layer_backward(
    gradient: Array,
    x: Array,
    parameters: LlamaLayerParameters,
    num_heads: int,
    num_groups: int,
    angles: Array,
    mask: Mask | None = None,
    layout: Layout = "interleaved",
    eps: float = 1e-5,
) -> LlamaLayerGradients:
    """Through a layer of Llama: SwiGLU first, then attention.

    Formula:
        a = rms_sublayer(x, attention),  y = rms_sublayer(a, SwiGLU)
        ∂L/∂a = rms_sublayer_backward(∂L/∂y, a),    ∂L/∂x = rms_sublayer_backward(∂L/∂a, x)

    Args:
        gradient: (..., n, d_model) ∂L/∂y.
        x: (..., n, d_model) one row a token.
        parameters: the weights of the layer.
        num_heads: the number of query heads.
        num_groups: the number of heads of keys and values.
        angles: (n, d_head / 2) from `rotary_angles`.
        mask: broadcasts to (..., n, n), True = may attend.
        layout: as in `rotate`.
        eps: the ε of the normalizations.

    Returns:
        (x, parameters) gradients with the shapes of the arguments, as `LlamaLayerGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Touvron et al., LLaMA (2023), section 2.2, by the chain rule.
    """
    p, options = parameters, (num_heads, num_groups, angles, mask, layout)

    def attend(rows: Array) -> Array:
        return llama_attention(rows, p.self_attention, *options)

    def attend_backward(gradient: Array, rows: Array) -> SelfAttentionGradients:
        return llama_attention_backward(gradient, rows, p.self_attention, *options)

    def think_backward(gradient: Array, rows: Array) -> tuple[Array, SwiGLUGradients]:
        found = swiglu_backward(gradient, rows, p.w_gate, p.w_up, p.w_down)
        return found.x, found

    a = rms_sublayer(x, attend, p.self_attention_gamma, "self_attention", eps)
    second = rms_sublayer_backward(gradient, a, think_backward, p.feed_forward_gamma, eps)
    first = rms_sublayer_backward(second.x, x, attend_backward, p.self_attention_gamma, eps)
    _, w_gate, w_up, w_down = second.branch
    return LlamaLayerGradients(
        first.x,
        LlamaLayerParameters(first.branch, first.gamma, w_gate, w_up, w_down, second.gamma),
    )


def t5_bias_backward(gradient: Array, num_buckets: int, bidirectional: bool) -> Array:
    """Through T5's bias: every bucket gathers from all pairs of tokens at its distances.

    Formula:
        ∂L/∂table[b, h] = Σ ∂L/∂bias[h, i, j]    over i, j with bucket(j − i) = b

    Args:
        gradient: (heads, n, n) ∂L/∂bias.
        num_buckets: the rows of the table.
        bidirectional: True in the encoder, False in the decoder.

    Returns:
        (num_buckets, heads) ∂L/∂table.

    Source:
        Raffel et al., T5 (2020), section 2.1, differentiated.
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
        x: (..., n_q, d_model) the tokens that ask.
        memory: (..., n_k, d_model) the tokens that answer.
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
        Raffel et al., T5 (2020), section 2.1, differentiated.
    """
    added = np.zeros((1, 1, 1), x.dtype) if bias is None else bias
    found, to_bias = _biased_attention_backward(
        gradient, x, memory, parameters, num_heads, added, mask
    )
    return BiasedAttentionGradients(*found, bias=None if bias is None else to_bias)


def window_attention_backward(
    gradient: Array,
    x: Array,
    parameters: AttentionParameters,
    bias_table: Array,
    num_heads: int,
    mask: Mask | None = None,
) -> WindowAttentionGradients:
    """Through attention within windows; every displacement's bias gathers from all windows.

    Formula:
        as `t5_attention_backward`, with S = Q Kᵀ / √d_head + B and B looked up in the table

    Args:
        gradient: (..., windows, window², channels) ∂L/∂y.
        x: (..., windows, window², channels) one row a place.
        parameters: the weights of the attention.
        bias_table: ((2 · window − 1)², heads) trained.
        num_heads: the number of heads.
        mask: (windows, window², window²) True = may attend.

    Returns:
        (x, parameters, bias_table) gradients with the shapes of the arguments, as
        `WindowAttentionGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Liu et al., Swin Transformer (2021), equation 4, differentiated.
    """
    index = relative_index(math.isqrt(x.shape[-2]))  # (window², window²)
    bias = np.moveaxis(bias_table[index], -1, 0)  # (heads, window², window²)
    scale = (x.shape[-1] // num_heads) ** -0.5
    found, to_bias = _biased_attention_backward(
        gradient, x, x, parameters, num_heads, bias, mask, scale
    )
    to_pairs = np.moveaxis(to_bias, 0, -1)  # (window², window², heads)
    return WindowAttentionGradients(
        x=np.add(found.x, found.memory),
        parameters=found.parameters,
        bias_table=embed_backward(to_pairs, index, len(bias_table)),
    )


def shifted_window_attention_backward(
    gradient: Array,
    x: Array,
    parameters: SwinLayerParameters,
    num_heads: int,
    window: int,
    shift: int = 0,
) -> WindowAttentionGradients:
    """Through shifted windows: the gradient is rolled, cut and put back as the map was.

    Formula:
        ∂L/∂x = Roll⁻¹(Windows⁻¹(window_attention_backward(Windows(Roll(∂L/∂y)))))

    Args:
        gradient: (..., height, width, channels) ∂L/∂y.
        x: (..., height, width, channels) one vector a place.
        parameters: the weights of the layer.
        num_heads: the number of heads.
        window: the side of a window.
        shift: as in `shifted_window_attention`.

    Returns:
        (x, parameters, bias_table) gradients with the shapes of the arguments, as
        `WindowAttentionGradients`.

    Raises:
        ValueError: when windows do not fill the map.

    Source:
        Liu et al., Swin Transformer (2021), section 3.2, figure 4.
    """
    height, width = x.shape[-3:-1]
    cut_gradient, cut = (
        window_partition(np.roll(places, (-shift, -shift), axis=(-3, -2)), window)
        for places in (gradient, x)
    )  # 2 × (..., windows, window², channels)
    mask = shifted_window_mask(height, width, window, shift)  # (windows, window², window²)
    weights, table = parameters.layer.self_attention, parameters.bias_table
    found = window_attention_backward(cut_gradient, cut, weights, table, num_heads, mask)
    whole = window_reverse(found.x, window, height, width)
    return found._replace(x=np.roll(whole, (shift, shift), axis=(-3, -2)))


def merge_patches_backward(
    gradient: Array, x: Array, norm: NormParameters, w: Array, eps: float = 1e-5
) -> MergeGradients:
    """Through patch merging: reduction, normalization, and each neighbour back to its place.

    Formula:
        ∂L/∂[x₀₀; x₁₀; x₀₁; x₁₁] = LN_backward(∂L/∂y Wᵀ)

    Args:
        gradient: (..., height / 2, width / 2, 2 · channels) ∂L/∂y.
        x: (..., height, width, channels) one vector a place.
        norm: γ and β, (4 · channels) each.
        w: (4 · channels, 2 · channels) the reduction.
        eps: the ε of the normalization.

    Returns:
        (x, norm, w) gradients with the shapes of the arguments, as `MergeGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Liu et al., Swin Transformer (2021), section 3.1, "patch merging layer".
    """
    corners = [np.s_[..., row::2, column::2, :] for column in (0, 1) for row in (0, 1)]
    together = np.concatenate([x[corner] for corner in corners], axis=-1)
    reduced = linear_backward(gradient, layer_norm(together, *norm, eps), w)
    inner = layer_norm_backward(reduced.x, together, *norm, eps)
    to_x = np.empty_like(x)  # (..., height, width, channels)
    for corner, part in zip(corners, np.split(inner.x, 4, axis=-1), strict=True):
        to_x[corner] = part
    return MergeGradients(to_x, NormParameters(inner.gamma, inner.beta), reduced.w)


def _biased_attention_backward(
    gradient: Array,
    x: Array,
    memory: Array,
    parameters: AttentionParameters,
    num_heads: int,
    bias: Array,
    mask: Mask | None,
    scale: float = 1.0,
) -> tuple[MultiHeadGradients, Array]:
    """Through multi-head attention with the scores `scale` · Q Kᵀ + bias; then ∂L/∂bias."""
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
