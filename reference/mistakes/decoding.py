"""Mistakes about decoding: greedy, filters, caches."""

import math

import numpy as np

from reference import attention, decoding, masks
from reference.activations import softmax
from reference.arrays import Array, Ids, Mask
from reference.decoding import AttentionStep, LayerCache
from reference.decoding.search import NextLogits
from reference.mistakes.attention import attention_with_softmax_over_queries
from reference.mistakes.registry import mistake
from reference.transformer import Configuration, Parameters


@mistake("decoding.greedy")
def greedy_from_the_first_position(
    next_logits: NextLogits, prompt: Ids, max_new_tokens: int, end: int
) -> Ids:
    """The scores of the first position instead of the last: the same token for ever."""
    return decoding.greedy(lambda ids: next_logits(ids[:, :1]), prompt, max_new_tokens, end)


@mistake("decoding.greedy")
def greedy_without_memory(
    next_logits: NextLogits, prompt: Ids, max_new_tokens: int, end: int
) -> Ids:
    """Only the last token is fed back: what came before is forgotten."""
    return decoding.greedy(lambda ids: next_logits(ids[:, -1:]), prompt, max_new_tokens, end)


@mistake("decoding.greedy")
def greedy_without_an_end(
    next_logits: NextLogits, prompt: Ids, max_new_tokens: int, end: int
) -> Ids:
    """The end token is ignored: the text goes on after it."""
    return decoding.greedy(next_logits, prompt, max_new_tokens, end=-1)


@mistake("decoding.greedy")
def greedy_by_sampling(next_logits: NextLogits, prompt: Ids, max_new_tokens: int, end: int) -> Ids:
    """A draw instead of the best token: each run gives another text."""
    generator = np.random.default_rng(0)

    def drawn(ids: Ids) -> Array:
        logits = next_logits(ids)
        return np.eye(logits.shape[-1])[decoding.sample(logits, generator)]

    return decoding.greedy(drawn, prompt, max_new_tokens, end)


@mistake("decoding.temperature")
def temperature_multiplied(logits: Array, t: float) -> Array:
    """Multiplied by the temperature instead of divided: hot sharpens, cold flattens."""
    return logits * t


@mistake("decoding.temperature")
def temperature_after_softmax(logits: Array, t: float) -> Array:
    """The probabilities divided instead of the scores."""
    return softmax(logits) / t


@mistake("decoding.top_k")
def top_k_with_one_too_many(logits: Array, k: int) -> Array:
    """Off by one: k + 1 tokens are kept."""
    return decoding.top_k(logits, k + 1)


@mistake("decoding.top_k")
def top_k_with_zeros_for_the_rest(logits: Array, k: int) -> Array:
    """0 instead of −∞ for the rest: exp(0) = 1 is still a share."""
    kept = decoding.top_k(logits, k)
    return np.where(np.isfinite(kept), kept, 0.0)


@mistake("decoding.top_k")
def top_k_of_the_worst(logits: Array, k: int) -> Array:
    """Sorted the wrong way: the k least probable tokens are kept."""
    return -decoding.top_k(-logits, k)


@mistake("decoding.top_p")
def top_p_without_the_crossing_token(logits: Array, p: float) -> Array:
    """The token that crosses p is dropped: less than p is left, sometimes nothing."""
    probabilities = softmax(logits)
    order = np.argsort(-logits, axis=-1, kind="stable")
    reached = np.cumsum(np.take_along_axis(probabilities, order, axis=-1), axis=-1)
    keep = np.zeros(logits.shape, dtype=np.bool_)
    np.put_along_axis(keep, order, reached <= p, axis=-1)
    return np.where(keep, logits, -np.inf)


@mistake("decoding.top_p")
def top_p_without_sorting(logits: Array, p: float) -> Array:
    """Probabilities added up in the order of the vocabulary: likely tokens with high ids go."""
    probabilities = softmax(logits)
    before = np.cumsum(probabilities, axis=-1) - probabilities
    return np.where(before < p, logits, -np.inf)


@mistake("decoding.top_p")
def top_p_in_sorted_order(logits: Array, p: float) -> Array:
    """Decisions made in sorted order and never put back: the lowest ids are kept."""
    kept = np.isfinite(decoding.top_p(-np.sort(-logits, axis=-1), p))
    return np.where(kept, logits, -np.inf)


@mistake("decoding.top_p")
def top_p_from_the_least_probable(logits: Array, p: float) -> Array:
    """Sorted the wrong way: added up from the least probable token, so the best one may go."""
    order = np.argsort(logits, axis=-1, kind="stable")
    ascending = np.take_along_axis(logits, order, axis=-1)
    filtered = np.empty_like(logits)
    np.put_along_axis(filtered, order, top_p_without_sorting(ascending, p), axis=-1)
    return filtered


