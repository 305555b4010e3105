"""Mistakes about losses, smoothed labels and dropout."""

import math
from typing import Any, Literal

import numpy as np

from reference import losses, regularization
from reference.activations import log_softmax, softmax
from reference.arrays import Array, Ids, Mask
from reference.embeddings import one_hot
from reference.losses import IGNORE, Reduction, ShiftedTarget
from reference.mistakes.registry import mistake

Spread = Literal["all", "others"]


@mistake("losses.cross_entropy")
def cross_entropy_of_probabilities(
    logits: Array,
    targets: Ids,
    *,
    label_smoothing: float = 0.0,
    spread: Spread = "all",
    class_weights: Array | None = None,
    ignore_index: int = IGNORE,
    reduction: Reduction = "mean",
) -> Array:
    """Softmax before a loss that contains one: probabilities are taken for logits."""
    return losses.cross_entropy(
        softmax(logits),
        targets,
        label_smoothing=label_smoothing,
        spread=spread,
        class_weights=class_weights,
        ignore_index=ignore_index,
        reduction=reduction,
    )


@mistake("losses.cross_entropy")
def cross_entropy_base_2(
    logits: Array,
    targets: Ids,
    *,
    label_smoothing: float = 0.0,
    spread: Spread = "all",
    class_weights: Array | None = None,
    ignore_index: int = IGNORE,
    reduction: Reduction = "mean",
) -> Array:
    """Logarithms to base 2: the loss in bits, 1/ln 2 ≈ 1.44 times the one in nats."""
    nats = losses.cross_entropy(
        logits,
        targets,
        label_smoothing=label_smoothing,
        spread=spread,
        class_weights=class_weights,
        ignore_index=ignore_index,
        reduction=reduction,
    )
    return np.asarray(nats / math.log(2))


@mistake("losses.cross_entropy")
def cross_entropy_over_all_positions(
    logits: Array,
    targets: Ids,
    *,
    label_smoothing: float = 0.0,
    spread: Spread = "all",
    class_weights: Array | None = None,
    ignore_index: int = IGNORE,
    reduction: Reduction = "mean",
) -> Array:
    """The sum divided by all positions, although padding was ignored: more padding, less loss."""
    loss = losses.cross_entropy(
        logits,
        targets,
        label_smoothing=label_smoothing,
        spread=spread,
        class_weights=class_weights,
        ignore_index=ignore_index,
        reduction="sum" if reduction == "mean" else reduction,
    )
    return np.asarray(loss / np.size(targets)) if reduction == "mean" else loss


@mistake("losses.perplexity")
def perplexity_as_mean_of_exponentials(token_losses: Array, mask: Mask | None = None) -> Array:
    """Exponential and mean swapped: the mean of exp(loss) is never smaller than exp(mean)."""
    token_losses = np.asarray(token_losses)
    counted = np.ones(token_losses.shape, dtype=bool) if mask is None else mask
    return np.asarray(np.mean(np.exp(token_losses[counted])))


@mistake("losses.perplexity")
def perplexity_in_base_2(token_losses: Array, mask: Mask | None = None) -> Array:
    """2 to the power of a loss in nats: base and logarithm do not belong together."""
    return np.asarray(2.0 ** np.log(losses.perplexity(token_losses, mask)))


@mistake("regularization.smooth_labels")
def smoothed_without_own_share(
    ids: Ids, num_classes: int, epsilon: float = 0.1, *, spread: Spread = "all"
) -> Array:
    """1 − ε for the right class and ε/V for the others: the row does not sum to 1."""
    return np.where(one_hot(ids, num_classes) == 1, 1 - epsilon, epsilon / num_classes)


@mistake("losses.cross_entropy")
def cross_entropy_weighted_but_counted(
    logits: Array, targets: Ids, *, class_weights: Array | None = None, **options: Any
) -> Array:
    """With class weights, divided by the number of targets instead of the sum of their weights."""
    options["reduction"] = "none"
    each = losses.cross_entropy(logits, targets, class_weights=class_weights, **options)
    counted = np.not_equal(targets, options.get("ignore_index", IGNORE))
    return np.asarray(each.sum() / max(counted.sum(), 1))


