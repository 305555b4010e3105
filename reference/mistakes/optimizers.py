"""Mistakes about optimizers, clipping and schedules."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from reference import optimizers, schedules
from reference.arrays import Array
from reference.mistakes.registry import mistake
from reference.optimizers import AdamState, AdamStep, MomentumState, MomentumStep
from reference.schedules import Step
from reference.trace import record


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
    """1 − β instead of 1 − βᵗ: right in the first step, but later nothing is left to correct."""
    new = _moments(parameter, gradient, state, beta_1, beta_2)
    m_hat, v_hat = new.first_moment / (1 - beta_1), new.second_moment / (1 - beta_2)
    return _adam_step(parameter, new, m_hat, v_hat, learning_rate, eps)


@mistake("schedules.noam")
def noam_with_max(step: Step, d_model: int, warmup_steps: int = 4000, factor: float = 1.0) -> Array:
    """The larger branch instead of the smaller: the rate begins huge and grows without end."""
    t = np.asarray(step, dtype=np.float64)
    return np.asarray(factor * d_model**-0.5 * np.maximum(t**-0.5, t * warmup_steps**-1.5))


@mistake("schedules.noam")
def noam_with_warmup_root(
    step: Step, d_model: int, warmup_steps: int = 4000, factor: float = 1.0
) -> Array:
    """warmup^−½ in place of warmup^−3/2: it rises for warmup^⅓ steps, 16 instead of 4000."""
    t = np.asarray(step, dtype=np.float64)
    return np.asarray(factor * d_model**-0.5 * np.minimum(t**-0.5, t * warmup_steps**-0.5))


@mistake("schedules.noam")
def noam_from_step_zero(
    step: Step, d_model: int, warmup_steps: int = 4000, factor: float = 1.0
) -> Array:
    """Steps counted from 0: the first step has rate 0 and is wasted (or divides by zero)."""
    t = np.asarray(step, dtype=np.float64) - 1
    with np.errstate(divide="ignore"):
        return np.asarray(factor * d_model**-0.5 * np.minimum(t**-0.5, t * warmup_steps**-1.5))


@mistake("schedules.noam")
def noam_multiplied_by_the_width(
    step: Step, d_model: int, warmup_steps: int = 4000, factor: float = 1.0
) -> Array:
    """√d_model instead of 1/√d_model: wider models learn faster instead of slower."""
    return schedules.noam(step, d_model, warmup_steps, factor) * d_model


@mistake("schedules.cosine")
def cosine_over_the_whole_length(
    step: Step, peak: float, total_steps: int, warmup_steps: int = 0, minimum: float = 0.0
) -> Array:
    """After the warm-up, progress counted from 0 over all steps: the minimum is never reached."""
    t = np.asarray(step, dtype=np.float64)
    falling = minimum + 0.5 * (peak - minimum) * (
        1 + np.cos(np.pi * np.maximum(t - warmup_steps, 0) / total_steps)
    )
    return np.where(t <= warmup_steps, peak * t / max(warmup_steps, 1), falling)


@mistake("schedules.cosine")
def cosine_counted_from_step_zero(
    step: Step, peak: float, total_steps: int, warmup_steps: int = 0, minimum: float = 0.0
) -> Array:
    """Progress counted from step 0: the rate jumps down where the warm-up ends."""
    falling = schedules.cosine(step, peak, total_steps, 0, minimum)
    t = np.asarray(step, dtype=np.float64)
    return np.where(t <= warmup_steps, peak * t / max(warmup_steps, 1), falling)


@mistake("schedules.cosine")
def cosine_without_minimum(
    step: Step, peak: float, total_steps: int, warmup_steps: int = 0, minimum: float = 0.0
) -> Array:
    """The minimum forgotten: the rate falls to 0."""
    return schedules.cosine(step, peak, total_steps, warmup_steps)


@mistake("schedules.cosine")
def cosine_without_warmup(
    step: Step, peak: float, total_steps: int, warmup_steps: int = 0, minimum: float = 0.0
) -> Array:
    """The warm-up forgotten: the largest rate meets the freshest weights."""
    return schedules.cosine(step, peak, total_steps, 0, minimum)


@mistake("schedules.linear_warmup")
def linear_warmup_that_never_falls(
    step: Step, peak: float, warmup_steps: int, total_steps: int | None = None
) -> Array:
    """The rate stays at its peak after the warm-up, although an end is given."""
    return schedules.linear_warmup(step, peak, warmup_steps)


@mistake("optimizers.adam")
def adam_with_the_correction_kept(
    parameter: Array,
    gradient: Array,
    state: AdamState | None = None,
    *,
    learning_rate: float = 1e-3,
    beta_1: float = 0.9,
    beta_2: float = 0.999,
    eps: float = 1e-8,
) -> AdamStep:
    """The corrected moments stored as the moments: corrections pile up."""
    new = _moments(parameter, gradient, state, beta_1, beta_2)
    m_hat = new.first_moment / (1 - beta_1**new.step)
    v_hat = new.second_moment / (1 - beta_2**new.step)
    kept = AdamState(m_hat, v_hat, new.step)
    return _adam_step(parameter, kept, m_hat, v_hat, learning_rate, eps)


@mistake("optimizers.adam")
def adam_with_eps_before_the_correction(
    parameter: Array,
    gradient: Array,
    state: AdamState | None = None,
    *,
    learning_rate: float = 1e-3,
    beta_1: float = 0.9,
    beta_2: float = 0.999,
    eps: float = 1e-8,
) -> AdamStep:
    """ε added to √v before the correction (Keras): in early steps it counts far more."""
    new = _moments(parameter, gradient, state, beta_1, beta_2)
    m_hat = new.first_moment / (1 - beta_1**new.step)
    v_hat = new.second_moment / (1 - beta_2**new.step)
    effective = eps / math.sqrt(1 - beta_2**new.step)
    return _adam_step(parameter, new, m_hat, v_hat, learning_rate, effective)


@mistake("optimizers.adam")
def adam_with_the_square_of_the_mean(
    parameter: Array,
    gradient: Array,
    state: AdamState | None = None,
    *,
    learning_rate: float = 1e-3,
    beta_1: float = 0.9,
    beta_2: float = 0.999,
    eps: float = 1e-8,
) -> AdamStep:
    """v from the square of m instead of the gradient's: too small when signs alternate."""
    new = _moments(parameter, gradient, state, beta_1, beta_2)
    old = np.zeros_like(parameter) if state is None else state.second_moment
    new = new._replace(second_moment=beta_2 * old + (1 - beta_2) * new.first_moment**2)
    m_hat = new.first_moment / (1 - beta_1**new.step)
    v_hat = new.second_moment / (1 - beta_2**new.step)
    return _adam_step(parameter, new, m_hat, v_hat, learning_rate, eps)


