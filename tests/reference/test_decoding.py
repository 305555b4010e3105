"""Decoding: greedy, beams, sampling, and the cache that must change nothing."""

import itertools

import numpy as np
import pytest

from reference import decoding, transformer
from reference.activations import softmax
from tests.reference.torch_parity import assert_close

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


def test_temperature_by_hand():
    # P = (2/3, 1/3); squared at t = 1/2: (4/5, 1/5)
    logits = np.log([2.0, 1.0])
    assert_close(softmax(decoding.temperature(logits, 0.5)), [0.8, 0.2])
    assert_close(decoding.temperature(logits, 1.0), logits)
    with pytest.raises(ValueError, match="positive: 0"):
        decoding.temperature(logits, 0)


def test_top_k_leaves_the_k_best_and_ties():
    logits = np.array([[1.0, 4.0, 2.0, 3.0], [2.0, 2.0, 1.0, 3.0]])
    kept = np.isfinite(decoding.top_k(logits, 2))
    np.testing.assert_array_equal(kept, [[0, 1, 0, 1], [1, 1, 0, 1]])
    np.testing.assert_array_equal(decoding.top_k(logits, 9), logits)
    with pytest.raises(ValueError, match="k = 0"):
        decoding.top_k(logits, 0)


@pytest.mark.parametrize(
    ("p", "kept"),
    [(0.4, [0, 1, 0, 0]), (0.5, [0, 1, 0, 0]), (0.6, [0, 1, 0, 1]), (1.0, [1, 1, 1, 1])],
)
def test_top_p_keeps_the_token_that_crosses(p, kept):
    logits = np.log([0.05, 0.5, 0.15, 0.3])
    np.testing.assert_array_equal(np.isfinite(decoding.top_p(logits, p)), kept)


def test_top_p_always_keeps_the_best():
    assert np.isfinite(decoding.top_p(np.log([0.1, 0.9]), 1e-6)).tolist() == [False, True]
    with pytest.raises(ValueError, match=r"1\.5"):
        decoding.top_p(np.zeros(2), 1.5)


def test_top_p_of_one_keeps_even_what_rounding_would_lose():
    logits = np.array([[0.0, -50.0, -np.inf], [3.0, 700.0, 1.0]])
    np.testing.assert_array_equal(decoding.top_p(logits, 1.0), logits)


def test_nothing_is_drawn_where_nothing_is_possible(rng):
    with pytest.raises(ValueError, match=r"a row has no possible token: logits \(2, 2\)"):
        decoding.sample(np.array([[0.0, 1.0], [-np.inf, -np.inf]]), rng)


def test_samples_follow_the_distribution(rng):
    logits = np.log(np.array([0.5, 0.2, 1e-300, 0.3]))
    logits[2] = -np.inf
    drawn = decoding.sample(np.tile(logits, (20000, 1)), rng)
    shares = np.bincount(drawn, minlength=4) / len(drawn)
    np.testing.assert_allclose(shares, [0.5, 0.2, 0.0, 0.3], atol=0.015)


def test_length_penalty_of_the_paper():
    assert decoding.length_penalty(1, 0.6) == 1.0
    assert decoding.length_penalty(7, 1.0) == 2.0
    assert decoding.length_penalty(19, 0.5) == 2.0


def table_model(probabilities):
    """A model whose next token depends on the whole sequence: a table from ids to probabilities."""

    def next_logits(ids):
        with np.errstate(divide="ignore"):
            return np.log([probabilities[tuple(row)] for row in ids.tolist()])

    return next_logits


# after A (1) the best is a weak continuation, after B (2) a sure one: greedy takes A, beams find B
GARDEN_PATH = table_model(
    {
        (3,): [0.0, 0.6, 0.4],
        (3, 1): [0.55, 0.25, 0.2],
        (3, 2): [0.9, 0.05, 0.05],
        (3, 1, 1): [1.0, 0.0, 0.0],
        (3, 1, 2): [1.0, 0.0, 0.0],
        (3, 2, 1): [1.0, 0.0, 0.0],
        (3, 2, 2): [1.0, 0.0, 0.0],
    }
)


