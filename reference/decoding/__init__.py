"""Decoding: from next-token logits to sequences.

Greedy and beam `search`, `sampling`, and generation with a key-value `cache`.
"""

from reference.decoding.cache import (
    AttentionStep,
    KeyValueCache,
    LayerCache,
    attention_step,
    cached_attention,
    decode_step,
    generate,
    start_caches,
)
from reference.decoding.sampling import best, sample, temperature, top_k, top_p
from reference.decoding.search import (
    Continuations,
    Hypothesis,
    beam_search,
    beam_step,
    greedy,
    length_penalty,
    markov_beam_search,
)

__all__ = [
    "AttentionStep",
    "Continuations",
    "Hypothesis",
    "KeyValueCache",
    "LayerCache",
    "attention_step",
    "beam_search",
    "beam_step",
    "best",
    "cached_attention",
    "decode_step",
    "generate",
    "greedy",
    "length_penalty",
    "markov_beam_search",
    "sample",
    "start_caches",
    "temperature",
    "top_k",
    "top_p",
]
