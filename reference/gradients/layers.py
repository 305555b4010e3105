"""Backward passes of the residual and of the layers of encoder and decoder.

Nothing is kept from the forward pass: each function recomputes what it needs. That takes more work
and less memory ("gradient checkpointing"), and keeps all functions pure.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from reference.activations import relu
from reference.arrays import Array, Mask
from reference.attention import multi_head_attention
from reference.feedforward import feed_forward
from reference.gradients.attention import multi_head_attention_backward
from reference.gradients.feedforward import feed_forward_backward
from reference.gradients.normalization import layer_norm_backward, rms_norm_backward
from reference.layers import Activation, Norm, residual, sublayer
from reference.normalization import layer_norm, rms_norm
from reference.parameters import (
    AttentionParameters,
    DecoderLayerParameters,
    EncoderLayerParameters,
    FeedForwardParameters,
    NormParameters,
)

# (∂L/∂f(x), x) → (∂L/∂x, whatever else the backward pass of f returns)
BranchBackward = Callable[[Array, Array], tuple[Array, Any]]


class ResidualGradients(NamedTuple):
    """∂L with respect to the arguments of `residual`."""

    x: Array  # (..., n, d_model)
    branch: Array  # (..., n, d_model)


class SublayerGradients(NamedTuple):
    """∂L with respect to the input, the normalization, and the arguments of the branch."""

    x: Array  # (..., n, d_model)
    norm: NormParameters
    branch: Any


class RMSSublayerGradients(NamedTuple):
    """∂L with respect to the input, the normalization's scale, and the arguments of the branch."""

    x: Array  # (..., n, d_model)
    gamma: Array  # (d_model)
    branch: Any


class EncoderLayerGradients(NamedTuple):
    """∂L with respect to the arguments of `encoder_layer`."""

    x: Array  # (..., n, d_model)
    parameters: EncoderLayerParameters


class DecoderLayerGradients(NamedTuple):
    """∂L with respect to the arguments of `decoder_layer`."""

    x: Array  # (..., n, d_model)
    memory: Array  # (..., n_source, d_model)
    parameters: DecoderLayerParameters


def residual_backward(gradient: Array) -> ResidualGradients:
    """Through a residual: both paths get the whole gradient.

    Formula:
        y = x + f  ⇒  ∂L/∂x = ∂L/∂y,    ∂L/∂f = ∂L/∂y

    Args:
        gradient: (..., n, d_model) ∂L/∂y.

    Returns:
        (x, branch), both equal to the gradient, as `ResidualGradients`. What comes back through f
        is added to that of x: ∂L/∂y · (1 + f′), which does not vanish when f′ is small.

    Source:
        He et al., Identity Mappings in Deep Residual Networks (2016), section 2, equation 5.
    """
    return ResidualGradients(gradient, gradient)


def sublayer_backward(
    gradient: Array,
    x: Array,
    branch: Callable[[Array], Array],
    branch_backward: BranchBackward,
    norm_parameters: NormParameters,
    norm: Norm = "post",
    eps: float = 1e-5,
) -> SublayerGradients:
    """Through one sub-layer with its residual and its normalization.

    Formula:
        post, y = LN(s), s = x + f(x):    g = LN_backward(∂L/∂y),    ∂L/∂x = g + f_backward(g)
        pre, y = x + f(LN(x)):    ∂L/∂x = ∂L/∂y + LN_backward(f_backward(∂L/∂y))

    Args:
        gradient: (..., n, d_model) ∂L/∂y.
        x: (..., n, d_model) the input.
        branch: f, what the sub-layer computes.
        branch_backward: takes ∂L/∂f and the input of f; returns the gradient of the input, and
            those of f's arguments.
        norm_parameters: γ and β of the normalization.
        norm: "post" or "pre".
        eps: the ε of the normalization.

    Returns:
        (x, norm, branch): the gradients of x and of γ and β, and what else `branch_backward`
        returned, as `SublayerGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Convention:
        Pre-norm leaves a path on which the gradient passes unchanged; post-norm sends all of it
        through the normalization of every layer.

    Source:
        Xiong et al., On Layer Normalization in the Transformer Architecture (2020), section 3.
    """
    if norm == "pre":
        skip, through = residual_backward(gradient)  # 2 × (..., n, d_model)
        through, found = branch_backward(through, layer_norm(x, *norm_parameters, eps))
        inner = layer_norm_backward(through, x, *norm_parameters, eps)
        return SublayerGradients(skip + inner.x, NormParameters(inner.gamma, inner.beta), found)
    total = residual(x, branch(x))  # (..., n, d_model)
    outer = layer_norm_backward(gradient, total, *norm_parameters, eps)
    skip, through = residual_backward(outer.x)  # 2 × (..., n, d_model)
    through, found = branch_backward(through, x)
    return SublayerGradients(skip + through, NormParameters(outer.gamma, outer.beta), found)


