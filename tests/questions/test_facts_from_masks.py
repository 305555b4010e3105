"""Numbers and answers in the items from masks to the full forward pass."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from quizzer.bank.loading import Library
from reference import accounting, attention, masks, mistakes, positions, transformer
from reference.activations import gelu, silu
from reference.arrays import Array
from reference.gradients.normalization import layer_norm_backward
from reference.normalization import layer_norm
from tests.questions.facts import Answer, Claim

FINE = np.linspace(-4, 4, 80_001)


def prefix_pairs(length: int, prefix: int) -> int:
    allowed = masks.causal(length).copy()
    allowed[:prefix, :prefix] = True
    return int(allowed.sum())


def packed_pairs(*lengths: int) -> int:
    return sum(int(masks.causal(length).sum()) for length in lengths)


def lowest(activation: Callable[[Array], Array]) -> tuple[float, float]:
    """Where the activation is lowest, and how low."""
    values = activation(FINE)
    return float(FINE[np.argmin(values)]), float(values.min())


def slow_columns(table: Callable[[int, int], Array]) -> int:
    """Sine columns of the base model that are below 0.001 still at position 9."""
    return int(np.sum(np.abs(table(10, 512)[9, 0::2]) < 1e-3))


def first_distance(bucket: int, num_buckets: int, max_distance: int) -> int:
    row = positions.t5_relative_buckets(1, 100, False, num_buckets, max_distance)[0]
    return 99 - int(np.flatnonzero(row == bucket)[-1])


def wavelength_grows(pair: int, base: float = 10_000.0, d_head: int = 128) -> float:
    old, new = (positions.rotary_angles(2, d_head, b)[1, pair] for b in (base, 50 * base))
    return float(old / new)


def shrunk_gradient(factor: float) -> str:
    x, g = np.array([[1.0, 2.0, 4.0]]), np.array([[1.0, 0.0, 0.0]])
    ones, zeros = np.ones(3), np.zeros(3)
    small, large = (layer_norm_backward(g, f * x, ones, zeros, 0.0).x for f in (1, factor))
    return f"{float(large[0, 0] / small[0, 0]):.6g}"


def layers_of_the_base_model() -> int:
    encoder, decoder = (
        count(512, 8, 2048)
        for count in (accounting.encoder_layer_parameters, accounting.decoder_layer_parameters)
    )
    return 6 * encoder + 6 * decoder


def base_model(shared: bool) -> float:
    """In millions, without the bias of the output."""
    sizes = transformer.Configuration(37_000, 37_000, tied=shared)
    counts = accounting.transformer_parameters(sizes, one_embedding=shared)
    return (sum(counts.values()) - 37_000) / 1e6


def norms_of_the_base_model() -> int:
    sizes = transformer.Configuration(2, 2, 4, 2, 4)
    drawn = transformer.initialize(sizes, np.random.default_rng(0))
    layers = [*drawn.encoder, *drawn.decoder]
    return sum(name.endswith("_norm") for layer in layers for name in layer._fields)


def heads(width: int = 768, count: int = 12) -> Array:
    return attention.split_heads(np.zeros((4, 100, width)), count)


CLAIMS = [
    Claim(
        "mend-sinusoids",
        "129 of the 256",
        129,
        lambda: slow_columns(mistakes.sinusoidal_with_doubled_exponent),
        0,
    ),
    Claim("mend-sinusoids", "instead of 2", 2, lambda: slow_columns(positions.sinusoidal), 0),
    Claim("t5-buckets-by-hand", "bucket 6 at 8", 8, lambda: first_distance(6, 8, 16), 0),
    Claim("t5-buckets-by-hand", "r = 4 · 4^(1/4) ≈ 5.7", 5.7, lambda: 4 * 4**0.25, 1),
    Claim("t5-buckets-by-hand", "bucket 7 at 11.3", 11.3, lambda: 4 * 4**0.75, 1),
    Claim("what-the-base-does", "√50 ≈ 7-fold", 7, lambda: wavelength_grows(32), 0),
    Claim("position-interpolation", "here 1.139", 1.139, lambda: 0.1 * math.log(4) + 1, 3),
    Claim("position-interpolation", "the last one 4095.75", 4095.75, lambda: 16_383 / 4, 2),
    Claim("activations-by-hand", "GELU to −0.17", -0.17, lambda: lowest(gelu)[1], 2),
    Claim("activations-by-hand", "near −0.75", -0.75, lambda: lowest(gelu)[0], 2),
    Claim("activations-by-hand", "SiLU to −0.28", -0.28, lambda: lowest(silu)[1], 2),
    Claim("activations-by-hand", "near −1.28", -1.28, lambda: lowest(silu)[0], 2),
    Claim(
        "width-of-swiglu",
        "= 135,266,304",
        135_266_304,
        lambda: accounting.swiglu_parameters(4096, 11_008),
        0,
    ),
    Claim(
        "layers-counted",
        "3,152,384 and 4,204,032",
        3_152_384,
        lambda: accounting.encoder_layer_parameters(512, 8, 2048),
        0,
    ),
    Claim(
        "layers-counted",
        "3,152,384 and 4,204,032",
        4_204_032,
        lambda: accounting.decoder_layer_parameters(512, 8, 2048),
        0,
    ),
    Claim(
        "operations-of-a-pass",
        "(79 GFLOPs)",
        79,
        lambda: accounting.linear_flops(1024, 768, 50_257) / 1e9,
        0,
    ),
    Claim(
        "operations-of-a-pass",
        "(17.7 each)",
        17.7,
        lambda: accounting.layer_flops(1024, 768, 3072) / 1e9,
        1,
    ),
    Claim(
        "parameters-outside-the-layers",
        "its 12 layers have 85.1 M",
        85.1,
        lambda: accounting.gpt2_parameters()["layers"] / 1e6,
        1,
    ),
    Claim("where-the-65-million-are", "= 44,138,496", 44_138_496, layers_of_the_base_model, 0),
    Claim("where-the-65-million-are", "63.1 million", 63.1, lambda: base_model(True), 1),
    Claim("where-the-65-million-are", "101 million", 101, lambda: base_model(False), 0),
]


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.item}: {claim.says}")
def test_numbers_in_explanations_are_computed(library: Library, claim: Claim) -> None:
    claim.check(library)


ANSWERS = [
    Answer("pairs-under-each-mask", "causal", lambda: masks.causal(8).sum()),
    Answer("pairs-under-each-mask", "window", lambda: masks.sliding_window(8, 3).sum()),
    Answer("pairs-under-each-mask", "prefix", lambda: prefix_pairs(8, 3)),
    Answer("pairs-under-each-mask", "packed", lambda: packed_pairs(5, 3)),
    Answer("keys-seen-by-alignment", "right_first", lambda: masks.causal(3, 7)[0].sum()),
    Answer("keys-seen-by-alignment", "left_first", lambda: np.tri(3, 7)[0].sum().astype(int)),
    Answer("keys-seen-by-alignment", "left_last", lambda: np.tri(3, 7)[2].sum().astype(int)),
    Answer("learnt-position-table", "parameters", lambda: np.zeros((512, 768)).size),
    Answer("scale-of-the-input-of-a-norm", "gradient", lambda: shrunk_gradient(10)),
    Answer(
        "feed-forward-counts",
        "weights",
        lambda: accounting.feed_forward_parameters(768, 3072, bias=False),
    ),
    Answer(
        "feed-forward-counts",
        "biases",
        lambda: (
            accounting.feed_forward_parameters(768, 3072)
            - accounting.feed_forward_parameters(768, 3072, bias=False)
        ),
    ),
    Answer(
        "feed-forward-counts",
        "flops",
        lambda: f"{2 * accounting.linear_flops(1, 768, 3072) / 1e6:.1f}",
    ),
    Answer("width-of-swiglu", "width", lambda: math.ceil(8 / 3 * 4096 / 256) * 256),
    Answer("attentions-in-the-base-model", "norms", norms_of_the_base_model),
    Answer("language-model-stage-by-stage", "queries", lambda: heads().shape),
    Answer(
        "language-model-stage-by-stage",
        "weights",
        lambda: attention.attention_weights(heads(), heads()).shape,
    ),
    Answer("largest-tensor", "logits", lambda: f"{8 * 1024 * 50_257 / 1e6:.1f}"),
    Answer("largest-tensor", "weights", lambda: f"{8 * 12 * 1024**2 / 1e6:.1f}"),
    Answer("largest-tensor", "hidden", lambda: f"{8 * 1024 * 3072 / 1e6:.1f}"),
    Answer("largest-tensor", "stream", lambda: f"{8 * 1024 * 768 / 1e6:.1f}"),
    Answer("where-the-65-million-are", "layers", lambda: f"{layers_of_the_base_model() / 1e6:.1f}"),
    Answer("where-the-65-million-are", "shared", lambda: f"{base_model(True):.1f}"),
    Answer("where-the-65-million-are", "separate", lambda: f"{base_model(False):.1f}"),
]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: f"{answer.item}: {answer.blank}")
def test_the_reference_answers_the_blanks(library: Library, answer: Answer) -> None:
    answer.check(library)


def test_products_of_rows_of_the_table_depend_on_their_distance_only() -> None:
    """`dot-products-of-positions`, and the `shift-matrix` that moves every row by k."""
    table = positions.sinusoidal(12, 8)
    products = table @ table.T
    for distance in range(12):
        parallel = np.diagonal(products, distance)
        assert parallel == pytest.approx(np.full_like(parallel, parallel[0]))
    k, rates = 5, 10_000.0 ** (-np.arange(0, 8, 2) / 8)
    for pair, rate in enumerate(rates):
        c, s = math.cos(rate * k), math.sin(rate * k)
        columns = table[:, 2 * pair : 2 * pair + 2]
        moved = columns[:-k] @ np.array([[c, s], [-s, c]]).T
        assert moved == pytest.approx(columns[k:], abs=1e-12)


@pytest.mark.parametrize(
    "fault",
    [
        mistakes.sinusoidal_with_doubled_exponent,
        mistakes.sinusoidal_with_a_frequency_per_column,
        mistakes.sinusoidal_with_i_as_the_column,
        mistakes.sinusoidal_with_halved_exponent,
        mistakes.sinusoidal_with_sines_only,
        mistakes.sinusoidal_halves_concatenated,
        mistakes.sinusoidal_from_position_one,
    ],
)
def test_two_columns_of_row_1_show_every_usual_fault(
    fault: Callable[[int, int], Array],
) -> None:
    """`write-sinusoids`: by hand, to three decimals, for the paper's width."""
    right, wrong = (table(2, 512)[1, 2:4] for table in (positions.sinusoidal, fault))
    assert np.abs(right - wrong).max() > 5e-3


