"""Optimizers: pure functions from parameter, gradient and state to new parameter and state.

    parameter, state = adam(parameter, gradient, state, learning_rate=1e-3)

If the state is left out, it is the initial one: zeros, before the first step. Steps are numbered
from 1.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from reference.arrays import Array, require
from reference.trace import record


class MomentumState(NamedTuple):
    """What momentum remembers; initially the velocity is zero."""

    velocity: Array  # (...), like the parameter


class MomentumStep(NamedTuple):
    """A step of `momentum`."""

    parameter: Array  # (...)
    state: MomentumState


class AdamState(NamedTuple):
    """What Adam remembers; initially both moments are zero, and no step has been made.

    The moments are stored without bias correction.
    """

    first_moment: Array  # (...), m, the running mean of the gradient
    second_moment: Array  # (...), v, the running mean of its square
    step: int  # t, the number of steps made


class AdamStep(NamedTuple):
    """A step of `adam` or `adamw`."""

    parameter: Array  # (...)
    state: AdamState


def sgd(
    parameter: Array, gradient: Array, *, learning_rate: float = 1e-2, weight_decay: float = 0.0
) -> Array:
    """One step of gradient descent.

    Formula:
        θ′ = θ − η (g + λ θ)

    Args:
        parameter: (...) θ.
        gradient: (...) g, of the loss with respect to θ.
        learning_rate: η.
        weight_decay: λ, of the L2 penalty λ/2 · ‖θ‖².

    Returns:
        (...) the new parameter.

    Raises:
        ValueError: when parameter and gradient differ in shape.

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 8.3.1; decay: section 7.1.1.
    """
    _check(parameter, gradient)
    return parameter - learning_rate * (gradient + weight_decay * parameter)  # (...)


def momentum(
    parameter: Array,
    gradient: Array,
    state: MomentumState | None = None,
    *,
    learning_rate: float = 1e-2,
    decay: float = 0.9,
    nesterov: bool = False,
) -> MomentumStep:
    """One step of gradient descent that keeps part of its velocity.

    Formula:
        u′ = μ u + g
        θ′ = θ − η u′               Nesterov: θ′ = θ − η (g + μ u′)

    Args:
        parameter: (...) θ.
        gradient: (...) g.
        state: the velocity u; None before the first step.
        learning_rate: η.
        decay: μ, the share of the velocity that is kept.
        nesterov: look ahead along the new velocity.

    Returns:
        (parameter, state), as `MomentumStep`.

    Raises:
        ValueError: when parameter, gradient and state differ in shape.

    Convention:
        The learning rate multiplies the velocity (PyTorch), so a change of η takes effect at once.
        Sutskever et al. and Keras include η in the velocity: u′ = μ u − η g, θ′ = θ + u′.

    Source:
        Sutskever et al., On the Importance of Initialization and Momentum in Deep Learning (2013),
        section 2.
    """
    (velocity,) = state or MomentumState(np.zeros_like(parameter))
    _check(parameter, gradient, velocity=velocity)
    velocity = record("velocity", decay * velocity + gradient, "u′, the running sum of gradients")
    direction = gradient + decay * velocity if nesterov else velocity  # (...)
    return MomentumStep(parameter - learning_rate * direction, MomentumState(velocity))


def adam(
    parameter: Array,
    gradient: Array,
    state: AdamState | None = None,
    *,
    learning_rate: float = 1e-3,
    beta_1: float = 0.9,
    beta_2: float = 0.999,
    eps: float = 1e-8,
) -> AdamStep:
    """One step of Adam: momentum, with a separate step size for every number.

    Formula:
        t′ = t + 1
        m′ = β₁ m + (1 − β₁) g          m̂ = m′ / (1 − β₁^t′)
        v′ = β₂ v + (1 − β₂) g²         v̂ = v′ / (1 − β₂^t′)
        θ′ = θ − η m̂ / (√v̂ + ε)

    Args:
        parameter: (...) θ.
        gradient: (...) g.
        state: (m, v, t); None before the first step.
        learning_rate: η.
        beta_1: β₁, the memory of the mean.
        beta_2: β₂, the memory of the square; 0.98 in the Transformer paper.
        eps: ε; 1e-9 in the Transformer paper.

    Returns:
        (parameter, state), as `AdamStep`; the state holds m′ and v′, not m̂ and v̂.

    Raises:
        ValueError: when parameter, gradient and state differ in shape.

    Convention:
        ε is outside the root, after the bias correction (paper, PyTorch, optax). Keras and
        TensorFlow use "ε-hat": √v′ + ε, before the correction. BERT's Adam has no correction.

    Source:
        Kingma and Ba, Adam (2015), algorithm 1.
    """
    m, v, t = state or AdamState(np.zeros_like(parameter), np.zeros_like(parameter), 0)
    _check(parameter, gradient, first_moment=m, second_moment=v)
    state = AdamState(
        first_moment=beta_1 * m + (1 - beta_1) * gradient,
        second_moment=beta_2 * v + (1 - beta_2) * gradient**2,
        step=t + 1,
    )
    m_hat = record("m_hat", state.first_moment / (1 - beta_1**state.step), "m, bias corrected")
    v_hat = record("v_hat", state.second_moment / (1 - beta_2**state.step), "v, bias corrected")
    update = record("update", m_hat / (np.sqrt(v_hat) + eps), "the step, before the learning rate")
    return AdamStep(parameter - learning_rate * update, state)


def adamw(
    parameter: Array,
    gradient: Array,
    state: AdamState | None = None,
    *,
    learning_rate: float = 1e-3,
    weight_decay: float = 1e-2,
    beta_1: float = 0.9,
    beta_2: float = 0.999,
    eps: float = 1e-8,
) -> AdamStep:
    """One step of Adam, with a weight decay that does not depend on the size of the gradient.

    Formula:
        θ′, m′, v′, t′ = adam(θ · (1 − η λ), g, m, v, t)

    Args:
        parameter: (...) θ.
        gradient: (...) g, which includes no decay.
        state: (m, v, t); None before the first step.
        learning_rate: η.
        weight_decay: λ.
        beta_1: β₁, the memory of the mean.
        beta_2: β₂, the memory of the square.
        eps: ε.

    Returns:
        (parameter, state), as `AdamStep`.

    Raises:
        ValueError: when parameter, gradient and state differ in shape.

    Convention:
        λ is multiplied by the learning rate, and the decay comes before the step (PyTorch). The
        paper multiplies it only by the schedule. Defaults of λ: PyTorch 1e-2, Keras 4e-3, optax
        1e-4.

    Source:
        Loshchilov and Hutter, Decoupled Weight Decay Regularization (2019), algorithm 2.
    """
    decayed = parameter * (1 - learning_rate * weight_decay)  # (...)
    return adam(
        decayed, gradient, state, learning_rate=learning_rate, beta_1=beta_1, beta_2=beta_2, eps=eps
    )


def clip_by_value(gradient: Array, limit: float) -> Array:
    """Clip every number of a gradient at ±limit; the direction may change.

    Formula:
        g′ = min(max(g, −limit), limit)

    Args:
        gradient: (...) g.
        limit: the largest absolute value that a number may have.

    Returns:
        (...) the clipped gradient.

    Raises:
        ValueError: when the limit is not positive.

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 10.11.1.
    """
    _check_limit(limit)
    return np.clip(gradient, -limit, limit)


def global_norm(gradients: Sequence[Array]) -> float:
    """The norm of all gradients, taken as one vector.

    Formula:
        ‖g‖ = √(Σᵢ ‖gᵢ‖²)

    Args:
        gradients: arrays of any shapes.

    Returns:
        A number ≥ 0.

    Source:
        Pascanu, Mikolov, Bengio, On the Difficulty of Training Recurrent Neural Networks (2013),
        section 3.2.
    """
    return math.sqrt(sum(float(np.sum(np.square(g))) for g in gradients))


def clip_by_global_norm(
    gradients: Sequence[Array], max_norm: float, *, eps: float = 1e-6
) -> tuple[Array, ...]:
    """Scale all gradients down together if their norm is too large; their direction stays.

    Formula:
        gᵢ′ = gᵢ · min(1, max_norm / (‖g‖ + ε))

    Args:
        gradients: arrays of any shapes, for all parameters of the model, not just one.
        max_norm: the largest norm of all gradients together.
        eps: ε.

    Returns:
        The gradients in the same order and shapes; unchanged if their norm is small enough.

    Raises:
        ValueError: when the limit is not positive.

    Convention:
        ε = 1e-6 as in PyTorch, so the new norm is a little below the limit. TensorFlow and optax
        have ε = 0.

    Source:
        Pascanu, Mikolov, Bengio, On the Difficulty of Training Recurrent Neural Networks (2013),
        algorithm 1.
    """
    _check_limit(max_norm)
    scale = min(1.0, max_norm / (global_norm(gradients) + eps))
    return tuple(g * scale for g in gradients)


def _check(parameter: Array, gradient: Array, **state: Array) -> None:
    """Parameter, gradient and state must have the same shape."""
    require(
        all(parameter.shape == other.shape for other in (gradient, *state.values())),
        "parameter, gradient and state must have the same shape",
        parameter=parameter,
        gradient=gradient,
        **state,
    )


def _check_limit(limit: float) -> None:
    if not limit > 0:
        raise ValueError(f"the limit must be positive, not {limit}")
