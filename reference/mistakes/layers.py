"""Mistakes about residuals, and about the order inside a layer."""

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
    return layers.sublayer(x, branch, norm_parameters, _other(norm), name, eps)


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
    return layers.encoder_layer(x, parameters, num_heads, mask, _other(norm), **options)


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

    attend = _self_attention(parameters, num_heads, mask)

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

    attend = _self_attention(parameters, num_heads, mask)

    x = sublayer_without_residual(x, attend, parameters.self_attention_norm, norm, eps=eps)
    return sublayer_without_residual(
        x, _feed_forward(parameters, activation), parameters.feed_forward_norm, norm, eps=eps
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

    attend = _self_attention(parameters, num_heads, mask)

    def transform(_: Array) -> Array:
        own = parameters.feed_forward_norm
        rows = layer_norm(attended, *own, eps) if norm == "pre" else attended
        return feed_forward(rows, *parameters.feed_forward, activation)

    attended = layers.sublayer(x, attend, parameters.self_attention_norm, norm, eps=eps)
    return layers.sublayer(x, transform, parameters.feed_forward_norm, norm, eps=eps)


@mistake("layers.decoder_layer")
def decoder_layer_with_cross_attention_first(
    x: Array,
    memory: Array,
    parameters: DecoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    memory_mask: Mask | None = None,
    norm: Norm = "post",
    **options: Any,
) -> Array:
    """Cross-attention to the source comes before self-attention to the target so far."""
    source_first = _cross_attention_only(parameters)
    x = layers.sublayer(
        x,
        lambda rows: source_first(rows, memory, num_heads, memory_mask),
        parameters.cross_attention_norm,
        norm,
    )
    return layers.encoder_layer(
        x, _without_cross_attention(parameters), num_heads, mask, norm, **options
    )


@mistake("layers.decoder_layer")
def decoder_layer_without_cross_attention(
    x: Array,
    memory: Array,
    parameters: DecoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    memory_mask: Mask | None = None,
    norm: Norm = "post",
    **options: Any,
) -> Array:
    """No cross-attention: the memory has no influence."""
    return layers.encoder_layer(
        x, _without_cross_attention(parameters), num_heads, mask, norm, **options
    )


@mistake("layers.decoder_layer")
def decoder_layer_without_residuals(
    x: Array,
    memory: Array,
    parameters: DecoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    memory_mask: Mask | None = None,
    norm: Norm = "post",
    **options: Any,
) -> Array:
    """Nothing added after any of the three sub-layers: their inputs are lost."""
    source = _cross_attention_only(parameters)

    attend = _self_attention(parameters, num_heads, mask)

    def attend_to_source(rows: Array) -> Array:
        return source(rows, memory, num_heads, memory_mask)

    x = sublayer_without_residual(x, attend, parameters.self_attention_norm, norm)
    x = sublayer_without_residual(x, attend_to_source, parameters.cross_attention_norm, norm)
    return sublayer_without_residual(
        x, _feed_forward(parameters), parameters.feed_forward_norm, norm
    )


@mistake("layers.decoder_layer")
def decoder_layer_with_all_residuals_from_the_input(
    x: Array,
    memory: Array,
    parameters: DecoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    memory_mask: Mask | None = None,
    norm: Norm = "post",
    **options: Any,
) -> Array:
    """All three sums add the layer's input, not what went into their own sub-layer."""
    source = _cross_attention_only(parameters)

    attend = _self_attention(parameters, num_heads, mask)

    def of(rows: Array, own: NormParameters) -> Array:
        return layer_norm(rows, *own) if norm == "pre" else rows

    def attend_to_source(_: Array) -> Array:
        rows = of(attended, parameters.cross_attention_norm)
        return source(rows, memory, num_heads, memory_mask)

    def transform(_: Array) -> Array:
        return feed_forward(of(crossed, parameters.feed_forward_norm), *parameters.feed_forward)

    attended = layers.sublayer(x, attend, parameters.self_attention_norm, norm)
    crossed = layers.sublayer(x, attend_to_source, parameters.cross_attention_norm, norm)
    return layers.sublayer(x, transform, parameters.feed_forward_norm, norm)


@mistake("layers.decoder_layer")
def decoder_layer_without_relu(
    x: Array,
    memory: Array,
    parameters: DecoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    memory_mask: Mask | None = None,
    norm: Norm = "post",
    **_: Any,
) -> Array:
    """Nothing between the two matrices of the feed-forward network: they are one."""
    return layers.decoder_layer(
        x, memory, parameters, num_heads, mask, memory_mask, norm, activation=lambda z: z
    )


@mistake("layers.decoder_layer")
def decoder_layer_with_self_attention_twice(
    x: Array,
    memory: Array,
    parameters: DecoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    memory_mask: Mask | None = None,
    norm: Norm = "post",
    **options: Any,
) -> Array:
    """Keys and values of cross-attention from the decoder: the source has no influence."""
    return layers.decoder_layer(x, x, parameters, num_heads, mask, mask, norm, **options)


@mistake("layers.decoder_layer")
def decoder_layer_with_cross_attention_to_itself(
    x: Array,
    memory: Array,
    parameters: DecoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    memory_mask: Mask | None = None,
    norm: Norm = "post",
    **options: Any,
) -> Array:
    """Keys and values of cross-attention from its own rows: the source has no influence."""
    source = _cross_attention_only(parameters)
    fits = memory_mask is not None and memory_mask.shape[-1] == x.shape[-2]

    attend = _self_attention(parameters, num_heads, mask)

    def attend_to_itself(rows: Array) -> Array:
        return source(rows, rows, num_heads, memory_mask if fits else None)

    x = layers.sublayer(x, attend, parameters.self_attention_norm, norm)
    x = layers.sublayer(x, attend_to_itself, parameters.cross_attention_norm, norm)
    return layers.sublayer(x, _feed_forward(parameters), parameters.feed_forward_norm, norm)


@mistake("layers.decoder_layer")
def decoder_layer_without_causal_mask(
    x: Array,
    memory: Array,
    parameters: DecoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    memory_mask: Mask | None = None,
    norm: Norm = "post",
    **options: Any,
) -> Array:
    """The target's mask is never used: each token sees the one it must predict."""
    return layers.decoder_layer(
        x, memory, parameters, num_heads, None, memory_mask, norm, **options
    )


@mistake("layers.decoder_layer")
def decoder_layer_with_post_and_pre_swapped(
    x: Array,
    memory: Array,
    parameters: DecoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    memory_mask: Mask | None = None,
    norm: Norm = "post",
    **options: Any,
) -> Array:
    """The other order of normalization and sum."""
    return layers.decoder_layer(
        x, memory, parameters, num_heads, mask, memory_mask, _other(norm), **options
    )


def _other(norm: Norm) -> Norm:
    return "pre" if norm == "post" else "post"


def _without_cross_attention(parameters: DecoderLayerParameters) -> EncoderLayerParameters:
    return EncoderLayerParameters(
        parameters.self_attention,
        parameters.self_attention_norm,
        parameters.feed_forward,
        parameters.feed_forward_norm,
    )


def _self_attention(
    parameters: EncoderLayerParameters | DecoderLayerParameters, num_heads: int, mask: Mask | None
) -> Callable[[Array], Array]:
    def attend(rows: Array) -> Array:
        weights = parameters.self_attention._asdict()
        return multi_head_attention(rows, rows, num_heads=num_heads, mask=mask, **weights)

    return attend


def _feed_forward(
    parameters: EncoderLayerParameters | DecoderLayerParameters, activation: Activation = relu
) -> Callable[[Array], Array]:
    return lambda rows: feed_forward(rows, *parameters.feed_forward, activation)


def _cross_attention_only(parameters: DecoderLayerParameters) -> Callable[..., Array]:
    def attend(rows: Array, memory: Array, num_heads: int, mask: Mask | None) -> Array:
        weights = parameters.cross_attention._asdict()
        return multi_head_attention(rows, memory, num_heads=num_heads, mask=mask, **weights)

    return attend