@mistake("losses.cross_entropy")
def cross_entropy_of_sentence_means(
    logits: Array, targets: Ids, *, reduction: Reduction = "mean", **options: Any
) -> Array:
    """The mean of each sentence's mean: words of short sentences count more."""
    if reduction != "mean":
        return losses.cross_entropy(logits, targets, reduction=reduction, **options)
    rows = zip(logits, targets, strict=True)
    return np.asarray(np.mean([losses.cross_entropy(row, ids, **options) for row, ids in rows]))


@mistake("losses.cross_entropy")
def cross_entropy_summed(
    logits: Array, targets: Ids, *, reduction: Reduction = "mean", **options: Any
) -> Array:
    """The sum of the losses instead of their mean: it grows with the length of the text."""
    kept: Reduction = "sum" if reduction == "mean" else reduction
    return losses.cross_entropy(logits, targets, reduction=kept, **options)


@mistake("losses.cross_entropy")
def cross_entropy_of_all_pairs(logits: Array, targets: Ids, **options: Any) -> Array:
    """`log_p[:, targets]`: every row is scored with the targets of all rows."""
    rows, ids = np.reshape(logits, (-1, np.shape(logits)[-1])), np.ravel(targets)
    every_row, every_target = np.repeat(rows, len(ids), axis=0), np.tile(ids, len(rows))
    return losses.cross_entropy(every_row, every_target, **options)


@mistake("losses.cross_entropy")
def cross_entropy_that_counts_padding(
    logits: Array, targets: Ids, *, ignore_index: int = IGNORE, **options: Any
) -> Array:
    """An ignore index other than that of the targets: padding enters the loss as class 0."""
    padded = np.where(np.equal(targets, ignore_index), 0, targets)
    return losses.cross_entropy(logits, padded, ignore_index=ignore_index, **options)


@mistake("losses.cross_entropy")
def cross_entropy_that_smooths_padding(
    logits: Array, targets: Ids, *, label_smoothing: float = 0.0, **options: Any
) -> Array:
    """Ignored places still pay the share that smoothing gives to all classes."""
    loss = losses.cross_entropy(logits, targets, label_smoothing=label_smoothing, **options)
    ignored = np.equal(targets, options.get("ignore_index", IGNORE))
    spread = -label_smoothing * log_softmax(logits).mean(axis=-1)
    return np.asarray(loss + (spread * ignored).sum() / max((~ignored).sum(), 1))


@mistake("losses.nll")
def nll_of_probabilities(log_probabilities: Array, targets: Ids, **options: Any) -> Array:
    """Probabilities passed instead of their logarithms: the "loss" is −p."""
    return losses.nll(np.exp(log_probabilities), targets, **options)


@mistake("losses.nll")
def nll_without_the_minus(log_probabilities: Array, targets: Ids, **options: Any) -> Array:
    """The sign forgotten: a loss to be maximised."""
    return -losses.nll(log_probabilities, targets, **options)


@mistake("losses.masked_language_model_loss")
def masked_loss_over_all_tokens(logits: Array, originals: Ids, selected: Mask) -> Array:
    """Every token in the loss, not just the selected ones: copying what is seen dominates."""
    return losses.cross_entropy(logits, originals)


@mistake("losses.masked_language_model_loss")
def masked_loss_over_the_others(logits: Array, originals: Ids, selected: Mask) -> Array:
    """The selection read the other way: the loss of the tokens that were not hidden."""
    return losses.masked_language_model_loss(logits, originals, ~selected)


@mistake("regularization.smooth_labels")
def smoothed_over_the_other_set(
    ids: Ids, num_classes: int, epsilon: float = 0.1, *, spread: Spread = "all"
) -> Array:
    """ε shared by the V − 1 wrong classes where all V are asked for, or the reverse."""
    other: Spread = "others" if spread == "all" else "all"
    return regularization.smooth_labels(ids, num_classes, epsilon, spread=other)