@mistake("decoding.top_p")
def top_p_with_zeros_for_the_rest(logits: Array, p: float) -> Array:
    """0 instead of −∞ for the rest: exp(0) = 1 is still a share."""
    kept = decoding.top_p(logits, p)
    return np.where(np.isfinite(kept), kept, 0.0)


@mistake("decoding.top_p")
def top_p_as_a_threshold(logits: Array, p: float) -> Array:
    """Tokens less probable than 1 − p dropped one by one: no set that reaches p."""
    return np.where(softmax(logits) >= 1 - p, logits, -np.inf)


@mistake("decoding.sample")
def sample_of_the_logits_as_shares(logits: Array, generator: np.random.Generator) -> Ids:
    """Scores taken for shares, without softmax: each counts by its size above the lowest."""
    shares = logits - np.min(np.where(np.isfinite(logits), logits, np.inf), axis=-1, keepdims=True)
    with np.errstate(divide="ignore"):
        return decoding.sample(np.log(np.maximum(shares, 0)), generator)


@mistake("decoding.length_penalty")
def length_penalty_by_plain_length(length: int, alpha: float) -> float:
    """|Y|^α instead of ((5 + |Y|) / 6)^α: fairseq's and Hugging Face's rule, not GNMT's."""
    return float(length**alpha)


@mistake("decoding.length_penalty")
def length_penalty_with_the_power_inside(length: int, alpha: float) -> float:
    """(5 + |Y|^α) / 6: α applied only to the length."""
    return float((5 + length**alpha) / 6)


@mistake("decoding.attention_step")
def attention_step_without_mask(
    query: Array,
    key: Array,
    value: Array,
    cached_keys: Array | None = None,
    cached_values: Array | None = None,
) -> AttentionStep:
    """No mask among the new tokens: each sees those after it. Only a single one comes out right."""
    _, keys, values = decoding.attention_step(query, key, value, cached_keys, cached_values)
    output = attention.scaled_dot_product_attention(query, keys, values)
    return AttentionStep(output, keys, values)


@mistake("decoding.attention_step")
def attention_step_with_mask_aligned_top_left(
    query: Array,
    key: Array,
    value: Array,
    cached_keys: Array | None = None,
    cached_values: Array | None = None,
) -> AttentionStep:
    """The causal mask from the top left corner: new token i sees i + 1 keys, most of them old."""
    _, keys, values = decoding.attention_step(query, key, value, cached_keys, cached_values)
    mask = np.tri(query.shape[-2], keys.shape[-2], dtype=np.bool_)
    output = attention.scaled_dot_product_attention(query, keys, values, mask)
    return AttentionStep(output, keys, values)


@mistake("decoding.attention_step")
def attention_step_that_sees_the_next(
    query: Array,
    key: Array,
    value: Array,
    cached_keys: Array | None = None,
    cached_values: Array | None = None,
) -> AttentionStep:
    """The diagonal one too far right: each new token sees the one after it, too."""
    _, keys, values = decoding.attention_step(query, key, value, cached_keys, cached_values)
    n_new, n = query.shape[-2], keys.shape[-2]
    mask = np.tri(n_new, n, k=n - n_new + 1, dtype=np.bool_)
    output = attention.scaled_dot_product_attention(query, keys, values, mask)
    return AttentionStep(output, keys, values)


@mistake("decoding.attention_step")
def attention_step_that_hides_itself(
    query: Array,
    key: Array,
    value: Array,
    cached_keys: Array | None = None,
    cached_values: Array | None = None,
) -> AttentionStep:
    """Each new token sees those before it, not itself: the first of all sees none and gets NaN."""
    _, keys, values = decoding.attention_step(query, key, value, cached_keys, cached_values)
    n_new, n = query.shape[-2], keys.shape[-2]
    mask = np.tri(n_new, n, k=n - n_new - 1, dtype=np.bool_)
    output = attention.scaled_dot_product_attention(query, keys, values, mask)
    return AttentionStep(np.where(mask.any(axis=-1, keepdims=True), output, np.nan), keys, values)


@mistake("decoding.attention_step")
def attention_step_without_scale(
    query: Array,
    key: Array,
    value: Array,
    cached_keys: Array | None = None,
    cached_values: Array | None = None,
) -> AttentionStep:
    """The division by √d_k is left out."""
    scaled = query * math.sqrt(query.shape[-1])
    return decoding.attention_step(scaled, key, value, cached_keys, cached_values)


