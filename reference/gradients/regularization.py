"""Backward pass of dropout."""

from reference.arrays import Array, Mask
from reference.gradients.shapes import require_like
from reference.regularization import apply_dropout


def dropout_backward(gradient: Array, kept: Mask, rate: float) -> Array:
    """Through dropout: the same mask and the same factor as in the forward pass.

    Formula:
        ∂L/∂x = ∂L/∂y ⊙ kept / (1 − rate)

    Args:
        gradient: (...) ∂L/∂y.
        kept: (...) the mask of the forward pass, True where a number was kept.
        rate: the rate of the forward pass.

    Returns:
        (...) ∂L/∂x.

    Raises:
        ValueError: when the shapes differ or the rate lies outside [0, 1).

    Source:
        Srivastava et al., Dropout (2014), section 5.1.
    """
    require_like(gradient, kept.shape)
    return apply_dropout(gradient, kept, rate)  # (...)
