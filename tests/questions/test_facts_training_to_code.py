"""Numbers in the banks on training, decoding, counting, models and source code are computed."""

import math

import numpy as np
import pytest

from quizzer.bank.loading import Library
from quizzer.bank.schema import OrderItem
from reference import accounting, gradients, losses, optimizers, regularization, schedules
from reference.activations import softmax
from reference.architectures import bert_corrupt, patches
from reference.decoding import beam_search, length_penalty, temperature, top_k, top_p
from reference.embeddings import one_hot
from tests.questions.facts import Answer, Claim

P, Q = np.array([0.3, 0.6, 0.1]), np.array([0.5, 0.3, 0.2])  # of `accept-or-reject`
COIN, MODEL = np.array([0.5, 0.5]), np.array([0.25, 0.75])  # of `entropy-and-divergence`
LOGITS = np.array([2.0, 1.0, 0.0, -1.0])
GB = 1e9


def entropy(weights: np.ndarray, of: np.ndarray) -> float:
    return float(-np.sum(weights * np.log(of)))


def squared_error_gradient() -> float:
    """½ Σ (p − y)² for a confident wrong guess, by differences of the logits."""
    z, step = np.array([math.log(0.999), math.log(0.001)]), 1e-6
    y = np.array([0.0, 1.0])

    def loss(shift: float) -> float:
        return float(np.sum((softmax(z + np.array([shift, 0])) - y) ** 2) / 2)

    return (loss(step) - loss(-step)) / (2 * step)


def kept(logits: np.ndarray) -> int:
    return int(np.isfinite(logits).sum())


def layer_operations(n: int, d: int) -> list[float]:
    matrices = 4 * accounting.linear_flops(n, d, d), 2 * accounting.linear_flops(n, d, 4 * d)
    return [matrices[0] / GB, accounting.attention_flops(n, n, d) / GB, matrices[1] / GB]


def bert(part: str) -> float:
    counts = accounting.bert_parameters()
    parts = {
        "embeddings": accounting.total(counts) - counts["layers"] - counts["pooler"],
        "layer": counts["layers"] / 12,
        "pooler": counts["pooler"],
        "total": accounting.total(counts),
    }
    return parts[part] / 1e6


def online(scores: list[float]) -> float:
    """The sum relative to the maximum, from the whole."""
    return float(np.exp(np.array(scores) - max(scores)).sum())


def zero_stage(stage: int) -> float:
    """GB a device for 8 billion parameters on 8 devices."""
    states = [2.0, 2.0, 12.0]  # weights, gradients, optimizer
    for sharded in range(stage):
        states[2 - sharded] /= 8
    return 8 * sum(states)


