"""The recorder: names, scopes, nesting, threads, and its silence outside a trace."""

import threading

import numpy as np
import pytest

from reference import embeddings, seq2seq
from reference.attention import (
    additive_scores,
    multi_head_attention,
    scaled_dot_product_attention,
)
from reference.decoding import beam_search, decode_step, generate, sample, start_caches, top_p
from reference.losses import cross_entropy, nll
from reference.positions import sinusoidal, yarn_frequencies
from reference.trace import record, scope, trace
from reference.transformer import Configuration, decode, encode, forward, initialize


def test_records_names_with_their_scope_in_order():
    with trace() as t:
        record("first", np.ones(2), "ones")
        with scope("encoder"), scope(0):
            record("weights", np.zeros(3), "zeros")
        record("last", np.ones(1), "one")
    assert list(t) == ["first", "encoder.0.weights", "last"]
    assert t["encoder.0.weights"].says == "zeros"
    assert t["encoder.0.weights"].shape == (3,)


def test_record_returns_its_value_and_outside_a_trace_does_nothing_else():
    value = np.arange(3)
    with scope("nowhere"):
        assert record("value", value, "the value") is value
    assert value.flags.writeable


def test_recorded_values_cannot_be_changed_and_are_not_copied():
    value = np.arange(3)
    with trace() as t:
        record("value", value, "the value")
    assert np.shares_memory(t["value"].value, value)
    with pytest.raises(ValueError, match="read-only"):
        t["value"].value[0] = 7


def test_a_name_that_comes_again_is_numbered():
    with trace() as t:
        for number in range(3):
            record("weights", np.full(1, number), "again")
    assert list(t) == ["weights", "weights#2", "weights#3"]
    assert t["weights#3"].value == 2


def test_a_trace_inside_a_trace_names_from_its_own_place_and_hides_nothing():
    with trace() as outer, scope("encoder"):
        with trace() as inner, scope("norm"):
            record("mean", np.zeros(1), "mean")
        record("output", np.ones(1), "output")
    assert list(inner) == ["norm.mean"]
    assert list(outer) == ["encoder.norm.mean", "encoder.output"]


def test_scope_and_trace_close_after_an_error():
    with trace() as t:
        with pytest.raises(RuntimeError), scope("broken"):
            raise RuntimeError
        record("after", np.zeros(1), "after")
    record("outside", np.zeros(1), "outside")
    assert list(t) == ["after"]


def test_another_thread_records_nothing_here():
    with trace() as t:
        worker = threading.Thread(target=lambda: record("theirs", np.zeros(1), "theirs"))
        worker.start()
        worker.join()
    assert len(t) == 0


def test_attention_records_each_step(rng):
    query, key, value = rng.normal(size=(3, 4)), rng.normal(size=(5, 4)), rng.normal(size=(5, 2))
    mask = np.ones((3, 5), dtype=bool)
    with trace() as t:
        output = scaled_dot_product_attention(query, key, value, mask)
    assert {name: r.shape for name, r in t.items()} == {
        "scores": (3, 5),
        "masked_scores": (3, 5),
        "weights": (3, 5),
        "output": (3, 2),
    }
    np.testing.assert_array_equal(t["output"].value, output)


def test_multi_head_attention_records_heads(rng):
    x = rng.normal(size=(2, 5, 6))
    weights = [rng.normal(size=(6, 6)) for _ in range(4)]
    with trace() as t:
        multi_head_attention(x, x, *weights, num_heads=3)
    assert {name: r.shape for name, r in t.items()} == {
        "query": (2, 5, 6),
        "key": (2, 5, 6),
        "value": (2, 5, 6),
        "query_heads": (2, 3, 5, 2),
        "key_heads": (2, 3, 5, 2),
        "value_heads": (2, 3, 5, 2),
        "scores": (2, 3, 5, 5),
        "weights": (2, 3, 5, 5),
        "heads": (2, 3, 5, 2),
        "concatenated": (2, 5, 6),
        "output": (2, 5, 6),
    }


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_the_full_forward_pass_names_what_the_documentation_names(rng, norm):
    configuration = Configuration(
        7, 9, d_model=6, num_heads=2, d_ff=8, num_encoder_layers=2, num_decoder_layers=1, norm=norm
    )
    parameters = initialize(configuration, rng)
    with trace() as t:
        forward(np.array([[1, 2, 3, 4]]), np.array([[1, 2, 3]]), parameters, configuration)
    expected = {
        "source_embedding.words": (1, 4, 6),
        "source_embedding.positions": (4, 6),
        "source_embedding.output": (1, 4, 6),
        "encoder.0.self_attention.weights": (1, 2, 4, 4),
        "encoder.1.self_attention_sum": (1, 4, 6),
        "encoder.1.self_attention_norm.normalised": (1, 4, 6),
        "encoder.1.feed_forward.hidden": (1, 4, 8),
        "target_embedding.output": (1, 3, 6),
        "decoder.0.self_attention.masked_scores": (1, 2, 3, 3),
        "decoder.0.cross_attention.weights": (1, 2, 3, 4),
        "decoder.0.feed_forward_norm.output": (1, 3, 6),
        "logits": (1, 3, 9),
        "probabilities": (1, 3, 9),
    }
    assert {name: t[name].shape for name in expected} == expected
    assert ("encoder_norm.output" in t) == (norm == "pre")
    assert not any("#" in name for name in t)
    assert all(r.says for r in t.values())


