"""Mistakes about activations and softmax."""

from typing import Literal

import numpy as np

from reference.activations import gelu, relu, sigmoid, softmax
from reference.activations import log_softmax as right_log_softmax
from reference.arrays import Array
from reference.mistakes.registry import equivalent, mistake

Form = Literal["none", "tanh"]


@mistake("activations.softmax")
def softmax_over_queries(x: Array, axis: int = -1) -> Array:
    """Softmax along the axis of the queries: columns sum to 1, and queries depend on each other."""
    return softmax(x, axis=-2 if axis == -1 else -1)


@mistake("activations.softmax")
def softmax_over_everything(x: Array, axis: int = -1) -> Array:
    """Softmax without an axis: all entries together sum to 1, not each row."""
    powers = np.exp(x - np.max(x))
    shares: Array = powers / np.sum(powers)
    return shares


@mistake("activations.softmax")
def softmax_over_an_axis_of_one(x: Array, axis: int = -1) -> Array:
    """Softmax along an extra axis of size 1: every weight is exactly 1, attention becomes a sum."""
    return softmax(x[..., np.newaxis])[..., 0]


@mistake("activations.softmax")
def softmax_twice(x: Array, axis: int = -1) -> Array:
    """Softmax of a softmax (in the model and again in the loss): everything is nearly uniform."""
    return softmax(softmax(x, axis), axis)


@mistake("activations.softmax")
def softmax_divided_by_the_wrong_rows(x: Array, axis: int = -1) -> Array:
    """keepdims forgotten: on a square matrix, column j is divided by the sum of row j."""
    with np.errstate(invalid="ignore"):
        powers: Array = np.exp(x - np.max(x, axis=axis, keepdims=True))
        totals: Array = np.sum(powers, axis=axis)  # an axis is lost: NumPy lines it up with columns
        shares: Array = powers / totals[..., np.newaxis, :]
    return shares


@mistake("activations.softmax")
def exponentials_divided_by_the_wrong_rows(x: Array, axis: int = -1) -> Array:
    """The same without subtracting the maximum: what a calculation by hand of that line gives."""
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        powers: Array = np.exp(x)
        shares: Array = powers / np.sum(powers, axis=axis)[..., np.newaxis, :]
    return shares


@mistake("activations.softmax")
def softmax_without_guard_for_masked_rows(x: Array, axis: int = -1) -> Array:
    """−∞ − (−∞) in a row that may attend to nothing: NaN, which then spreads."""
    with np.errstate(invalid="ignore"):
        powers: Array = np.exp(x - np.max(x, axis=axis, keepdims=True))
        weights: Array = powers / np.sum(powers, axis=axis, keepdims=True)
    return weights


@mistake("activations.softmax")
def softmax_without_maximum(x: Array, axis: int = -1) -> Array:
    """exp without subtracting the maximum first: overflow for scores above 709 (float32: 88)."""
    with np.errstate(over="ignore", invalid="ignore"):
        powers: Array = np.exp(x)
        weights: Array = powers / np.sum(powers, axis=axis, keepdims=True)
    return weights


@mistake("activations.softmax")
def softmax_without_exponential(x: Array, axis: int = -1) -> Array:
    """Scores divided by their sum, without exp: negative "probabilities"."""
    with np.errstate(invalid="ignore"):
        shares: Array = x / np.sum(x, axis=axis, keepdims=True)
    return shares


@equivalent("activations.log_softmax")
def log_softmax_twice(x: Array, axis: int = -1) -> Array:
    """log_softmax applied twice changes nothing: its rows already are log-probabilities."""
    return right_log_softmax(right_log_softmax(x, axis), axis)


@equivalent("activations.softmax")
def softmax_of_shifted_scores(x: Array, axis: int = -1) -> Array:
    """A constant added to a row cancels: softmax only depends on differences."""
    return softmax(x + 3.0, axis)


@mistake("activations.gelu")
def gelu_in_the_other_form(x: Array, approximate: Form = "none") -> Array:
    """The tanh form where the exact form is asked for, or the reverse: off by up to 5e-4."""
    return gelu(x, "tanh" if approximate == "none" else "none")


@mistake("activations.gelu")
def gelu_by_sigmoid(x: Array, approximate: Form = "none") -> Array:
    """x σ(1.702 x), the "quick" form of CLIP, where the exact form is asked for."""
    return x * sigmoid(1.702 * x)


@mistake("activations.gelu")
def gelu_without_leading_x(x: Array, approximate: Form = "none") -> Array:
    """Φ(x) instead of x Φ(x): values in (0, 1), never negative."""
    return np.where(x == 0, 0.5, gelu(x, approximate) / np.where(x == 0, 1, x))


@mistake("activations.gelu")
def relu_for_gelu(x: Array, approximate: Form = "none") -> Array:
    """ReLU where GELU is asked for: nothing negative gets through."""
    return relu(x)


@mistake("activations.relu")
def gelu_for_relu(x: Array) -> Array:
    """GELU where ReLU is asked for: small negative numbers get through."""
    return gelu(x)


@mistake("activations.relu")
def relu_as_absolute_value(x: Array) -> Array:
    """|x| instead of max(0, x): negative numbers are mirrored instead of cut."""
    return np.abs(x)


@mistake("activations.silu")
def sigmoid_for_silu(x: Array) -> Array:
    """σ(x) instead of x σ(x): the leading x is forgotten."""
    return sigmoid(x)


@mistake("activations.sigmoid")
def sigmoid_with_the_sign_slipped(x: Array) -> Array:
    """1 / (1 + eˣ): the minus in the exponent is lost, so σ(−x) comes out."""
    return sigmoid(-x)


@mistake("activations.tanh")
def sigmoid_for_tanh(x: Array) -> Array:
    """σ where tanh is asked for: values in (0, 1), never negative."""
    return sigmoid(x)


@mistake("gradients.softmax_backward")
def softmax_backward_entry_by_entry(gradient: Array, probabilities: Array, axis: int = -1) -> Array:
    """g p (1 − p), as for a sigmoid: what one probability gains, the others of its row lose."""
    slopes: Array = gradient * probabilities * (1 - probabilities)
    return slopes


@mistake("gradients.softmax_backward")
def softmax_backward_without_the_row_sum(
    gradient: Array, probabilities: Array, axis: int = -1
) -> Array:
    """p g alone: a gradient that is equal in a whole row would not cancel."""
    shares: Array = probabilities * gradient
    return shares