CLAIMS = [
    Claim("why-not-squares", "≈ 0.002", 0.002, squared_error_gradient, 3),
    Claim("cosine-by-hand", "and end 0.5", 0.5, lambda: float(schedules.cosine(55, 1, 100, 10)), 6),
    Claim(
        "top-k-by-hand",
        "(0.731, 0.269, 0, 0)",
        0.731,
        lambda: float(softmax(top_k(LOGITS, 2))[0]),
        3,
    ),
    Claim("variances-at-the-start", "= 0.2048", 0.2048, lambda: 512 * 0.02**2, 4),
    Claim("variances-at-the-start", "1/√24 = 0.204", 0.204, lambda: 24**-0.5, 3),
    Claim("count-a-gpt", "= 124.4 million", 124.4, lambda: gpt2() / 1e6, 1),
    Claim("count-a-gpt", "163.0 million", 163.0, lambda: (gpt2() + 50257 * 768) / 1e6, 1),
    Claim(
        "parameters-of-llama",
        "6,738,415,616",
        6_738_415_616,
        lambda: accounting.total(accounting.llama_parameters()),
        0,
    ),
    Claim("operations-of-a-layer", "4.83 + 3.22", 4.83, lambda: layer_operations(1024, 768)[0], 2),
    Claim("operations-of-a-layer", "4.83 + 3.22", 3.22, lambda: layer_operations(1024, 768)[1], 2),
    Claim("operations-of-a-layer", "9.66 =", 9.66, lambda: layer_operations(1024, 768)[2], 2),
    Claim(
        "operations-of-a-training",
        "5.88·10²¹",
        5.88,
        lambda: accounting.training_flops(7 * 10**9, 140 * 10**9) / 1e21,
        2,
    ),
    Claim(
        "operations-of-a-training",
        "170 days",
        170,
        lambda: accounting.training_flops(7 * 10**9, 140 * 10**9) / 4e14 / 86400,
        0,
    ),
    Claim(
        "activations-of-a-layer",
        "keeps 3104 MiB",
        3104,
        lambda: accounting.activation_bytes(1, 4096, 4096, 32) / 1024**2,
        6,
    ),
    Claim(
        "activations-of-a-layer",
        "544 remain",
        544,
        lambda: accounting.activation_bytes(1, 4096, 4096, 0) / 1024**2,
        6,
    ),
    Claim(
        "windows-or-the-whole-image",
        "3776 against 59 million",
        3776,
        lambda: accounting.attention_flops(3136, 3136, 96) / 1e6,
        0,
    ),
    Claim(
        "windows-or-the-whole-image",
        "3776 against 59 million",
        59,
        lambda: accounting.attention_flops(3136, 49, 96) / 1e6,
        0,
    ),
    Claim("order-of-model-sizes", "124.4;", 124.4, lambda: gpt2() / 1e6, 1),
    Claim("tokens-read-and-written", "at most 21,429", 21429, lambda: 3e14 / 14e9, 0),
    Claim("tokens-read-and-written", "and 214 written", 214, lambda: per_second(7e9), 0),
    Claim("operations-of-the-logits", "5.5 for GPT-2", 5.5, lambda: vocabulary(768, 50257), 1),
    Claim("operations-of-the-logits", "but 2.6 for", 2.6, lambda: vocabulary(4096, 128_000), 1),
    Claim("spikes-at-scale", "m/√v is 4.9", 4.9, lambda: lagging_step(0.999), 1),
    Claim("spikes-at-scale", "With β₂ = 0.95 it is 1.1", 1.1, lambda: lagging_step(0.95), 1),
    Claim("traffic-of-a-split-layer", "these are 22.5 GB", 22.5, lambda: sent(12 * 4096), 1),
    Claim("traffic-of-a-split-layer", "30.1 GB in 128 pieces", 30.1, lambda: sent(4 * 16384), 1),
    Claim("where-the-square-wins", "9 % of a", 9, lambda: scores_in_gpt2_xl(1024), 0),
    Claim("where-the-square-wins", "62 % at 16,384", 62, lambda: scores_in_gpt2_xl(16_384), 0),
    Claim("stored-and-active", "has 176 million", 176, lambda: expert() / 1e6, 0),
    Claim("stored-and-active", "1409 million stored", 1409, lambda: 8 * expert() / 1e6, 0),
    Claim("stored-and-active", "352 million act", 352, lambda: 2 * expert() / 1e6, 0),
    Claim("stored-and-active", "47 billion stored", 47, lambda: mixtral(8) / 1e9, 0),
    Claim("stored-and-active", "13 billion active", 13, lambda: mixtral(2) / 1e9, 0),
    Claim("smaller-and-longer", "by at most 0.3 %", 0.3, lambda: 100 * loss_of_half_the_size(), 1),
    Claim("logits-of-a-large-vocabulary", "4.19·10⁹", 4.19, lambda: 8 * 4096 * 128e3 / GB, 2),
    Claim(
        "mend-label-smoothing",
        "1 − ε + ε/V",
        0.85,
        lambda: float(regularization.smooth_labels(np.array([0]), 4, 0.2)[0, 0]),
        6,
    ),
]


def per_second(parameters: float) -> float:
    return accounting.tokens_per_second(accounting.several(2, parameters), 3e12)


