"""The linear layer, and the position-wise feed-forward network built from it."""

from collections.abc import Callable

import numpy as np

from reference.activations import relu, silu
from reference.arrays import Array, require
from reference.trace import record


def linear(x: Array, w: Array, b: Array | None = None) -> Array:
    """The same linear map for every row.

    Formula:
        y = x W + b

    Args:
        x: (..., d_in) one row per token.
        w: (d_in, d_out) the weight.
        b: (d_out) the bias, or None.

    Returns:
        (..., d_out) one row per token.

    Raises:
        ValueError: when `w` does not fit `x`, or `b` does not fit `w`.

    Convention:
        Row vectors: the weight is (in, out) and multiplies from the right, as in Keras and JAX.
        PyTorch's Linear stores (out, in) and computes x Wᵀ + b.

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 6.1.
    """
    require(w.ndim == 2 and x.shape[-1:] == w.shape[:1], "x @ w must be possible", x=x, w=w)
    if b is None:
        return x @ w  # (..., d_out)
    require(b.shape == w.shape[1:], "the bias must be as wide as the output", w=w, b=b)
    y = np.asarray(x @ w, dtype=np.result_type(x, w, b))  # (..., d_out)
    y += b  # in place: y is a new array, and a second one of this size would cost more than the sum
    return y


def feed_forward(
    x: Array,
    w_1: Array,
    b_1: Array | None,
    w_2: Array,
    b_2: Array | None,
    activation: Callable[[Array], Array] = relu,
) -> Array:
    """Two linear layers with an activation in between, applied to each token separately.

    Formula:
        FFN(x) = max(0, x W₁ + b₁) W₂ + b₂

    Args:
        x: (..., n, d_model) one row per token.
        w_1: (d_model, d_ff) widens the rows.
        b_1: (d_ff) or None.
        w_2: (d_ff, d_model) narrows them again.
        b_2: (d_model) or None.
        activation: the function in between; ReLU in the paper, GELU in BERT, GPT-2 and ViT.

    Returns:
        (..., n, d_model) one row per token; no token sees another.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.3, equation 2.
    """
    hidden = linear(x, w_1, b_1)  # (..., d_ff)
    activated = activation(hidden)  # (..., d_ff)
    record("hidden", hidden, "x W₁ + b₁: widened to d_ff")
    record("activated", activated, "the activation of each number")
    return record("output", linear(activated, w_2, b_2), "back to d_model")  # (..., d_model)


def swiglu(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
    """A feed-forward network with a gated hidden layer: one projection gates the other.

    Formula:
        SwiGLU(x) = (SiLU(x W_gate) ⊙ x W_up) W_down

    Args:
        x: (..., n, d_model) one row per token.
        w_gate: (d_model, d_ff) passes through SiLU.
        w_up: (d_model, d_ff) stays linear.
        w_down: (d_ff, d_model) narrows them again.

    Returns:
        (..., n, d_model) one row per token.

    Raises:
        ValueError: when the shapes do not fit.

    Convention:
        The gate comes first, as in Llama. With three matrices, d_ff = 8/3 · d_model costs as much
        as a plain network with two matrices and d_ff = 4 · d_model. No biases.

    Source:
        Shazeer, GLU Variants Improve Transformer (2020), equation 6.
    """
    require(w_gate.shape == w_up.shape, "gate and up must agree", w_gate=w_gate, w_up=w_up)
    gate = silu(linear(x, w_gate))  # (..., d_ff)
    up = linear(x, w_up)  # (..., d_ff)
    gated = gate * up  # (..., d_ff)
    record("gate", gate, "SiLU(x W_gate): how much passes")
    record("up", up, "x W_up: what passes")
    record("gated", gated, "gate ⊙ up")
    return record("output", linear(gated, w_down), "back to d_model")  # (..., d_model)
