"""Mistakes about losses, smoothed labels, optimizers and schedules."""

import math
from typing import Literal

import numpy as np

from reference import losses
from reference.activations import softmax
from reference.arrays import Array, Ids, Mask
from reference.embeddings import one_hot
from reference.losses import IGNORE, Reduction
from reference.mistakes.registry import mistake
from reference.optimizers import AdamState, AdamStep
from reference.schedules import Step
from reference.trace import record

Spread = Literal["all", "others"]


@mistake("losses.cross_entropy", "m006")
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
    """Exponential and mean exchanged: the mean of exp(loss) is never smaller than exp(mean)."""
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


@mistake("optimizers.adam")
def adam_without_correction(
    parameter: Array,
    gradient: Array,
    state: AdamState | None = None,
    *,
    learning_rate: float = 1e-3,
    beta_1: float = 0.9,
    beta_2: float = 0.999,
    eps: float = 1e-8,
) -> AdamStep:
    """No bias correction: both moments start at zero and stay too small for many steps."""
    new = _moments(parameter, gradient, state, beta_1, beta_2)
    return _adam_step(parameter, new, new.first_moment, new.second_moment, learning_rate, eps)


@mistake("optimizers.adam")
def adam_with_fixed_correction(
    parameter: Array,
    gradient: Array,
    state: AdamState | None = None,
    *,
    learning_rate: float = 1e-3,
    beta_1: float = 0.9,
    beta_2: float = 0.999,
    eps: float = 1e-8,
) -> AdamStep:
    """The correction 1 − β instead of 1 − βᵗ: right in the first step, too large ever after."""
    new = _moments(parameter, gradient, state, beta_1, beta_2)
    m_hat, v_hat = new.first_moment / (1 - beta_1), new.second_moment / (1 - beta_2)
    return _adam_step(parameter, new, m_hat, v_hat, learning_rate, eps)


def _moments(
    parameter: Array, gradient: Array, state: AdamState | None, beta_1: float, beta_2: float
) -> AdamState:
    m, v, t = state or AdamState(np.zeros_like(parameter), np.zeros_like(parameter), 0)
    return AdamState(
        first_moment=beta_1 * m + (1 - beta_1) * gradient,
        second_moment=beta_2 * v + (1 - beta_2) * gradient**2,
        step=t + 1,
    )


def _adam_step(
    parameter: Array, state: AdamState, m_hat: Array, v_hat: Array, learning_rate: float, eps: float
) -> AdamStep:
    """The rest of a step, once the moments are (wrongly) corrected."""
    record("m_hat", m_hat, "m, wrongly corrected")
    record("v_hat", v_hat, "v, wrongly corrected")
    update = record("update", m_hat / (np.sqrt(v_hat) + eps), "the step, before the learning rate")
    return AdamStep(parameter - learning_rate * update, state)


@mistake("schedules.noam")
def noam_with_max(step: Step, d_model: int, warmup_steps: int = 4000, factor: float = 1.0) -> Array:
    """The larger branch instead of the smaller: the rate begins huge and grows without end."""
    t = np.asarray(step, dtype=np.float64)
    return np.asarray(factor * d_model**-0.5 * np.maximum(t**-0.5, t * warmup_steps**-1.5))


@mistake("schedules.noam")
def noam_with_warmup_root(
    step: Step, d_model: int, warmup_steps: int = 4000, factor: float = 1.0
) -> Array:
    """warmup^−½ in place of warmup^−3/2: the rising branch is so steep that it is never taken."""
    t = np.asarray(step, dtype=np.float64)
    return np.asarray(factor * d_model**-0.5 * np.minimum(t**-0.5, t * warmup_steps**-0.5))
