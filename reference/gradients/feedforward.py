"""Backward passes of the linear layer, the feed-forward network and SwiGLU."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from reference.activations import gelu, relu, sigmoid, silu, tanh
from reference.arrays import Array
from reference.feedforward import linear
from reference.gradients.activations import (
    gelu_backward,
    relu_backward,
    sigmoid_backward,
    silu_backward,
    tanh_backward,
)
from reference.gradients.shapes import require_like
from reference.parameters import FeedForwardParameters

BACKWARD: dict[Callable[[Array], Array], Callable[[Array, Array], Array]] = {
    relu: relu_backward,
    gelu: gelu_backward,
    silu: silu_backward,
    sigmoid: sigmoid_backward,
    tanh: tanh_backward,
}


class LinearGradients(NamedTuple):
    """∂L with respect to the arguments of `linear`."""

    x: Array  # (..., d_in)
    w: Array  # (d_in, d_out)
    b: Array | None  # (d_out), None without a bias


class FeedForwardGradients(NamedTuple):
    """∂L with respect to the arguments of `feed_forward`."""

    x: Array  # (..., n, d_model)
    parameters: FeedForwardParameters


class SwiGLUGradients(NamedTuple):
    """∂L with respect to the arguments of `swiglu`."""

    x: Array  # (..., n, d_model)
    w_gate: Array  # (d_model, d_ff)
    w_up: Array  # (d_model, d_ff)
    w_down: Array  # (d_ff, d_model)


def linear_backward(gradient: Array, x: Array, w: Array, b: Array | None = None) -> LinearGradients:
    """Through a linear layer: back by the transposed weight; every row adds to ∂L/∂W.

    Formula:
        ∂L/∂x = ∂L/∂y Wᵀ,    ∂L/∂W = Σ xᵀ ∂L/∂y,    ∂L/∂b = Σ ∂L/∂y    over all rows

    Args:
        gradient: (..., d_out) ∂L/∂y.
        x: (..., d_in) the input.
        w: (d_in, d_out) the weight.
        b: (d_out) the bias, or None.

    Returns:
        (x, w, b) gradients with the shapes of the arguments, as `LinearGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 6.5.6.
    """
    require_like(gradient, (*x.shape[:-1], w.shape[-1]))
    rows, row_gradients = x.reshape(-1, x.shape[-1]), gradient.reshape(-1, gradient.shape[-1])
    return LinearGradients(
        x=gradient @ w.T,  # (..., d_in)
        w=rows.T @ row_gradients,  # (d_in, d_out)
        b=None if b is None else row_gradients.sum(axis=0),  # (d_out)
    )


def feed_forward_backward(
    gradient: Array,
    x: Array,
    w_1: Array,
    b_1: Array | None,
    w_2: Array,
    b_2: Array | None,
    activation: Callable[[Array], Array] = relu,
) -> FeedForwardGradients:
    """Through the feed-forward network: its three steps in reverse.

    Formula:
        h = x W₁ + b₁,  a = f(h),  y = a W₂ + b₂
        ∂L/∂a = ∂L/∂y W₂ᵀ,    ∂L/∂h = ∂L/∂a ⊙ f′(h),    ∂L/∂x = ∂L/∂h W₁ᵀ

    Args:
        gradient: (..., n, d_model) ∂L/∂y.
        x: (..., n, d_model) the input.
        w_1: (d_model, d_ff) widens the rows.
        b_1: (d_ff) or None.
        w_2: (d_ff, d_model) narrows them again.
        b_2: (d_model) or None.
        activation: the function in between, one of `BACKWARD`.

    Returns:
        (x, parameters) gradients with the shapes of the arguments, as `FeedForwardGradients`.

    Raises:
        ValueError: when the shapes do not fit or the activation has no backward pass here.

    Source:
        Rumelhart, Hinton, Williams, Learning Representations by Back-propagating Errors (1986).
    """
    if activation not in BACKWARD:
        raise ValueError(f"no backward pass is known for the activation {activation!r}")
    hidden = linear(x, w_1, b_1)  # (..., n, d_ff)
    narrow = linear_backward(gradient, activation(hidden), w_2, b_2)
    widen = linear_backward(BACKWARD[activation](narrow.x, hidden), x, w_1, b_1)
    return FeedForwardGradients(
        widen.x, FeedForwardParameters(widen.w, widen.b, narrow.w, narrow.b)
    )


def swiglu_backward(
    gradient: Array, x: Array, w_gate: Array, w_up: Array, w_down: Array
) -> SwiGLUGradients:
    """Through SwiGLU: each branch gets the gradient times the value of the other.

    Formula:
        a = x W_gate,  u = x W_up,  h = SiLU(a) ⊙ u,  y = h W_down
        ∂L/∂u = ∂L/∂h ⊙ SiLU(a),    ∂L/∂a = ∂L/∂h ⊙ u ⊙ SiLU′(a)

    Args:
        gradient: (..., n, d_model) ∂L/∂y.
        x: (..., n, d_model) the input.
        w_gate: (d_model, d_ff) passes through SiLU.
        w_up: (d_model, d_ff) stays linear.
        w_down: (d_ff, d_model) narrows them again.

    Returns:
        (x, w_gate, w_up, w_down) gradients with the shapes of the arguments, as `SwiGLUGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Shazeer, GLU Variants Improve Transformer (2020), equation 6, by the product rule.
    """
    gate, up = linear(x, w_gate), linear(x, w_up)  # 2 × (..., n, d_ff)
    down = linear_backward(gradient, silu(gate) * up, w_down)
    through_gate = linear_backward(silu_backward(down.x * up, gate), x, w_gate)
    through_up = linear_backward(down.x * silu(gate), x, w_up)
    return SwiGLUGradients(
        x=np.add(through_gate.x, through_up.x),  # (..., n, d_model)
        w_gate=through_gate.w,
        w_up=through_up.w,
        w_down=down.w,
    )