@mistake("optimizers.adam")
def adam_that_climbs(
    parameter: Array,
    gradient: Array,
    state: AdamState | None = None,
    *,
    learning_rate: float = 1e-3,
    **options: Any,
) -> AdamStep:
    """The step added instead of subtracted: the loss rises."""
    return optimizers.adam(parameter, gradient, state, learning_rate=-learning_rate, **options)


@mistake("optimizers.adam")
def adam_with_the_betas_exchanged(
    parameter: Array,
    gradient: Array,
    state: AdamState | None = None,
    *,
    learning_rate: float = 1e-3,
    beta_1: float = 0.9,
    beta_2: float = 0.999,
    eps: float = 1e-8,
) -> AdamStep:
    """β₁ used for v and β₂ for m: the step hardly follows the newest gradients."""
    rates = {"learning_rate": learning_rate, "beta_1": beta_2, "beta_2": beta_1}
    return optimizers.adam(parameter, gradient, state, eps=eps, **rates)


@mistake("optimizers.adam")
def adam_without_the_root(
    parameter: Array,
    gradient: Array,
    state: AdamState | None = None,
    *,
    learning_rate: float = 1e-3,
    beta_1: float = 0.9,
    beta_2: float = 0.999,
    eps: float = 1e-8,
) -> AdamStep:
    """Divided by v̂ itself: the smaller the gradient, the larger the step."""
    new = _moments(parameter, gradient, state, beta_1, beta_2)
    m_hat = new.first_moment / (1 - beta_1**new.step)
    v_hat = new.second_moment / (1 - beta_2**new.step)
    return _adam_step(parameter, new, m_hat, v_hat**2, learning_rate, eps)


@mistake("optimizers.adam")
def adam_with_v_uncorrected(
    parameter: Array,
    gradient: Array,
    state: AdamState | None = None,
    *,
    learning_rate: float = 1e-3,
    beta_1: float = 0.9,
    beta_2: float = 0.999,
    eps: float = 1e-8,
) -> AdamStep:
    """Only m corrected: the first steps are far too long, since v has hardly begun to grow."""
    new = _moments(parameter, gradient, state, beta_1, beta_2)
    m_hat = new.first_moment / (1 - beta_1**new.step)
    return _adam_step(parameter, new, m_hat, new.second_moment, learning_rate, eps)