@mistake("regularization.apply_dropout")
def dropout_without_enlarging(x: Array, kept: Mask, rate: float) -> Array:
    """No division by 1 − p: in training everything is smaller than at inference."""
    return np.where(kept, x, 0)


@mistake("regularization.apply_dropout")
def dropout_divided_by_the_rate(x: Array, kept: Mask, rate: float) -> Array:
    """Divided by p instead of 1 − p: what is kept is blown up."""
    return np.where(kept, x / rate, 0)


@mistake("regularization.apply_dropout")
def dropout_of_the_kept(x: Array, kept: Mask, rate: float) -> Array:
    """The mask read the other way: what should be kept is dropped."""
    return regularization.apply_dropout(x, ~kept, rate)


@mistake("regularization.dropout")
def dropout_scaled_in_use_as_well(
    x: Array, rate: float, rng: np.random.Generator | None = None
) -> Array:
    """Scaled up in training and down again at inference: activations too small by 1 − p."""
    return x * (1 - rate) if rng is None else regularization.dropout(x, rate, rng)


@mistake("regularization.dropout")
def dropout_left_on_in_use(x: Array, rate: float, rng: np.random.Generator | None = None) -> Array:
    """Numbers dropped although this is inference: outputs change from call to call."""
    return regularization.dropout(x, rate, rng or np.random.default_rng(0))


@mistake("regularization.dropout")
def dropout_with_the_rate_to_keep(
    x: Array, rate: float, rng: np.random.Generator | None = None
) -> Array:
    """p read as the share to keep: a rate of 0.1 drops nine in ten."""
    return regularization.dropout(x, 1 - rate, rng)


@mistake("losses.shift_right")
def target_not_shifted(
    target: Ids, start: int, pad: int = 0, ignore_index: int = IGNORE
) -> ShiftedTarget:
    """Inputs that are the labels: each row reads the very token that it must predict."""
    return losses.shift_right(target, start, pad, ignore_index)._replace(inputs=target)


@mistake("losses.shift_right")
def target_rolled(
    target: Ids, start: int, pad: int = 0, ignore_index: int = IGNORE
) -> ShiftedTarget:
    """np.roll: the last token comes around to the front, where the start token belongs."""
    right = losses.shift_right(target, start, pad, ignore_index)
    return right._replace(inputs=np.roll(target, 1, axis=-1))


@mistake("losses.shift_right")
def target_with_padding_ignored_in_the_inputs(
    target: Ids, start: int, pad: int = 0, ignore_index: int = IGNORE
) -> ShiftedTarget:
    """ignore_index in the inputs as well: an id that is in no table of embeddings."""
    inputs, labels = losses.shift_right(target, start, pad, ignore_index)
    return ShiftedTarget(np.where(inputs == pad, ignore_index, inputs), labels)


@mistake("losses.shift_right")
def target_with_padding_found_in_the_inputs(
    target: Ids, start: int, pad: int = 0, ignore_index: int = IGNORE
) -> ShiftedTarget:
    """Labels ignored where the input is padding: the first padding is scored."""
    inputs, _ = losses.shift_right(target, start, pad, ignore_index)
    return ShiftedTarget(inputs, np.where(inputs == pad, ignore_index, target))


@mistake("losses.shift_right")
def target_with_the_end_ignored(
    target: Ids, start: int, pad: int = 0, ignore_index: int = IGNORE
) -> ShiftedTarget:
    """The last real token ignored as well: the model never learns to stop."""
    right = losses.shift_right(target, start, pad, ignore_index)
    padded = np.concatenate([target, np.full_like(target[..., :1], pad)], axis=-1)
    last = (target != pad) & (padded[..., 1:] == pad)
    return right._replace(labels=np.where(last, ignore_index, right.labels))


@mistake("losses.shift_right")
def target_with_padding_scored(
    target: Ids, start: int, pad: int = 0, ignore_index: int = IGNORE
) -> ShiftedTarget:
    """Padding left among the labels: the model is trained to write padding."""
    return losses.shift_right(target, start, pad, ignore_index)._replace(labels=target)
