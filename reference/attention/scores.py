"""Scores, weights, and the weighted sum: the formulas of attention, one head at a time."""

import math

import numpy as np

from reference.activations import softmax
from reference.arrays import Array, Mask, require
from reference.trace import record


def dot_product_scores(query: Array, key: Array) -> Array:
    """How well each query matches each key: their dot product.

    Formula:
        scores = Q Kᵀ

    Args:
        query: (..., n_q, d_k) one row per query.
        key: (..., n_k, d_k) one row per key.

    Returns:
        (..., n_q, n_k) one row of scores per query.

    Raises:
        ValueError: when queries and keys differ in width or in leading axes.

    Source:
        Luong, Pham, Manning, Effective Approaches to Attention-based Neural Machine Translation
        (2015), section 3.1, "dot".
    """
    require(
        query.ndim >= 2 and key.ndim >= 2 and query.shape[-1] == key.shape[-1],
        "query and key must be matrices of the same width d_k",
        query=query,
        key=key,
    )
    _require_same_batch(query, key, "query", "key")
    return query @ np.swapaxes(key, -1, -2)  # (..., n_q, n_k)


def scaled_dot_product_scores(query: Array, key: Array) -> Array:
    """Dot products, divided by √d_k so that their size does not grow with the width.

    Formula:
        scores = Q Kᵀ / √d_k

    Args:
        query: (..., n_q, d_k) one row per query.
        key: (..., n_k, d_k) one row per key.

    Returns:
        (..., n_q, n_k) one row of scores per query. For independent components of variance 1 a dot
        product has variance d_k; divided by √d_k it has variance 1, so the softmax is not
        saturated.

    Raises:
        ValueError: when queries and keys differ in width or in leading axes.

    Convention:
        d_k is the width of one head, not d_model. T5 and Luong's attention do not scale.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.1, equation 1.
    """
    return dot_product_scores(query, key) / math.sqrt(query.shape[-1])  # (..., n_q, n_k)


def additive_scores(query: Array, key: Array, w_q: Array, w_k: Array, v: Array) -> Array:
    """How well each query matches each key, computed by a small network with one hidden layer.

    Formula:
        scoresᵢⱼ = v · tanh(qᵢ W_q + kⱼ W_k)

    Args:
        query: (..., n_q, d_q) decoder states.
        key: (..., n_k, d_k) encoder states.
        w_q: (d_q, d_a) projection of the queries.
        w_k: (d_k, d_a) projection of the keys.
        v: (d_a) the weights with which the hidden layer is summed.

    Returns:
        (..., n_q, n_k) one row of scores per query.

    Raises:
        ValueError: when a projection does not fit, or leading axes differ.

    Convention:
        The query is the decoder state before the step, s_{i−1}.

    Source:
        Bahdanau, Cho, Bengio, Neural Machine Translation by Jointly Learning to Align and Translate
        (2015), appendix A.1.2.
    """
    require(query.shape[-1] == w_q.shape[0], "query @ w_q must be possible", query=query, w_q=w_q)
    require(key.shape[-1] == w_k.shape[0], "key @ w_k must be possible", key=key, w_k=w_k)
    require(
        w_q.shape[1:] == w_k.shape[1:] == v.shape,
        "w_q, w_k and v must share d_a",
        w_q=w_q,
        w_k=w_k,
        v=v,
    )
    _require_same_batch(query, key, "query", "key")
    projected_query = (query @ w_q)[..., :, np.newaxis, :]  # (..., n_q, 1, d_a)
    projected_key = (key @ w_k)[..., np.newaxis, :, :]  # (..., 1, n_k, d_a)
    pairs = np.tanh(projected_query + projected_key)  # (..., n_q, n_k, d_a)
    record("pairs", pairs, "tanh(q W_q + k W_k): the hidden layer of every pair")
    scores: Array = pairs @ v  # (..., n_q, n_k)
    return scores


def masked_scores(scores: Array, mask: Mask | None) -> Array:
    """Put −∞ where attention is not allowed, so that softmax gives exactly 0 there.

    Formula:
        masked[i, j] = scores[i, j] where mask[i, j], else −∞

    Args:
        scores: (..., n_q, n_k) one row of scores per query.
        mask: broadcasts to (..., n_q, n_k), True = may attend; None allows everything.

    Returns:
        (..., n_q, n_k) scores and −∞.

    Raises:
        ValueError: when the mask does not broadcast to the scores.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.3.
    """
    if mask is None:
        return scores
    fits = mask.ndim <= scores.ndim and all(
        wide in (1, full) for wide, full in zip(mask.shape[::-1], scores.shape[::-1], strict=False)
    )
    require(fits, "the mask must broadcast to the scores", mask=mask, scores=scores)
    return np.where(mask, scores, -math.inf)  # (..., n_q, n_k)