@mistake("optimizers.adamw")
def adamw_with_decay_in_the_gradient(
    parameter: Array,
    gradient: Array,
    state: AdamState | None = None,
    *,
    weight_decay: float = 1e-2,
    **options: Any,
) -> AdamStep:
    """The decay added to the gradient (L2): Adam divides it by √v, and it nearly vanishes."""
    return optimizers.adam(parameter, gradient + weight_decay * parameter, state, **options)


@mistake("optimizers.adamw")
def adamw_with_decay_without_the_rate(
    parameter: Array,
    gradient: Array,
    state: AdamState | None = None,
    *,
    weight_decay: float = 1e-2,
    **options: Any,
) -> AdamStep:
    """The decay not multiplied by the learning rate: weights shrink a thousand times too fast."""
    return optimizers.adam(parameter * (1 - weight_decay), gradient, state, **options)


@mistake("optimizers.adamw")
def adamw_with_decay_after_the_step(
    parameter: Array,
    gradient: Array,
    state: AdamState | None = None,
    *,
    learning_rate: float = 1e-3,
    weight_decay: float = 1e-2,
    **options: Any,
) -> AdamStep:
    """The decay applied after the step instead of before it: off by rate² · decay."""
    step = optimizers.adam(parameter, gradient, state, learning_rate=learning_rate, **options)
    return step._replace(parameter=step.parameter * (1 - learning_rate * weight_decay))


@mistake("optimizers.momentum")
def momentum_with_averaged_gradients(
    parameter: Array,
    gradient: Array,
    state: MomentumState | None = None,
    *,
    decay: float = 0.9,
    **options: Any,
) -> MomentumStep:
    """The gradient weighted by 1 − decay, as in Adam: steps are ten times shorter."""
    return optimizers.momentum(parameter, gradient * (1 - decay), state, decay=decay, **options)


@mistake("optimizers.clip_by_global_norm")
def clipped_one_by_one(
    gradients: Sequence[Array], max_norm: float, *, eps: float = 1e-6
) -> tuple[Array, ...]:
    """Each array clipped by its own norm: the direction changes, and the total stays too large."""
    return tuple(
        optimizers.clip_by_global_norm([gradient], max_norm, eps=eps)[0] for gradient in gradients
    )


@mistake("optimizers.clip_by_global_norm")
def clipped_always(
    gradients: Sequence[Array], max_norm: float, *, eps: float = 1e-6
) -> tuple[Array, ...]:
    """Rescaled below the limit too: small gradients are blown up to it."""
    scale = max_norm / (optimizers.global_norm(gradients) + eps)
    return tuple(gradient * scale for gradient in gradients)


@mistake("optimizers.clip_by_global_norm")
def clipped_number_by_number(
    gradients: Sequence[Array], max_norm: float, *, eps: float = 1e-6
) -> tuple[Array, ...]:
    """Every number clipped at the limit: that is clipping by value."""
    return tuple(optimizers.clip_by_value(gradient, max_norm) for gradient in gradients)


@mistake("optimizers.clip_by_global_norm")
def clipped_by_the_sum_of_norms(
    gradients: Sequence[Array], max_norm: float, *, eps: float = 1e-6
) -> tuple[Array, ...]:
    """The norms added up: more than the norm of all numbers, so the result is too short."""
    total = sum(float(np.linalg.norm(gradient)) for gradient in gradients)
    return _clipped(gradients, max_norm, total, eps)


@mistake("optimizers.clip_by_global_norm")
def clipped_by_the_squared_norm(
    gradients: Sequence[Array], max_norm: float, *, eps: float = 1e-6
) -> tuple[Array, ...]:
    """The root forgotten: the sum of squares in place of the norm."""
    return _clipped(gradients, max_norm, optimizers.global_norm(gradients) ** 2, eps)


def _clipped(
    gradients: Sequence[Array], max_norm: float, norm: float, eps: float
) -> tuple[Array, ...]:
    """All gradients scaled together, by a norm that was (wrongly) computed."""
    scale = min(1.0, max_norm / (norm + eps))
    return tuple(gradient * scale for gradient in gradients)


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
