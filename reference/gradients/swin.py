"""Backward passes of Swin: attention within windows, and the merging of patches."""

import math
from typing import NamedTuple

import numpy as np

from reference.architectures import (
    SwinLayerParameters,
    relative_index,
    shifted_window_mask,
    window_partition,
    window_reverse,
)
from reference.arrays import Array, Mask
from reference.gradients.embeddings import embed_backward
from reference.gradients.feedforward import linear_backward
from reference.gradients.normalization import layer_norm_backward
from reference.gradients.shapes import no_gradient
from reference.gradients.t5 import biased_attention_backward
from reference.normalization import layer_norm
from reference.parameters import AttentionParameters, NormParameters


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


def window_attention_backward(
    gradient: Array,
    x: Array,
    parameters: AttentionParameters,
    bias_table: Array,
    num_heads: int,
    mask: Mask | None = None,
) -> WindowAttentionGradients:
    """Through attention within windows; the bias of a displacement sums over all windows.

    Formula:
        as `t5_attention_backward`, with S = Q Kᵀ / √d_head + B and B looked up in the table

    Args:
        gradient: (..., windows, window², channels) ∂L/∂y.
        x: (..., windows, window², channels) one row per place.
        parameters: the weights of the attention.
        bias_table: ((2 · window − 1)², heads) learned.
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
    found, to_bias = biased_attention_backward(
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
    """Through shifted windows: the gradient is rolled, cut and put back, as the map was.

    Formula:
        ∂L/∂x = Roll⁻¹(Windows⁻¹(window_attention_backward(Windows(Roll(∂L/∂y)))))

    Args:
        gradient: (..., height, width, channels) ∂L/∂y.
        x: (..., height, width, channels) one vector per place.
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
    """Through patch merging: reduction, normalization, then each neighbour back to its place.

    Formula:
        ∂L/∂[x₀₀; x₁₀; x₀₁; x₁₁] = LN_backward(∂L/∂y Wᵀ)

    Args:
        gradient: (..., height / 2, width / 2, 2 · channels) ∂L/∂y.
        x: (..., height, width, channels) one vector per place.
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
    to_x = no_gradient(x)  # (..., height, width, channels)
    for corner, part in zip(corners, np.split(inner.x, 4, axis=-1), strict=True):
        to_x[corner] = part
    return MergeGradients(to_x, NormParameters(inner.gamma, inner.beta), reduced.w)
