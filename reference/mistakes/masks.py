"""Mistakes about who may attend to whom."""

import numpy as np
from numpy.typing import DTypeLike

from reference import masks
from reference.arrays import Array, Ids, Mask
from reference.mistakes.registry import mistake


@mistake("masks.causal")
def causal_mask_without_diagonal(query_length: int, key_length: int | None = None) -> Mask:
    """The diagonal is masked too: a token cannot see itself, and the first sees nothing."""
    n_k = query_length if key_length is None else key_length
    return np.tri(query_length, n_k, k=n_k - query_length - 1, dtype=np.bool_)


@mistake("masks.causal")
def causal_mask_one_too_late(query_length: int, key_length: int | None = None) -> Mask:
    """The triangle starts one too far right: each token sees the one it must predict."""
    n_k = query_length if key_length is None else key_length
    return np.tri(query_length, n_k, k=n_k - query_length + 1, dtype=np.bool_)


@mistake("masks.causal")
def causal_mask_upside_down(query_length: int, key_length: int | None = None) -> Mask:
    """triu instead of tril: each token sees itself and the future."""
    n_k = query_length if key_length is None else key_length
    return ~np.tri(query_length, n_k, k=n_k - query_length - 1, dtype=np.bool_)


@mistake("masks.causal")
def causal_mask_of_nothing(query_length: int, key_length: int | None = None) -> Mask:
    """Nothing is masked: a decoder that works like an encoder, and sees what it must predict."""
    return np.ones((query_length, key_length or query_length), dtype=np.bool_)


@mistake("masks.causal")
def causal_mask_as_what_to_hide(query_length: int, key_length: int | None = None) -> Mask:
    """True read as "hide": PyTorch's convention for nn.Transformer, the opposite of this one."""
    return ~masks.causal(query_length, key_length)


@mistake("masks.causal")
def causal_mask_aligned_top_left(query_length: int, key_length: int | None = None) -> Mask:
    """With more keys than queries (a cache), query 0 is taken for position 0: it sees one key."""
    return np.tri(query_length, key_length or query_length, dtype=np.bool_)


@mistake("masks.padding")
def padding_mask_over_queries(ids: Ids, pad: int = 0) -> Mask:
    """The rows of padded queries are masked instead of the columns of padded keys."""
    real = np.swapaxes(masks.padding(ids, pad), -1, -2)  # (..., n, 1)
    return np.broadcast_to(real, (*real.shape[:-1], real.shape[-2]))


@mistake("masks.padding")
def padding_mask_as_what_to_hide(ids: Ids, pad: int = 0) -> Mask:
    """True read as "this is padding": only the padding is attended to."""
    return ~masks.padding(ids, pad)


@mistake("masks.padding")
def padding_mask_from_id_zero(ids: Ids, pad: int = 0) -> Mask:
    """Padding taken to be id 0 whatever the padding id is: real tokens disappear."""
    return masks.padding(ids, 0)


@mistake("masks.sliding_window")
def window_one_too_wide(length: int, window: int) -> Mask:
    """The window counted without the token itself: every token sees one more."""
    return masks.sliding_window(length, window + 1)


@mistake("masks.sliding_window")
def window_into_the_future(length: int, window: int) -> Mask:
    """|i − j| < window: the band lies on both sides of the diagonal, so the future is seen."""
    band = masks.sliding_window(length, window)
    return band | band.T


@mistake("masks.combine")
def masks_combined_by_or(*masks: Mask | None) -> Mask | None:
    """A key is visible if any mask allows it: padding before the token is attended to again."""
    given = [mask for mask in masks if mask is not None]
    return np.logical_or.reduce(np.broadcast_arrays(*given)) if given else None


@mistake("masks.additive")
def additive_mask_as_zeros_and_ones(mask: Mask, dtype: DTypeLike = np.float64) -> Array:
    """The booleans themselves added to the scores: they shift by at most 1, nothing is masked."""
    return mask.astype(dtype)


@mistake("masks.additive")
def additive_mask_not_low_enough(mask: Mask, dtype: DTypeLike = np.float64) -> Array:
    """−10 instead of −∞: the forbidden keys still get a small share."""
    return np.where(mask, 0.0, -10.0).astype(dtype)


@mistake("masks.additive")
def additive_mask_of_large_numbers(mask: Mask, dtype: DTypeLike = np.float64) -> Array:
    """−10⁹ instead of −∞: a row that may attend to nothing gets uniform weights.

    Half precision has no such number; there it becomes −∞.
    """
    with np.errstate(over="ignore"):
        return np.where(mask, 0.0, -1e9).astype(dtype)


@mistake("masks.additive")
def additive_mask_inverted(mask: Mask, dtype: DTypeLike = np.float64) -> Array:
    """−∞ where attention is allowed: exactly the wrong keys are hidden."""
    return masks.additive(~mask, dtype)
