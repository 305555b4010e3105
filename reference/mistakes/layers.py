"""Mistakes about residuals, and about the order inside an encoder layer."""

import math
from collections.abc import Callable
from typing import Any

from reference import layers
from reference.activations import relu
from reference.arrays import Array, Mask
from reference.attention import multi_head_attention
from reference.feedforward import feed_forward
from reference.layers import Activation, Norm
from reference.mistakes.registry import mistake
from reference.normalization import layer_norm
from reference.parameters import DecoderLayerParameters, EncoderLayerParameters, NormParameters


@mistake("layers.residual")
def residual_forgotten(x: Array, branch: Array) -> Array:
    """Only the output of the sub-layer: its input is lost."""
    return branch


@mistake("layers.residual")
def residual_subtracted(x: Array, branch: Array) -> Array:
    """The output of the sub-layer minus its input."""
    return branch - x


@mistake("layers.residual")
def residual_multiplied(x: Array, branch: Array) -> Array:
    """x ⊙ f(x) instead of x + f(x)."""
    return x * branch


@mistake("layers.sublayer")
def sublayer_normalises_the_branch_only(
    x: Array,
    branch: Callable[[Array], Array],
    norm_parameters: NormParameters,
    norm: Norm = "post",
    name: str = "sublayer",
    eps: float = 1e-5,
) -> Array:
    """x + LN(f(x)), taken for post-norm: the sum itself is never normalised."""
    return x + layer_norm(branch(x), *norm_parameters, eps)


@mistake("layers.sublayer")
def sublayer_with_post_and_pre_swapped(
    x: Array,
    branch: Callable[[Array], Array],
    norm_parameters: NormParameters,
    norm: Norm = "post",
    name: str = "sublayer",
    eps: float = 1e-5,
) -> Array:
    """The other order: LN(x + f(x)) where x + f(LN(x)) is asked for, or the reverse."""
    return layers.sublayer(x, branch, norm_parameters, other_order(norm), name, eps)


@mistake("layers.sublayer")
def sublayer_without_residual(
    x: Array,
    branch: Callable[[Array], Array],
    norm_parameters: NormParameters,
    norm: Norm = "post",
    name: str = "sublayer",
    eps: float = 1e-5,
) -> Array:
    """The sub-layer and its normalization, with nothing added: the input is lost."""
    if norm == "pre":
        return branch(layer_norm(x, *norm_parameters, eps))
    return layer_norm(branch(x), *norm_parameters, eps)


@mistake("layers.sublayer")
def sublayer_normalised_input_added(
    x: Array,
    branch: Callable[[Array], Array],
    norm_parameters: NormParameters,
    norm: Norm = "post",
    name: str = "sublayer",
    eps: float = 1e-5,
) -> Array:
    """LN(x) + f(LN(x)): the normalised x is added, so the residual path is not free."""
    normalised = layer_norm(x, *norm_parameters, eps)
    return normalised + branch(normalised)


@mistake("layers.encoder_layer")
def encoder_layer_with_post_and_pre_swapped(
    x: Array,
    parameters: EncoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    norm: Norm = "post",
    **options: Any,
) -> Array:
    """The other order of normalization and sum."""
    return layers.encoder_layer(x, parameters, num_heads, mask, other_order(norm), **options)


@mistake("layers.encoder_layer")
def encoder_layer_without_feed_forward(
    x: Array,
    parameters: EncoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    norm: Norm = "post",
    **options: Any,
) -> Array:
    """Only attention: the second sub-layer is missing, with its norm."""

    attend = self_attention_of(parameters, num_heads, mask)

    return layers.sublayer(x, attend, parameters.self_attention_norm, norm)


@mistake("layers.encoder_layer")
def encoder_layer_with_one_norm_for_both(
    x: Array,
    parameters: EncoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    norm: Norm = "post",
    **options: Any,
) -> Array:
    """Both sub-layers share the first γ and β; each has its own."""
    shared = parameters._replace(feed_forward_norm=parameters.self_attention_norm)
    return layers.encoder_layer(x, shared, num_heads, mask, norm, **options)


@mistake("layers.encoder_layer")
def encoder_layer_without_residuals(
    x: Array,
    parameters: EncoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    norm: Norm = "post",
    activation: Activation = relu,
    eps: float = 1e-5,
) -> Array:
    """Nothing added after either sub-layer: their inputs are lost."""

    attend = self_attention_of(parameters, num_heads, mask)

    x = sublayer_without_residual(x, attend, parameters.self_attention_norm, norm, eps=eps)
    return sublayer_without_residual(
        x, feed_forward_of(parameters, activation), parameters.feed_forward_norm, norm, eps=eps
    )


@mistake("layers.encoder_layer")
def encoder_layer_without_mask(
    x: Array,
    parameters: EncoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    norm: Norm = "post",
    **options: Any,
) -> Array:
    """The mask is never used: padding, or the future, is attended to."""
    return layers.encoder_layer(x, parameters, num_heads, None, norm, **options)


@mistake("layers.encoder_layer")
def encoder_layer_scaled_by_d_model(
    x: Array,
    parameters: EncoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    norm: Norm = "post",
    **options: Any,
) -> Array:
    """The scores of all heads are divided by √d_model, not by the root of their own width."""
    weights = parameters.self_attention
    root = math.sqrt(num_heads)
    bias = None if weights.b_q is None else weights.b_q / root
    smaller = weights._replace(w_q=weights.w_q / root, b_q=bias)
    smaller_scores = parameters._replace(self_attention=smaller)
    return layers.encoder_layer(x, smaller_scores, num_heads, mask, norm, **options)


@mistake("layers.encoder_layer")
def encoder_layer_with_both_residuals_from_the_input(
    x: Array,
    parameters: EncoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    norm: Norm = "post",
    activation: Activation = relu,
    eps: float = 1e-5,
) -> Array:
    """The second sum adds the layer's input again, not what went into the second sub-layer."""

    attend = self_attention_of(parameters, num_heads, mask)

    def transform(_: Array) -> Array:
        own = parameters.feed_forward_norm
        rows = layer_norm(attended, *own, eps) if norm == "pre" else attended
        return feed_forward(rows, *parameters.feed_forward, activation)

    attended = layers.sublayer(x, attend, parameters.self_attention_norm, norm, eps=eps)
    return layers.sublayer(x, transform, parameters.feed_forward_norm, norm, eps=eps)


def other_order(norm: Norm) -> Norm:
    """Post-norm for pre-norm, and the reverse."""
    return "pre" if norm == "post" else "post"


def self_attention_of(
    parameters: EncoderLayerParameters | DecoderLayerParameters, num_heads: int, mask: Mask | None
) -> Callable[[Array], Array]:
    """Self-attention with the weights of a layer."""

    def attend(rows: Array) -> Array:
        weights = parameters.self_attention._asdict()
        return multi_head_attention(rows, rows, num_heads=num_heads, mask=mask, **weights)

    return attend


def feed_forward_of(
    parameters: EncoderLayerParameters | DecoderLayerParameters, activation: Activation = relu
) -> Callable[[Array], Array]:
    """The feed-forward network with the weights of a layer."""
    return lambda rows: feed_forward(rows, *parameters.feed_forward, activation)
