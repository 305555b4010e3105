"""Rotary positions: queries and keys are turned by their position, so scores only see distances."""

import math
from typing import Literal, NamedTuple

import numpy as np

from reference.arrays import Array, require
from reference.trace import record

Layout = Literal["interleaved", "half"]


class YarnFrequencies(NamedTuple):
    """Rotary frequencies for a longer context, and the factor that multiplies cosine and sine."""

    frequencies: Array
    attention_factor: float


def rotary_angles(length: int, d_head: int, base: float = 10000.0, start: int = 0) -> Array:
    """The angle by which each pair of columns turns at each position.

    Formula:
        angle[m, i] = (start + m) · θᵢ,  θᵢ = base^(−2i / d_head)

    Args:
        length: n, the number of positions.
        d_head: the width of one head; even.
        base: 10000 in the paper; larger for longer contexts.
        start: the first position; more than 0 if earlier tokens are cached.

    Returns:
        (n, d_head / 2) angles in radians, float64.

    Raises:
        ValueError: when d_head is odd.

    Convention:
        The width is that of one head, not d_model.

    Source:
        Su et al., RoFormer (2021), section 3.2.2.
    """
    if d_head % 2:
        raise ValueError(f"columns turn in pairs, so d_head must be even: {d_head}")
    frequencies = base ** (-np.arange(0, d_head, 2) / d_head)  # (d_head / 2)
    return np.arange(start, start + length)[:, np.newaxis] * frequencies  # (n, d_head / 2)


def rotate(x: Array, angles: Array, layout: Layout = "interleaved") -> Array:
    """Rotate every pair of columns of every token by its angle.

    Formula:
        (a, b) → (a cos α − b sin α,  a sin α + b cos α)

    Args:
        x: (..., n, d_head) queries or keys, one row per token.
        angles: (n, d_head / 2) from `rotary_angles`.
        layout: which columns form pair i: "interleaved" 2i and 2i + 1, "half" i and i + d_head / 2.

    Returns:
        (..., n, d_head) rows of unchanged length. The dot product of a query at m with a key at n
        depends only on m − n.

    Raises:
        ValueError: when the angles do not fit, or the layout is unknown.

    Convention:
        "interleaved" is used by the paper, GPT-J and Meta's Llama; "half" (`rotate_half`) by
        GPT-NeoX and Hugging Face's Llama, whose weights are permuted accordingly (see
        `interleaved_to_half`).

    Source:
        Su et al., RoFormer (2021), section 3.4.2, equation 34.
    """
    half = x.shape[-1] // 2
    require(
        x.ndim >= 2 and x.shape[-1] % 2 == 0 and angles.shape == (x.shape[-2], half),
        "there must be one angle per token and pair of columns",
        x=x,
        angles=angles,
    )
    dtype = np.result_type(x, 0.0)  # of x, or float64 when x holds integers
    cos, sin = np.cos(angles).astype(dtype), np.sin(angles).astype(dtype)  # (n, d_head / 2)
    if layout == "interleaved":
        first, second = x[..., 0::2], x[..., 1::2]  # (..., n, d_head / 2)
        turned = first * cos - second * sin, first * sin + second * cos
        return np.stack(turned, axis=-1).reshape(x.shape)  # (..., n, d_head)
    if layout == "half":
        first, second = x[..., :half], x[..., half:]  # (..., n, d_head / 2)
        turned = first * cos - second * sin, first * sin + second * cos
        return np.concatenate(turned, axis=-1)  # (..., n, d_head)
    raise ValueError(f'layout must be "interleaved" or "half", not {layout!r}')


def interleaved_to_half(x: Array) -> Array:
    """Move the columns of the interleaved layout to the places that the half layout expects.

    Formula:
        (x₀, x₁, x₂, x₃, …) → (x₀, x₂, …, x₁, x₃, …)

    Args:
        x: (..., d_head) queries or keys, or the columns of their projection for one head.

    Returns:
        (..., d_head) such that rotating these by "half" equals rotating by "interleaved" and moving
        the columns afterwards.

    Source:
        Hugging Face's conversion of Llama's weights does the same to W_q and W_k.
    """
    return np.concatenate([x[..., 0::2], x[..., 1::2]], axis=-1)  # (..., d_head)


def half_to_interleaved(x: Array) -> Array:
    """Move the columns of the half layout to the places that the interleaved layout expects.

    Formula:
        (x₀, x₁, …, y₀, y₁, …) → (x₀, y₀, x₁, y₁, …)

    Args:
        x: (..., d_head) queries or keys, or the columns of their projection for one head.

    Returns:
        (..., d_head) the inverse of `interleaved_to_half`.

    Source:
        See `interleaved_to_half`.
    """
    half = x.shape[-1] // 2
    return np.stack([x[..., :half], x[..., half:]], axis=-1).reshape(x.shape)  # (..., d_head)


def yarn_frequencies(
    d_head: int,
    scale: float,
    original_length: int,
    base: float = 10000.0,
    beta_fast: float = 32.0,
    beta_slow: float = 1.0,
    attention_factor: float | None = None,
) -> YarnFrequencies:
    """Rotary frequencies for a context `scale` times as long: slow pairs slow down, fast ones stay.

    Formula:
        θ′ᵢ = rampᵢ · θᵢ / s + (1 − rampᵢ) · θᵢ
        rampᵢ = clip((i − low) / (high − low), 0, 1)
        low = ⌊dim(β_fast)⌋,  high = ⌈dim(β_slow)⌉
        dim(r) = d_head · ln(L / (2π r)) / (2 ln base), the pair that turns r times in L tokens
        attention factor = 0.1 · ln s + 1

    Args:
        d_head: the width of one head; even.
        scale: s, the new length divided by the old.
        original_length: L, the context the model was trained with.
        base: the base of the rotary frequencies.
        beta_fast: pairs that turn more often than this in L tokens keep their frequency.
        beta_slow: pairs that turn less often than this are slowed down by s.
        attention_factor: if given, it replaces 0.1 · ln s + 1.

    Returns:
        `YarnFrequencies` with (d_head / 2) frequencies and the factor for cosine and sine of both
        queries and keys (so the scores grow by its square).

    Raises:
        ValueError: when d_head is odd, or the context would become shorter.

    Convention:
        The ramp is linear in the number i of the pair, as in the authors' code and Hugging Face; in
        the paper it is linear in the number of turns. An explicit factor replaces that of the
        formula; it does not multiply it.

    Source:
        Peng et al., YaRN (2024), sections 3.2 and 3.4.
    """
    if d_head % 2 or scale < 1:
        raise ValueError(f"d_head must be even and scale at least 1: {d_head}, {scale}")

    def pair_that_turns(times: float) -> float:
        ratio = original_length / (2 * math.pi * times)
        return d_head * math.log(ratio) / (2 * math.log(base))

    low = max(math.floor(pair_that_turns(beta_fast)), 0)
    high = min(math.ceil(pair_that_turns(beta_slow)), d_head - 1)
    pairs = np.arange(d_head // 2)  # (d_head / 2)
    ramp = np.clip((pairs - low) / max(high - low, 0.001), 0, 1)  # (d_head / 2)
    record("ramp", ramp, "0: the pair keeps its frequency, 1: it is slowed down by s")
    frequencies = base ** (-2 * pairs / d_head)  # (d_head / 2)
    mixed = ramp * frequencies / scale + (1 - ramp) * frequencies  # (d_head / 2)
    factor = 0.1 * math.log(scale) + 1 if attention_factor is None else attention_factor
    return YarnFrequencies(mixed, factor)