def test_the_two_directions_that_layer_norm_takes_out_of_a_gradient() -> None:
    """`layer-norm-backward-on-the-board`: constant g, and g = x̂, come back as 0."""
    x, ones, zeros = np.array([[0.3, -1.2, 2.0, 0.9]]), np.ones(4), np.zeros(4)
    normalised = layer_norm(x, ones, zeros, 0.0)
    for g in (np.ones((1, 4)), normalised):
        assert layer_norm_backward(g, x, ones, zeros, 0.0).x == pytest.approx(0, abs=1e-12)


def test_the_two_forms_of_gelu_differ_by_less_than_half_a_thousandth() -> None:
    """`write-gelu` and `activations-by-hand`."""
    assert np.abs(gelu(FINE) - gelu(FINE, "tanh")).max() < 5e-4


def test_a_padded_neighbour_changes_nothing() -> None:
    """`a-longer-neighbour`"""
    sizes = transformer.Configuration(9, 9, 8, 2, 16, 2, 2, pad=0)
    drawn = transformer.initialize(sizes, np.random.default_rng(1))
    batch = np.array([[3, 4, 5, 0, 0], [3, 4, 5, 6, 7]])
    alone = transformer.encode(batch[:1, :3], drawn, sizes)
    assert transformer.encode(batch, drawn, sizes)[:1, :3] == pytest.approx(alone)


def test_equal_words_stay_equal_without_positions() -> None:
    """`equal-words-equal-rows`"""
    rng = np.random.default_rng(2)
    x = rng.normal(size=(4, 6))
    x[3] = x[1]
    w = [rng.normal(size=(6, 6)) for _ in range(3)]
    y = attention.self_attention(x, w[0], w[1], w[2])
    assert y[1] == pytest.approx(y[3])


def test_float16_has_no_room_for_a_billion_or_for_two_lowest_numbers() -> None:
    """`fill-in-half-precision` and `two-fills-added`"""
    with np.errstate(over="ignore"):
        lowest_number = np.finfo(np.float16).min
        assert np.float16(-1e9) == -np.inf
        assert np.float16(lowest_number + lowest_number) == -np.inf
        assert np.float16(lowest_number + np.float16(-16)) == -np.inf
        assert np.float16(lowest_number + np.float16(-15)) == lowest_number
