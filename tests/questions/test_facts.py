"""Numbers in explanations, and answers that fill items accept, come out of the reference."""

import math

import numpy as np
import pytest

from quizzer.bank.loading import Library
from reference import (
    accounting,
    attention,
    losses,
    masks,
    positions,
    regularization,
    schedules,
    tokenization,
    transformer,
)
from reference.activations import sigmoid, softmax
from reference.architectures.vit import patches
from reference.embeddings import embed, noise_distribution, one_hot
from reference.normalization import layer_norm
from reference.trace import trace
from tests.questions.facts import Answer, Claim

MODEL = 512
VOCABULARY = 50_257
TARGET = 37_000


def row(*scores: float, at: int = 0) -> float:
    return float(softmax(np.array(scores))[at])


def largest_softmax_slope(*scores: float) -> float:
    """The largest entry of diag(p) − p pᵀ."""
    p = softmax(np.array(scores))
    return float(np.max(np.diag(p) - np.outer(p, p)))


def best_loss_after_two_softmaxes(classes: int) -> float:
    return float(losses.cross_entropy(np.eye(1, classes), np.array([0])))


def longest_wavelength(d_model: int) -> float:
    """From how far the slowest pair turns in one step."""
    table = positions.sinusoidal(2, d_model)
    return 2 * math.pi / math.asin(table[1, d_model - 2])


def entropy_of_soft_targets() -> float:
    q = regularization.smooth_labels(np.array([0]), 4, 0.2)[0]
    return float(-np.sum(q * np.log(q)))


def layer_norm_slip(outside: bool) -> float:
    variance, eps = 1e-6, 1e-5
    return math.sqrt(variance) + eps if outside else math.sqrt(variance + eps)


def gpt2() -> dict[str, int]:
    counts = accounting.gpt2_parameters()
    return {"total": sum(counts.values()), "words": counts["token_embedding"]}


def relative_noise(times: int) -> float:
    frequent, rare = noise_distribution(np.array([times, 1]))
    return float(frequent / rare)