def rms_sublayer_backward(
    gradient: Array, x: Array, branch_backward: BranchBackward, gamma: Array, eps: float = 1e-6
) -> RMSSublayerGradients:
    """Through one sub-layer in pre-norm order with RMSNorm, as in T5 and Llama.

    Formula:
        ∂L/∂x = ∂L/∂y + RMS_backward(f_backward(∂L/∂y))

    Args:
        gradient: (..., n, d_model) ∂L/∂y.
        x: (..., n, d_model) the input.
        branch_backward: takes ∂L/∂f and the input of f; returns the gradient of the input, and
            those of f's arguments.
        gamma: (d_model) the scale of the normalization.
        eps: the ε of the normalization.

    Returns:
        (x, gamma, branch): the gradients of x and γ, and what else `branch_backward` returned, as
        `RMSSublayerGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Touvron et al., LLaMA (2023), section 2.2, by the chain rule.
    """
    skip, through = residual_backward(gradient)  # 2 × (..., n, d_model)
    through, found = branch_backward(through, rms_norm(x, gamma, eps))
    inner = rms_norm_backward(through, x, gamma, eps)
    return RMSSublayerGradients(skip + inner.x, inner.gamma, found)


class _Branch(NamedTuple):
    """A sub-layer's function and its backward pass."""

    forward: Callable[[Array], Array]
    backward: BranchBackward


def _self_attention(parameters: AttentionParameters, num_heads: int, mask: Mask | None) -> _Branch:
    def forward(rows: Array) -> Array:
        weights = parameters._asdict()
        return multi_head_attention(rows, rows, num_heads=num_heads, mask=mask, **weights)

    def backward(gradient: Array, rows: Array) -> tuple[Array, AttentionParameters]:
        found = multi_head_attention_backward(gradient, rows, rows, parameters, num_heads, mask)
        return np.add(found.x, found.memory), found.parameters

    return _Branch(forward, backward)


def _cross_attention(
    memory: Array, parameters: AttentionParameters, num_heads: int, mask: Mask | None
) -> _Branch:
    def forward(rows: Array) -> Array:
        weights = parameters._asdict()
        return multi_head_attention(rows, memory, num_heads=num_heads, mask=mask, **weights)

    def backward(gradient: Array, rows: Array) -> tuple[Array, tuple[Array, AttentionParameters]]:
        found = multi_head_attention_backward(gradient, rows, memory, parameters, num_heads, mask)
        return found.x, (found.memory, found.parameters)

    return _Branch(forward, backward)


def _feed_forward(parameters: FeedForwardParameters, activation: Activation) -> _Branch:
    def forward(rows: Array) -> Array:
        return feed_forward(rows, *parameters, activation)

    def backward(gradient: Array, rows: Array) -> tuple[Array, FeedForwardParameters]:
        return feed_forward_backward(gradient, rows, *parameters, activation)

    return _Branch(forward, backward)