def test_beams_find_what_greedy_misses():
    greedy = decoding.greedy(GARDEN_PATH, np.array([[3]]), max_new_tokens=3, end=END)
    assert greedy.tolist() == [[3, 1, 0]]
    first, second = decoding.beam_search(GARDEN_PATH, np.array([3]), 2, 3, END)
    assert first.ids == (3, 2, 0)
    assert first.log_probability == pytest.approx(np.log(0.36))
    assert second.ids == (3, 1, 0)
    assert second.log_probability == pytest.approx(np.log(0.33))


# the probability of x, y and the end after A, which has 0.5 itself, and after B, which has 0.3;
# all continuations: 0.25, 0.20, 0.05 and 0.18, 0.09, 0.03
TWO_BEAMS = np.log([0.5, 0.3]), np.log([[0.5, 0.4, 0.1], [0.6, 0.3, 0.1]])


def test_a_beam_step_by_hand():
    parents, tokens, totals = decoding.beam_step(*TWO_BEAMS, 4)
    np.testing.assert_array_equal(parents, [0, 0, 1, 1])
    np.testing.assert_array_equal(tokens, [0, 1, 0, 1])
    assert_close(totals, np.log([0.25, 0.2, 0.18, 0.09]))


def test_a_beam_step_agrees_with_pytorch(torch, rng):
    totals, logits = -rng.random(4), rng.normal(size=(4, 7))
    every = torch.tensor(totals)[:, None] + torch.log_softmax(torch.tensor(logits), -1)
    best, order = torch.topk(every.flatten(), 8)
    step = decoding.beam_step(totals, logits, 8)
    np.testing.assert_array_equal(step.parents * 7 + step.tokens, order)
    assert_close(step.totals, best)


def test_a_beam_step_leaves_out_what_is_impossible():
    logits = np.log([[0.5, 0.4, 0.1], [0.6, 0.3, 0.1], [0.9, 0.0999, 0.0001]])
    logits[0, 1] = -np.inf  # 0.5 and 0.1 are left of the first: 5/6 and 1/6
    parents, tokens, totals = decoding.beam_step(np.array([0.0, -np.inf, 0.0]), logits, 9)
    np.testing.assert_array_equal(parents, [2, 0, 0, 2, 2])
    np.testing.assert_array_equal(tokens, [0, 0, 2, 1, 2])
    assert_close(totals, np.log([0.9, 5 / 6, 1 / 6, 0.0999, 0.0001]))


def test_of_equal_continuations_the_earlier_beam_comes_first():
    parents, tokens, _ = decoding.beam_step(np.zeros(2), np.zeros((2, 3)), 4)
    np.testing.assert_array_equal([parents, tokens], [[0, 0, 0, 1], [0, 1, 2, 0]])


def test_a_beam_step_refuses_what_makes_no_sense():
    with pytest.raises(ValueError, match=r"totals \(3,\), logits \(2, 3\)"):
        decoding.beam_step(np.zeros(3), np.zeros((2, 3)), 2)
    with pytest.raises(ValueError, match="k = 0"):
        decoding.beam_step(*TWO_BEAMS, 0)


def test_one_beam_is_greedy():
    (only,) = decoding.beam_search(GARDEN_PATH, np.array([3]), 1, 3, END)
    assert only.ids == (3, 1, 0)


def test_a_length_penalty_divides_by_gnmts_formula():
    first = decoding.beam_search(GARDEN_PATH, np.array([3]), 2, 3, END, alpha=0.6)[0]
    assert first.score == pytest.approx(np.log(0.36) / (7 / 6) ** 0.6)


