"""Mistakes about scores, weights, and attention as a whole."""

import math

import numpy as np

from reference import attention, gradients
from reference.activations import softmax
from reference.arrays import Array, Mask
from reference.attention import QKV
from reference.mistakes.registry import equivalent, mistake


@mistake("attention.scaled_dot_product_scores")
def scores_without_scale(query: Array, key: Array) -> Array:
    """The division by √d_k is left out: the weights are too peaked."""
    return attention.dot_product_scores(query, key)


@mistake("attention.scaled_dot_product_scores")
def scores_scaled_by_d_k(query: Array, key: Array) -> Array:
    """Divided by d_k instead of √d_k: the weights are too flat."""
    scores: Array = attention.dot_product_scores(query, key) / query.shape[-1]
    return scores


@mistake("attention.scaled_dot_product_scores")
def scores_scaled_by_d_model(query: Array, key: Array) -> Array:
    """With heads: divided by √d_model instead of √d_k, the width of one head."""
    heads = query.shape[-3] if query.ndim >= 4 else 2
    return attention.dot_product_scores(query, key) / math.sqrt(heads * query.shape[-1])


@mistake("attention.scaled_dot_product_scores")
def scores_scaled_by_sequence_length(query: Array, key: Array) -> Array:
    """Divided by the root of the number of keys instead of √d_k."""
    return attention.dot_product_scores(query, key) / math.sqrt(key.shape[-2])


@mistake("attention.scaled_dot_product_scores")
def scores_multiplied_by_the_scale(query: Array, key: Array) -> Array:
    """Multiplied by √d_k instead of divided."""
    return attention.dot_product_scores(query, key) * math.sqrt(query.shape[-1])


@mistake("attention.scaled_dot_product_scores")
def scores_without_transpose(query: Array, key: Array) -> Array:
    """Q K instead of Q Kᵀ (in NumPy, K.transpose(-2, -1) of a matrix does nothing)."""
    return query @ key / math.sqrt(query.shape[-1])


@mistake("attention.scaled_dot_product_scores")
def scores_with_every_axis_reversed(query: Array, key: Array) -> Array:
    """K.T reverses all axes, even the batch: unnoticed when batch, length and width are equal."""
    return query @ key.T / math.sqrt(query.shape[-1])


@equivalent("attention.scaled_dot_product_scores")
def scores_with_scaled_queries(query: Array, key: Array) -> Array:
    """The queries scaled before the product: the same scores."""
    return attention.dot_product_scores(query / math.sqrt(query.shape[-1]), key)


@equivalent("attention.scaled_dot_product_scores")
def scores_with_both_sides_scaled(query: Array, key: Array) -> Array:
    """Queries and keys each divided by the fourth root of d_k: the same scores."""
    root = query.shape[-1] ** 0.25
    return attention.dot_product_scores(query / root, key / root)


@mistake("attention.attention_weights")
def weights_over_queries(query: Array, key: Array, mask: Mask | None = None) -> Array:
    """Softmax over the queries instead of the keys: columns sum to 1, rows do not."""
    scores = attention.scaled_dot_product_scores(query, key)
    return softmax(attention.masked_scores(scores, mask), axis=-2)


@mistake("attention.attention_weights")
def weights_scaled_after_softmax(query: Array, key: Array, mask: Mask | None = None) -> Array:
    """The division by √d_k comes after the softmax: rows sum to 1 / √d_k."""
    scores = attention.masked_scores(attention.dot_product_scores(query, key), mask)
    return softmax(scores) / math.sqrt(query.shape[-1])


@mistake("attention.attention_weights")
def weights_masked_after_softmax(query: Array, key: Array, mask: Mask | None = None) -> Array:
    """The mask zeroes weights after the softmax: rows no longer sum to 1."""
    weights = attention.attention_weights(query, key)
    return weights if mask is None else weights * mask


@equivalent("attention.attention_weights")
def weights_masked_and_renormalised(query: Array, key: Array, mask: Mask | None = None) -> Array:
    """Zeroed after the softmax, then each row divided by its sum: the same weights."""
    weights = weights_masked_after_softmax(query, key, mask)
    total: Array = np.sum(weights, axis=-1, keepdims=True)
    return weights / np.where(total == 0, 1, total)


@mistake("attention.attention_weights")
def weights_with_mask_inverted(query: Array, key: Array, mask: Mask | None = None) -> Array:
    """True read as "hide": attention goes exactly where it must not."""
    return attention.attention_weights(query, key, None if mask is None else ~mask)


@mistake("attention.attention_weights")
def weights_without_mask(query: Array, key: Array, mask: Mask | None = None) -> Array:
    """The mask is passed and never used: every token sees everything."""
    return attention.attention_weights(query, key)


