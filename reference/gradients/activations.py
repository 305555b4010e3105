"""Backward passes of the activations, softmax and its logarithm."""

import math
from typing import Literal

import numpy as np

from reference.activations import sigmoid, softmax
from reference.arrays import Array
from reference.erf import erf
from reference.gradients.shapes import require_like
from reference.trace import record


def sigmoid_backward(gradient: Array, x: Array) -> Array:
    """Through the sigmoid; at most a quarter of the gradient passes.

    Formula:
        ∂L/∂x = ∂L/∂y ⊙ σ(x) (1 − σ(x))

    Args:
        gradient: (...) ∂L/∂y.
        x: (...) the input.

    Returns:
        (...) ∂L/∂x.

    Raises:
        ValueError: when the shapes differ.

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 3.10.
    """
    require_like(gradient, x.shape)
    y = sigmoid(x)  # (...)
    slope: Array = y * (1 - y)  # (...)
    return gradient * slope  # (...)


def tanh_backward(gradient: Array, x: Array) -> Array:
    """Through tanh; all of the gradient passes at 0, almost none far from it.

    Formula:
        ∂L/∂x = ∂L/∂y ⊙ (1 − tanh²(x))

    Args:
        gradient: (...) ∂L/∂y.
        x: (...) the input.

    Returns:
        (...) ∂L/∂x.

    Raises:
        ValueError: when the shapes differ.

    Source:
        LeCun et al., Efficient BackProp (1998), section 4.4.
    """
    require_like(gradient, x.shape)
    slope: Array = 1 - np.tanh(x) ** 2  # (...)
    return gradient * slope  # (...)


def relu_backward(gradient: Array, x: Array) -> Array:
    """Through ReLU: the gradient passes unchanged where x is positive, and not at all elsewhere.

    Formula:
        ∂L/∂x = ∂L/∂y ⊙ [x > 0]

    Args:
        gradient: (...) ∂L/∂y.
        x: (...) the input.

    Returns:
        (...) ∂L/∂x.

    Raises:
        ValueError: when the shapes differ.

    Convention:
        0 at x = 0, where ReLU has no derivative (PyTorch, JAX, TensorFlow).

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 6.3.
    """
    require_like(gradient, x.shape)
    return np.where(x > 0, gradient, 0)  # (...)


def gelu_backward(
    gradient: Array, x: Array, approximate: Literal["none", "tanh"] = "none"
) -> Array:
    """Through GELU; the factor can be slightly above 1, and slightly negative.

    Formula:
        ∂L/∂x = ∂L/∂y ⊙ (Φ(x) + x φ(x)),    Φ and φ of the standard normal
        tanh form, t = tanh(u), u = √(2/π) (x + 0.044715 x³):
        ∂L/∂x = ∂L/∂y ⊙ (½ (1 + t) + ½ x (1 − t²) u′)

    Args:
        gradient: (...) ∂L/∂y.
        x: (...) the input.
        approximate: "none" for the exact form, "tanh" for the approximation, as in `gelu`.

    Returns:
        (...) ∂L/∂x.

    Raises:
        ValueError: when the shapes differ, or `approximate` is neither.

    Source:
        Hendrycks and Gimpel, Gaussian Error Linear Units (2016), section 2, by the product rule.
    """
    require_like(gradient, x.shape)
    if approximate == "none":
        below = (0.5 * (1 + erf(x / math.sqrt(2)))).astype(np.result_type(x, 0.0))  # Φ(x)
        density = np.exp(-0.5 * x**2) / math.sqrt(2 * math.pi)  # φ(x), (...)
        slope: Array = below + x * density  # (...)
    elif approximate == "tanh":
        root = math.sqrt(2 / math.pi)
        t = np.tanh(root * (x + 0.044715 * x**3))  # (...)
        inner = root * (1 + 3 * 0.044715 * x**2)  # u′, (...)
        slope = 0.5 * (1 + t) + 0.5 * x * (1 - t**2) * inner  # (...)
    else:
        raise ValueError(f'approximate must be "none" or "tanh", not {approximate!r}')
    return gradient * slope  # (...)


def silu_backward(gradient: Array, x: Array) -> Array:
    """Through SiLU, which multiplies x by its own gate: both factors contribute to the gradient.

    Formula:
        ∂L/∂x = ∂L/∂y ⊙ σ(x) (1 + x (1 − σ(x)))

    Args:
        gradient: (...) ∂L/∂y.
        x: (...) the input.

    Returns:
        (...) ∂L/∂x.

    Raises:
        ValueError: when the shapes differ.

    Source:
        Ramachandran, Zoph, Le, Searching for Activation Functions (2017), section 4.
    """
    require_like(gradient, x.shape)
    gate = sigmoid(x)  # (...)
    slope: Array = gate * (1 + x * (1 - gate))  # (...)
    return gradient * slope  # (...)


def softmax_backward(gradient: Array, probabilities: Array, axis: int = -1) -> Array:
    """Through softmax: what a whole row shares cancels, since only differences of scores matter.

    Formula:
        ∂L/∂xᵢ = pᵢ (gᵢ − Σⱼ gⱼ pⱼ),    g = ∂L/∂p

    Args:
        gradient: (...) ∂L/∂p.
        probabilities: (...) p, the *output* of softmax: the formula needs nothing else.
        axis: the axis along which p sums to 1.

    Returns:
        (...) ∂L/∂x; it sums to 0 along the axis. Where p is 0 (masked), it is 0.

    Raises:
        ValueError: when the shapes differ.

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 6.2.2.3; the Jacobian is
        diag(p) − p pᵀ.
    """
    require_like(gradient, probabilities.shape)
    mean = np.sum(gradient * probabilities, axis=axis, keepdims=True)
    scores = probabilities * (gradient - mean)  # (...)
    return record("scores_gradient", scores, "∂L/∂x; sums to 0 along the axis")


def log_softmax_backward(gradient: Array, x: Array, axis: int = -1) -> Array:
    """Through the logarithm of softmax.

    Formula:
        ∂L/∂xᵢ = gᵢ − pᵢ Σⱼ gⱼ,    p = softmax(x),  g = ∂L/∂ log p

    Args:
        gradient: (...) ∂L/∂ log p.
        x: (...) the scores.
        axis: the axis along which p sums to 1.

    Returns:
        (...) ∂L/∂x; it sums to 0 along the axis.

    Raises:
        ValueError: when the shapes differ.

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 6.2.2.3.
    """
    require_like(gradient, x.shape)
    total = np.sum(gradient, axis=axis, keepdims=True)
    scores: Array = gradient - softmax(x, axis) * total  # (...)
    return scores
