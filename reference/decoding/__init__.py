"""Decoding: from next-token scores to sequences; greedy, beams, sampling, cache."""

from reference.decoding.cache import (
    KeyValueCache,
    LayerCache,
    cached_attention,
    decode_step,
    generate,
    start_caches,
)
from reference.decoding.sampling import best, sample, temperature, top_k, top_p
from reference.decoding.search import Hypothesis, beam_search, greedy, length_penalty

__all__ = [
    "Hypothesis",
    "KeyValueCache",
    "LayerCache",
    "beam_search",
    "best",
    "cached_attention",
    "decode_step",
    "generate",
    "greedy",
    "length_penalty",
    "sample",
    "start_caches",
    "temperature",
    "top_k",
    "top_p",
]