@mistake("attention.attention_weights")
def weights_with_zero_for_minus_infinity(
    query: Array, key: Array, mask: Mask | None = None
) -> Array:
    """Masked scores set to 0 instead of −∞: exp(0) = 1, so they still take a share."""
    scores = attention.scaled_dot_product_scores(query, key)
    return softmax(scores if mask is None else np.where(mask, scores, 0.0))


@mistake("attention.attention_weights")
def weights_with_mask_added(query: Array, key: Array, mask: Mask | None = None) -> Array:
    """The booleans added to the scores: they shift by at most 1, nothing is masked."""
    scores = attention.scaled_dot_product_scores(query, key)
    return softmax(scores if mask is None else scores + mask)


@mistake("attention.attention_weights")
def weights_nan_for_masked_rows(query: Array, key: Array, mask: Mask | None = None) -> Array:
    """A query that may attend to nothing gets NaN instead of zeros, and the NaN spreads."""
    weights = attention.attention_weights(query, key, mask)
    if mask is None:
        return weights
    empty = ~np.any(np.broadcast_to(mask, weights.shape), axis=-1, keepdims=True)
    return np.where(empty, np.nan, weights)


@mistake("attention.attention_weights")
def weights_uniform_for_masked_rows(query: Array, key: Array, mask: Mask | None = None) -> Array:
    """−10⁹ instead of −∞: a query that may attend to nothing spreads evenly over everything."""
    scores = attention.scaled_dot_product_scores(query, key)
    return softmax(scores if mask is None else np.where(mask, scores, -1e9))


@mistake("attention.masked_softmax")
def mask_after_softmax(scores: Array, mask: Mask | None) -> Array:
    """Softmax of all scores first, zeros after: rows no longer sum to 1."""
    weights = softmax(scores)
    return weights if mask is None else np.where(mask, weights, 0)


@mistake("attention.weighted_sum")
def weighted_sum_with_transposed_weights(weights: Array, value: Array) -> Array:
    """Aᵀ V instead of A V: values are summed over the queries, not over the keys."""
    return np.swapaxes(weights, -1, -2) @ value


@mistake("attention.weighted_sum")
def values_averaged_without_weights(weights: Array, value: Array) -> Array:
    """Every value gets the same share: the weights are never used."""
    return attention.weighted_sum(np.full_like(weights, 1 / weights.shape[-1]), value)


@mistake("attention.weighted_sum")
def best_value_only(weights: Array, value: Array) -> Array:
    """The value of the largest weight instead of the mixture: hard attention."""
    best = np.eye(weights.shape[-1], dtype=weights.dtype)[np.argmax(weights, axis=-1)]
    return attention.weighted_sum(best, value)


@mistake("attention.scaled_dot_product_attention")
def attention_without_scale(
    query: Array, key: Array, value: Array, mask: Mask | None = None
) -> Array:
    """The division by √d_k is left out: the weights are too peaked."""
    scores = attention.masked_scores(attention.dot_product_scores(query, key), mask)
    return attention.weighted_sum(softmax(scores), value)


@mistake("attention.scaled_dot_product_attention")
def attention_scaled_by_d_k(
    query: Array, key: Array, value: Array, mask: Mask | None = None
) -> Array:
    """Divided by d_k instead of √d_k: the weights are too flat."""
    scores = attention.masked_scores(scores_scaled_by_d_k(query, key), mask)
    return attention.weighted_sum(softmax(scores), value)


@mistake("attention.scaled_dot_product_attention")
def attention_with_key_and_value_swapped(
    query: Array, key: Array, value: Array, mask: Mask | None = None
) -> Array:
    """Values are compared with the queries, and keys are mixed."""
    return attention.scaled_dot_product_attention(query, value, key, mask)


@mistake("attention.scaled_dot_product_attention")
def attention_with_softmax_over_queries(
    query: Array, key: Array, value: Array, mask: Mask | None = None
) -> Array:
    """Softmax over the queries instead of the keys: columns of weights sum to 1."""
    return attention.weighted_sum(weights_over_queries(query, key, mask), value)


@mistake("attention.scaled_dot_product_attention")
def attention_masked_after_softmax(
    query: Array, key: Array, value: Array, mask: Mask | None = None
) -> Array:
    """The mask zeroes weights after the softmax: hidden scores still count in the denominator."""
    return attention.weighted_sum(weights_masked_after_softmax(query, key, mask), value)


@mistake("attention.scaled_dot_product_attention")
def attention_without_mask(
    query: Array, key: Array, value: Array, mask: Mask | None = None
) -> Array:
    """The mask is passed and never used."""
    return attention.scaled_dot_product_attention(query, key, value)


