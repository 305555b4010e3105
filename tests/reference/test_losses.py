"""Losses: hand-worked values, PyTorch, and the means that are easily taken wrongly."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from reference import losses
from reference.activations import log_softmax
from tests.reference.torch_parity import assert_close

TARGETS = np.array([[3, 0, 1, -100], [2, 2, -100, -100]])  # two sentences, 3 and 2 tokens long


def test_the_mean_counts_only_targets_that_are_not_ignored():
    logits = np.array([[2.0, 1.0, 0.0], [0.0, 0.0, 3.0]])
    # −log softmax(2, 1, 0)₀ = log(1 + e⁻¹ + e⁻²) = 0.40761
    np.testing.assert_allclose(
        losses.cross_entropy(logits, np.array([0, -100])), 0.40761, atol=5e-6
    )


def test_even_scores_cost_the_logarithm_of_the_vocabulary():
    np.testing.assert_allclose(losses.cross_entropy(np.zeros((7, 10)), np.arange(7)), np.log(10))


def test_a_mean_over_tokens_is_not_a_mean_over_sentences():
    # Token losses 1 1 1 1 and 3 − − −: mean 7/5, not 2
    log_p = np.array([[[-1.0], [-1.0], [-1.0], [-1.0]], [[-3.0], [0.0], [0.0], [0.0]]])
    targets = np.array([[0, 0, 0, 0], [0, -100, -100, -100]])
    np.testing.assert_allclose(losses.nll(log_p, targets), 1.4)


def test_class_weights_divide_by_the_weight_of_the_targets():
    # Losses 0.4 and 0.8 with weights 1 and 3: (0.4 + 2.4) / 4
    p = np.exp([-0.4, -0.8])
    logits = np.log([[p[0], 1 - p[0]], [1 - p[1], p[1]]])
    loss = losses.cross_entropy(logits, np.array([0, 1]), class_weights=np.array([1.0, 3.0]))
    np.testing.assert_allclose(loss, 0.7)


@pytest.mark.parametrize(
    ("spread", "expected"),
    # logits log(½), log(¼), log(¼); ε = 0.3; right class 0.
    # Over all classes, q is 0.8, 0.1, 0.1; over the others, 0.7, 0.15, 0.15.
    [
        ("all", 0.8 * np.log(2) + 0.2 * np.log(4)),
        ("others", 0.7 * np.log(2) + 0.3 * np.log(4)),
    ],
)
def test_label_smoothing_by_hand(spread, expected):
    logits = np.log([[0.5, 0.25, 0.25]])
    loss = losses.cross_entropy(logits, np.array([0]), label_smoothing=0.3, spread=spread)
    np.testing.assert_allclose(loss, expected)


def test_without_smoothing_an_impossible_class_costs_nothing():
    logits = np.array([[0.0, 0.0, -np.inf]])
    np.testing.assert_allclose(losses.cross_entropy(logits, np.array([1])), np.log(2))


def test_large_scores_do_not_overflow():
    np.testing.assert_allclose(losses.cross_entropy(np.array([[1e4, -1e4]]), np.array([1])), 2e4)


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
@pytest.mark.parametrize("smoothing", [0.0, 0.1])
@pytest.mark.parametrize("weighted", [False, True])
def test_cross_entropy_agrees_with_pytorch(torch, rng, reduction, smoothing, weighted):
    logits = rng.normal(size=(2, 4, 6))
    weights = rng.uniform(0.5, 2, size=6) if weighted else None
    ours = losses.cross_entropy(
        logits,
        TARGETS,
        label_smoothing=smoothing,
        class_weights=weights,
        reduction=reduction,
    )
    theirs = torch.nn.functional.cross_entropy(
        torch.tensor(logits).reshape(-1, 6),
        torch.tensor(TARGETS).reshape(-1),
        weight=None if weights is None else torch.tensor(weights),
        label_smoothing=smoothing,
        reduction=reduction,
    )
    assert_close(ours, theirs.reshape(2, 4) if reduction == "none" else theirs)


def test_smoothing_over_the_others_agrees_with_pytorch_by_soft_targets(torch, rng):
    logits, targets = rng.normal(size=(3, 5)), np.array([4, 0, 2])
    q = np.full((3, 5), 0.1 / 4)
    q[np.arange(3), targets] = 0.9
    theirs = torch.nn.functional.cross_entropy(torch.tensor(logits), torch.tensor(q))
    ours = losses.cross_entropy(logits, targets, label_smoothing=0.1, spread="others")
    assert_close(ours, theirs)


@pytest.mark.parametrize("reduction", ["mean", "sum", "none"])
def test_nll_agrees_with_pytorch_for_another_ignored_id(torch, rng, reduction):
    log_p, targets = log_softmax(rng.normal(size=(5, 4))), np.array([0, 3, 1, 0, 2])
    theirs = torch.nn.functional.nll_loss(
        torch.tensor(log_p), torch.tensor(targets), ignore_index=0, reduction=reduction
    )
    assert_close(losses.nll(log_p, targets, ignore_index=0, reduction=reduction), theirs)


def test_nothing_to_count_costs_nothing():
    assert losses.cross_entropy(np.ones((2, 3)), np.array([-100, -100])) == 0


def test_single_precision_stays_single(rng):
    logits = rng.normal(size=(2, 4, 6)).astype(np.float32)
    for reduction in ("mean", "sum", "none"):
        loss = losses.cross_entropy(logits, TARGETS, label_smoothing=0.1, reduction=reduction)
        assert loss.dtype == np.float32


@given(
    arrays(np.float64, (3, 4), elements=st.floats(-100, 100)),
    st.floats(0, 1),
    st.sampled_from(["all", "others"]),
)
def test_a_loss_is_never_negative(logits, smoothing, spread):
    each = losses.cross_entropy(
        logits, np.array([0, 1, 3]), label_smoothing=smoothing, spread=spread, reduction="none"
    )
    assert np.all(each >= 0)


def test_perplexity_is_the_exponential_of_the_mean():
    # exp((1 + 3)/2) = e² = 7.3891, not (e + e³)/2 = 11.402
    np.testing.assert_allclose(losses.perplexity(np.array([1.0, 3.0])), np.exp(2))


def test_perplexity_of_even_probabilities_is_the_vocabulary():
    each = losses.cross_entropy(np.zeros((2, 4, 11)), np.abs(TARGETS) % 11, reduction="none")
    np.testing.assert_allclose(losses.perplexity(each), 11)


def test_perplexity_leaves_padding_out():
    mask = np.array([[True, True, False]])
    np.testing.assert_allclose(losses.perplexity(np.array([[1.0, 3.0, 50.0]]), mask), np.exp(2))


def test_masked_language_model_loss_looks_at_selected_tokens_only():
    # Token losses log 2, log 2, log 4; only the last is selected
    logits = np.log([[[0.5, 0.5, 1e-300], [0.5, 0.5, 1e-300], [0.25, 0.25, 0.5]]])
    selected = np.array([[False, False, True]])
    loss = losses.masked_language_model_loss(logits, np.array([[0, 1, 0]]), selected)
    np.testing.assert_allclose(loss, np.log(4))


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda a: losses.cross_entropy(a, np.zeros(4, int)), r"scores \(2, 3\), targets \(4,\)"),
        (lambda a: losses.cross_entropy(a, np.array([0, 3])), r"0 … 2"),
        (lambda a: losses.cross_entropy(a, np.array([-1, 0])), r"hold -1 … 0"),
        (lambda a: losses.cross_entropy(a, np.array([0, 0]), reduction="max"), "'max'"),
        (lambda a: losses.cross_entropy(a, np.array([0, 0]), spread="some"), "'some'"),
        (lambda a: losses.cross_entropy(a, np.array([0, 0]), class_weights=a[0, :2]), r"\(2,\)"),
        (lambda a: losses.perplexity(a, np.ones(2, bool)), r"mask \(2,\)"),
        (lambda a: losses.perplexity(a, np.zeros((2, 3), bool)), "no token"),
        (
            lambda a: losses.masked_language_model_loss(a, np.array([0, 0]), np.ones(3, bool)),
            r"selected \(3,\), originals \(2,\)",
        ),
    ],
)
def test_what_does_not_fit_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call(np.zeros((2, 3)))


def test_a_decoder_reads_the_target_one_place_late_and_padding_is_no_label():
    inputs, labels = losses.shift_right(np.array([[7, 8, 2], [9, 2, 0]]), start=1)
    np.testing.assert_array_equal(inputs, [[1, 7, 8], [1, 9, 2]])
    np.testing.assert_array_equal(labels, [[7, 8, 2], [9, 2, -100]])
