"""Losses of language models: cross-entropy and its variants, perplexity, masked words."""

from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from reference.activations import log_softmax
from reference.arrays import Array, Ids, Mask, require
from reference.regularization import smooth_labels
from reference.trace import record

Reduction: TypeAlias = Literal["mean", "sum", "none"]
IGNORE = -100  # the target that PyTorch and Hugging Face use for "no loss here"


def nll(
    log_probabilities: Array,
    targets: Ids,
    *,
    ignore_index: int = IGNORE,
    reduction: Reduction = "mean",
) -> Array:
    """Negative log-likelihood: how surprised the model is by what really comes next.

    Formula:
        nll = −1/N · Σₜ log p(targetₜ)    over the N targets that are not ignored

    Args:
        log_probabilities: (..., V) logarithms of probabilities.
        targets: (...) ids of the right classes.
        ignore_index: targets with this value (padding) are not counted.
        reduction: "mean", "sum", or "none" for one loss per target (0 where ignored).

    Returns:
        () the loss, or (...) with reduction "none".

    Raises:
        ValueError: when shapes do not fit, a target has no class or the reduction is unknown.

    Convention:
        The mean divides by the number of targets that count, not by that of all positions; if none
        counts, it is 0 (PyTorch: NaN). It is a mean over tokens, so long sentences weigh more than
        short ones.

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 5.5.
    """
    counted = _counted(log_probabilities, targets, ignore_index)  # (...)
    classes = np.where(counted, targets, 0)[..., None]  # (..., 1)
    picked = np.take_along_axis(log_probabilities, classes, axis=-1)[..., 0]  # (...)
    losses = record("losses", np.where(counted, -picked, 0), "one per target, 0 where ignored")
    return _reduce(losses, counted, reduction)


def cross_entropy(
    logits: Array,
    targets: Ids,
    *,
    label_smoothing: float = 0.0,
    spread: Literal["all", "others"] = "all",
    class_weights: Array | None = None,
    ignore_index: int = IGNORE,
    reduction: Reduction = "mean",
) -> Array:
    """Cross-entropy between the targets and softmax(logits).

    Formula:
        L = −1/N · Σₜ Σ_c q_tc · log softmax(logitsₜ)_c
        q = one_hot(target), or smooth_labels(target) with label smoothing

    Args:
        logits: (..., V) scores before softmax.
        targets: (...) ids of the right classes.
        label_smoothing: ε, the probability that is taken from the right class and spread.
        spread: over "all" V classes, or over the V − 1 "others".
        class_weights: (V) how much each class counts.
        ignore_index: targets with this value (padding) are not counted.
        reduction: "mean", "sum", or "none" for one loss per target (0 where ignored).

    Returns:
        () the loss, or (...) with reduction "none".

    Raises:
        ValueError: when shapes do not fit, a target has no class or an option is unknown.

    Convention:
        It takes logits: softmax is inside. The mean divides by the number of targets that count, or
        with class weights by the sum of their weights (PyTorch; Keras divides by the number).
        Smoothing spreads over all V classes (PyTorch, Keras, optax); tensor2tensor and fairseq
        spread over the "others".

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 6.2.2.3; smoothing: Szegedy et
        al., Rethinking the Inception Architecture for Computer Vision (2016), section 7.
    """
    counted = _counted(logits, targets, ignore_index)  # (...)
    classes = np.where(counted, targets, 0)  # (...)
    log_p = record("log_probabilities", log_softmax(logits), "log softmax of the logits")
    q = smooth_labels(classes, logits.shape[-1], label_smoothing, spread=spread)  # (..., V)
    q = q.astype(log_p.dtype)
    # 0 · −∞ is NaN: an impossible class costs nothing unless it is a target
    terms = q * np.where(q == 0, 0, log_p)  # (..., V)
    weights = np.ones(logits.shape[-1], q.dtype) if class_weights is None else class_weights  # (V)
    require(
        weights.shape == logits.shape[-1:],
        "class_weights must be (V)",
        class_weights=weights,
        logits=logits,
    )
    losses = record(
        "losses",
        np.where(counted, -(weights * terms).sum(axis=-1), 0),
        "one per target, 0 where ignored",
    )
    return _reduce(losses, np.where(counted, weights[classes], 0), reduction)


