"""Absolute positions: a vector for each position, added to the word vector."""

import numpy as np

from reference.arrays import Array, require
from reference.trace import record


def sinusoidal(length: int, d_model: int, base: float = 10000.0) -> Array:
    """A fixed vector for every position: sines and cosines of decreasing frequency.

    Formula:
        PE(pos, 2i)     = sin(pos / base^(2i / d_model))
        PE(pos, 2i + 1) = cos(pos / base^(2i / d_model))

    Args:
        length: n, the number of positions; they start at 0.
        d_model: the width.
        base: 10000 in the paper.

    Returns:
        (n, d_model) float64. Row pos + k is a rotation of row pos that depends only on k.

    Raises:
        ValueError: when length or d_model is not positive.

    Convention:
        Sine and cosine alternate, each pair 2i, 2i + 1 shares one angle, and the exponent is 2i /
        d_model. tensor2tensor and fairseq put all sines before all cosines, with the exponent i /
        (d_model / 2 − 1). With an odd width, the last cosine is left out.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.5.
    """
    if length < 1 or d_model < 1:
        raise ValueError(f"length and d_model must be positive: {length}, {d_model}")
    rates = base ** (-np.arange(0, d_model, 2) / d_model)  # (⌈d_model / 2⌉)
    angles = np.arange(length)[:, np.newaxis] * rates  # (n, ⌈d_model / 2⌉)
    record("angles", angles, "position times rate, one angle per pair of columns")
    table = np.empty((length, d_model))
    table[:, 0::2] = np.sin(angles)
    table[:, 1::2] = np.cos(angles)[:, : d_model // 2]
    return table


def learned(table: Array, length: int, start: int = 0) -> Array:
    """A trained vector for every position, looked up.

    Formula:
        PE[t] = table[start + t]

    Args:
        table: (max_length, d_model) one trained row per position.
        length: n, the number of positions.
        start: the first position; more than 0 if earlier tokens are cached.

    Returns:
        (n, d_model) one row per position.

    Raises:
        ValueError: when the table ends before the sequence does.

    Source:
        Gehring et al., Convolutional Sequence to Sequence Learning (2017), section 3.1; Devlin et
        al., BERT (2019), section 3.
    """
    require(
        start >= 0 and start + length <= len(table),
        f"positions {start} … {start + length - 1} must be in the table",
        table=table,
    )
    return table[start : start + length]  # (n, d_model)
