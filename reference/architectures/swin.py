"""Swin: attention within windows, which shift from layer to layer."""

from typing import NamedTuple

import numpy as np

from reference.activations import gelu
from reference.arrays import Array, Ids, Mask, require
from reference.attention import (
    mask_for_heads,
    masked_softmax,
    merge_heads,
    project_heads,
    scaled_dot_product_scores,
    weighted_sum,
)
from reference.feedforward import feed_forward, linear
from reference.layers import sublayer
from reference.normalization import layer_norm
from reference.parameters import AttentionParameters, EncoderLayerParameters, NormParameters
from reference.trace import record


class SwinLayerParameters(NamedTuple):
    """The weights of one Swin layer."""

    layer: EncoderLayerParameters
    bias_table: Array  # ((2 · window − 1)², heads)


def window_partition(x: Array, window: int) -> Array:
    """Cut a map into square windows, row by row; the places of a window become its tokens.

    Formula:
        windows[r · columns + s] = x[r·window : (r+1)·window, s·window : (s+1)·window]

    Args:
        x: (..., height, width, channels) one vector per place.
        window: the side of a window.

    Returns:
        (..., windows, window², channels) one row per place.

    Raises:
        ValueError: when the window does not divide height and width.

    Source:
        Liu et al., Swin Transformer (2021), section 3.2.
    """
    require(
        x.ndim >= 3 and x.shape[-3] % window == 0 and x.shape[-2] % window == 0,
        f"windows of {window} must fill (..., height, width, channels)",
        x=x,
    )
    *leading, height, width, channels = x.shape
    rows, columns = height // window, width // window
    cut = x.reshape(*leading, rows, window, columns, window, channels)
    cut = np.swapaxes(cut, -4, -3)  # (..., rows, columns, window, window, channels)
    return cut.reshape(*leading, rows * columns, window * window, channels)


def window_reverse(windows: Array, window: int, height: int, width: int) -> Array:
    """Put windows back in their places: the inverse of `window_partition`.

    Formula:
        x[r·window : (r+1)·window, s·window : (s+1)·window] = windows[r · columns + s]

    Args:
        windows: (..., windows, window², channels) one row per place.
        window: the side of a window.
        height: of the map.
        width: of the map.

    Returns:
        (..., height, width, channels) one vector per place.

    Raises:
        ValueError: when the windows do not make such a map.

    Source:
        Liu et al., Swin Transformer (2021), section 3.2.
    """
    rows, columns = height // window, width // window
    require(
        windows.shape[-3:-1] == (rows * columns, window * window),
        f"{rows} × {columns} windows of side {window} make this map",
        windows=windows,
    )
    leading, channels = windows.shape[:-3], windows.shape[-1]
    cut = windows.reshape(*leading, rows, columns, window, window, channels)
    joined = np.swapaxes(cut, -4, -3)  # (..., rows, window, columns, window, channels)
    return joined.reshape(*leading, height, width, channels)  # (..., height, width, channels)


def shifted_window_mask(height: int, width: int, window: int, shift: int) -> Mask:
    """Places that the shift brought together from afar may not attend to each other.

    Formula:
        mask[w, i, j] = (region of place i of window w = region of place j)
        regions: the map cut at height − window and height − shift, and likewise its width

    Args:
        height: of the map.
        width: of the map.
        window: the side of a window.
        shift: by how much the map was rolled up and to the left; 0 hides nothing.

    Returns:
        (windows, window², window²) True = may attend.

    Raises:
        ValueError: when the shift is not smaller than the window, or windows do not fill the map.

    Source:
        Liu et al., Swin Transformer (2021), section 3.2, figure 4.
    """
    if not 0 <= shift < window:
        raise ValueError(f"the shift must be smaller than the window: {shift}, {window}")
    row = _region(height, window, shift)[:, np.newaxis]  # (height, 1)
    column = _region(width, window, shift)  # (width)
    regions = window_partition((3 * row + column)[..., np.newaxis], window)[..., 0]  # (w, window²)
    return np.asarray(regions[:, :, np.newaxis] == regions[:, np.newaxis, :])


def relative_index(window: int) -> Ids:
    """The learned bias that each pair of places in a window gets.

    Formula:
        index[i, j] = (Δrow + window − 1) · (2 · window − 1) + Δcolumn + window − 1

    Args:
        window: the side of a window.

    Returns:
        (window², window²) integers, to look up in a ((2 · window − 1)², heads) table.

    Convention:
        Δ is the place of the query minus that of the key, as in the authors' code.

    Source:
        Liu et al., Swin Transformer (2021), section 3.2, "Relative position bias".
    """
    rows, columns = np.divmod(np.arange(window * window), window)  # (window²), (window²)
    down = rows[:, np.newaxis] - rows + window - 1  # (window², window²)
    right = columns[:, np.newaxis] - columns + window - 1  # (window², window²)
    return np.asarray(down * (2 * window - 1) + right)


