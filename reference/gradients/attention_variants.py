"""Backward passes of the variants of attention: shared keys, biases, features, and the gate."""

from typing import NamedTuple

import numpy as np

from reference.activations import relu, sigmoid, softmax
from reference.arrays import Array, Mask, require
from reference.attention import (
    QKV,
    attentional_state,
    linear_attention,
    mask_for_heads,
    masked_scores,
    scaled_dot_product_scores,
)
from reference.feedforward import linear
from reference.gradients.activations import relu_backward, sigmoid_backward
from reference.gradients.attention import (
    attention_backward,
    scaled_dot_product_attention_backward,
)
from reference.gradients.feedforward import linear_backward
from reference.gradients.shapes import require_like, sum_to_shape
from reference.positions import alibi_bias


class AttentionalStateGradients(NamedTuple):
    """∂L with respect to the arguments of `attentional_state`."""

    context: Array  # (..., d_c)
    hidden: Array  # (..., d)
    w: Array  # (d_c + d, d_out)


class GateGradients(NamedTuple):
    """∂L with respect to the arguments of `attention_gate`."""

    x: Array  # (..., n, d_x)
    gate: Array  # (..., n, d_g)
    w_x: Array  # (d_x, d_a)
    w_g: Array  # (d_g, d_a)
    b_g: Array  # (d_a)
    psi: Array  # (d_a, 1)
    b_psi: Array  # (1)


