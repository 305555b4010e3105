"""Masks: which token may attend to which. `True` = may attend, everywhere in this package."""

import math
from typing import Any

import numpy as np
from numpy.typing import DTypeLike

from reference.arrays import Array, Ids, Mask, require


def causal(query_length: int, key_length: int | None = None) -> Mask:
    """Each token may attend to itself and to what came before it.

    Formula:
        mask[i, j] = (j ≤ i + key_length − query_length)

    Args:
        query_length: n_q, the number of queries.
        key_length: n_k, the number of keys; n_q by default.

    Returns:
        (n_q, n_k) a lower triangle that includes the diagonal.

    Raises:
        ValueError: when there are fewer keys than queries.

    Convention:
        Aligned at the bottom right: the last query sees every key, as a key-value cache needs it
        (also in flash-attention and Hugging Face). PyTorch's `is_causal` aligns at the top left.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.3.
    """
    n_q, n_k = query_length, query_length if key_length is None else key_length
    if n_k < n_q:
        raise ValueError(f"a causal mask needs a key for every query: {n_q} queries, {n_k} keys")
    return np.tri(n_q, n_k, k=n_k - n_q, dtype=np.bool_)  # (n_q, n_k)


def padding(ids: Ids, pad: int = 0) -> Mask:
    """Every query may attend to the real tokens, but not to padding.

    Formula:
        mask[b, 0, j] = (ids[b, j] ≠ pad)

    Args:
        ids: (..., n_k) token ids of the sequence that is attended to.
        pad: the id of the padding token.

    Returns:
        (..., 1, n_k) one row that holds for all queries: keys are hidden, not queries.

    Convention:
        Hugging Face's `attention_mask` has the same polarity (1 = keep); PyTorch's
        `key_padding_mask` has the opposite (True = hide).

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 5.1, batch sentences of about the
        same length; the mask of what remains goes without saying.
    """
    real: Mask = np.not_equal(ids, pad)  # (..., n_k)
    return real[..., np.newaxis, :]  # (..., 1, n_k)


def sliding_window(length: int, window: int) -> Mask:
    """Causal attention that looks back over a window of fixed width.

    Formula:
        mask[i, j] = (i − window < j ≤ i)

    Args:
        length: n, the number of tokens.
        window: how many tokens each token may see, itself included.

    Returns:
        (n, n) a band along the diagonal.

    Raises:
        ValueError: when the window is smaller than 1.

    Convention:
        The window counts the token itself, as in Mistral 7B's figure and Hugging Face's code.
        Longformer's window also looks ahead: half of it is on either side.

    Source:
        Beltagy, Peters, Cohan, Longformer (2020), section 3.1; Jiang et al., Mistral 7B (2023),
        section 2.
    """
    if window < 1:
        raise ValueError(f"a token must at least see itself: window {window}")
    return np.asarray(causal(length) & ~np.tri(length, length, k=-window, dtype=np.bool_))  # (n, n)


def combine(*masks: Mask | None) -> Mask | None:
    """A key is visible only if every mask allows it.

    Formula:
        mask = mask₁ ∧ mask₂ ∧ …

    Args:
        masks: (..., n_q, n_k) masks that broadcast against each other; None allows everything.

    Returns:
        (..., n_q, n_k) or None when no mask was given.

    Raises:
        ValueError: when the masks do not broadcast.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.3: decoder self-attention
        hides the future and the padding.
    """
    given = [mask for mask in masks if mask is not None]
    if not given:
        return None
    result = given[0]
    for mask in given[1:]:
        require(_broadcasts(result, mask), "masks must broadcast", first=result, second=mask)
        result = result & mask
    return result


def additive(mask: Mask, dtype: DTypeLike = np.float64) -> Array:
    """The same mask as numbers to add to the scores.

    Formula:
        additive[i, j] = 0 where mask[i, j], else −∞

    Args:
        mask: (..., n_q, n_k) True where attention is allowed.
        dtype: the floating-point type of the result.

    Returns:
        (..., n_q, n_k) zeros and −∞.

    Convention:
        −∞ hides exactly. Some libraries use −1e9 or the lowest finite number instead, which gives
        uniform weights in a row that may attend to nothing.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.3: "masking out (setting to
        −∞) all values" that correspond to illegal connections.
    """
    return np.where(mask, 0.0, -math.inf).astype(dtype)


def _broadcasts(*arrays: np.ndarray[Any, Any]) -> bool:
    try:
        np.broadcast_shapes(*(array.shape for array in arrays))
    except ValueError:
        return False
    return True