def encoder_layer_backward(
    gradient: Array,
    x: Array,
    parameters: EncoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    norm: Norm = "post",
    activation: Activation = relu,
    eps: float = 1e-5,
) -> EncoderLayerGradients:
    """Through an encoder layer: its two sub-layers, the last one first.

    Formula:
        a = sublayer(x, attention),  y = sublayer(a, feed-forward)
        ∂L/∂a = sublayer_backward(∂L/∂y, a),    ∂L/∂x = sublayer_backward(∂L/∂a, x)

    Args:
        gradient: (..., n, d_model) ∂L/∂y.
        x: (..., n, d_model) the input.
        parameters: the weights of the layer.
        num_heads: the number of heads.
        mask: as in `encoder_layer`.
        norm: "post" or "pre".
        activation: the function inside the feed-forward network.
        eps: the ε of the normalizations.

    Returns:
        (x, parameters) gradients with the shapes of the arguments, as `EncoderLayerGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.1, by the chain rule.
    """
    p = parameters
    attend = _self_attention(p.self_attention, num_heads, mask)
    transform = _feed_forward(p.feed_forward, activation)
    a = sublayer(x, attend.forward, p.self_attention_norm, norm, eps=eps)  # (..., n, d_model)
    second = sublayer_backward(gradient, a, *transform, p.feed_forward_norm, norm, eps)
    first = sublayer_backward(second.x, x, *attend, p.self_attention_norm, norm, eps)
    return EncoderLayerGradients(
        first.x, EncoderLayerParameters(first.branch, first.norm, second.branch, second.norm)
    )


def decoder_layer_backward(
    gradient: Array,
    x: Array,
    memory: Array,
    parameters: DecoderLayerParameters,
    num_heads: int,
    mask: Mask | None = None,
    memory_mask: Mask | None = None,
    norm: Norm = "post",
    activation: Activation = relu,
    eps: float = 1e-5,
) -> DecoderLayerGradients:
    """Through a decoder layer: its three sub-layers, last one first; the encoder gets its share.

    Formula:
        a = sublayer(x, self-attention),  b = sublayer(a, cross-attention),  y = sublayer(b, FFN)
        ∂L/∂b, ∂L/∂a, ∂L/∂x by sublayer_backward in turn;    ∂L/∂m from cross-attention

    Args:
        gradient: (..., n, d_model) ∂L/∂y.
        x: (..., n, d_model) the input.
        memory: (..., n_source, d_model) the encoder's output m.
        parameters: the weights of the layer.
        num_heads: the number of heads.
        mask: as in `decoder_layer`.
        memory_mask: as in `decoder_layer`.
        norm: "post" or "pre".
        activation: the function inside the feed-forward network.
        eps: the ε of the normalizations.

    Returns:
        (x, memory, parameters) gradients with the shapes of the arguments, as
        `DecoderLayerGradients`. All decoder layers attend to the same memory, so their gradients
        add up.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.1, by the chain rule.
    """
    p = parameters
    attend = _self_attention(p.self_attention, num_heads, mask)
    look = _cross_attention(memory, p.cross_attention, num_heads, memory_mask)
    transform = _feed_forward(p.feed_forward, activation)
    a = sublayer(x, attend.forward, p.self_attention_norm, norm, eps=eps)  # (..., n, d_model)
    b = sublayer(a, look.forward, p.cross_attention_norm, norm, eps=eps)  # (..., n, d_model)
    third = sublayer_backward(gradient, b, *transform, p.feed_forward_norm, norm, eps)
    second = sublayer_backward(third.x, a, *look, p.cross_attention_norm, norm, eps)
    first = sublayer_backward(second.x, x, *attend, p.self_attention_norm, norm, eps)
    memory_gradient, cross_attention = second.branch
    return DecoderLayerGradients(
        first.x,
        memory_gradient,  # (..., n_source, d_model)
        DecoderLayerParameters(
            first.branch,
            first.norm,
            cross_attention,
            second.norm,
            third.branch,
            third.norm,
        ),
    )
