"""Backward passes of layer, RMS and batch normalization."""

from typing import NamedTuple

import numpy as np

from reference.arrays import Array, require
from reference.gradients.shapes import require_like, sum_to_shape


class NormGradients(NamedTuple):
    """∂L with respect to the arguments of `layer_norm` or `batch_norm`."""

    x: Array  # (..., d)
    gamma: Array  # (d)
    beta: Array  # (d)


class RMSNormGradients(NamedTuple):
    """∂L with respect to the arguments of `rms_norm`."""

    x: Array  # (..., d)
    gamma: Array  # (d)


def layer_norm_backward(
    gradient: Array, x: Array, gamma: Array, beta: Array, eps: float = 1e-5
) -> NormGradients:
    """Through layer normalization: gradient that would only shift or scale a row is removed.

    Formula:
        x̂ = (x − μ) / √(σ² + ε),  g = γ ⊙ ∂L/∂y
        ∂L/∂x = (g − mean(g) − x̂ · mean(g ⊙ x̂)) / √(σ² + ε)    means over the width
        ∂L/∂γ = Σ ∂L/∂y ⊙ x̂,    ∂L/∂β = Σ ∂L/∂y    over all rows

    Args:
        gradient: (..., d_model) ∂L/∂y.
        x: (..., d_model) the input.
        gamma: (d_model) the scale.
        beta: (d_model) the shift.
        eps: as in `layer_norm`.

    Returns:
        (x, gamma, beta) gradients with the shapes of the arguments, as `NormGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Ba, Kiros, Hinton, Layer Normalization (2016), equation 3, differentiated.
    """
    _require_vectors(x, gamma=gamma, beta=beta)
    return _standardised_backward(gradient, x, gamma, -1, eps)


def batch_norm_backward(
    gradient: Array, x: Array, gamma: Array, beta: Array, eps: float = 1e-5
) -> NormGradients:
    """Through batch normalization in training: each row's gradient depends on the whole batch.

    Formula:
        the formula of `layer_norm_backward`, with means over all rows instead of the width

    Args:
        gradient: (..., d) ∂L/∂y.
        x: (..., d) the input, one row per example.
        gamma: (d) the scale.
        beta: (d) the shift.
        eps: as in `batch_norm`.

    Returns:
        (x, gamma, beta) gradients with the shapes of the arguments, as `NormGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Ioffe and Szegedy, Batch Normalization (2015), section 3.
    """
    _require_vectors(x, gamma=gamma, beta=beta)
    return _standardised_backward(gradient, x, gamma, tuple(range(x.ndim - 1)), eps)


def rms_norm_backward(
    gradient: Array, x: Array, gamma: Array, eps: float = 1e-6
) -> RMSNormGradients:
    """Through RMS normalization: gradient that would only scale a row is removed.

    Formula:
        x̂ = x / √(mean(x²) + ε),  g = γ ⊙ ∂L/∂y
        ∂L/∂x = (g − x̂ · mean(g ⊙ x̂)) / √(mean(x²) + ε),    ∂L/∂γ = Σ ∂L/∂y ⊙ x̂

    Args:
        gradient: (..., d_model) ∂L/∂y.
        x: (..., d_model) the input.
        gamma: (d_model) the scale.
        eps: as in `rms_norm`.

    Returns:
        (x, gamma) gradients with the shapes of the arguments, as `RMSNormGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Zhang and Sennrich, Root Mean Square Layer Normalization (2019), section 4.
    """
    _require_vectors(x, gamma=gamma)
    require_like(gradient, x.shape)
    size = np.sqrt(np.mean(x * x, axis=-1, keepdims=True) + eps)  # (..., 1)
    normalised = x / size  # (..., d_model)
    g = gamma * gradient  # (..., d_model)
    along = np.mean(g * normalised, axis=-1, keepdims=True)  # (..., 1)
    return RMSNormGradients(
        x=(g - normalised * along) / size,  # (..., d_model)
        gamma=sum_to_shape(gradient * normalised, gamma.shape),  # (d_model)
    )


def _standardised_backward(
    gradient: Array, x: Array, gamma: Array, axis: int | tuple[int, ...], eps: float
) -> NormGradients:
    """The common backward pass of everything that centres and scales over `axis`."""
    require_like(gradient, x.shape)
    deviation = np.sqrt(np.var(x, axis=axis, keepdims=True) + eps)
    normalised = (x - np.mean(x, axis=axis, keepdims=True)) / deviation  # (..., d)
    g = gamma * gradient  # (..., d)
    shift = np.mean(g, axis=axis, keepdims=True)
    stretch = np.mean(g * normalised, axis=axis, keepdims=True)
    return NormGradients(
        x=(g - shift - normalised * stretch) / deviation,  # (..., d)
        gamma=sum_to_shape(gradient * normalised, gamma.shape),  # (d)
        beta=sum_to_shape(gradient, gamma.shape),  # (d)
    )


def _require_vectors(x: Array, **vectors: Array) -> None:
    fits = all(vector.shape == x.shape[-1:] for vector in vectors.values())
    require(fits, f"{' and '.join(vectors)} must be as wide as x", x=x, **vectors)
