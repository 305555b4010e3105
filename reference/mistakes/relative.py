"""Mistakes about rotary positions, and about biases for distance."""

import math

import numpy as np

from reference import architectures, attention, positions
from reference.arrays import Array, Ids, Mask
from reference.mistakes.registry import equivalent, mistake
from reference.parameters import AttentionParameters
from reference.positions import Layout, YarnFrequencies


@mistake("positions.rotary_angles")
def rotary_angles_of_d_model(
    length: int, d_head: int, base: float = 10000.0, start: int = 0
) -> Array:
    """d_model (here of 4 heads) in the exponent instead of d_head: frequencies fall too slowly."""
    return positions.rotary_angles(length, 4 * d_head, base, start)[:, : d_head // 2]


@mistake("positions.rotary_angles")
def rotary_angles_with_halved_exponent(
    length: int, d_head: int, base: float = 10000.0, start: int = 0
) -> Array:
    """i / d_head instead of 2i / d_head for pair i: frequencies fall half as fast."""
    return positions.rotary_angles(length, d_head, math.sqrt(base), start)


@mistake("positions.rotary_angles")
def rotary_angles_without_offset(
    length: int, d_head: int, base: float = 10000.0, start: int = 0
) -> Array:
    """Every step of decoding with a cache takes itself for position 0."""
    return positions.rotary_angles(length, d_head, base)


@mistake("positions.rotary_angles")
def rotary_angles_one_too_far(
    length: int, d_head: int, base: float = 10000.0, start: int = 0
) -> Array:
    """Positions counted from 1 (or the new token counted before it is there)."""
    return positions.rotary_angles(length, d_head, base, start + 1)


@mistake("positions.rotary_angles")
def rotary_angles_in_half_precision(
    length: int, d_head: int, base: float = 10000.0, start: int = 0
) -> Array:
    """Angles in half precision: distant positions coincide."""
    angles = positions.rotary_angles(length, d_head, base, start)
    return angles.astype(np.float16).astype(angles.dtype)


@mistake("positions.rotate")
def rotated_in_the_other_layout(x: Array, angles: Array, layout: Layout = "interleaved") -> Array:
    """Halves rotated where neighbours form pairs, or the reverse: lengths are kept."""
    return positions.rotate(x, angles, "half" if layout == "interleaved" else "interleaved")


@mistake("positions.rotate")
def rotated_with_layouts_mixed(x: Array, angles: Array, layout: Layout = "interleaved") -> Array:
    """rotate_half with angles repeated pair by pair (or the reverse): lengths are not kept."""
    half = x.shape[-1] // 2
    if layout == "half":
        turned = np.concatenate([-x[..., half:], x[..., :half]], axis=-1)
        spread = np.repeat(angles, 2, axis=-1)
    else:
        turned = np.stack([-x[..., 1::2], x[..., 0::2]], axis=-1).reshape(x.shape)
        spread = np.concatenate([angles, angles], axis=-1)
    mixed: Array = x * np.cos(spread) + turned * np.sin(spread)
    return mixed


@mistake("positions.rotate")
def rotated_and_put_into_the_other_layout(
    x: Array, angles: Array, layout: Layout = "interleaved"
) -> Array:
    """Turned right, but put back as in the other layout: members of a pair lie elsewhere."""
    turned = positions.rotate(x, angles, layout)
    if layout == "half":
        return positions.half_to_interleaved(turned)
    return positions.interleaved_to_half(turned)


@mistake("positions.rotate")
def rotated_backwards(x: Array, angles: Array, layout: Layout = "interleaved") -> Array:
    """The minus on the wrong term: turned by −angle, so scores at distance n are those at −n."""
    return positions.rotate(x, -angles, layout)


@mistake("positions.rotate")
def rotated_as_a_reflection(x: Array, angles: Array, layout: Layout = "interleaved") -> Array:
    """The sign of b is wrong in both members of a pair (a, b): it is mirrored, not turned."""
    flipped = positions.half_to_interleaved if layout == "interleaved" else np.asarray
    half = x.shape[-1] // 2
    signs = flipped(np.concatenate([np.ones(half), -np.ones(half)]))
    return positions.rotate(x * signs, angles, layout)


@mistake("positions.rotate")
def not_rotated(x: Array, angles: Array, layout: Layout = "interleaved") -> Array:
    """No rotation at all: shapes are right, but queries and keys do not know their positions."""
    return x.copy()


@mistake("positions.rotate")
def rotated_by_added_angles(x: Array, angles: Array, layout: Layout = "interleaved") -> Array:
    """Sines and cosines added as in sinusoidal positions, instead of rotating."""
    return x + positions.half_to_interleaved(
        np.concatenate([np.sin(angles), np.cos(angles)], axis=-1)
    )


@mistake("positions.alibi_slopes")
def alibi_slopes_from_head_zero(num_heads: int) -> Array:
    """Heads counted from 0: the first slope is 1, and every slope too large by the ratio."""
    slopes: Array = positions.alibi_slopes(num_heads) * 2.0 ** (8 / num_heads)
    return slopes


@mistake("positions.alibi_slopes")
def alibi_slopes_of_one_series(num_heads: int) -> Array:
    """One series for any number of heads: the authors' code mixes two when it is no power of 2."""
    slopes: Array = 2.0 ** (-8 * np.arange(1, num_heads + 1) / num_heads)
    return slopes


@mistake("positions.alibi_bias")
def alibi_bias_that_rewards_distance(
    num_heads: int, query_length: int, key_length: int | None = None
) -> Array:
    """The minus is lost: far tokens get more weight."""
    return -positions.alibi_bias(num_heads, query_length, key_length)


@mistake("positions.alibi_bias")
def alibi_bias_with_one_slope(
    num_heads: int, query_length: int, key_length: int | None = None
) -> Array:
    """Every head with the slope of the first: all forget at the same rate."""
    bias = positions.alibi_bias(num_heads, query_length, key_length)
    return np.repeat(bias[:1], num_heads, axis=0)


@mistake("positions.alibi_bias")
def alibi_bias_from_the_first_key(
    num_heads: int, query_length: int, key_length: int | None = None
) -> Array:
    """With a cache, query 0 taken for position 0: the newest token seems the farthest."""
    longest = max(query_length, key_length or query_length)
    return positions.alibi_bias(num_heads, longest)[:, :query_length, :key_length]


@mistake("attention.alibi_attention")
def alibi_attention_that_rewards_distance(
    query: Array, key: Array, value: Array, mask: Mask | None = None
) -> Array:
    """The bias added without its minus: far tokens get more weight."""
    bias = alibi_bias_that_rewards_distance(query.shape[-3], query.shape[-2], key.shape[-2])
    return _with_bias(query, key, value, mask, bias)


@equivalent("attention.alibi_attention")
def alibi_attention_by_key_position(
    query: Array, key: Array, value: Array, mask: Mask | None = None
) -> Array:
    """BLOOM's +m·j for −m·(i − j), under a causal mask: each row differs only by a constant."""
    slopes = positions.alibi_slopes(query.shape[-3])[:, np.newaxis, np.newaxis]
    return _with_bias(query, key, value, mask, slopes * np.arange(key.shape[-2]))


@mistake("attention.alibi_attention")
def alibi_attention_without_scale(
    query: Array, key: Array, value: Array, mask: Mask | None = None
) -> Array:
    """The division by √d_k left out because there is a bias: ALiBi keeps the division."""
    return attention.alibi_attention(query * math.sqrt(query.shape[-1]), key, value, mask)


@mistake("positions.t5_relative_buckets")
def t5_buckets_of_query_minus_key(
    query_length: int,
    key_length: int | None = None,
    bidirectional: bool = True,
    num_buckets: int = 32,
    max_distance: int = 128,
) -> Ids:
    """Query minus key instead of key minus query: past and future are swapped."""
    longest = max(query_length, key_length or query_length)
    square = positions.t5_relative_buckets(longest, None, bidirectional, num_buckets, max_distance)
    return square.T[longest - query_length :]


@mistake("positions.t5_relative_buckets")
def t5_buckets_of_the_other_side(
    query_length: int,
    key_length: int | None = None,
    bidirectional: bool = True,
    num_buckets: int = 32,
    max_distance: int = 128,
) -> Ids:
    """Bidirectional buckets in the decoder (half are never used), or the reverse in the encoder."""
    return positions.t5_relative_buckets(
        query_length, key_length, not bidirectional, num_buckets, max_distance
    )


@mistake("positions.t5_relative_buckets")
def t5_buckets_without_the_cache(
    query_length: int,
    key_length: int | None = None,
    bidirectional: bool = True,
    num_buckets: int = 32,
    max_distance: int = 128,
) -> Ids:
    """Each step of decoding takes its query for position 0: all distances are wrong."""
    longest = max(query_length, key_length or query_length)
    square = positions.t5_relative_buckets(longest, None, bidirectional, num_buckets, max_distance)
    return square[:query_length]


@mistake("architectures.t5_attention")
def t5_attention_scaled(
    x: Array,
    memory: Array,
    parameters: AttentionParameters,
    num_heads: int,
    bias: Array | None = None,
    mask: Mask | None = None,
) -> Array:
    """Divided by √d_k as everywhere else: T5 folds the factor into its first weights."""
    d_k = parameters.w_q.shape[-1] // num_heads
    scaled = parameters._replace(w_q=parameters.w_q / math.sqrt(d_k))
    return architectures.t5_attention(x, memory, scaled, num_heads, bias, mask)


@mistake("architectures.t5_attention")
def t5_attention_without_bias(
    x: Array,
    memory: Array,
    parameters: AttentionParameters,
    num_heads: int,
    bias: Array | None = None,
    mask: Mask | None = None,
) -> Array:
    """The bias for distance is dropped: T5 has no other positions."""
    return architectures.t5_attention(x, memory, parameters, num_heads, None, mask)


@mistake("positions.yarn_frequencies")
def yarn_with_the_factor_applied_twice(
    d_head: int,
    scale: float,
    original_length: int,
    base: float = 10000.0,
    beta_fast: float = 32.0,
    beta_slow: float = 1.0,
    attention_factor: float | None = None,
) -> YarnFrequencies:
    """The attention factor applied twice: 2.2058 instead of 1.4852 for a scale of 128."""
    yarn = positions.yarn_frequencies(
        d_head, scale, original_length, base, beta_fast, beta_slow, attention_factor
    )
    return yarn._replace(attention_factor=yarn.attention_factor**2)


@mistake("positions.yarn_frequencies")
def yarn_that_ignores_the_given_factor(
    d_head: int,
    scale: float,
    original_length: int,
    base: float = 10000.0,
    beta_fast: float = 32.0,
    beta_slow: float = 1.0,
    attention_factor: float | None = None,
) -> YarnFrequencies:
    """An explicit attention factor is ignored: that of the formula is used."""
    return positions.yarn_frequencies(d_head, scale, original_length, base, beta_fast, beta_slow)


@mistake("positions.yarn_frequencies")
def yarn_by_plain_interpolation(
    d_head: int,
    scale: float,
    original_length: int,
    base: float = 10000.0,
    beta_fast: float = 32.0,
    beta_slow: float = 1.0,
    attention_factor: float | None = None,
) -> YarnFrequencies:
    """Every frequency divided by the scale: fast pairs, which tell neighbours apart, blur."""
    factor = positions.yarn_frequencies(d_head, scale, original_length, base).attention_factor
    plain = positions.rotary_angles(1, d_head, base, start=1)[0]
    return YarnFrequencies(plain / scale, factor if attention_factor is None else attention_factor)


@mistake("positions.relative_shift")
def relative_shift_the_other_way(x: Array) -> Array:
    """Rows shifted to the right instead of the left: near and far are swapped."""
    n_q, n_k = x.shape[-2:]
    column = np.arange(n_k) - (n_q - 1 - np.arange(n_q))[:, np.newaxis]
    indices = np.broadcast_to(np.maximum(column, 0), x.shape)
    return np.where(column >= 0, np.take_along_axis(x, indices, axis=-1), 0)


@mistake("positions.relative_shift")
def relative_shift_forgotten(x: Array) -> Array:
    """Columns that mean distance are read as keys."""
    return x.copy()


def _with_bias(query: Array, key: Array, value: Array, mask: Mask | None, bias: Array) -> Array:
    scores = attention.scaled_dot_product_scores(query, key) + bias
    return attention.attention_from_scores(scores, value, attention.mask_for_heads(mask))
