"""Backward passes of rotary and learned positions. Fixed positions that are added need none."""

import numpy as np

from reference.arrays import Array, require
from reference.positions import Layout, rotate


def learned_backward(gradient: Array, max_length: int, start: int = 0) -> Array:
    """Through learned positions: the rows that were used get a gradient, the others none.

    Formula:
        ∂L/∂table[start + t] = Σ ∂L/∂PE[t]    over the batch

    Args:
        gradient: (..., n, d_model) the gradient of the tokens to which the positions were added.
        max_length: the number of rows of the table.
        start: as in `learned`.

    Returns:
        (max_length, d_model) ∂L/∂table.

    Raises:
        ValueError: when the table ends before the sequence does.

    Convention:
        A position that no text is long enough to reach is never trained.

    Source:
        Gehring et al., Convolutional Sequence to Sequence Learning (2017), section 3.1,
        differentiated.
    """
    *batch, n, d_model = gradient.shape
    fits = start >= 0 and start + n <= max_length
    require(fits, f"{max_length} positions must reach from {start} on", gradient=gradient)
    table = np.zeros((max_length, d_model), gradient.dtype)  # (max_length, d_model)
    table[start : start + n] = gradient.sum(axis=tuple(range(len(batch))))
    return table


def rotate_backward(gradient: Array, angles: Array, layout: Layout = "interleaved") -> Array:
    """Through a rotation: rotate the gradient back.

    Formula:
        y = R x  ⇒  ∂L/∂x = Rᵀ ∂L/∂y, the rotation by the negative angles

    Args:
        gradient: (..., n, d_head) ∂L/∂y.
        angles: (n, d_head / 2) the angles of the forward pass.
        layout: as in `rotate`.

    Returns:
        (..., n, d_head) ∂L/∂x, which has the length of ∂L/∂y: a rotation neither shrinks nor
        stretches.

    Raises:
        ValueError: when the angles do not fit, or the layout is unknown.

    Source:
        Su et al., RoFormer (2021), section 3.4.2: R is orthogonal.
    """
    return rotate(gradient, -angles, layout)  # (..., n, d_head)
