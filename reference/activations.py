"""Activations: the element-wise ones, and softmax with its logarithm."""

import math
from typing import Literal

import numpy as np

from reference.arrays import Array
from reference.erf import erf


def sigmoid(x: Array) -> Array:
    """Squash every number into (0, 1); the gate of LSTM, GRU and SiLU.

    Formula:
        σ(x) = 1 / (1 + e⁻ˣ) = exp(−log(1 + e⁻ˣ))

    Args:
        x: (...) any numbers.

    Returns:
        (...) numbers in (0, 1). The form with the logarithm never overflows, and is also exact in
        the tails.

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 3.10.
    """
    return np.exp(-np.logaddexp(0, -x))  # logaddexp(0, −x) = log(e⁰ + e⁻ˣ)


def tanh(x: Array) -> Array:
    """Squash every number into (−1, 1), odd and steepest at 0.

    Formula:
        tanh(x) = (eˣ − e⁻ˣ) / (eˣ + e⁻ˣ)

    Args:
        x: (...) any numbers.

    Returns:
        (...) numbers in (−1, 1).

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 6.3.2.
    """
    return np.tanh(x)


def relu(x: Array) -> Array:
    """Keep what is positive, and replace the rest by 0.

    Formula:
        ReLU(x) = max(0, x)

    Args:
        x: (...) any numbers.

    Returns:
        (...) numbers ≥ 0.

    Source:
        Nair and Hinton, Rectified Linear Units Improve Restricted Boltzmann Machines (2010).
    """
    return np.maximum(x, 0)


def gelu(x: Array, approximate: Literal["none", "tanh"] = "none") -> Array:
    """Multiply x by the probability that a standard normal variable is less than x.

    Formula:
        GELU(x) = x · Φ(x) = x · ½ · (1 + erf(x / √2))
        tanh form: ½ · x · (1 + tanh(√(2/π) · (x + 0.044715 · x³)))

    Args:
        x: (...) any numbers.
        approximate: "none" for the exact form, "tanh" for the approximation.

    Returns:
        (...) close to x for large x, close to 0 for very negative x, lowest (−0.17) near x = −0.75.

    Raises:
        ValueError: when `approximate` is neither "none" nor "tanh".

    Convention:
        Exact by default, as in PyTorch, Keras, ONNX and Hugging Face's BERT. GPT-2, the authors'
        BERT and (by default) JAX use the tanh form. The two differ by at most 5e-4, near |x| = 2.7.

    Source:
        Hendrycks and Gimpel, Gaussian Error Linear Units (2016), section 2.
    """
    if approximate == "none":
        cdf = 0.5 * (1.0 + erf(x / math.sqrt(2.0)))  # Φ(x)
        return np.asarray(x * cdf, dtype=np.result_type(x, 0.0))
    if approximate == "tanh":
        return 0.5 * x * (1.0 + np.tanh(math.sqrt(2.0 / math.pi) * (x + 0.044715 * x**3)))
    raise ValueError(f'approximate must be "none" or "tanh", not {approximate!r}')


def silu(x: Array) -> Array:
    """Multiply x by its own gate; also called swish.

    Formula:
        SiLU(x) = x · σ(x)

    Args:
        x: (...) any numbers.

    Returns:
        (...) close to x for large x, close to 0 for very negative x.

    Source:
        Hendrycks and Gimpel, Gaussian Error Linear Units (2016), section 2; Ramachandran, Zoph, Le,
        Searching for Activation Functions (2017), as swish with β = 1.
    """
    return x * sigmoid(x)


def softmax(x: Array, axis: int = -1) -> Array:
    """Turn scores into positive numbers that sum to 1 along one axis.

    Formula:
        softmax(x)ᵢ = exp(xᵢ − max x) / Σⱼ exp(xⱼ − max x)

    Args:
        x: (...) scores; −∞ stands for "impossible".
        axis: the axis along which the result sums to 1.

    Returns:
        (...) the same shape. Subtracting the maximum does not change the result, but keeps exp from
        overflowing.

    Convention:
        A row that contains only −∞ gives zeros, as in ONNX's Attention; PyTorch gives NaN there. An
        empty row stays empty, so a query without keys gets nothing.

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), sections 4.1 and 6.2.2.3.
    """
    real = x + 0.0  # integers have no −∞
    largest: Array = np.max(real, axis=axis, keepdims=True, initial=-np.inf)
    powers: Array = np.exp(real - np.where(np.isneginf(largest), 0, largest))  # (...) as x
    total: Array = np.sum(powers, axis=axis, keepdims=True)  # (...), 1 along the axis
    weights: Array = powers / np.where(total == 0, 1, total)  # (...) as x
    return weights


def log_softmax(x: Array, axis: int = -1) -> Array:
    """The logarithm of softmax, without ever computing a probability that underflows.

    Formula:
        log softmax(x)ᵢ = xᵢ − max x − log Σⱼ exp(xⱼ − max x)

    Args:
        x: (...) scores.
        axis: the axis along which the probabilities sum to 1.

    Returns:
        (...) the same shape, numbers ≤ 0.

    Convention:
        A row that contains only −∞ stays −∞, the logarithm of the zeros that softmax gives.

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 6.2.2.3.
    """
    real = x + 0.0  # integers have no −∞
    largest: Array = np.max(real, axis=axis, keepdims=True, initial=-np.inf)
    shifted: Array = real - np.where(np.isneginf(largest), 0, largest)  # (...) as x
    total: Array = np.sum(np.exp(shifted), axis=axis, keepdims=True)  # (...), 1 along the axis
    return shifted - np.log(np.where(total == 0, 1, total))  # (...) as x