CLAIMS = [
    Claim("rnn-gradient-through-time", "0.9⁵⁰ ≈ 0.005", 0.005, lambda: 0.9**50, 3),
    Claim("lstm-and-the-gradient", "0.9⁵⁰ ≈ 0.0052", 0.0052, lambda: 0.9**50, 4),
    Claim("lstm-and-the-gradient", "σ(1) = 0.73", 0.73, lambda: float(sigmoid(1.0)), 2),
    Claim("lstm-and-the-gradient", "0.99⁵⁰ ≈ 0.61", 0.61, lambda: 0.99**50, 2),
    Claim("recurrence-or-attention-costs", "5.1 against", 5.1, lambda: 100**2 * 512 / 1e6, 1),
    Claim("recurrence-or-attention-costs", "26.2 million", 26.2, lambda: 100 * 512**2 / 1e6, 1),
    Claim("recurrence-or-attention-costs", "8.6 against", 8.6, lambda: 4096**2 * 512 / 1e9, 1),
    Claim("recurrence-or-attention-costs", "1.1 billion", 1.1, lambda: 4096 * 512**2 / 1e9, 1),
    Claim("embedding-scale", "1/√512 ≈ 0.044", 0.044, lambda: MODEL**-0.5, 3),
    Claim("embedding-scale", "√512 ≈ 22.6", 22.6, lambda: MODEL**0.5, 1),
    Claim(
        "noise-for-negative-sampling", "is drawn 8 times as often", 8, lambda: relative_noise(16), 6
    ),
    Claim("variance-of-a-dot-product", "(0.9997, 0.0003", 0.9997, lambda: row(8, 0, -8), 4),
    Claim("variance-of-a-dot-product", "(0.9997, 0.0003", 0.0003, lambda: row(8, 0, -8, at=1), 4),
    Claim("why-root-d-k", "entry is 0.0003", 0.0003, lambda: largest_softmax_slope(8, 0, -8), 4),
    Claim("why-root-d-k", "(1, 0, −1), 0.22", 0.22, lambda: largest_softmax_slope(1, 0, -1), 2),
    Claim("tied-query-and-key", "(0.12, 0.88; 0.00, 1.00)", 0.12, lambda: row(1, 3), 2),
    Claim("tied-query-and-key", "(0.12, 0.88; 0.00, 1.00)", 0.00, lambda: row(3, 9), 2),
    Claim("before-or-after-the-softmax", "it is (0.5, 0)", 0.5, lambda: row(1, 1), 6),
    Claim("before-or-after-the-softmax", "(0.12, 0)", 0.12, lambda: row(1, 3), 2),
    Claim("sinusoid-wavelengths", "≈ 60,611", 60_611, lambda: longest_wavelength(MODEL), 0),
    Claim(
        "layer-norm-by-hand",
        "(−1.342, −0.447, 0.447, 1.342)",
        1.342,
        lambda: float(layer_norm(np.array([1.0, 2, 3, 4]), np.ones(4), np.zeros(4))[3]),
        3,
    ),
    Claim("mend-layer-norm", "first is 0.00101", 0.00101, lambda: layer_norm_slip(True), 5),
    Claim("mend-layer-norm", "second 0.00332", 0.00332, lambda: layer_norm_slip(False), 5),
    Claim("base-model-shapes", "59.2 million", 59.2, lambda: 64 * 25 * TARGET / 1e6, 1),
    Claim("logits-or-probabilities", "= 0.232", 0.232, lambda: row(*[1.0, *[0.0] * 9]), 3),
    Claim(
        "logits-or-probabilities", "= 1.461", 1.461, lambda: best_loss_after_two_softmaxes(10), 3
    ),
    Claim(
        "logits-or-probabilities",
        "floor is 9.82",
        9.82,
        lambda: best_loss_after_two_softmaxes(VOCABULARY),
        2,
    ),
    Claim("label-smoothing-by-hand", "0.588 here", 0.588, entropy_of_soft_targets, 3),
    Claim(
        "label-smoothing-by-hand",
        "0.0667",
        0.0667,
        lambda: float(regularization.smooth_labels(np.array([0]), 4, 0.2, spread="others")[0, 1]),
        4,
    ),
    Claim("adam-two-steps", "0.1/√0.02 = 0.71", 0.71, lambda: 0.1 / math.sqrt(0.02), 2),
    Claim("adam-two-steps", "0.1/√0.001 = 3.16", 3.16, lambda: 0.1 / math.sqrt(0.001), 2),
    Claim("noam-schedule", "0.000699", 0.000699, lambda: float(schedules.noam(4000, 512, 4000)), 6),
    Claim(
        "parameters-of-a-layer",
        "= 3,152,384",
        3_152_384,
        lambda: accounting.encoder_layer_parameters(512, 8, 2048),
        0,
    ),
    Claim("gpt2-small-by-formula", "124.4 million", 124.4, lambda: gpt2()["total"] / 1e6, 1),
    Claim("gpt2-small-by-formula", "84.9 million", 84.9, lambda: 12 * 12 * 768**2 / 1e6, 1),
    Claim("gpt2-small-by-formula", "V·d = 38.6 million", 38.6, lambda: gpt2()["words"] / 1e6, 1),
    Claim(
        "kv-cache-bytes",
        "2 GiB for 4096 tokens",
        2,
        lambda: accounting.kv_cache_bytes(1, 4096, 32, 32, 128) / 1024**3,
        6,
    ),
    Claim("temperature-by-hand", "(0.867, 0.117, 0.016)", 0.867, lambda: row(4, 2, 0), 3),
    Claim("temperature-by-hand", "(0.665, 0.245, 0.090)", 0.665, lambda: row(2, 1, 0), 3),
    Claim("temperature-by-hand", "(0.506, 0.307, 0.186)", 0.307, lambda: row(1, 0.5, 0, at=1), 3),
]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.item}: {claim.says}")
def test_numbers_in_explanations_are_computed(library: Library, claim: Claim) -> None:
    claim.check(library)


def merges() -> tuple[tuple[str, str], ...]:
    words = {"tea": 7, "team": 3, "meat": 4, "seat": 5}
    return tokenization.bpe_train(words, 2, end_of_word="")


def count_of_first_merge() -> int:
    words = {"tea": 7, "team": 3, "meat": 4, "seat": 5}
    letters = {word: tuple(word) for word in words}
    return tokenization.pair_counts(letters, words)[merges()[0]]


def slope_of_the_loss(word: int) -> str:
    """By differences: nothing of the formula p − y is used."""
    step = 1e-5
    logits = np.array([[2.0, 1.0, 0.0]])
    change = step * one_hot(np.array([word]), 3)
    high = losses.cross_entropy(logits + change, np.array([1]))
    low = losses.cross_entropy(logits - change, np.array([1]))
    return f"{float(high - low) / (2 * step):.3f}"


def weights_of_multi_head(num_heads: int) -> int:
    configuration = transformer.Configuration(
        3, 3, MODEL, num_heads, num_encoder_layers=1, num_decoder_layers=0, bias=False
    )
    parameters = transformer.initialize(configuration, np.random.default_rng(0))
    matrices = parameters.encoder[0].self_attention
    return sum(matrix.size for matrix in matrices if matrix is not None)


def traced(name: str) -> tuple[int, ...]:
    """The shape of an intermediate of the base model's single layer, for fewer words."""
    configuration = transformer.Configuration(
        5, 7, MODEL, 8, 2048, num_encoder_layers=1, num_decoder_layers=1
    )
    parameters = transformer.initialize(configuration, np.random.default_rng(0))
    source, target = np.zeros((2, 30), dtype=int), np.zeros((2, 25), dtype=int)
    with trace() as t:
        transformer.forward(source, target, parameters, configuration)
    return (64, *t[name].shape[1:])


