"""Decoding with a key-value cache: keys and values of earlier tokens are kept, not recomputed."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from reference import masks
from reference.arrays import Array, Ids, Mask, require
from reference.attention import (
    attention_weights,
    mask_for_heads,
    merge_heads,
    project_heads,
    scaled_dot_product_attention,
    weighted_sum,
)
from reference.decoding.sampling import best
from reference.feedforward import feed_forward, linear
from reference.layers import sublayer
from reference.parameters import AttentionParameters, DecoderLayerParameters
from reference.trace import record, scope
from reference.transformer import (
    Configuration,
    Parameters,
    activation_of,
    embed_tokens,
    encode,
    final_norm,
    padding_mask,
    project,
)


class KeyValueCache(NamedTuple):
    """Keys and values of the tokens so far, head by head.

    Formula:
        2 · n · heads · d_head numbers per layer and sequence; groups instead of heads if shared
    """

    keys: Array  # (batch, heads, n, d_head)
    values: Array  # (batch, heads, n, d_head)

    @property
    def length(self) -> int:
        """n, the number of tokens so far."""
        return int(self.keys.shape[-2])

    def append(self, keys: Array, values: Array) -> "KeyValueCache":
        """A cache with the new tokens after the old ones; this one is not changed.

        Args:
            keys: (batch, heads, n_new, d_head) the keys of the new tokens.
            values: (batch, heads, n_new, d_head) their values.

        Returns:
            A cache of length n + n_new.

        Raises:
            ValueError: when batch, heads or widths differ.
        """
        fits = all(
            old.shape[:-2] == new.shape[:-2] and old.shape[-1] == new.shape[-1]
            for old, new in ((self.keys, keys), (self.values, values))
        )
        require(fits, "new tokens must fit the cache", cache=self.keys, keys=keys, values=values)
        return KeyValueCache(
            np.concatenate([self.keys, keys], axis=-2),
            np.concatenate([self.values, values], axis=-2),
        )


class AttentionStep(NamedTuple):
    """What new tokens get from attention, and the cache with their keys and values appended."""

    output: Array  # (..., heads, n_new, d_v)
    keys: Array  # (..., heads, n_old + n_new, d_k)
    values: Array  # (..., heads, n_old + n_new, d_v)


class LayerCache(NamedTuple):
    """What one decoder layer keeps: keys and values of the target so far, and of the source."""

    target: KeyValueCache
    source: KeyValueCache


def attention_step(
    query: Array,
    key: Array,
    value: Array,
    cached_keys: Array | None = None,
    cached_values: Array | None = None,
) -> AttentionStep:
    """Causal attention of new tokens that follow cached ones.

    Formula:
        K = [cached K; new K],  V = [cached V; new V],
        output = softmax(Q Kᵀ / √d_k) V, query i over the keys j ≤ n_old + i

    Args:
        query: (..., heads, n_new, d_k) the queries of the new tokens.
        key: (..., heads, n_new, d_k) their keys.
        value: (..., heads, n_new, d_v) their values.
        cached_keys: (..., heads, n_old, d_k) the keys of earlier tokens; None if there are none.
        cached_values: (..., heads, n_old, d_v) their values; None if there are none.

    Returns:
        The output, (..., heads, n_new, d_v), and keys and values of all tokens so far.

    Raises:
        ValueError: when the shapes do not fit, or keys are cached without values.

    Convention:
        A new token sees all cached tokens, the new ones before it, and itself. Row by row, this
        equals causal attention over all tokens at once.

    Source:
        Shazeer, Fast Transformer Decoding (2019), section 2.4.
    """
    cache = KeyValueCache(key, value)
    if cached_keys is not None and cached_values is not None:
        cache = KeyValueCache(cached_keys, cached_values).append(key, value)
    elif cached_keys is not None or cached_values is not None:
        raise ValueError("keys and values are cached together: one of them is None")
    mask = masks.causal(query.shape[-2], cache.length)  # (n_new, n_old + n_new)
    output = scaled_dot_product_attention(query, *cache, mask)  # (..., heads, n_new, d_v)
    return AttentionStep(output, *cache)


def cached_attention(
    x: Array,
    cache: KeyValueCache,
    parameters: AttentionParameters,
    num_heads: int,
    mask: Mask | None = None,
) -> Array:
    """Multi-head attention of new tokens over keys and values that are already cached.

    Formula:
        MultiHead(x) = Concat(Attention((x W_q)ᵢ, Kᵢ, Vᵢ)) W_o with K and V from the cache

    Args:
        x: (batch, n_new, d_model) the new tokens.
        cache: keys and values of n tokens; for self-attention it ends with those of `x`.
        parameters: the weights of the attention.
        num_heads: the number of heads.
        mask: broadcasts to (batch, 1, n_new, n), True = may attend.

    Returns:
        (batch, n_new, d_model) one row per new token.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Shazeer, Fast Transformer Decoding (2019), section 2.4.
    """
    query = project_heads(x, parameters.w_q, parameters.b_q, num_heads)
    weights = attention_weights(query, cache.keys, mask)  # (batch, heads, n_new, n)
    heads = record("heads", weighted_sum(weights, cache.values), "the values, mixed, head by head")
    output = linear(merge_heads(heads), parameters.w_o, parameters.b_o)
    return record("output", output, "the heads, mixed by W_o")  # (batch, n_new, d_model)


def start_caches(
    memory: Array, parameters: Parameters, configuration: Configuration
) -> tuple[LayerCache, ...]:
    """The caches before the first target token: empty for the target, complete for the source.

    Formula:
        K_source = memory W_k,  V_source = memory W_v, once for all steps

    Args:
        memory: (batch, n_source, d_model) the encoder's output.
        parameters: all weights.
        configuration: sizes and options.

    Returns:
        One `LayerCache` per decoder layer.

    Source:
        Shazeer, Fast Transformer Decoding (2019), section 2.4.
    """
    heads = configuration.num_heads
    shape = (len(memory), heads, 0, configuration.d_model // heads)
    nothing = KeyValueCache(np.zeros(shape, memory.dtype), np.zeros(shape, memory.dtype))
    return tuple(
        LayerCache(nothing, _keys_and_values(memory, layer.cross_attention, heads))
        for layer in parameters.decoder
    )


def decode_step(
    new: Ids,
    caches: tuple[LayerCache, ...],
    parameters: Parameters,
    configuration: Configuration,
    memory_mask: Mask | None = None,
) -> tuple[Array, tuple[LayerCache, ...]]:
    """Read more target tokens, given the caches of the earlier ones.

    Formula:
        the last n_new rows of project(decode(all tokens so far, memory))

    Args:
        new: (batch, n_new) the next target tokens.
        caches: one per decoder layer, from `start_caches` or the previous step.
        parameters: all weights.
        configuration: sizes and options.
        memory_mask: (batch, 1, n_source) which source tokens are real.

    Returns:
        (batch, n_new, target_vocabulary) logits, and the caches with the new tokens appended.

    Raises:
        ValueError: when the sequence gets too long or an id is outside the vocabulary.

    Convention:
        The new tokens are at positions n … n + n_new − 1, and are masked among themselves: query i
        sees key j ≤ n + i. Padding is only expected after the end of a sequence.

    Source:
        Shazeer, Fast Transformer Decoding (2019), section 2.4.
    """
    c, past = configuration, caches[0].target.length
    total = past + np.shape(new)[-1]
    require(total <= c.max_length, f"at most {c.max_length} tokens are possible after", new=new)
    with scope("target_embedding"):
        x = embed_tokens(new, parameters.target_embedding, start=past)
    mask = masks.causal(np.shape(new)[-1], total)  # (n_new, n + n_new)
    source_mask = mask_for_heads(memory_mask)  # (batch, 1, 1, n_source)
    updated = []
    for number, (layer, cache) in enumerate(zip(parameters.decoder, caches, strict=True)):
        with scope("decoder"), scope(number):
            x, cache = _layer_step(x, cache, layer, c, mask, source_mask)
        updated.append(cache)
    with scope("decoder_norm"):
        x = final_norm(x, parameters.decoder_norm, c)
    return project(x, parameters), tuple(updated)


def generate(
    source: Ids,
    parameters: Parameters,
    configuration: Configuration,
    start: int,
    end: int,
    max_new_tokens: int,
    choose: Callable[[Array], Ids] = best,
) -> Ids:
    """Translate: encode once, then choose one target token after another, using the caches.

    Formula:
        y_t = choose(logits(y₀ … y_{t−1}, source))

    Args:
        source: (batch, n_source) token ids.
        parameters: all weights.
        configuration: sizes and options.
        start: the id that every target begins with.
        end: the id that ends a target; a target that has ended is filled up with it.
        max_new_tokens: the maximum number of tokens to add.
        choose: (batch, vocabulary) logits → (batch) ids: `best`, or a draw after filters, such as
            `lambda logits: sample(top_p(logits, 0.9), generator)`.

    Returns:
        (batch, 1 + new) the start token and what follows.

    Raises:
        ValueError: when a sequence gets too long or an id is outside its vocabulary.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3: auto-regressive, consuming what
        was generated before.
    """
    memory_mask = padding_mask(source, configuration)
    memory = encode(source, parameters, configuration)  # (batch, n_source, d_model)
    caches = start_caches(memory, parameters, configuration)
    ids = np.full((len(memory), 1), start)  # (batch, 1)
    ended = np.zeros(len(memory), dtype=np.bool_)  # (batch)
    for number in range(max_new_tokens):
        if ended.all():
            break
        last = ids[:, -1:]  # (batch, 1)
        with scope("step"), scope(number):
            logits, caches = decode_step(last, caches, parameters, configuration, memory_mask)
        token = np.where(ended, end, choose(logits[:, -1]))  # (batch)
        ids = np.concatenate([ids, token[:, np.newaxis]], axis=-1)  # (batch, length + 1)
        ended |= token == end
    return ids


def _keys_and_values(x: Array, parameters: AttentionParameters, num_heads: int) -> KeyValueCache:
    return KeyValueCache(
        project_heads(x, parameters.w_k, parameters.b_k, num_heads),
        project_heads(x, parameters.w_v, parameters.b_v, num_heads),
    )


def _layer_step(
    x: Array,
    cache: LayerCache,
    parameters: DecoderLayerParameters,
    configuration: Configuration,
    mask: Mask,
    source_mask: Mask | None,
) -> tuple[Array, LayerCache]:
    """One decoder layer applied to the new tokens, and its cache with them appended."""
    p, c, target = parameters, configuration, cache.target

    def attend(rows: Array) -> Array:
        nonlocal target
        target = target.append(*_keys_and_values(rows, p.self_attention, c.num_heads))
        return cached_attention(rows, target, p.self_attention, c.num_heads, mask)

    def attend_to_source(rows: Array) -> Array:
        return cached_attention(rows, cache.source, p.cross_attention, c.num_heads, source_mask)

    def transform(rows: Array) -> Array:
        return feed_forward(rows, *p.feed_forward, activation_of(c))

    x = sublayer(x, attend, p.self_attention_norm, c.norm, "self_attention", c.eps)
    x = sublayer(x, attend_to_source, p.cross_attention_norm, c.norm, "cross_attention", c.eps)
    x = sublayer(x, transform, p.feed_forward_norm, c.norm, "feed_forward", c.eps)
    return x, cache._replace(target=target)
