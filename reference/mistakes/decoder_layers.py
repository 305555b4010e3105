"""Mistakes about the three sub-layers of a decoder layer."""

from collections.abc import Callable
from typing import Any

from reference import layers
from reference.arrays import Array, Mask
from reference.attention import multi_head_attention
from reference.feedforward import feed_forward
from reference.layers import Norm
from reference.mistakes.layers import (
    feed_forward_of,
    other_order,
    self_attention_of,
    sublayer_without_residual,
)
from reference.mistakes.registry import mistake
from reference.normalization import layer_norm
from reference.parameters import DecoderLayerParameters, EncoderLayerParameters, NormParameters


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

    attend = self_attention_of(parameters, num_heads, mask)

    def attend_to_source(rows: Array) -> Array:
        return source(rows, memory, num_heads, memory_mask)

    x = sublayer_without_residual(x, attend, parameters.self_attention_norm, norm)
    x = sublayer_without_residual(x, attend_to_source, parameters.cross_attention_norm, norm)
    return sublayer_without_residual(
        x, feed_forward_of(parameters), parameters.feed_forward_norm, norm
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

    attend = self_attention_of(parameters, num_heads, mask)

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

    attend = self_attention_of(parameters, num_heads, mask)

    def attend_to_itself(rows: Array) -> Array:
        return source(rows, rows, num_heads, memory_mask if fits else None)

    x = layers.sublayer(x, attend, parameters.self_attention_norm, norm)
    x = layers.sublayer(x, attend_to_itself, parameters.cross_attention_norm, norm)
    return layers.sublayer(x, feed_forward_of(parameters), parameters.feed_forward_norm, norm)


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
        x, memory, parameters, num_heads, mask, memory_mask, other_order(norm), **options
    )


def _without_cross_attention(parameters: DecoderLayerParameters) -> EncoderLayerParameters:
    return EncoderLayerParameters(
        parameters.self_attention,
        parameters.self_attention_norm,
        parameters.feed_forward,
        parameters.feed_forward_norm,
    )


def _cross_attention_only(parameters: DecoderLayerParameters) -> Callable[..., Array]:
    def attend(rows: Array, memory: Array, num_heads: int, mask: Mask | None) -> Array:
        weights = parameters.cross_attention._asdict()
        return multi_head_attention(rows, memory, num_heads=num_heads, mask=mask, **weights)

    return attend