def scores_in_gpt2_xl(n: int) -> float:
    """Per cent of a forward pass over n tokens that scores and mixing take."""
    scores = 48 * accounting.attention_flops(n, n, 1600)
    layers = 48 * accounting.layer_flops(n, 1600, 6400)
    return 100 * scores / (layers + accounting.linear_flops(n, 1600, 50_257))


def vocabulary(d: int, words: int) -> float:
    """How many layers' matrices take as many operations as the projection to the logits."""
    return accounting.linear_flops(1, d, words) / accounting.linear_flops(1, d, 12 * d)


def lagging_step(beta_2: float) -> float:
    """m / √v ten steps after gradients of size 1 have become ten times as large."""
    state = optimizers.AdamState(np.ones(1), np.ones(1), 10**9)
    for _ in range(10):
        _, state = optimizers.adam(np.zeros(1), np.full(1, 10.0), state, beta_2=beta_2)
    return float(state[0][0] / math.sqrt(state[1][0]))


def sent(rows: int) -> float:
    """GB that one of eight devices sends in all-reduces of (rows, 4096) in each of 32 layers."""
    return 2 * 7 / 8 * 2 * rows * 4096 * 32 / GB


def expert() -> int:
    return accounting.swiglu_parameters(4096, 14336)


def mixtral(experts: int) -> int:
    """All 32 layers with so many experts, embedding and output; router and norms are small."""
    attention = accounting.attention_parameters(4096, 32, 8, bias=False)
    return 32 * (attention + experts * expert()) + 2 * 32_000 * 4096


def loss_of_half_the_size() -> float:
    """How much the fitted loss of Hoffmann et al. (section 3.3) changes, as a share of it."""

    def loss(parameters: float, tokens: float) -> float:
        return 1.69 + 406.4 * math.pow(parameters, -0.34) + 410.7 * math.pow(tokens, -0.28)

    sizes = (4e8, 1e9, 3e9, 7e9)  # those that the item draws
    return max(abs(loss(n / 2, 40 * n) / loss(n, 20 * n) - 1) for n in sizes)


def gpt2() -> int:
    return accounting.total(accounting.gpt2_parameters())


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: f"{claim.item}: {claim.says}")
def test_numbers_in_explanations_are_computed(library: Library, claim: Claim) -> None:
    claim.check(library)


def answer(item: str, blank: str, number: float, decimals: int = 0) -> Answer:
    return Answer(item, blank, lambda: f"{number:.{decimals}f}")


