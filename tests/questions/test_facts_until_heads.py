"""Numbers and answers in the items from recurrent networks to multi-head attention."""

import math
from itertools import pairwise

import numpy as np
import pytest

from quizzer.bank.loading import Library
from reference import accounting, attention, embeddings, tokenization
from reference.activations import softmax
from tests.questions.facts import Answer, Claim

PIECES = {"un": 0.1, "lock": 0.05, "ed": 0.08, "unlock": 0.002, "locked": 0.003}
WORDPIECES = ["un", "unaff", "##aff", "##ord", "##able", "##ordable", "##a", "##ble"]


def weight_of_the_best(keys: int, factor: float) -> float:
    """The weight of a key with cosine 1 among keys with cosine −1."""
    return float(softmax(np.array([factor] + [-factor] * (keys - 1)))[0])


def without_tying() -> int:
    tied = accounting.gpt2_parameters()
    return sum(tied.values()) + tied["token_embedding"]


def cut(word: str) -> tuple[str, ...]:
    return tokenization.wordpiece_encode(word, WORDPIECES)


def best_cut() -> tokenization.Segmentation:
    logarithms = {piece: math.log(p) for piece, p in PIECES.items()}
    return tokenization.unigram_segment("unlocked", logarithms)


def number_of_cuts(word: str) -> int:
    if not word:
        return 1
    return sum(number_of_cuts(word[len(p) :]) for p in PIECES if word.startswith(p))


def wordpiece_score(together: int, first: int, second: int) -> float:
    """With each symbol often enough on its own to reach its count."""
    counts = {"ab": together, "a": first - together, "xb": second - together}
    words = {"ab": ("a", "##b"), "a": ("a",), "xb": ("x", "##b")}
    return float(tokenization.wordpiece_scores(words, counts)["a", "##b"])


def llama_share() -> float:
    counts = accounting.llama_parameters()
    return 2 * 32_000 * 4096 / sum(counts.values())


def cache_kib(heads: int) -> float:
    return accounting.kv_cache_bytes(1, 1, 32, heads, 128) / 1024


CLAIMS = [
    Claim("spikes-in-the-loss", "0.9⁵⁰ ≈ 0.005", 0.005, lambda: 0.9**50, 3),
    Claim("spikes-in-the-loss", "1.1⁵⁰ ≈ 117", 117, lambda: 1.1**50, 0),
    Claim("relu-inside-an-lstm", "1.2⁵⁰ ≈ 9100", 9100, lambda: 1.2**50, -1),
    Claim("dropout-in-a-recurrent-network", "0.8⁵⁰ ≈ 0.00001", 0.00001, lambda: 0.8**50, 5),
    Claim("wordpiece-merges-something-else", "0.0167", 0.0167, lambda: 12 / 720, 4),
    Claim("unigram-best-cut", "unlock + ed 0.00016", 0.00016, lambda: 0.002 * 0.08, 6),
    Claim("compression-of-a-tokenizer", "7.4 against 5.0", 7.4, lambda: math.exp(2.0), 1),
    Claim("compression-of-a-tokenizer", "7.4 against 5.0", 5.0, lambda: math.exp(1.6), 1),
    Claim("compression-of-a-tokenizer", "0.500 against 0.533", 0.533, lambda: 6400 / 12_000, 3),
    Claim("tied-embeddings", "38.6 million", 38.6, lambda: 50_257 * 768 / 1e6, 1),
    Claim("tied-embeddings", "instead of 163.0", 163.0, lambda: without_tying() / 1e6, 1),
    Claim("share-of-the-embeddings", "under 4 %", 0.04, llama_share, 2),
    Claim("cosines-into-a-softmax", "= 0.0073", 0.0073, lambda: weight_of_the_best(1000, 1), 4),
    Claim("cosines-into-a-softmax", "0.999998", 0.999998, lambda: weight_of_the_best(1000, 10), 6),
    Claim("scores-of-two-heads", "22.6 instead of 8", 22.6, lambda: math.sqrt(8 * 64), 1),
    Claim("cache-of-a-token", "512 KiB, 128 KiB, 16 KiB", 512, lambda: cache_kib(32), 0),
    Claim("cache-of-a-token", "512 KiB, 128 KiB, 16 KiB", 16, lambda: cache_kib(1), 0),
    Claim("cache-of-a-token", "4 GiB, 1 GiB", 4, lambda: 8192 * cache_kib(32) / 1024**2, 3),
    Claim("what-latent-attention-caches", "a factor of 57", 57, lambda: 2 * 128 * 128 / 576, 0),
    Claim(
        "parameters-with-groups",
        "2.5 d² instead of 4 d²",
        2.5,
        lambda: accounting.attention_parameters(64, 32, 8, bias=False) / 64**2,
        6,
    ),
]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.item}: {claim.says}")
def test_numbers_in_explanations_are_computed(library: Library, claim: Claim) -> None:
    claim.check(library)


HEADS, GROUPS = np.zeros((2, 32, 10, 128)), np.zeros((2, 8, 10, 128))
CANDIDATE, HISTORY = np.zeros((1, 32)), np.zeros((50, 32))