def perplexity(token_losses: Array, mask: Mask | None = None) -> Array:
    """The number of equally likely words among which the model seems to choose.

    Formula:
        perplexity = exp(1/N · Σₜ −log p(tokenₜ))

    Args:
        token_losses: (...) negative log-likelihoods in nats, one for each token.
        mask: (...) True where a token counts; all by default.

    Returns:
        () a number ≥ 1; V for a model that spreads its probability over V words evenly.

    Raises:
        ValueError: when mask and losses differ in shape or no token counts.

    Convention:
        The exponential of the mean, which is never larger than the mean of the exponentials.

    Source:
        Jurafsky and Martin, Speech and Language Processing (3rd edition draft), section 3.3.
    """
    losses = np.asarray(token_losses)
    counted = np.ones(losses.shape, dtype=bool) if mask is None else mask  # (...)
    require(counted.shape == losses.shape, "one mask entry a token", mask=counted, losses=losses)
    require(bool(counted.any()), "no token counts", mask=counted)
    return np.asarray(np.exp(np.mean(losses[counted])))


def masked_language_model_loss(logits: Array, originals: Ids, selected: Mask) -> Array:
    """BERT's loss: recover the selected tokens, and ignore all others.

    Formula:
        L = −1/|S| · Σ_{t∈S} log softmax(logitsₜ)[originalₜ]

    Args:
        logits: (..., n, V) scores for every position.
        originals: (..., n) the ids before masking.
        selected: (..., n) True for the positions that were selected for prediction (about 15 %),
            whether they were replaced by [MASK] or a random token, or stayed; see `bert_corrupt`.

    Returns:
        () the mean over the selected positions; 0 if there are none.

    Raises:
        ValueError: when shapes do not fit.

    Source:
        Devlin et al., BERT (2019), section 3.1, task 1.
    """
    require(
        selected.shape == np.shape(originals),
        "selected and originals must have the same shape",
        selected=selected,
        originals=originals,
    )
    return cross_entropy(logits, np.where(selected, originals, IGNORE))


class ShiftedTarget(NamedTuple):
    """What a decoder reads in training, and what it should predict at each position."""

    inputs: Ids
    labels: Ids


def shift_right(target: Ids, start: int, pad: int = 0, ignore_index: int = IGNORE) -> ShiftedTarget:
    """Prepare a target for training: the decoder reads it shifted right by one (teacher forcing).

    Formula:
        inputs = [start, y₀, …, y_{n−2}],  labels = [y₀, …, y_{n−1}] with padding ignored

    Args:
        target: (..., n) ids, each sequence with its end token, then padding.
        start: the token that the decoder reads first.
        pad: the id of padding.
        ignore_index: the label that the loss ignores.

    Returns:
        Inputs and labels, each (..., n): position t reads what comes before label t.

    Convention:
        The inputs keep their padding; a causal mask hides it from all real tokens before it.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.1 and figure 1, "Outputs
        (shifted right)".
    """
    first = np.full((*target.shape[:-1], 1), start, dtype=target.dtype)  # (..., 1)
    inputs = np.concatenate([first, target[..., :-1]], axis=-1)
    return ShiftedTarget(inputs, np.where(target == pad, ignore_index, target))


def _counted(scores: Array, targets: Ids, ignore_index: int) -> Mask:
    """Which targets count; (...)."""
    targets = np.asarray(targets)
    require(
        scores.ndim >= 1 and scores.shape[:-1] == targets.shape,
        "scores (..., V) need targets (...)",
        scores=scores,
        targets=targets,
    )
    counted = np.asarray(targets != ignore_index)
    real = targets[counted]
    if real.size and not 0 <= real.min() <= real.max() < scores.shape[-1]:
        raise ValueError(
            f"targets must lie in 0 … {scores.shape[-1] - 1} or be {ignore_index} (ignored), "
            f"but they hold {real.min()} … {real.max()}"
        )
    return counted


def _reduce(losses: Array, weights: Array, reduction: Reduction) -> Array:
    """All losses, their sum, or their sum over the sum of weights."""
    if reduction == "none":
        return losses
    if reduction == "sum":
        return np.asarray(losses.sum())
    if reduction == "mean":
        total = weights.sum()
        mean = losses.sum() / (total if total else 1)
        return np.asarray(mean, dtype=np.result_type(losses, 0.0))
    raise ValueError(f'reduction must be "mean", "sum" or "none", not {reduction!r}')