@mistake("decoding.attention_step")
def attention_step_scaled_by_d_k(
    query: Array,
    key: Array,
    value: Array,
    cached_keys: Array | None = None,
    cached_values: Array | None = None,
) -> AttentionStep:
    """Divided by d_k instead of √d_k: the weights are too flat."""
    scaled = query / math.sqrt(query.shape[-1])
    return decoding.attention_step(scaled, key, value, cached_keys, cached_values)


@mistake("decoding.attention_step")
def attention_step_with_softmax_over_queries(
    query: Array,
    key: Array,
    value: Array,
    cached_keys: Array | None = None,
    cached_values: Array | None = None,
) -> AttentionStep:
    """Softmax over the new tokens instead of the keys: a single one gets the sum of all values."""
    _, keys, values = decoding.attention_step(query, key, value, cached_keys, cached_values)
    mask = masks.causal(query.shape[-2], keys.shape[-2])
    output = attention_with_softmax_over_queries(query, keys, values, mask)
    return AttentionStep(output, keys, values)


@mistake("decoding.attention_step")
def attention_step_that_ignores_the_cache(
    query: Array,
    key: Array,
    value: Array,
    cached_keys: Array | None = None,
    cached_values: Array | None = None,
) -> AttentionStep:
    """What is cached is never used: each call begins a new text."""
    return decoding.attention_step(query, key, value)


@mistake("decoding.attention_step")
def attention_step_over_the_old_alone(
    query: Array,
    key: Array,
    value: Array,
    cached_keys: Array | None = None,
    cached_values: Array | None = None,
) -> AttentionStep:
    """New keys and values are not appended: a new token misses itself, and the cache stays."""
    if cached_keys is None or cached_values is None:
        return decoding.attention_step(query, key, value)
    output = attention.scaled_dot_product_attention(query, cached_keys, cached_values)
    return AttentionStep(output, cached_keys, cached_values)


@mistake("decoding.attention_step")
def attention_step_with_the_new_in_front(
    query: Array,
    key: Array,
    value: Array,
    cached_keys: Array | None = None,
    cached_values: Array | None = None,
) -> AttentionStep:
    """New keys put before the old ones: order and mask no longer fit."""
    if cached_keys is None or cached_values is None:
        return decoding.attention_step(query, key, value)
    cache = decoding.KeyValueCache(key, value).append(cached_keys, cached_values)
    mask = masks.causal(query.shape[-2], cache.length)
    output = attention.scaled_dot_product_attention(query, *cache, mask)
    return AttentionStep(output, *cache)


@mistake("decoding.attention_step")
def attention_step_that_returns_the_new_alone(
    query: Array,
    key: Array,
    value: Array,
    cached_keys: Array | None = None,
    cached_values: Array | None = None,
) -> AttentionStep:
    """Only the new keys and values returned: the next step knows nothing about earlier tokens."""
    output = decoding.attention_step(query, key, value, cached_keys, cached_values).output
    return AttentionStep(output, key, value)


@mistake("decoding.decode_step")
def decode_step_overwriting_the_last_slot(
    new: Ids,
    caches: tuple[LayerCache, ...],
    parameters: Parameters,
    configuration: Configuration,
    memory_mask: Mask | None = None,
) -> tuple[Array, tuple[LayerCache, ...]]:
    """The new key overwrites the last one instead of following it: the cache never grows."""
    return decoding.decode_step(new, _without_last(caches), parameters, configuration, memory_mask)


@mistake("decoding.decode_step")
def decode_step_without_the_source(
    new: Ids,
    caches: tuple[LayerCache, ...],
    parameters: Parameters,
    configuration: Configuration,
    memory_mask: Mask | None = None,
) -> tuple[Array, tuple[LayerCache, ...]]:
    """Cross-attention reads the target's cache: the source has no influence."""
    swapped = tuple(cache._replace(source=cache.target) for cache in caches)
    return decoding.decode_step(new, swapped, parameters, configuration)


@mistake("decoding.decode_step")
def decode_step_that_sees_source_padding(
    new: Ids,
    caches: tuple[LayerCache, ...],
    parameters: Parameters,
    configuration: Configuration,
    memory_mask: Mask | None = None,
) -> tuple[Array, tuple[LayerCache, ...]]:
    """The padding mask of the source is not passed on: generation attends to padding."""
    return decoding.decode_step(new, caches, parameters, configuration)


def _without_last(caches: tuple[LayerCache, ...]) -> tuple[LayerCache, ...]:
    return tuple(
        cache._replace(
            target=decoding.KeyValueCache(
                cache.target.keys[..., :-1, :], cache.target.values[..., :-1, :]
            )
        )
        for cache in caches
    )