ANSWERS = [
    answer("entropy-and-divergence", "entropy", entropy(COIN, COIN), 3),
    answer("entropy-and-divergence", "cross", entropy(COIN, MODEL), 3),
    answer("entropy-and-divergence", "kl", entropy(COIN, MODEL) - entropy(COIN, COIN), 3),
    answer("variances-at-the-start", "small", 512 * 0.02**2, 2),
    answer("variances-at-the-start", "residual", 24**-0.5, 3),
    answer("what-sixteen-bits-lose", "scaled", float(np.float16(1e-8 * 65536)) * 1e4, 2),
    answer("what-sixteen-bits-lose", "limit", float(np.finfo(np.float16).max) / 65536, 0),
    answer("price-of-a-larger-batch", "few", (1 + 4) / (1 + 1), 1),
    answer("price-of-a-larger-batch", "steps", (1 + 1) / (1 + 1 / 4), 1),
    answer("price-of-a-larger-batch", "tokens", (1 + 4) / (1 + 1), 1),
    answer("price-of-a-larger-batch", "time", 4 * (1 + 1 / 4) / (1 + 1), 1),
    answer("bits-of-three-formats", "gradient", float(np.float16(1e-9)), 0),
    answer("sets-of-top-k-and-top-p", "first", float(softmax(top_k(LOGITS, 2))[0]), 3),
    answer("sets-of-top-k-and-top-p", "nucleus", kept(top_p(LOGITS, 0.9))),
    answer("sets-of-top-k-and-top-p", "small", kept(top_p(LOGITS, 0.6))),
    answer("sets-of-top-k-and-top-p", "cold", kept(top_k(temperature(LOGITS, 0.5), 2))),
    answer("accept-or-reject", "zero", min(1, P[0] / Q[0]), 1),
    answer("accept-or-reject", "one", min(1, P[1] / Q[1])),
    answer("accept-or-reject", "rate", float(np.minimum(P, Q).sum()), 1),
    answer("accept-or-reject", "replacement", int(np.argmax(P - Q))),
    answer("what-drafting-gains", "tokens", sum(0.8**n for n in range(5)), 2),
    answer("what-drafting-gains", "gain", sum(0.8**n for n in range(5)) / (1 + 4 * 0.05), 1),
    answer("what-drafting-gains", "few", sum(0.3**n for n in range(5)), 2),
    answer("fastest-possible-token", "rate", 2e12 / 14e9),
    answer("fastest-possible-token", "batch", 8 * 2e12 / 14e9),
    answer("fastest-possible-token", "small", 2e12 / 3.5e9),
    answer("bleu-by-hand", "brevity", math.exp(1 - 6 / 4), 2),
    answer("bert-base-in-parts", "embeddings", bert("embeddings"), 2),
    answer("bert-base-in-parts", "layer", bert("layer"), 2),
    answer("bert-base-in-parts", "pooler", bert("pooler"), 2),
    answer("bert-base-in-parts", "total", bert("total"), 1),
    answer("operations-or-multiply-adds", "flops", accounting.linear_flops(100, 200, 50) / 1e6),
    answer("online-softmax-by-hand", "second", online([1, 3]), 3),
    answer("online-softmax-by-hand", "third", online([1, 3, 2]), 3),
    answer("online-softmax-by-hand", "factor", math.exp(1 - 3), 3),
    answer("recompute-or-store", "trick", 64 * 0.05 + 1, 1),
    answer("states-on-eight-devices", "none", zero_stage(0)),
    answer("states-on-eight-devices", "one", zero_stage(1)),
    answer("states-on-eight-devices", "two", zero_stage(2)),
    answer("states-on-eight-devices", "three", zero_stage(3)),
    answer("logits-of-a-large-vocabulary", "logits", 8 * 4096 * 128e3 * 4 / GB, 1),
    answer("logits-of-a-large-vocabulary", "both", 8 * 8 * 4096 * 128e3 / GB, 1),
    answer("logits-of-a-large-vocabulary", "chunk", 8 * 8 * 4096 * 128e3 / GB / 16, 1),
    answer(
        "chinchilla-in-numbers",
        "operations",
        accounting.training_flops(10**10, 2 * 10**11) / 1e22,
        1,
    ),
    answer("patches-as-a-convolution", "count", accounting.linear_parameters(3 * 16 * 16, 768)),
    answer(
        "vit-at-another-resolution", "tokens", patches(np.zeros((3, 384, 384)), 16).shape[0] + 1
    ),
    answer("vit-at-another-resolution", "factor", (577 / 197) ** 2, 1),
    answer("variance-in-two-libraries", "numpy", float(np.var([1, 2, 3, 4])), 2),
    answer("variance-in-two-libraries", "torch", float(np.var([1, 2, 3, 4], ddof=1)), 3),
]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: f"{answer.item}: {answer.blank}")
def test_the_reference_answers_the_blanks(library: Library, answer: Answer) -> None:
    answer.check(library)


def test_models_are_listed_from_small_to_large(library: Library) -> None:
    item = library.items["order-of-model-sizes"]
    assert isinstance(item, OrderItem)
    base = 6 * 12 * 512**2 + 6 * 16 * 512**2 + 37_000 * 512
    sizes = [
        accounting.encoder_layer_parameters(768, 12, 3072),
        50_257 * 768,
        base,
        gpt2(),
        accounting.total(
            accounting.bert_parameters(d_model=1024, num_heads=16, d_ff=4096, num_layers=24)
        ),
        accounting.total(accounting.gpt2_parameters(d_model=1600, num_heads=25, num_layers=48)),
    ]
    assert sizes == sorted(sizes)
    assert len(sizes) == len(item.sequence)


