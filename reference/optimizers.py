"""Optimizers: pure functions from a parameter, its gradient and a state to their successors.

    parameter, state = adam(parameter, gradient, state, learning_rate=1e-3)

A state left out is the start: zeros, before the first step. The number of a step counts from 1.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from reference.arrays import Array, require
from reference.trace import record


class MomentumState(NamedTuple):
    """What momentum remembers; at the start the velocity is zero."""

    velocity: Array  # (...), like the parameter


class MomentumStep(NamedTuple):
    """A step of `momentum`."""

    parameter: Array  # (...)
    state: MomentumState


class AdamState(NamedTuple):
    """What Adam remembers; at the start both moments are zero and no step is done.

    The moments are kept as they are, without bias correction.
    """

    first_moment: Array  # (...), m, the running mean of the gradient
    second_moment: Array  # (...), v, the running mean of its square
    step: int  # t, the number of steps done


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
    """One step of gradient descent that keeps part of its speed.

    Formula:
        u′ = μ u + g
        θ′ = θ − η u′               Nesterov: θ′ = θ − η (g + μ u′)

    Args:
        parameter: (...) θ.
        gradient: (...) g.
        state: the velocity u; None before the first step.
        learning_rate: η.
        decay: μ, the share of the velocity that stays.
        nesterov: look ahead along the new velocity.

    Returns:
        (parameter, state), as `MomentumStep`.

    Raises:
        ValueError: when parameter, gradient and state differ in shape.

    Convention:
        The learning rate multiplies the velocity (PyTorch), so a change of η acts at once.
        Sutskever et al. and Keras put η into the velocity: u′ = μ u − η g, θ′ = θ + u′.

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
    """One step of Adam: momentum, with a step size of its own for every number.

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
        beta_2: β₂, the memory of the square; the Transformer paper has 0.98.
        eps: ε; the Transformer paper has 1e-9.

    Returns:
        (parameter, state), as `AdamStep`; the state holds m′ and v′, not m̂ and v̂.

    Raises:
        ValueError: when parameter, gradient and state differ in shape.

    Convention:
        ε outside the root, after the correction (paper, PyTorch, optax). Keras and TensorFlow use
        "ε-hat": √v′ + ε before it. BERT's Adam has no correction.

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
    """One step of Adam, with a weight decay that the gradient's size does not touch.

    Formula:
        θ′, m′, v′, t′ = adam(θ · (1 − η λ), g, m, v, t)

    Args:
        parameter: (...) θ.
        gradient: (...) g, without any decay in it.
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
        paper multiplies by the schedule alone. Defaults of λ: PyTorch 1e-2, Keras 4e-3, optax 1e-4.

    Source:
        Loshchilov and Hutter, Decoupled Weight Decay Regularization (2019), algorithm 2.
    """
    decayed = parameter * (1 - learning_rate * weight_decay)  # (...)
    return adam(
        decayed, gradient, state, learning_rate=learning_rate, beta_1=beta_1, beta_2=beta_2, eps=eps
    )


def clip_by_value(gradient: Array, limit: float) -> Array:
    """Cut every number of a gradient off at ±limit; its direction may change.

    Formula:
        g′ = min(max(g, −limit), limit)

    Args:
        gradient: (...) g.
        limit: the largest size a number may have.

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
    """The length of all gradients taken as one vector.

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
    """Shorten all gradients together when they are too long; their direction stays.

    Formula:
        gᵢ′ = gᵢ · min(1, max_norm / (‖g‖ + ε))

    Args:
        gradients: arrays of any shapes; all parameters of the model, not one.
        max_norm: the largest length of all together.
        eps: ε.

    Returns:
        The gradients in the same order and shapes; unchanged when they are short enough.

    Raises:
        ValueError: when the limit is not positive.

    Convention:
        ε = 1e-6 as in PyTorch, so the new length lies a little below the limit. TensorFlow and
        optax have ε = 0.

    Source:
        Pascanu, Mikolov, Bengio, On the Difficulty of Training Recurrent Neural Networks (2013),
        algorithm 1.
    """
    _check_limit(max_norm)
    scale = min(1.0, max_norm / (global_norm(gradients) + eps))
    return tuple(g * scale for g in gradients)


def _check(parameter: Array, gradient: Array, **state: Array) -> None:
    """Parameter, gradient and state go together, number by number."""
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