def grouped_query_attention_backward(
    gradient: Array, query: Array, key: Array, value: Array, mask: Mask | None = None
) -> QKV:
    """Through grouped queries: keys and values sum the gradients of all heads that share them.

    Formula:
        ∂L/∂K_g = Σ_{i in group g} ∂L/∂Kᵢ,    ∂L/∂V_g likewise;    each head as in plain attention

    Args:
        gradient: (..., heads, n_q, d_v) ∂L/∂output.
        query: (..., heads, n_q, d_k) the queries of all heads.
        key: (..., groups, n_k, d_k) the keys of the groups.
        value: (..., groups, n_k, d_v) the values of the groups.
        mask: broadcasts to (..., n_q, n_k), True = may attend; the same for all heads.

    Returns:
        (query, key, value) gradients with the shapes of the arguments, as `QKV`.

    Raises:
        ValueError: when the groups do not divide the heads, or the shapes do not fit.

    Source:
        Ainslie et al., GQA (2023), section 2.2, differentiated.
    """
    *leading, num_heads, n_q, d_k = query.shape
    groups, d_v = key.shape[-3], value.shape[-1]
    require(num_heads % groups == 0, "groups must divide heads", query=query, key=key)
    require_like(gradient, (*leading, num_heads, n_q, d_v))
    in_groups = (*leading, groups, num_heads // groups, n_q)
    found = scaled_dot_product_attention_backward(
        gradient.reshape(*in_groups, d_v),  # (..., groups, heads / groups, n_q, d_v)
        query.reshape(*in_groups, d_k),  # (..., groups, heads / groups, n_q, d_k)
        key[..., None, :, :],  # (..., groups, 1, n_k, d_k)
        value[..., None, :, :],  # (..., groups, 1, n_k, d_v)
        mask_for_heads(mask, head_axes=2),  # (..., 1, 1, n_q, n_k)
    )
    return QKV(
        query=found.query.reshape(query.shape),
        key=found.key.reshape(key.shape),
        value=found.value.reshape(value.shape),
    )


def alibi_attention_backward(
    gradient: Array, query: Array, key: Array, value: Array, mask: Mask | None = None
) -> QKV:
    """Through attention with linear biases: they change the weights, but get no gradient.

    Formula:
        as `attention_backward`, with A = softmax(Q Kᵀ / √d_k − m · |distance|)

    Args:
        gradient: (..., heads, n_q, d_v) ∂L/∂output.
        query: (..., heads, n_q, d_k) the queries of all heads.
        key: (..., heads, n_k, d_k) the keys of all heads.
        value: (..., heads, n_k, d_v) the values of all heads.
        mask: broadcasts to (..., n_q, n_k), True = may attend.

    Returns:
        (query, key, value) gradients with the shapes of the arguments, as `QKV`.

    Raises:
        ValueError: when there is no axis of heads, or the shapes do not fit.

    Source:
        Press, Smith, Lewis, Train Short, Test Long (2022), section 3: the slopes are not learned.
    """
    require(query.ndim >= 3, "there must be an axis of heads", query=query)
    scores = scaled_dot_product_scores(query, key)  # (..., heads, n_q, n_k)
    bias = alibi_bias(query.shape[-3], query.shape[-2], key.shape[-2]).astype(scores.dtype)
    weights = softmax(masked_scores(scores + bias, mask_for_heads(mask)))  # (..., heads, n_q, n_k)
    return attention_backward(gradient, weights, query, key, value)


def linear_attention_backward(gradient: Array, query: Array, key: Array, value: Array) -> QKV:
    """Through attention with a product of features: everything passes through the sums S and z.

    Formula:
        S = Kᵀ V,  z = Σⱼ kⱼ,  cᵢ = qᵢ · z,  oᵢ = qᵢ S / cᵢ
        gᵢ = ∂L/∂oᵢ / cᵢ,  hᵢ = −gᵢ · oᵢ    (∂L/∂cᵢ)
        ∂L/∂qᵢ = gᵢ Sᵀ + hᵢ z,    ∂L/∂S = Qᵀ g,    ∂L/∂z = Σᵢ hᵢ qᵢ
        ∂L/∂kⱼ = vⱼ (∂L/∂S)ᵀ + ∂L/∂z,    ∂L/∂vⱼ = kⱼ ∂L/∂S

    Args:
        gradient: (..., n_q, d_v) ∂L/∂o.
        query: (..., n_q, r) features of the queries, positive.
        key: (..., n_k, r) features of the keys, positive.
        value: (..., n_k, d_v) the values.

    Returns:
        (query, key, value) gradients with the shapes of the arguments, as `QKV`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Katharopoulos et al., Transformers are RNNs (2020), section 3.2, differentiated.
    """
    output = linear_attention(query, key, value)  # (..., n_q, d_v)
    require_like(gradient, output.shape)
    state = np.swapaxes(key, -1, -2) @ value  # S, (..., r, d_v)
    total = key.sum(axis=-2, keepdims=True)  # z, (..., 1, r)
    g = gradient / (query @ np.swapaxes(total, -1, -2))  # (..., n_q, d_v)
    h = -(g * output).sum(axis=-1, keepdims=True)  # (..., n_q, 1)
    to_state = np.swapaxes(query, -1, -2) @ g  # (..., r, d_v)
    to_total = (h * query).sum(axis=-2, keepdims=True)  # (..., 1, r)
    return QKV(
        query=sum_to_shape(g @ np.swapaxes(state, -1, -2) + h * total, query.shape),
        key=sum_to_shape(value @ np.swapaxes(to_state, -1, -2) + to_total, key.shape),
        value=sum_to_shape(key @ to_state, value.shape),
    )


def attentional_state_backward(
    gradient: Array, context: Array, hidden: Array, w: Array
) -> AttentionalStateGradients:
    """Through Luong's output layer, to the context and to the state.

    Formula:
        δ = ∂L/∂h̃ ⊙ (1 − h̃²),    [∂L/∂c ; ∂L/∂h] = δ W_cᵀ,    ∂L/∂W_c = Σ [c ; h]ᵀ δ

    Args:
        gradient: (..., d_out) ∂L/∂h̃.
        context: (..., d_c) c, the mixed encoder states.
        hidden: (..., d) h, the decoder's state.
        w: (d_c + d, d_out) W_c.

    Returns:
        (context, hidden, w) gradients with the shapes of the arguments, as
        `AttentionalStateGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Luong, Pham, Manning, Effective Approaches to Attention-based Neural Machine Translation
        (2015), section 3, equation 5, differentiated.
    """
    output = attentional_state(context, hidden, w)  # (..., d_out)
    require_like(gradient, output.shape)
    joined = np.concatenate([context, hidden], axis=-1)  # (..., d_c + d)
    found = linear_backward(gradient * (1 - output**2), joined, w)
    to_context, to_hidden = np.split(found.x, [context.shape[-1]], axis=-1)
    return AttentionalStateGradients(to_context, to_hidden, found.w)


def attention_gate_backward(
    gradient: Array,
    x: Array,
    gate: Array,
    w_x: Array,
    w_g: Array,
    b_g: Array,
    psi: Array,
    b_psi: Array,
) -> GateGradients:
    """Through the gate of Attention U-Net: x gets gradient as content and by way of the gate.

    Formula:
        h = x W_x + g W_g + b_g,  s = ReLU(h) ψ + b_ψ,  α = σ(s),  y = α ⊙ x
        ∂L/∂s = (Σ ∂L/∂y ⊙ x) σ′(s),    ∂L/∂x = α ⊙ ∂L/∂y + ∂L/∂h W_xᵀ

    Args:
        gradient: (..., n, d_x) ∂L/∂y.
        x: (..., n, d_x) the features of the skip connection.
        gate: (..., n, d_g) the gating signal.
        w_x: (d_x, d_a) projection of the features.
        w_g: (d_g, d_a) projection of the signal.
        b_g: (d_a) its bias.
        psi: (d_a, 1) makes one number per place.
        b_psi: (1) its bias.

    Returns:
        (x, gate, w_x, w_g, b_g, psi, b_psi) gradients with the shapes of the arguments, as
        `GateGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Oktay et al., Attention U-Net (2018), equation 3.
    """
    require_like(gradient, x.shape)
    hidden = linear(x, w_x) + linear(gate, w_g, b_g)  # (..., n, d_a)
    score = linear(relu(hidden), psi, b_psi)  # (..., n, 1)
    to_score = sigmoid_backward((gradient * x).sum(axis=-1, keepdims=True), score)  # (..., n, 1)
    through_psi = linear_backward(to_score, relu(hidden), psi, b_psi)
    to_hidden = relu_backward(through_psi.x, hidden)  # (..., n, d_a)
    through_x = linear_backward(to_hidden, x, w_x)
    through_gate = linear_backward(to_hidden, gate, w_g)
    return GateGradients(
        x=sigmoid(score) * gradient + through_x.x,
        gate=through_gate.x,
        w_x=through_x.w,
        w_g=through_gate.w,
        b_g=to_hidden.reshape(-1, to_hidden.shape[-1]).sum(axis=0),
        psi=through_psi.w,
        b_psi=to_score.reshape(-1, 1).sum(axis=0),
    )
