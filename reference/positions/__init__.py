"""Positions: what tells a Transformer the order of its tokens.

Absolute positions are added to the embeddings, rotary positions turn queries and keys, and relative
positions are added to the scores.
"""

from reference.positions.absolute import learned, sinusoidal
from reference.positions.relative import (
    alibi_bias,
    alibi_slopes,
    relative_shift,
    t5_relative_buckets,
)
from reference.positions.rotary import (
    Layout,
    YarnFrequencies,
    half_to_interleaved,
    interleaved_to_half,
    rotary_angles,
    rotate,
    yarn_frequencies,
)

__all__ = [
    "Layout",
    "YarnFrequencies",
    "alibi_bias",
    "alibi_slopes",
    "half_to_interleaved",
    "interleaved_to_half",
    "learned",
    "relative_shift",
    "rotary_angles",
    "rotate",
    "sinusoidal",
    "t5_relative_buckets",
    "yarn_frequencies",
]
