"""Shapes of gradients: what was used many times sums the gradients of all its uses."""

import numpy as np

from reference.arrays import Array, require


def sum_to_shape(gradient: Array, shape: tuple[int, ...]) -> Array:
    """Sum a gradient over the axes along which its array was broadcast.

    Formula:
        y = broadcast(x)  ⇒  ∂L/∂x = Σ ∂L/∂y over the copies

    Args:
        gradient: (...) ∂L/∂y, at least as large as `shape`.
        shape: the shape of x.

    Returns:
        An array of that shape.

    Raises:
        ValueError: when `shape` does not broadcast to the gradient's.

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 6.5.2: gradients of
        several paths add up.
    """
    extra = gradient.ndim - len(shape)
    fits = extra >= 0 and all(
        have in (1, want) for have, want in zip(shape, gradient.shape[extra:], strict=False)
    )
    require(fits, f"{shape} must broadcast to the gradient", gradient=gradient)
    stretched = tuple(extra + axis for axis, size in enumerate(shape) if size == 1)
    summed = np.sum(gradient, axis=(*range(extra), *stretched), keepdims=True)
    return np.asarray(summed.reshape(shape))


def no_gradient(x: Array) -> Array:
    """The start of a gradient that is summed part by part.

    Args:
        x: (...) the array, which may contain integers.

    Returns:
        (...) zeros, as real numbers.
    """
    return np.zeros(x.shape, dtype=np.result_type(x, 0.0))


def require_like(gradient: Array, output_shape: tuple[int, ...]) -> None:
    """Raise a `ValueError` unless a gradient has the shape of the output it belongs to.

    Args:
        gradient: (...) ∂L/∂y.
        output_shape: the shape of y.

    Raises:
        ValueError: when the two differ.
    """
    require(
        gradient.shape == output_shape,
        f"the gradient must have the shape of the output, {output_shape}",
        gradient=gradient,
    )