def test_a_length_penalty_can_prefer_a_longer_sequence():
    model = table_model(
        {
            (3,): [0.3, 0.7, 0.0],
            (3, 1): [0.0, 0.6, 0.4],
            (3, 1, 1): [0.55, 0.45, 0.0],
            (3, 1, 2): [0.55, 0.45, 0.0],
            (3, 1, 1, 1): [1.0, 0.0, 0.0],
            (3, 1, 2, 1): [1.0, 0.0, 0.0],
        }
    )
    # log .3 = −1.204 (length 1); log(.7·.6·.55) = −1.465 (length 3, divided by (8/6)^α)
    best = [decoding.beam_search(model, np.array([3]), 2, 4, END, a)[0].ids for a in (0.0, 1.0)]
    assert best == [(3, 0), (3, 1, 1, 0)]


def test_a_table_is_searched_as_a_model_is():
    # step 1: 1 has 0.6, 2 has 0.4; step 2: 1 ends with 0.55, 2 with 0.9; step 3: all end
    with np.errstate(divide="ignore"):
        first, second = np.log([[0.0, 0.6, 0.4]] * 3), np.log([[0.5, 0.3, 0.2]] * 3)
        second[1:] = np.log([[0.55, 0.25, 0.2], [0.9, 0.05, 0.05]])
        third = np.log([[1.0, 0.0, 0.0]] * 3)
    found = decoding.markov_beam_search(np.stack([first, second, third]), 0, END, 2, alpha=1.0)
    assert [one.ids for one in found] == [(0, 2, 0), (0, 1, 0)]
    assert_close([one.log_probability for one in found], np.log([0.36, 0.33]))
    assert_close([one.score for one in found], np.log([0.36, 0.33]) / (7 / 6))
    with pytest.raises(ValueError, match=r"logits \(3, 2, 3\)"):
        decoding.markov_beam_search(np.zeros((3, 2, 3)), 0, END, 2)


def test_enough_beams_find_the_best_of_all_sequences(rng):
    vocabulary, steps = 3, 4
    table = {}
    for length in range(steps):
        for tail in itertools.product(range(vocabulary), repeat=length):
            table[(2, *tail)] = rng.dirichlet(np.ones(vocabulary))
    totals = {}
    for tail in itertools.product(range(vocabulary), repeat=steps):
        if END in tail:
            tail = tail[: tail.index(END) + 1]
        p = [table[(2, *tail[:i])][token] for i, token in enumerate(tail)]
        totals[(2, *tail)] = np.log(p).sum() / ((5 + len(tail)) / 6) ** 0.6
    best = sorted(totals, key=totals.get, reverse=True)[:3]
    found = decoding.beam_search(table_model(table), np.array([2]), 99, steps, END, alpha=0.6)
    assert [hypothesis.ids for hypothesis in found[:3]] == best


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_cached_steps_equal_the_full_pass(rng, norm):
    c = small_transformer(norm)
    parameters = transformer.initialize(c, rng)
    source, target = np.array([[3, 4, 5], [6, 7, 0]]), np.array([[1, 4, 5, 6, 7], [1, 8, 2, 3, 4]])
    full = transformer.forward_logits(source, target, parameters, c)
    memory, mask = transformer.encode(source, parameters, c), transformer.padding_mask(source, c)
    caches = decoding.start_caches(memory, parameters, c)
    pieces = []
    for new in (target[:, :1], target[:, 1:4], target[:, 4:]):  # several tokens at once, too
        logits, caches = decoding.decode_step(new, caches, parameters, c, mask)
        pieces.append(logits)
    assert_close(np.concatenate(pieces, axis=1), full)
    assert [cache.target.length for cache in caches] == [5, 5]
    assert [cache.source.length for cache in caches] == [3, 3]


def small_transformer(norm="post", **sizes):
    return transformer.Configuration(
        9,
        9,
        d_model=8,
        num_heads=2,
        d_ff=12,
        num_encoder_layers=1,
        num_decoder_layers=2,
        norm=norm,
        pad=0,
        **sizes,
    )