def window_attention(
    x: Array,
    parameters: AttentionParameters,
    bias_table: Array,
    num_heads: int,
    mask: Mask | None = None,
) -> Array:
    """Multi-head attention within each window, with a learned bias for each displacement.

    Formula:
        headᵢ = softmax(Qᵢ Kᵢᵀ / √d_head + Bᵢ) Vᵢ

    Args:
        x: (..., windows, window², channels) one row per place.
        parameters: the weights of the attention.
        bias_table: ((2 · window − 1)², heads) learned.
        num_heads: the number of heads.
        mask: (windows, window², window²) True = may attend.

    Returns:
        (..., windows, window², channels) one row per place.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Liu et al., Swin Transformer (2021), equation 4.
    """
    w, window = parameters, round(x.shape[-2] ** 0.5)
    bias = np.moveaxis(bias_table[relative_index(window)], -1, 0)  # (heads, window², window²)
    query = project_heads(x, w.w_q, w.b_q, num_heads)  # (..., windows, heads, window², d_head)
    key = project_heads(x, w.w_k, w.b_k, num_heads)
    value = project_heads(x, w.w_v, w.b_v, num_heads)
    scores = scaled_dot_product_scores(query, key) + bias
    record("scores", scores, "query · key / √d_head + bias, one row per place")
    weights = masked_softmax(scores, mask_for_heads(mask))
    heads = record("heads", weighted_sum(weights, value), "the values, mixed, head by head")
    merged = merge_heads(heads)  # (..., windows, window², channels)
    return record("output", linear(merged, w.w_o, w.b_o), "the heads, mixed by W_o")


def shifted_window_attention(
    x: Array, parameters: SwinLayerParameters, num_heads: int, window: int, shift: int = 0
) -> Array:
    """Roll the map, attend within its windows, and roll it back: windows across the old borders.

    Formula:
        y = Roll⁻¹(Windows⁻¹(Attention(Windows(Roll(x)))))

    Args:
        x: (..., height, width, channels) one vector per place.
        parameters: the weights of the layer.
        num_heads: the number of heads.
        window: the side of a window.
        shift: by how much to roll up and to the left; 0 or window // 2.

    Returns:
        (..., height, width, channels) one vector per place.

    Raises:
        ValueError: when windows do not fill the map.

    Source:
        Liu et al., Swin Transformer (2021), section 3.2, figure 4.
    """
    height, width = x.shape[-3:-1]
    rolled = np.roll(x, (-shift, -shift), axis=(-3, -2))
    windows = window_partition(rolled, window)  # (..., windows, window², channels)
    mask = shifted_window_mask(height, width, window, shift)  # (windows, window², window²)
    weights, table = parameters.layer.self_attention, parameters.bias_table
    found = window_attention(windows, weights, table, num_heads, mask)
    whole = window_reverse(found, window, height, width)
    return np.roll(whole, (shift, shift), axis=(-3, -2))  # (..., height, width, channels)


def swin_layer(
    x: Array,
    parameters: SwinLayerParameters,
    num_heads: int,
    window: int,
    shift: int = 0,
    eps: float = 1e-5,
) -> Array:
    """One layer: attention within (shifted) windows, then the feed-forward network, in pre-norm.

    Formula:
        a = x + WindowAttention(LN(x));  y = a + FFN(LN(a))

    Args:
        x: (..., height, width, channels) one vector per place.
        parameters: the weights of the layer.
        num_heads: the number of heads.
        window: the side of a window.
        shift: 0 in every other layer, otherwise window // 2.
        eps: the ε of the normalizations.

    Returns:
        (..., height, width, channels) one vector per place.

    Raises:
        ValueError: when windows do not fill the map.

    Source:
        Liu et al., Swin Transformer (2021), section 3.2, equation 3.
    """
    p = parameters.layer

    def attend(places: Array) -> Array:
        return shifted_window_attention(places, parameters, num_heads, window, shift)

    def transform(places: Array) -> Array:
        return feed_forward(places, *p.feed_forward, gelu)

    x = sublayer(x, attend, p.self_attention_norm, "pre", "self_attention", eps)
    return sublayer(x, transform, p.feed_forward_norm, "pre", "feed_forward", eps)


def merge_patches(x: Array, norm: NormParameters, w: Array, eps: float = 1e-5) -> Array:
    """Between stages: four neighbours become one place, and the number of channels doubles.

    Formula:
        y = LN([x₀₀; x₁₀; x₀₁; x₁₁]) W

    Args:
        x: (..., height, width, channels) one vector per place.
        norm: γ and β, (4 · channels) each.
        w: (4 · channels, 2 · channels) the reduction.
        eps: the ε of the normalization.

    Returns:
        (..., height / 2, width / 2, 2 · channels) one vector per place.

    Raises:
        ValueError: when height or width is odd.

    Convention:
        The order of the four is that of the authors (first down, then right).

    Source:
        Liu et al., Swin Transformer (2021), section 3.1, "patch merging layer".
    """
    require(x.shape[-3] % 2 == 0 and x.shape[-2] % 2 == 0, "height and width must be even", x=x)
    corners = [x[..., row::2, column::2, :] for column in (0, 1) for row in (0, 1)]
    joined = np.concatenate(corners, axis=-1)  # (..., height / 2, width / 2, 4 · channels)
    return linear(layer_norm(joined, *norm, eps), w)  # (..., height / 2, width / 2, 2 · channels)


def _region(length: int, window: int, shift: int) -> Ids:
    """0, 1 or 2 along one side: places that did not move, that moved, and that wrapped around."""
    places = np.arange(length)
    return (places >= length - window).astype(np.int64) + (places >= length - shift)