def test_a_penalty_above_zero_favours_the_longer_sequence() -> None:
    """What `beam-scores-by-hand` says."""
    short, long = -3.0, -3.0
    assert long / length_penalty(12, 0.6) > short / length_penalty(5, 0.6)
    assert length_penalty(1, 0.6) == 1


def test_both_beams_may_continue_the_same_one() -> None:
    """`one-step-of-two-beams`, with x = 0, y = 1, the end = 2, A = 3 and B = 4."""
    after = {
        5: [0, 0, 0.2, 0.5, 0.3],
        3: [0.5, 0.4, 0.1, 0, 0],
        4: [0.6, 0.3, 0.1, 0, 0],
    }

    def next_logits(ids: np.ndarray) -> np.ndarray:
        with np.errstate(divide="ignore"):
            return np.log([after[int(row[-1])] for row in ids])

    found = beam_search(next_logits, np.array([5]), num_beams=2, max_new_tokens=2, end=2)
    assert found[0].ids == (5, 3, 0)
    assert math.exp(found[0].log_probability) == pytest.approx(0.25)
    assert np.divmod(4, 3) == (1, 1)


def test_accepting_and_replacing_give_the_distribution_of_the_target() -> None:
    """What `speculative-decoding` says: min(p, q) and the residual add up to p."""
    accepted = np.minimum(P, Q)
    residual = np.maximum(P - Q, 0)
    drawn = accepted + (1 - accepted.sum()) * residual / residual.sum()
    assert drawn == pytest.approx(P)


def test_half_of_the_rest_is_a_tenth() -> None:
    """The borders of `corrupt-a-sentence`: 0.16, 0.18 and 0.2."""
    ids, random = np.full(5, 10), np.full(5, 60)
    draws = np.array([0.15, 0.17, 0.19, 0.2, 0.5])
    text = bert_corrupt(ids, draws, random, 3, rate=0.2)
    assert text.ids.tolist() == [3, 60, 10, 10, 10]
    assert text.selected.tolist() == [True, True, True, False, False]


def test_the_gradient_of_a_mean_is_the_mean_of_p_minus_y() -> None:
    """What `gradient-of-a-batch` says, by differences."""
    logits, targets = np.array([[0.5, -1.0, 2.0], [1.5, 0.0, -0.5]]), np.array([1, 2])
    expected = (softmax(logits) - one_hot(targets, 3)) / 2
    assert gradients.cross_entropy_backward(logits, targets) == pytest.approx(expected)
    step = np.zeros((2, 3))
    step[0, 1] = 1e-6
    slope = losses.cross_entropy(logits + step, targets) - losses.cross_entropy(logits, targets)
    assert float(slope) / 1e-6 == pytest.approx(expected[0, 1], abs=1e-5)


def test_an_array_of_whole_numbers_cuts_what_is_stored() -> None:
    """What `table-of-whole-numbers` prints."""
    table = np.zeros_like(np.arange(3))
    table[1] = np.sin(1.0)
    assert table[1] == 0
    assert table.dtype.kind == "i"


def test_shapes_that_numpy_prints() -> None:
    """`four-printed-shapes`"""
    k = np.zeros((2, 3, 4))
    assert k.T.shape == (4, 3, 2)
    assert np.swapaxes(k, -2, -1).shape == (2, 4, 3)
    assert k.mean(axis=-1).shape == (2, 3)
    assert (k[:, :1] + np.zeros((5, 4))).shape == (2, 5, 4)


def test_dropout_keeps_the_mean_and_raises_the_mean_square() -> None:
    """`dropout-before-batch-norm`"""
    x, rate = np.ones(200_000), 0.4
    y = regularization.dropout(x, rate, np.random.default_rng(0))
    assert y.mean() == pytest.approx(1, abs=0.01)
    assert (y**2).mean() == pytest.approx(1 / (1 - rate), abs=0.02)
