"""Mistakes about the feed-forward network."""

from collections.abc import Callable

import numpy as np

from reference import feedforward
from reference.activations import relu, sigmoid, silu
from reference.arrays import Array
from reference.feedforward import linear
from reference.mistakes.registry import mistake

Activation = Callable[[Array], Array]


@mistake("feedforward.linear")
def linear_transposed(x: Array, w: Array, b: Array | None = None) -> Array:
    """x Wᵀ where the weight is (in, out): unnoticed when it is square."""
    return linear(x, w.T, b)


@mistake("feedforward.linear")
def linear_without_bias(x: Array, w: Array, b: Array | None = None) -> Array:
    """The bias is never added."""
    return linear(x, w)


@mistake("feedforward.feed_forward")
def feed_forward_without_activation(
    x: Array,
    w_1: Array,
    b_1: Array | None,
    w_2: Array,
    b_2: Array | None,
    activation: Activation = relu,
) -> Array:
    """No activation between the two layers: they collapse into one linear map."""
    return feedforward.feed_forward(x, w_1, b_1, w_2, b_2, activation=lambda hidden: hidden)


@mistake("feedforward.feed_forward")
def feed_forward_with_activation_last(
    x: Array,
    w_1: Array,
    b_1: Array | None,
    w_2: Array,
    b_2: Array | None,
    activation: Activation = relu,
) -> Array:
    """The activation after the second layer as well: negative outputs are cut."""
    return activation(feedforward.feed_forward(x, w_1, b_1, w_2, b_2, activation))


@mistake("feedforward.feed_forward")
def feed_forward_with_activation_after_only(
    x: Array,
    w_1: Array,
    b_1: Array | None,
    w_2: Array,
    b_2: Array | None,
    activation: Activation = relu,
) -> Array:
    """The activation after the second layer instead of between the two."""
    return activation(feed_forward_without_activation(x, w_1, b_1, w_2, b_2))


@mistake("feedforward.feed_forward")
def feed_forward_with_activation_first(
    x: Array,
    w_1: Array,
    b_1: Array | None,
    w_2: Array,
    b_2: Array | None,
    activation: Activation = relu,
) -> Array:
    """The activation applied to the input instead of the hidden layer."""
    return feed_forward_without_activation(activation(x), w_1, b_1, w_2, b_2)


@mistake("feedforward.feed_forward")
def feed_forward_without_biases(
    x: Array,
    w_1: Array,
    b_1: Array | None,
    w_2: Array,
    b_2: Array | None,
    activation: Activation = relu,
) -> Array:
    """Both biases are forgotten."""
    return feedforward.feed_forward(x, w_1, None, w_2, None, activation)


@mistake("feedforward.feed_forward")
def feed_forward_with_residual(
    x: Array,
    w_1: Array,
    b_1: Array | None,
    w_2: Array,
    b_2: Array | None,
    activation: Activation = relu,
) -> Array:
    """x added inside: the residual belongs to the layer around the network."""
    return x + feedforward.feed_forward(x, w_1, b_1, w_2, b_2, activation)


@mistake("feedforward.feed_forward")
def feed_forward_across_tokens(
    x: Array,
    w_1: Array,
    b_1: Array | None,
    w_2: Array,
    b_2: Array | None,
    activation: Activation = relu,
) -> Array:
    """Applied to the transposed input: tokens are mixed instead of features; needs n = d_model."""
    turned = feedforward.feed_forward(np.swapaxes(x, -1, -2), w_1, b_1, w_2, b_2, activation)
    return np.swapaxes(turned, -1, -2)


@mistake("feedforward.swiglu")
def swiglu_of_the_product(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
    """SiLU(gate ⊙ up): a bracket in the wrong place."""
    return linear(silu((x @ w_gate) * (x @ w_up)), w_down)


@mistake("feedforward.swiglu")
def swiglu_without_up_projection(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
    """SiLU alone, with no second projection: nothing is gated."""
    return linear(silu(x @ w_gate), w_down)


@mistake("feedforward.swiglu")
def glu_for_swiglu(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
    """Sigmoid instead of SiLU: that is GLU."""
    return linear(sigmoid(x @ w_gate) * (x @ w_up), w_down)


@mistake("feedforward.swiglu")
def reglu_for_swiglu(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
    """ReLU instead of SiLU: that is ReGLU."""
    return linear(relu(x @ w_gate) * (x @ w_up), w_down)


@mistake("feedforward.swiglu")
def swiglu_without_down_projection(x: Array, w_gate: Array, w_up: Array, w_down: Array) -> Array:
    """The third matrix is forgotten: the width stays d_ff."""
    return silu(linear(x, w_gate)) * linear(x, w_up)


@mistake("feedforward.swiglu")
def swiglu_with_gate_and_value_swapped(
    x: Array, w_gate: Array, w_up: Array, w_down: Array
) -> Array:
    """The up projection passes through SiLU instead of the gate: the other order of halves."""
    return feedforward.swiglu(x, w_up, w_gate, w_down)
