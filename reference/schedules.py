"""Learning-rate schedules: the learning rate at every step, counted from 1."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from reference.arrays import Array

Step: TypeAlias = int | NDArray[np.integer]


def noam(step: Step, d_model: int, warmup_steps: int = 4000, factor: float = 1.0) -> Array:
    """The Transformer's schedule: rise linearly, then fall as 1/√step.

    Formula:
        η(t) = factor · d_model^−½ · min(t^−½, t · warmup^−3/2)

    Args:
        step: (...) t, from 1.
        d_model: width of the model; wider models get a smaller rate.
        warmup_steps: where the two branches meet, at the largest rate.
        factor: scales the whole schedule.

    Returns:
        (...) the rates.

    Raises:
        ValueError: when a step or the warm-up is smaller than 1.

    Convention:
        Steps are counted from 1: at 0, the first branch is infinite, and the second wastes the
        step.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 5.3, equation 3.
    """
    t = _steps(step)
    _check_lengths(1, warmup_steps)
    shape: Array = np.minimum(t**-0.5, t * warmup_steps**-1.5)  # (...)
    return np.asarray(factor * d_model**-0.5 * shape)


def linear_warmup(
    step: Step, peak: float, warmup_steps: int, total_steps: int | None = None
) -> Array:
    """Rise linearly to the peak, then stay there, or fall linearly to zero.

    Formula:
        η(t) = peak · t / warmup                          for t ≤ warmup
        η(t) = peak                                       after, without a total
        η(t) = peak · max(0, total − t) / (total − warmup)    after, with a total

    Args:
        step: (...) t, from 1.
        peak: the largest rate.
        warmup_steps: for how many steps it rises; 0 for no warm-up.
        total_steps: the step at which it reaches zero; None if it stays at the peak.

    Returns:
        (...) the rates.

    Raises:
        ValueError: when a step is smaller than 1, or the warm-up leaves no steps after it.

    Convention:
        Steps are counted from 1, so the first rate is peak / warmup. Hugging Face counts from 0, so
        its first step has rate 0.

    Source:
        Goyal et al., Accurate, Large Minibatch SGD (2017), section 2.2; with the decay: Devlin et
        al., BERT (2019), appendix A.2.
    """
    t = _steps(step)
    _check_lengths(0, warmup_steps, total_steps)
    rising = t / max(warmup_steps, 1)  # (...)
    if total_steps is None:
        after: Array = np.ones_like(t)  # (...)
    else:
        after = np.maximum(0, total_steps - t) / (total_steps - warmup_steps)  # (...)
    return peak * np.where(t <= warmup_steps, rising, after)


def cosine(
    step: Step, peak: float, total_steps: int, warmup_steps: int = 0, minimum: float = 0.0
) -> Array:
    """Rise linearly to the peak, then fall along half a cosine.

    Formula:
        η(t) = peak · t / warmup                                  for t ≤ warmup
        η(t) = minimum + ½ (peak − minimum) (1 + cos(π p))        after
        p = (t − warmup) / (total − warmup), at most 1

    Args:
        step: (...) t, from 1.
        peak: the largest rate.
        total_steps: the step at which it reaches the minimum, warm-up included.
        warmup_steps: for how many steps it rises; 0 for no warm-up.
        minimum: the rate at the end and after it.

    Returns:
        (...) the rates.

    Raises:
        ValueError: when a step is smaller than 1, or the warm-up leaves no steps after it.

    Convention:
        The cosine spans the steps after the warm-up. After the total, the rate stays at the
        minimum; PyTorch's `CosineAnnealingLR` would rise again.

    Source:
        Loshchilov and Hutter, SGDR (2017), section 3, equation 5, without restarts.
    """
    t = _steps(step)
    _check_lengths(0, warmup_steps, total_steps)
    progress = np.clip((t - warmup_steps) / (total_steps - warmup_steps), 0, 1)  # (...)
    falling = minimum + 0.5 * (peak - minimum) * (1 + np.cos(np.pi * progress))  # (...)
    return np.where(t <= warmup_steps, peak * t / max(warmup_steps, 1), falling)


def _steps(step: Step) -> Array:
    """The steps as floating-point numbers, all at least 1; (...)."""
    t = np.asarray(step, dtype=np.float64)
    if t.size and t.min() < 1:
        raise ValueError(f"steps count from 1, but one is {t.min():g}")
    return t


def _check_lengths(shortest: int, warmup_steps: int, total_steps: int | None = None) -> None:
    if warmup_steps < shortest:
        raise ValueError(f"warmup_steps must be at least {shortest}, not {warmup_steps}")
    if total_steps is not None and total_steps <= warmup_steps:
        raise ValueError(f"{warmup_steps} warm-up steps leave nothing of {total_steps} steps")
