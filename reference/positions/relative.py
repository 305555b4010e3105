"""Relative positions: what the distance between query and key adds to their score."""

import math

import numpy as np

from reference.arrays import Array, Ids, require


def alibi_slopes(num_heads: int) -> Array:
    """How fast each head forgets: a decreasing geometric series.

    Formula:
        m_h = 2^(−8h / heads) for h = 1 … heads

    Args:
        num_heads: the number of heads.

    Returns:
        (num_heads) positive slopes; for 8 heads 1/2, 1/4, …, 1/256.

    Raises:
        ValueError: when there is no head.

    Convention:
        For p + r heads, where p is the nearest lower power of two, the authors' code (and BLOOM)
        takes the p slopes for p heads, and then the first r odd ones for 2p heads.

    Source:
        Press, Smith, Lewis, Train Short, Test Long (2022), section 3.
    """
    if num_heads < 1:
        raise ValueError(f"there must be at least one head: {num_heads}")
    power = 2 ** int(math.log2(num_heads))
    slopes = 2.0 ** (-8 * np.arange(1, power + 1) / power)  # (p)
    between = 2.0 ** (-8 * np.arange(1, 2 * power + 1, 2) / (2 * power))  # (p)
    return np.concatenate([slopes, between[: num_heads - power]])  # (num_heads)


def alibi_bias(num_heads: int, query_length: int, key_length: int | None = None) -> Array:
    """A penalty on the scores that grows with distance, at a rate of its own for each head.

    Formula:
        bias[h, i, j] = −m_h · |i − j|

    Args:
        num_heads: the number of heads.
        query_length: n_q, the number of queries.
        key_length: n_k, the number of keys; n_q by default. The last query has the position of the
            last key.

    Returns:
        (num_heads, n_q, n_k) numbers ≤ 0 to add to the scaled scores.

    Raises:
        ValueError: when there is no head.

    Convention:
        The paper's attention is causal, so only j ≤ i matters there: −m (i − j). BLOOM adds m · j
        instead, which gives the same softmax.

    Source:
        Press, Smith, Lewis, Train Short, Test Long (2022), section 3, figure 3.
    """
    distance = np.abs(_relative(query_length, key_length))  # (n_q, n_k)
    return -alibi_slopes(num_heads)[:, np.newaxis, np.newaxis] * distance  # (heads, n_q, n_k)


def t5_relative_buckets(
    query_length: int,
    key_length: int | None = None,
    bidirectional: bool = True,
    num_buckets: int = 32,
    max_distance: int = 128,
) -> Ids:
    """Which trained bias each distance gets: near distances have their own, far ones share.

    Formula:
        bidirectional: r = |j − i|, B = num_buckets / 2;  else r = max(i − j, 0), B = num_buckets
        bucket = r for r < e, with e = ⌊B / 2⌋
        bucket = e + ⌊ln(r / e) / ln(max_distance / e) · (B − e)⌋ for r ≥ e, at most B − 1
        bidirectional: B more where j > i

    Args:
        query_length: n_q, the number of queries.
        key_length: n_k, the number of keys; n_q by default. The last query has the position of the
            last key.
        bidirectional: True in the encoder; False in the decoder, where all later keys share bucket
            0.
        num_buckets: how many biases a head has.
        max_distance: from this distance on, all share the last bucket.

    Returns:
        (n_q, n_k) integers in 0 … num_buckets − 1, to look up in a (num_buckets, heads) table.

    Raises:
        ValueError: when there are too few buckets.

    Convention:
        The relative position is key minus query. T5 adds the looked-up bias to unscaled scores, and
        only in self-attention.

    Source:
        Raffel et al., Exploring the Limits of Transfer Learning with a Unified Text-to-Text
        Transformer (2020), section 2.1, and the authors' code, `_relative_position_bucket`.
    """
    per_side = num_buckets // 2 if bidirectional else num_buckets
    max_exact = per_side // 2
    if not 1 <= max_exact < max_distance:
        raise ValueError(f"too few buckets or too short: {num_buckets} buckets, {max_distance}")
    relative = _relative(query_length, key_length)  # (n_q, n_k)
    offset = per_side * (relative > 0) if bidirectional else 0
    distance = np.abs(relative) if bidirectional else np.maximum(-relative, 0)
    share = np.log(np.maximum(distance, 1) / max_exact) / math.log(max_distance / max_exact)
    # 1e-9: at exact powers, rounding must not leave the share just below an integer
    far = max_exact + np.floor(share * (per_side - max_exact) + 1e-9).astype(np.int64)
    buckets = np.where(distance < max_exact, distance, np.minimum(far, per_side - 1))
    return np.asarray(buckets + offset)  # (n_q, n_k)


def relative_shift(x: Array) -> Array:
    """Turn columns that mean "distance" into columns that mean "key".

    Formula:
        shifted[i, j] = x[i, j + (n_q − 1 − i)] for j ≤ i + n_k − n_q, else 0

    Args:
        x: (..., n_q, n_k) scores of query i with the distances n_k − 1, …, 1, 0.

    Returns:
        (..., n_q, n_k) scores of query i with key j, which is i + n_k − n_q − j tokens back.

    Raises:
        ValueError: when there are fewer columns than rows.

    Convention:
        The authors pad, reshape and cut, which leaves numbers from the next row for later keys; a
        causal mask must hide them. Here they are 0.

    Source:
        Dai et al., Transformer-XL (2019), appendix B.
    """
    require(x.ndim >= 2 and x.shape[-1] >= x.shape[-2], "there must be n_k ≥ n_q columns", x=x)
    n_q, n_k = x.shape[-2:]
    column = np.arange(n_k) + (n_q - 1 - np.arange(n_q))[:, np.newaxis]  # (n_q, n_k)
    inside = column < n_k
    indices = np.broadcast_to(np.where(inside, column, 0), x.shape)  # (..., n_q, n_k)
    return np.where(inside, np.take_along_axis(x, indices, axis=-1), x.dtype.type(0))


def _relative(query_length: int, key_length: int | None) -> Ids:
    """Key position minus query position; the last query has the position of the last key."""
    n_q, n_k = query_length, query_length if key_length is None else key_length
    return np.arange(n_k) - np.arange(n_k - n_q, n_k)[:, np.newaxis]  # (n_q, n_k)
