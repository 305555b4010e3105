"""Backward pass of rotary positions. The fixed and the additive ones pass gradient on as it is."""

from reference.arrays import Array
from reference.positions import rotate
from reference.positions.rotary import Layout


def rotate_backward(gradient: Array, angles: Array, layout: Layout = "interleaved") -> Array:
    """Through a rotation: turn the gradient back.

    Formula:
        y = R x  ⇒  ∂L/∂x = Rᵀ ∂L/∂y, the rotation by the negative angles

    Args:
        gradient: (..., n, d_head) ∂L/∂y.
        angles: (n, d_head / 2) the angles of the forward pass.
        layout: as in `rotate`.

    Returns:
        (..., n, d_head) ∂L/∂x, as long as ∂L/∂y: a rotation neither shrinks nor stretches.

    Raises:
        ValueError: when the angles do not fit, or the layout is unknown.

    Source:
        Su et al., RoFormer (2021), section 3.4.2: R is orthogonal.
    """
    return rotate(gradient, -angles, layout)  # (..., n, d_head)