@mistake("attention.scaled_dot_product_attention")
def attention_with_mask_inverted(
    query: Array, key: Array, value: Array, mask: Mask | None = None
) -> Array:
    """True read as "hide": attention goes exactly where it must not."""
    hidden = None if mask is None else ~mask
    return attention.scaled_dot_product_attention(query, key, value, hidden)


@mistake("attention.scaled_dot_product_attention")
def attention_that_ignores_queries(
    query: Array, key: Array, value: Array, mask: Mask | None = None
) -> Array:
    """The mean of the allowed values: right shape, but queries and keys have no influence."""
    return attention.scaled_dot_product_attention(0 * query, key, value, mask)


@mistake("attention.additive_scores")
def additive_scores_without_tanh(
    query: Array, key: Array, w_q: Array, w_k: Array, v: Array
) -> Array:
    """Without tanh the query cancels in the softmax: every query gets the same weights."""
    hidden = (query @ w_q)[..., :, np.newaxis, :] + (key @ w_k)[..., np.newaxis, :, :]
    scores: Array = hidden @ v
    return scores


@mistake("attention.additive_scores")
def additive_scores_with_tanh_last(
    query: Array, key: Array, w_q: Array, w_k: Array, v: Array
) -> Array:
    """tanh after the sum with v instead of before: every score is squashed into (−1, 1)."""
    return np.tanh(additive_scores_without_tanh(query, key, w_q, w_k, v))


@mistake("attention.additive_scores")
def additive_scores_with_product(
    query: Array, key: Array, w_q: Array, w_k: Array, v: Array
) -> Array:
    """Query and key multiplied instead of added before the tanh."""
    hidden = (query @ w_q)[..., :, np.newaxis, :] * (key @ w_k)[..., np.newaxis, :, :]
    scores: Array = np.tanh(hidden) @ v
    return scores


@mistake("attention.masked_scores")
def scores_masked_with_zero(scores: Array, mask: Mask | None) -> Array:
    """0 instead of −∞ where attention is forbidden: exp(0) = 1 still takes a share."""
    return scores if mask is None else np.where(mask, scores, 0.0)


@mistake("attention.masked_scores")
def scores_left_unmasked(scores: Array, mask: Mask | None) -> Array:
    """The mask is built and never used: every key keeps its score."""
    return scores


@mistake("attention.masked_scores")
def scores_masked_where_allowed(scores: Array, mask: Mask | None) -> Array:
    """True read as "hide": the allowed keys get −∞."""
    return attention.masked_scores(scores, None if mask is None else ~mask)


@mistake("attention.linear_attention")
def linear_attention_without_normalizer(query: Array, key: Array, value: Array) -> Array:
    """The division by φ(q) · Σ φ(k) is left out: a sum over the keys, not a mean of the values."""
    output: Array = query @ (np.swapaxes(key, -1, -2) @ value)
    return output


@mistake("attention.linear_attention")
def linear_attention_divided_by_the_count(query: Array, key: Array, value: Array) -> Array:
    """Divided by the number of keys: the shares of a query do not sum to 1."""
    output: Array = linear_attention_without_normalizer(query, key, value) / key.shape[-2]
    return output


@mistake("attention.linear_attention")
def linear_attention_by_softmax(query: Array, key: Array, value: Array) -> Array:
    """Softmax of the products of features: features take its place, they do not go into it."""
    output: Array = softmax(query @ np.swapaxes(key, -1, -2)) @ value
    return output


@mistake("gradients.scaled_dot_product_attention_backward")
def attention_backward_without_scale(
    gradient: Array, query: Array, key: Array, value: Array, mask: Mask | None = None
) -> QKV:
    """The backward pass does not divide by √d_k, although the forward pass did."""
    right = gradients.scaled_dot_product_attention_backward(gradient, query, key, value, mask)
    root = math.sqrt(query.shape[-1])
    return QKV(right.query * root, right.key * root, right.value)


@mistake("gradients.scaled_dot_product_attention_backward")
def attention_backward_without_row_sums(
    gradient: Array, query: Array, key: Array, value: Array, mask: Mask | None = None
) -> QKV:
    """A ⊙ ∂L/∂A taken for the gradient of the scores: softmax's competition is left out."""
    weights = attention.attention_weights(query, key, mask)
    scores = weights * (gradient @ np.swapaxes(value, -1, -2)) / math.sqrt(query.shape[-1])
    right = gradients.scaled_dot_product_attention_backward(gradient, query, key, value, mask)
    return QKV(scores @ key, np.swapaxes(scores, -1, -2) @ query, right.value)