ANSWERS = [
    Answer("reach-of-layers", "plain", lambda: (81 - 1) // 2),
    Answer("one-hot-geometry", "distance", lambda: f"{math.dist((1, 0), (0, 1)):.3f}"),
    Answer("hierarchical-softmax", "decisions", lambda: round(math.log2(65_536))),
    Answer("subsampling-frequent-words", "common", lambda: f"{1 - math.sqrt(1e-5 / 1e-3):.6g}"),
    Answer(
        "pieces-of-a-word",
        "trigrams",
        lambda: len(embeddings.character_ngrams("token", 3, 3)) - 1,  # the word itself is one more
    ),
    Answer(
        "wordpiece-merges-something-else", "score", lambda: f"{wordpiece_score(60, 150, 80):.6g}"
    ),
    Answer("wordpiece-longest-first", "afford", lambda: " ".join(cut("unaffordable"))),
    Answer("wordpiece-longest-first", "able", lambda: " ".join(cut("unable"))),
    Answer("wordpiece-longest-first", "fold", lambda: " ".join(cut("unfold"))),
    Answer("unigram-best-cut", "cuts", lambda: number_of_cuts("unlocked")),
    Answer("unigram-best-cut", "best", lambda: "+".join(best_cut().pieces)),
    Answer(
        "unigram-best-cut", "probability", lambda: f"{math.exp(best_cut().log_probability):.6g}"
    ),
    Answer(
        "softmax-without-overflow", "exact", lambda: f"{softmax(np.array([1000.0, 999]))[0]:.3f}"
    ),
    Answer(
        "target-attention-shapes",
        "weights",
        lambda: attention.attention_weights(CANDIDATE, HISTORY).shape,
    ),
    Answer(
        "target-attention-shapes",
        "output",
        lambda: attention.scaled_dot_product_attention(CANDIDATE, HISTORY, HISTORY).shape,
    ),
    Answer("shapes-with-groups", "keys", lambda: GROUPS.shape),
    Answer("shapes-with-groups", "repeated", lambda: np.repeat(GROUPS, 4, axis=1).shape),
    Answer("shapes-with-groups", "grouped", lambda: HEADS.reshape(2, 8, 4, 10, 128).shape),
    Answer(
        "shapes-with-groups",
        "weights",
        lambda: attention.attention_weights(HEADS, np.repeat(GROUPS, 4, axis=1)).shape,
    ),
    Answer("which-number-under-the-root", "factor", lambda: f"{math.sqrt(512 / 64):.2f}"),
    Answer("which-number-under-the-root", "sixteen", lambda: f"{math.sqrt(512 / 16):.2f}"),
    Answer("what-latent-attention-caches", "mha", lambda: 2 * 128 * 128),
    Answer("what-latent-attention-caches", "groups", lambda: (512 + 64) / (2 * 128)),
]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: f"{answer.item}: {answer.blank}")
def test_the_reference_answers_the_blanks(library: Library, answer: Answer) -> None:
    answer.check(library)


def test_dilated_convolutions_reach_the_first_of_81_tokens_with_four_layers() -> None:
    """`reach-of-layers`: each layer of width 3 and dilation r reaches 2 r tokens back."""
    reach = np.cumsum([2 * dilation for dilation in (1, 3, 9, 27)])
    assert reach[2] < 80 == reach[3]


def test_the_naive_softmax_of_a_thousand_is_not_a_number() -> None:
    """`softmax-without-overflow`"""
    scores = np.array([1000.0, 999.0])
    with np.errstate(over="ignore", invalid="ignore"):
        naive = np.exp(scores) / np.exp(scores).sum()
        assert np.isnan(naive).all()
        assert np.isinf(np.exp(np.float64(710)))
    assert np.isfinite(np.exp(np.float64(709)))


def test_the_reshape_that_runs_mixes_tokens_and_features() -> None:
    """`the-reshape-that-runs`: the shape is right, and a token's numbers are not in its row."""
    q = np.zeros((2, 10, 64))
    q[:, 3] = 1
    wrong = q.reshape(2, 4, 10, 16)
    right = q.reshape(2, 10, 4, 16).transpose(0, 2, 1, 3)
    assert wrong.shape == right.shape == (2, 4, 10, 16)
    assert np.array_equal(right, attention.split_heads(q, 4))
    assert np.all(right[:, :, 3] == 1)
    assert not np.all(wrong[:, :, 3] == 1)
    first_head = np.arange(640).reshape(1, 10, 64).reshape(1, 4, 10, 16)[0, 0]
    assert first_head.max() == 159  # tokens 0 and 1, and half of token 2


def test_a_head_of_rank_one_scores_can_have_weights_of_full_rank() -> None:
    """`rank-of-the-scores`"""
    scores = np.outer(np.arange(1.0, 5), np.arange(1.0, 5) / 4)
    assert np.linalg.matrix_rank(scores) == 1
    assert np.linalg.matrix_rank(softmax(scores)) == 4


def test_which_biases_change_the_weights(rng: np.random.Generator) -> None:
    """`which-bias-does-nothing`"""
    q, k, v = rng.normal(size=(3, 4, 3))
    b = rng.normal(size=3)
    plain = attention.attention_weights(q, k)
    assert np.allclose(attention.attention_weights(q, k + b), plain)
    assert not np.allclose(attention.attention_weights(q + b, k), plain)
    moved = attention.scaled_dot_product_attention(q, k, v) + b
    assert np.allclose(attention.scaled_dot_product_attention(q, k, v + b), moved)


def test_buffered_addition_loses_repeated_ids() -> None:
    """`mend-the-gradient-of-an-embedding`"""
    table = np.zeros(2)
    table[[0, 0]] += 1
    assert table[0] == 1
    np.add.at(table, [0, 0], 1)
    assert table[0] == 3


def test_text_replaced_inside_symbols_differs_from_merging_them() -> None:
    """`mend-bpe-encoding`: "xa b" contains "a b"."""
    assert "a b" in "xa b"
    tokens = tokenization.bpe_encode("xabab", [("x", "a"), ("a", "b")], end_of_word="")
    assert ("a", "b") not in set(pairwise(tokens))
    assert tokens == ("xa", "b", "ab")


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(7)
