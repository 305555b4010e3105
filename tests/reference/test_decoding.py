"""Decoding: what greedy takes, when it stops, and what it leaves behind."""

import numpy as np
import pytest

from reference import decoding, transformer

END = 0


def chain(successors):
    """A model that is sure: after token t comes successors[t]."""

    def next_logits(ids):
        return np.eye(len(successors))[[successors[token] for token in ids[:, -1]]]

    return next_logits


def test_greedy_follows_the_best_token_until_the_end():
    ids = decoding.greedy(chain([0, 3, 0, 2]), np.array([[1]]), max_new_tokens=9, end=END)
    np.testing.assert_array_equal(ids, [[1, 3, 2, 0]])


def test_greedy_fills_sequences_that_ended_early():
    ids = decoding.greedy(chain([0, 3, 0, 2]), np.array([[2], [1]]), max_new_tokens=9, end=END)
    np.testing.assert_array_equal(ids, [[2, 0, 0, 0], [1, 3, 2, 0]])


def test_greedy_stops_at_the_limit():
    ids = decoding.greedy(chain([0, 1]), np.array([[1]]), max_new_tokens=3, end=END)
    np.testing.assert_array_equal(ids, [[1, 1, 1, 1]])


def test_greedy_from_a_transformer_takes_what_the_full_pass_ranks_first(rng):
    c = transformer.Configuration(
        9, 9, d_model=8, num_heads=2, d_ff=12, num_encoder_layers=1, num_decoder_layers=1
    )
    parameters = transformer.initialize(c, rng)
    source = np.array([[3, 4, 5], [6, 7, 8]])
    ids = decoding.greedy(
        lambda target: transformer.forward_logits(source, target, parameters, c)[:, -1],
        np.array([[1], [1]]),
        max_new_tokens=4,
        end=-1,
    )
    best = transformer.forward(source, ids[:, :-1], parameters, c).argmax(-1)
    np.testing.assert_array_equal(ids[:, 1:], best)


def test_greedy_needs_a_prompt():
    with pytest.raises(ValueError, match=r"prompt \(1, 0\)"):
        decoding.greedy(chain([0]), np.zeros((1, 0), dtype=int), max_new_tokens=1, end=END)