def scattered_dot_products() -> float:
    """The variance of q · k over many independent drawings."""
    generator = np.random.default_rng(0)
    q, k = generator.standard_normal((2, 200_000, 64), dtype=np.float32)
    return float(np.var(np.sum(q * k, axis=-1)))


Q, K, V = np.zeros((4, 8)), np.zeros((6, 8)), np.zeros((6, 5))
IDS = np.zeros((8, 20), dtype=int)
PADDED = np.zeros((32, 10), dtype=int)
PADDING = masks.padding(PADDED)[:, np.newaxis]
PATCHES = patches(np.zeros((1, 3, 224, 224)), 16)
CAUSAL = masks.causal(10)[np.newaxis, np.newaxis]

ANSWERS = [
    Answer("embedding-lookup-shapes", "output", lambda: embed(IDS, np.zeros((10_000, 512))).shape),
    Answer("embedding-lookup-shapes", "onehot", lambda: one_hot(IDS, 10_000, bool).shape),
    Answer("bpe-by-hand", "first", lambda: "".join(merges()[0])),
    Answer("bpe-by-hand", "second", lambda: "".join(merges()[1])),
    Answer("bpe-by-hand", "count", count_of_first_merge),
    Answer(
        "bpe-by-hand",
        "pieces",
        lambda: len(tokenization.bpe_encode("steam", merges(), end_of_word="")),
    ),
    Answer("variance-of-a-dot-product", "variance", lambda: round(scattered_dot_products())),
    Answer("attention-shapes-t-by-s", "scores", lambda: attention.dot_product_scores(Q, K).shape),
    Answer(
        "attention-shapes-t-by-s",
        "output",
        lambda: attention.scaled_dot_product_attention(Q, K, V).shape,
    ),
    Answer("parameters-of-multi-head", "eight", lambda: weights_of_multi_head(8)),
    Answer("parameters-of-multi-head", "sixteen", lambda: weights_of_multi_head(16)),
    Answer("mask-shapes", "padding", lambda: PADDING.shape),
    Answer("mask-shapes", "causal", lambda: CAUSAL.shape),
    Answer("mask-shapes", "both", lambda: np.shape(masks.combine(PADDING, CAUSAL))),
    Answer(
        "what-is-i",
        "angle",
        lambda: f"{math.asin(positions.sinusoidal(51, MODEL)[50, 256]):.6g}",
    ),
    Answer("tokens-of-a-vit", "patches", lambda: PATCHES.shape[1]),
    Answer("tokens-of-a-vit", "flat", lambda: PATCHES.shape[2]),
    Answer("tokens-of-a-vit", "tokens", lambda: PATCHES.shape[1] + 1),
    Answer("bytes-to-train", "bytes", lambda: accounting.training_bytes(1)),
    Answer("bytes-to-train", "total", lambda: accounting.training_bytes(7)),
    Answer("gradient-of-the-logits", "z0", lambda: slope_of_the_loss(0)),
    Answer("gradient-of-the-logits", "z1", lambda: slope_of_the_loss(1)),
    Answer("gradient-of-the-logits", "z2", lambda: slope_of_the_loss(2)),
    Answer(
        "loss-at-the-start",
        "loss",
        lambda: f"{losses.cross_entropy(np.zeros((1, VOCABULARY)), np.array([3])):.2f}",
    ),
    Answer("base-model-shapes", "memory", lambda: traced("encoder.0.feed_forward_norm.output")),
    Answer("base-model-shapes", "cross", lambda: traced("decoder.0.cross_attention.scores")),
    Answer("base-model-shapes", "hidden", lambda: traced("decoder.0.feed_forward.hidden")),
]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: f"{answer.item}: {answer.blank}")
def test_the_reference_answers_the_blanks(library: Library, answer: Answer) -> None:
    answer.check(library)


def test_a_square_numpy_transpose_with_two_axes_does_nothing() -> None:
    """What `numpy-transpose` says about NumPy."""
    square = np.arange(9).reshape(3, 3)
    assert np.array_equal(square.transpose(-2, -1), square)
    with pytest.raises(ValueError, match="axes don't match array"):
        square[np.newaxis].transpose(-2, -1)


def test_every_row_of_one_two_three_four_and_its_multiples_normalises_alike() -> None:
    """What `layer-norm-by-hand` says."""
    rows = np.array([[1.0, 2, 3, 4], [5, 6, 7, 8], [10, 20, 30, 40]])
    normalised = layer_norm(rows, np.ones(4), np.zeros(4))
    assert normalised == pytest.approx(np.tile([-1.342, -0.447, 0.447, 1.342], (3, 1)), abs=6e-4)