def masked_softmax(scores: Array, mask: Mask | None) -> Array:
    """Softmax of each row over the keys that are allowed.

    Formula:
        weights = softmax(masked_scores(scores, mask))

    Args:
        scores: (..., n_q, n_k) one row of scores per query.
        mask: broadcasts to (..., n_q, n_k), True = may attend; None allows everything.

    Returns:
        (..., n_q, n_k) rows that sum to 1, exactly 0 where the mask forbids.

    Raises:
        ValueError: when the mask does not broadcast to the scores.

    Convention:
        A row that may attend to nothing is all zeros; the softmax of PyTorch gives NaN there.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.3.
    """
    allowed = masked_scores(scores, mask)  # (..., n_q, n_k)
    if mask is not None:
        record("masked_scores", allowed, "scores, with −∞ where the mask forbids")
    return record("weights", softmax(allowed), "softmax of each row: the shares of the values")


def attention_weights(query: Array, key: Array, mask: Mask | None = None) -> Array:
    """The share of each value that every query takes.

    Formula:
        weights = softmax(Q Kᵀ / √d_k), row by row, over the allowed keys

    Args:
        query: (..., n_q, d_k) one row per query.
        key: (..., n_k, d_k) one row per key.
        mask: broadcasts to (..., n_q, n_k), True = may attend.

    Returns:
        (..., n_q, n_k) rows that sum to 1.

    Raises:
        ValueError: when the shapes do not fit.

    Convention:
        A query that may attend to nothing gets a row of zeros, as in PyTorch's function
        scaled_dot_product_attention since version 2.5.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.1, equation 1.
    """
    scores = scaled_dot_product_scores(query, key)  # (..., n_q, n_k)
    return masked_softmax(record("scores", scores, "query · key / √d_k, one row per query"), mask)


def weighted_sum(weights: Array, value: Array) -> Array:
    """Mix the values in the given shares.

    Formula:
        output = A V

    Args:
        weights: (..., n_q, n_k) one row of shares per query.
        value: (..., n_k, d_v) one row per value.

    Returns:
        (..., n_q, d_v) one mixed row per query.

    Raises:
        ValueError: when the number of keys and of values, or leading axes, differ.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.
    """
    require(
        weights.ndim >= 2 and value.ndim >= 2 and weights.shape[-1] == value.shape[-2],
        "there must be one value for every weight of a row",
        weights=weights,
        value=value,
    )
    _require_same_batch(weights, value, "weights", "value")
    return weights @ value  # (..., n_q, d_v)


def scaled_dot_product_attention(
    query: Array, key: Array, value: Array, mask: Mask | None = None
) -> Array:
    """A soft look-up: each query gets a mixture of the values whose keys it matches.

    Formula:
        Attention(Q, K, V) = softmax(Q Kᵀ / √d_k) V

    Args:
        query: (..., n_q, d_k) one row per query.
        key: (..., n_k, d_k) one row per key.
        value: (..., n_k, d_v) one row per value.
        mask: broadcasts to (..., n_q, n_k), True = may attend.

    Returns:
        (..., n_q, d_v) one row per query; zeros for a query that may attend to nothing.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.2.1, equation 1.
    """
    weights = attention_weights(query, key, mask)  # (..., n_q, n_k)
    return record("output", weighted_sum(weights, value), "the values, mixed by the weights")


def attention_from_scores(scores: Array, value: Array, mask: Mask | None = None) -> Array:
    """Attention from given scores: for biases, and for other ways to compute scores.

    Formula:
        output = softmax(scores) V, over the allowed keys

    Args:
        scores: (..., n_q, n_k) one row of scores per query.
        value: (..., n_k, d_v) one row per value.
        mask: broadcasts to (..., n_q, n_k), True = may attend.

    Returns:
        (..., n_q, d_v) one row per query; zeros for a query that may attend to nothing.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Shaw, Uszkoreit, Vaswani, Self-Attention with Relative Position Representations (2018),
        equations 1 and 2; T5, ALiBi and Swin add a bias to the scores.
    """
    record("scores", scores, "how well each key fits, one row per query")
    weights = masked_softmax(scores, mask)  # (..., n_q, n_k)
    mixed = weighted_sum(weights, value)  # (..., n_q, d_v)
    return record("output", mixed, "the values, mixed by the weights")


def mask_for_heads(mask: Mask | None, head_axes: int = 1) -> Mask | None:
    """The same mask for all heads, with axes of size 1 where the scores have their heads.

    Args:
        mask: (..., n_q, n_k), or None.
        head_axes: how many axes to put before the queries.

    Returns:
        (..., 1, n_q, n_k) or None.

    Raises:
        ValueError: when the mask has no axis of queries.
    """
    if mask is None:
        return None
    require(mask.ndim >= 2, "the mask needs an axis of queries and one of keys", mask=mask)
    return np.expand_dims(mask, tuple(range(-2 - head_axes, -2)))


def _require_same_batch(first: Array, second: Array, first_name: str, second_name: str) -> None:
    same = all(
        one == other or 1 in (one, other)
        for one, other in zip(first.shape[-3::-1], second.shape[-3::-1], strict=False)
    )
    require(same, "the leading axes must agree", **{first_name: first, second_name: second})
