"""Embeddings: values from papers and courses, PyTorch, and what every implementation must keep."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference import embeddings
from reference.losses import cross_entropy
from tests.reference.torch_parity import assert_close


def course_vectors():
    """The dummy vectors of CS224n (2017), assignment 1: five input and five output vectors."""
    vectors = np.random.RandomState(9265).randn(10, 3)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors[:5], vectors[5:]


def test_one_hot_counts_classes_from_zero_and_is_as_wide_as_the_vocabulary():
    assert embeddings.one_hot(np.array([[1, 2]]), 4).tolist() == [[[0, 1, 0, 0], [0, 0, 1, 0]]]


def test_looking_up_is_the_product_with_one_hot(rng):
    table, ids = rng.normal(size=(5, 3)), np.array([[4, 0, 1], [1, 1, 2]])
    np.testing.assert_array_equal(embeddings.embed(ids, table), table[ids])
    np.testing.assert_allclose(embeddings.embed(ids, table), embeddings.one_hot(ids, 5) @ table)


def test_scaling_multiplies_by_the_root_of_the_width():
    scaled = embeddings.scale_embedding(np.array([0.1, 0.2, 0.3, 0.4]))
    np.testing.assert_allclose(scaled, [0.2, 0.4, 0.6, 0.8])


@pytest.mark.parametrize("ids", [[5], [-1], [0.5]])
def test_an_id_without_a_row_is_refused(ids):
    with pytest.raises(ValueError, match="ids must"):
        embeddings.embed(np.array(ids), np.zeros((5, 3)))


def test_cosine_similarity_by_hand():
    a, b = np.array([[3.0, 4.0], [1.0, 0.0], [0.0, 0.0]]), np.array([4.0, 3.0])
    # (3·4 + 4·3)/25 = 0.96, 4/5, and 0 for the zero vector
    np.testing.assert_allclose(embeddings.cosine_similarity(a, b), [0.96, 0.8, 0.0])


def test_cosine_similarity_agrees_with_pytorch(torch, rng):
    a, b = rng.normal(size=(2, 1, 4, 7)), rng.normal(size=(3, 4, 7))
    theirs = torch.nn.functional.cosine_similarity(torch.tensor(a), torch.tensor(b), dim=-1)
    assert_close(embeddings.cosine_similarity(a, b), theirs)


def test_skip_gram_pairs_of_a_sentence():
    the, quick, brown, fox = range(4)
    pairs = embeddings.skip_gram_pairs(np.array([the, quick, brown, fox]), window=2)
    assert pairs.tolist() == [
        [the, quick],
        [the, brown],
        [quick, the],
        [quick, brown],
        [quick, fox],
        [brown, the],
        [brown, quick],
        [brown, fox],
        [fox, quick],
        [fox, brown],
    ]


def test_a_word_that_comes_twice_is_its_own_neighbour_but_no_position_is():
    assert embeddings.skip_gram_pairs(np.array([7, 7]), window=1).tolist() == [[7, 7], [7, 7]]


def test_skip_gram_gives_the_cost_of_the_course():
    # CS224n (2017), assignment 1: skipgram("c", 3, ["a", "b", "e", "d", "b", "c"]) = 11.1661
    inputs, outputs = course_vectors()
    logits = embeddings.skip_gram(np.full(6, 2), inputs, outputs)
    loss = cross_entropy(logits, np.array([0, 1, 4, 3, 1, 2]), reduction="sum")
    np.testing.assert_allclose(loss, 11.16610900153398, atol=1e-12)


@pytest.mark.parametrize(("combine", "expected"), [("sum", 0.798996), ("mean", 1.328773)])
def test_cbow_gives_the_cost_of_the_course(combine, expected):
    # CS224n (2017), assignment 1: cbow("a", 2, ["a", "b", "c", "a"]), with the sum as the course
    inputs, outputs = course_vectors()
    logits = embeddings.cbow(np.array([0, 1, 2, 0]), inputs, outputs, combine=combine)
    np.testing.assert_allclose(cross_entropy(logits, np.array(0)), expected, atol=1e-6)


def test_cbow_does_not_see_the_order_of_its_context(rng):
    inputs, outputs = rng.normal(size=(2, 6, 3))
    one = embeddings.cbow(np.array([[0, 1, 2, 5]]), inputs, outputs)
    other = embeddings.cbow(np.array([[5, 2, 0, 1]]), inputs, outputs)
    np.testing.assert_allclose(one, other)


def test_noise_distribution_raises_rare_words():
    # 16^¾ = 8 and 1^¾ = 1
    np.testing.assert_allclose(embeddings.noise_distribution(np.array([16, 1])), [8 / 9, 1 / 9])


def test_negative_sampling_sums_the_terms_of_the_negatives():
    # v = 1; u·v = 0 for the pair, 2 and −2 for the negatives:
    # log 2 − log σ(−2) − log σ(2) = 0.693147 + 2.126928 + 0.126928
    loss = embeddings.negative_sampling_loss(
        np.ones((1, 1)), np.zeros((1, 1)), np.array([[[2.0], [-2.0]]])
    )
    np.testing.assert_allclose(loss, [2.947003], atol=1e-6)


def test_negative_sampling_agrees_with_pytorch(torch, rng):
    v, u, noise = rng.normal(size=(4, 3)), rng.normal(size=(4, 3)), rng.normal(size=(4, 5, 3))
    log_sigmoid = torch.nn.functional.logsigmoid
    tv, tu, tn = map(torch.tensor, (v, u, noise))
    theirs = -log_sigmoid((tv * tu).sum(-1)) - log_sigmoid(-(tn @ tv[..., None])[..., 0]).sum(-1)
    assert_close(embeddings.negative_sampling_loss(v, u, noise), theirs)


def test_negative_sampling_does_not_overflow():
    far = np.full((1, 1), 1e4)
    loss = embeddings.negative_sampling_loss(far, -far, far[None])
    np.testing.assert_allclose(loss, [2e8])


@given(st.lists(st.floats(-50, 50), min_size=12, max_size=12))
def test_negative_sampling_is_never_negative(numbers):
    vectors = np.reshape(numbers, (4, 3))
    assert embeddings.negative_sampling_loss(vectors[0], vectors[1], vectors[2:]) >= 0


def test_cooccurrence_by_hand():
    # i like deep learning: window 2, neighbours at distance 1 count 1, at distance 2 count ½
    counts = embeddings.cooccurrence(np.array([0, 1, 2, 3]), 5, window=2)
    assert counts.tolist() == [
        [0, 1, 0.5, 0, 0],
        [1, 0, 1, 0.5, 0],
        [0.5, 1, 0, 1, 0],
        [0, 0.5, 1, 0, 0],
        [0, 0, 0, 0, 0],
    ]


def test_plain_counts_are_the_pairs_of_skip_gram(rng):
    text = rng.integers(0, 4, size=30)
    counts = embeddings.cooccurrence(text, 4, window=3, weighting="count")
    expected = np.zeros((4, 4))
    for centre, context in embeddings.skip_gram_pairs(text, window=3):
        expected[centre, context] += 1
    np.testing.assert_array_equal(counts, expected)


def test_a_window_longer_than_the_text_is_fine():
    assert embeddings.cooccurrence(np.array([0, 1]), 2, window=9).tolist() == [[0, 1], [1, 0]]
    assert embeddings.cooccurrence(np.array([0]), 1, window=9).tolist() == [[0]]


def test_glove_weight_rises_to_one_and_stays():
    # (50/100)^¾ = 0.594604
    weights = embeddings.glove_weight(np.array([0.0, 50.0, 100.0, 200.0]))
    np.testing.assert_allclose(weights, [0, 0.594604, 1, 1], atol=1e-6)


def test_glove_loss_by_hand():
    # Cells: X = e at (0, 0), where w·w̃ + b + b̃ = 2 + 0.5 + 0.5 = 3 and log X = 1: (3 − 1)² = 4,
    # weighted (e/100)^¾ = 0.066948. All other cells are 0 and cost nothing.
    word, context = np.array([[1.0, 1.0], [5.0, 5.0]]), np.array([[2.0, 0.0], [7.0, 7.0]])
    bias = np.array([0.5, 9.0])
    loss = embeddings.glove_loss(word, context, bias, bias, np.array([[np.e, 0], [0, 0]]))
    np.testing.assert_allclose(loss, 4 * 0.066948, rtol=1e-4)


def test_glove_vectors_that_give_the_logarithms_cost_nothing():
    logs = np.log(np.array([[1.0, 2.0], [3.0, 4.0]]))
    loss = embeddings.glove_loss(logs, np.eye(2), np.zeros(2), np.zeros(2), np.exp(logs))
    np.testing.assert_allclose(loss, 0, atol=1e-20)


def test_the_pieces_of_where():
    # Bojanowski et al. (2017), section 3.2
    pieces = embeddings.character_ngrams("where", 3, 3)
    assert pieces == ("<wh", "whe", "her", "ere", "re>", "<where>")


def test_a_piece_that_comes_twice_counts_once():
    assert embeddings.character_ngrams("banana", 3, 3).count("ana") == 1


def test_the_piece_her_of_where_is_not_the_word_her():
    # Bojanowski et al. (2017), section 3.2: the word is <her>, with its marks
    assert "her" in embeddings.character_ngrams("where")
    assert "<her>" not in embeddings.character_ngrams("where")
    assert embeddings.character_ngrams("her")[-1] == "<her>"


@pytest.mark.parametrize(
    ("text", "h"), [("", 0x811C9DC5), ("a", 0xE40C292C), ("foobar", 0xBF9CF968)]
)
def test_buckets_are_fnv_1a(text, h):
    # Test vectors of the FNV authors (draft-eastlake-fnv)
    assert embeddings.ngram_bucket(text, 2**32) == h
    assert embeddings.ngram_bucket(text, 1000) == h % 1000


def test_a_word_never_seen_gets_the_sum_of_its_pieces(rng):
    table = rng.normal(size=(1000, 4))
    rows = [embeddings.ngram_bucket(g, 1000) for g in ("<ab", "ab>", "<ab>")]
    np.testing.assert_allclose(embeddings.fasttext_vector("ab", table), table[rows].sum(axis=0))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda a: embeddings.cosine_similarity(a, np.zeros(4)), r"a \(5, 3\), b \(4,\)"),
        (lambda a: embeddings.skip_gram(np.array(0), a, a[:4]), r"\(5, 3\).*\(4, 3\)"),
        (lambda a: embeddings.cbow(np.array([0]), a, a, combine="max"), "'max'"),
        (lambda a: embeddings.skip_gram_pairs(np.zeros((2, 2), int), 1), r"ids \(2, 2\)"),
        (lambda a: embeddings.cooccurrence(np.array([0, 1]), 2, window=0), "window"),
        (lambda a: embeddings.cooccurrence(np.array([0, 1]), 2, 1, weighting="x"), "'x'"),
        (lambda a: embeddings.negative_sampling_loss(a, a, a[:, None, :2]), r"\(5, 1, 2\)"),
        (lambda a: embeddings.glove_loss(a, a, a[0], a[:, 0], np.eye(5)), r"word_bias \(3,\)"),
        (lambda a: embeddings.character_ngrams(""), "need a word"),
        (lambda a: embeddings.character_ngrams("a", 4, 3), "min_n"),
        (lambda a: embeddings.fasttext_vector("a", a[0]), r"table \(3,\)"),
    ],
)
def test_what_does_not_fit_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call(np.ones((5, 3)))
