"""Backward passes of Llama: rotated queries and keys, shared heads, RMSNorm, SwiGLU."""

from typing import NamedTuple

from reference.architectures import LlamaLayerParameters, llama_attention
from reference.arrays import Array, Mask
from reference.attention import grouped_query_attention, merge_heads, project_heads, split_heads
from reference.gradients.attention import project_heads_backward
from reference.gradients.attention_variants import grouped_query_attention_backward
from reference.gradients.feedforward import SwiGLUGradients, linear_backward, swiglu_backward
from reference.gradients.layers import rms_sublayer_backward
from reference.gradients.positions import rotate_backward
from reference.layers import rms_sublayer
from reference.parameters import AttentionParameters
from reference.positions import Layout, rotate


class SelfAttentionGradients(NamedTuple):
    """∂L with respect to the tokens and the weights of `llama_attention`."""

    x: Array  # (..., n, d_model)
    parameters: AttentionParameters


class LlamaLayerGradients(NamedTuple):
    """∂L with respect to the arguments of `llama_layer`."""

    x: Array  # (..., n, d_model)
    parameters: LlamaLayerParameters


def llama_attention_backward(
    gradient: Array,
    x: Array,
    parameters: AttentionParameters,
    num_heads: int,
    num_groups: int,
    angles: Array,
    mask: Mask | None = None,
    layout: Layout = "interleaved",
) -> SelfAttentionGradients:
    """Through grouped-query attention with rotations, which are reversed.

    Formula:
        ∂L/∂(x W_q) = Rᵀ ∂L/∂Q,    ∂L/∂(x W_k) = Rᵀ ∂L/∂K,    ∂L/∂(x W_v) = ∂L/∂V

    Args:
        gradient: (..., n, d_model) ∂L/∂y.
        x: (..., n, d_model) one row per token.
        parameters: the weights of the attention.
        num_heads: the number of query heads.
        num_groups: the number of heads of keys and values.
        angles: (n, d_head / 2) from `rotary_angles`.
        mask: broadcasts to (..., n, n), True = may attend.
        layout: as in `rotate`.

    Returns:
        (x, parameters) gradients with the shapes of the arguments, as `SelfAttentionGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Touvron et al., Llama 2 (2023), section 2.2, by the chain rule.
    """
    w = parameters
    query = rotate(project_heads(x, w.w_q, None, num_heads), angles, layout)
    key = rotate(project_heads(x, w.w_k, None, num_groups), angles, layout)
    value = project_heads(x, w.w_v, None, num_groups)  # (..., groups, n, d_head)
    heads = grouped_query_attention(query, key, value, mask)  # (..., heads, n, d_head)
    out = linear_backward(gradient, merge_heads(heads), w.w_o)
    to_heads = split_heads(out.x, num_heads)  # (..., heads, n, d_head)
    inner = grouped_query_attention_backward(to_heads, query, key, value, mask)
    q = project_heads_backward(rotate_backward(inner.query, angles, layout), x, w.w_q)
    k = project_heads_backward(rotate_backward(inner.key, angles, layout), x, w.w_k)
    v = project_heads_backward(inner.value, x, w.w_v)
    return SelfAttentionGradients(q.x + k.x + v.x, AttentionParameters(q.w, k.w, v.w, out.w))


def llama_layer_backward(
    gradient: Array,
    x: Array,
    parameters: LlamaLayerParameters,
    num_heads: int,
    num_groups: int,
    angles: Array,
    mask: Mask | None = None,
    layout: Layout = "interleaved",
    eps: float = 1e-5,
) -> LlamaLayerGradients:
    """Through a layer of Llama: SwiGLU first, then attention.

    Formula:
        a = rms_sublayer(x, attention),  y = rms_sublayer(a, SwiGLU)
        ∂L/∂a = rms_sublayer_backward(∂L/∂y, a),    ∂L/∂x = rms_sublayer_backward(∂L/∂a, x)

    Args:
        gradient: (..., n, d_model) ∂L/∂y.
        x: (..., n, d_model) one row per token.
        parameters: the weights of the layer.
        num_heads: the number of query heads.
        num_groups: the number of heads of keys and values.
        angles: (n, d_head / 2) from `rotary_angles`.
        mask: broadcasts to (..., n, n), True = may attend.
        layout: as in `rotate`.
        eps: the ε of the normalizations.

    Returns:
        (x, parameters) gradients with the shapes of the arguments, as `LlamaLayerGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Touvron et al., LLaMA (2023), section 2.2, by the chain rule.
    """
    p, options = parameters, (num_heads, num_groups, angles, mask, layout)

    def attend(rows: Array) -> Array:
        return llama_attention(rows, p.self_attention, *options)

    def attend_backward(gradient: Array, rows: Array) -> SelfAttentionGradients:
        return llama_attention_backward(gradient, rows, p.self_attention, *options)

    def transform_backward(gradient: Array, rows: Array) -> tuple[Array, SwiGLUGradients]:
        found = swiglu_backward(gradient, rows, p.w_gate, p.w_up, p.w_down)
        return found.x, found

    a = rms_sublayer(x, attend, p.self_attention_gamma, "self_attention", eps)
    second = rms_sublayer_backward(gradient, a, transform_backward, p.feed_forward_gamma, eps)
    first = rms_sublayer_backward(second.x, x, attend_backward, p.self_attention_gamma, eps)
    _, w_gate, w_up, w_down = second.branch
    return LlamaLayerGradients(
        first.x,
        LlamaLayerParameters(first.branch, first.gamma, w_gate, w_up, w_down, second.gamma),
    )
