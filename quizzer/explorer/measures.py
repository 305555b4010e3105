"""Numbers that distinguish a healthy row of attention weights from a broken one."""

from functools import cache

import numpy as np

from reference.activations import softmax
from reference.arrays import Array
from reference.attention import attention_weights, dot_product_scores
from reference.gradients import softmax_backward

WIDTHS = (4, 16, 64, 256)  # of a head: d_k
_DRAWN, _KEYS = 200, 6  # queries drawn for each width, and keys for each query


def entropy(weights: Array) -> Array:
    """−Σ p ln p of each row, in nats: 0 if one weight is 1, ln n if all n weights are equal."""
    logarithms = np.log(np.where(weights > 0, weights, 1.0))  # (..., n_q, n_k)
    return np.asarray(-(weights * logarithms).sum(axis=-1)) + 0.0  # (..., n_q)


def sharpest(weights: Array) -> Array:
    """The largest weight of each row."""
    return np.asarray(weights.max(axis=-1))


def slope(weights: Array) -> Array:
    """How much of a gradient gets through the softmax of each row: ‖J‖ with J = diag(p) − p pᵀ.

    It is the Frobenius norm, which is 0 for a row in which one weight is 1.
    """
    n_k = weights.shape[-1]
    rows = np.repeat(weights[..., np.newaxis, :], n_k, axis=-2)  # (..., n_q, n_k, n_k)
    jacobian = softmax_backward(np.broadcast_to(np.eye(n_k), rows.shape), rows)
    return np.asarray(np.sqrt((jacobian * jacobian).sum(axis=(-2, -1))))  # (..., n_q)


def largest_difference(first: Array, second: Array) -> float:
    """The largest absolute difference of two entries at the same place.

    Equal infinities have a difference of 0; that of an infinity and a number is infinite.
    """
    same = first == second
    distances = np.abs(np.where(same, 0.0, first) - np.where(same, 0.0, second))
    return float(distances.max(initial=0.0))


@cache
def saturation() -> tuple[tuple[int, Array], ...]:
    """For growing widths d_k, four means: the largest weight with √d_k and without, then the slope.

    Queries and keys are drawn with variance 1, as if they came out of a normalised layer.
    """
    generator = np.random.default_rng(0)
    found = []
    for d_k in WIDTHS:
        query, key = (
            generator.normal(size=(_DRAWN, 1, d_k)),
            generator.normal(size=(_DRAWN, _KEYS, d_k)),
        )
        right = attention_weights(query, key)  # (drawn, 1, keys)
        broken = softmax(dot_product_scores(query, key))  # (drawn, 1, keys)
        numbers = [
            measure(rows).mean() for measure in (sharpest, slope) for rows in (right, broken)
        ]
        found.append((d_k, np.array(numbers)))
    return tuple(found)