def test_generating_with_the_cache_equals_greedy_without(rng):
    c = small_transformer()
    parameters = transformer.initialize(c, rng)
    source = np.array([[3, 4, 5], [6, 7, 0]])
    without = decoding.greedy(
        lambda target: transformer.forward_logits(source, target, parameters, c)[:, -1],
        np.array([[1], [1]]),
        max_new_tokens=5,
        end=2,
    )
    generated = decoding.generate(source, parameters, c, start=1, end=2, max_new_tokens=5)
    np.testing.assert_array_equal(generated, without)


def test_generating_by_sampling_repeats_with_its_seed(rng):
    c = small_transformer()
    parameters, source = transformer.initialize(c, rng), np.array([[3, 4, 5]])

    def draw(seed):
        generator = np.random.default_rng(seed)
        return decoding.generate(
            source,
            parameters,
            c,
            1,
            2,
            6,
            choose=lambda logits: decoding.sample(decoding.top_k(logits, 5), generator),
        ).tolist()

    assert draw(1) == draw(1)
    assert len({str(draw(seed)) for seed in range(8)}) > 1


def test_new_tokens_take_the_mean_of_what_they_may_see_where_all_keys_match_alike():
    # two cached values, 2 and 4, and two new ones: (2 + 4 + 6) / 3 and (2 + 4 + 6 + 8) / 4
    nothing = np.zeros((1, 2, 3))
    values = np.array([[[2.0], [4.0], [6.0], [8.0]]])
    step = decoding.attention_step(nothing, nothing, values[:, 2:], nothing, values[:, :2])
    assert_close(step.output, [[[4.0], [5.0]]])
    np.testing.assert_array_equal(step.values, values)


def test_attention_steps_agree_with_pytorchs_causal_attention_over_all_tokens(torch, rng):
    query, key, value = (rng.normal(size=(2, 3, 7, width)) for width in (4, 4, 5))
    rows, cache = [], (None, None)
    for new in (slice(0, 3), slice(3, 4), slice(4, 5), slice(5, 7)):  # a prompt, one by one, two
        output, *cache = decoding.attention_step(
            *(every[..., new, :] for every in (query, key, value)), *cache
        )
        rows.append(output)
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *map(torch.tensor, (query, key, value)), is_causal=True
    )
    assert_close(np.concatenate(rows, axis=-2), theirs)
    np.testing.assert_array_equal(cache[0], key)
    np.testing.assert_array_equal(cache[1], value)


def test_keys_are_not_cached_without_values(rng):
    query, key, value, old = rng.normal(size=(4, 1, 2, 3))
    with pytest.raises(ValueError, match="cached together"):
        decoding.attention_step(query, key, value, old)


def test_appending_to_a_cache_leaves_it_alone(rng):
    cache = decoding.KeyValueCache(*rng.normal(size=(2, 1, 2, 3, 4)))
    longer = cache.append(*rng.normal(size=(2, 1, 2, 2, 4)))
    assert (cache.length, longer.length) == (3, 5)
    np.testing.assert_array_equal(longer.keys[:, :, :3], cache.keys)
    with pytest.raises(ValueError, match=r"keys \(1, 3, 2, 4\)"):
        cache.append(*rng.normal(size=(2, 1, 3, 2, 4)))


def test_a_sequence_longer_than_the_model_allows_is_refused(rng):
    c = small_transformer(max_length=3)
    parameters = transformer.initialize(c, rng)
    with pytest.raises(ValueError, match="at most 3 tokens"):
        decoding.generate(np.array([[3, 4]]), parameters, c, 1, end=-1, max_new_tokens=5)


def test_beam_search_refuses_what_makes_no_sense():
    with pytest.raises(ValueError, match="beam"):
        decoding.beam_search(GARDEN_PATH, np.array([3]), 0, 3, END)
    with pytest.raises(ValueError, match="α ≥ 0"):
        decoding.beam_search(GARDEN_PATH, np.array([3]), 2, 3, END, alpha=-1.0)