def test_decoding_steps_record_what_the_full_pass_records(rng):
    configuration = Configuration(
        7, 9, d_model=6, num_heads=2, d_ff=8, num_encoder_layers=1, num_decoder_layers=2, norm="pre"
    )
    parameters, source = initialize(configuration, rng), np.array([[1, 2, 3, 4]])
    memory = encode(source, parameters, configuration)
    caches = start_caches(memory, parameters, configuration)
    with trace() as t:
        decode_step(np.array([[1, 2, 3]]), caches, parameters, configuration)
    with trace() as full:
        decode(np.array([[1, 2, 3]]), memory, parameters, configuration)
    for name in ("self_attention.weights", "cross_attention.output", "feed_forward_sum"):
        ours, theirs = (records[f"decoder.1.{name}"].value for records in (t, full))
        np.testing.assert_allclose(ours, theirs)
    assert not any("#" in name for name in t)
    assert t["decoder_norm.output"].shape == (1, 3, 6)


def recorded(function, *arguments, **options):
    with trace() as t:
        function(*arguments, **options)
    return {name: entry.shape for name, entry in t.items()}


def test_components_record_their_steps(rng):
    words, counts = rng.normal(size=(4, 3)), np.full((4, 4), 2.0)
    query, key = rng.normal(size=(2, 4)), rng.normal(size=(3, 5))
    w_q, w_k, v = rng.normal(size=(4, 6)), rng.normal(size=(5, 6)), rng.normal(size=6)
    logits, targets = rng.normal(size=(2, 5)), np.array([1, 4])
    assert recorded(additive_scores, query, key, w_q, w_k, v) == {"pairs": (2, 3, 6)}
    assert recorded(sinusoidal, 4, 6) == {"angles": (4, 3)}
    assert recorded(yarn_frequencies, 8, 4.0, 64) == {"ramp": (4,)}
    assert recorded(embeddings.cosine_similarity, words, words) == {
        "products": (4,),
        "lengths": (4,),
    }
    assert recorded(embeddings.fasttext_vector, "a", words) == {"vectors": (1, 3)}
    assert recorded(embeddings.noise_distribution, counts) == {"damped": (4, 4)}
    biases = rng.normal(size=(2, 4))
    glove = recorded(embeddings.glove_loss, words, words, *biases, counts)
    assert glove == {"error": (4, 4), "weights": (4, 4)}
    assert recorded(nll, logits, targets) == {"losses": (2,)}
    assert recorded(cross_entropy, logits, targets) == {
        "log_probabilities": (2, 5),
        "losses": (2,),
    }
    assert recorded(top_p, logits, 0.9) == {"sorted": (2, 5), "before": (2, 5)}
    assert recorded(sample, logits, rng) == {"cumulated": (2, 5)}


def test_searching_numbers_its_steps(rng):
    table = rng.normal(size=(5, 5))
    names = recorded(beam_search, lambda ids: table[ids[:, -1]], np.array([1]), 2, 3, end=-1)
    assert list(names) == [f"step.{n}.candidates" for n in range(3)]


def test_a_decoder_with_attention_records_every_step_under_its_own_name(rng):
    parameters = seq2seq.initialize_attention_encoder_decoder(5, 6, 2, 3, 4, rng)
    names = recorded(
        seq2seq.attention_encoder_decoder, np.array([[1, 2, 3]]), np.array([[0, 4]]), parameters
    )
    assert names["start_state"] == (1, 3)
    assert names["decoder.1.pairs"] == (1, 1, 3, 4)
    assert names["encoder.backward.2.hidden"] == (1, 3)
    assert not any("#" in name for name in names)


def test_generating_numbers_its_steps(rng):
    configuration = Configuration(
        7, 9, d_model=6, num_heads=2, d_ff=8, num_encoder_layers=1, num_decoder_layers=1
    )
    parameters = initialize(configuration, rng)
    with trace() as t:
        generate(np.array([[1, 2, 3]]), parameters, configuration, 1, end=-1, max_new_tokens=3)
    lengths = [t[f"step.{n}.decoder.0.self_attention.weights"].shape[-1] for n in range(3)]
    assert lengths == [1, 2, 3]
    assert "encoder.0.self_attention.weights" in t
    assert not any("#" in name for name in t)
