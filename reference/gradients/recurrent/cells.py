"""Backward passes of one step of each recurrent cell."""

from typing import Literal, NamedTuple

import numpy as np

from reference.activations import tanh
from reference.arrays import Array, require
from reference.feedforward import linear
from reference.gradients.feedforward import linear_backward
from reference.gradients.shapes import require_like
from reference.recurrent import gru_candidate, gru_gates, lstm_gates, rnn_step


class RNNGradients(NamedTuple):
    """∂L with respect to the arguments of `rnn_step`, or of `rnn`, where x is a sequence."""

    x: Array  # (..., d_in) or (..., n, d_in)
    h: Array  # (..., d)
    w_ih: Array  # (d_in, d)
    w_hh: Array  # (d, d)
    b: Array  # (d)


class LSTMGradients(NamedTuple):
    """∂L with respect to the arguments of `lstm_step`, or of `lstm`, where x is a sequence."""

    x: Array  # (..., d_in) or (..., n, d_in)
    h: Array  # (..., d)
    c: Array  # (..., d)
    w_ih: Array  # (d_in, 4·d)
    w_hh: Array  # (d, 4·d)
    b: Array  # (4·d)


class GRUGradients(NamedTuple):
    """∂L with respect to the arguments of `gru_step`, or of `gru`, where x is a sequence."""

    x: Array  # (..., d_in) or (..., n, d_in)
    h: Array  # (..., d)
    w_ih: Array  # (d_in, 3·d)
    w_hh: Array  # (d, 3·d)
    b_ih: Array  # (3·d)
    b_hh: Array  # (3·d)


def rnn_step_backward(
    gradient: Array, x: Array, h: Array, w_ih: Array, w_hh: Array, b: Array
) -> RNNGradients:
    """Through one step of the simple recurrent network.

    Formula:
        δ = ∂L/∂h′ ⊙ (1 − h′²)
        ∂L/∂x = δ W_ihᵀ,    ∂L/∂h = δ W_hhᵀ,    ∂L/∂W_ih = Σ xᵀ δ,    ∂L/∂W_hh = Σ hᵀ δ

    Args:
        gradient: (..., d) ∂L/∂h′.
        x: (..., d_in) input of the step.
        h: (..., d) hidden state before the step.
        w_ih: (d_in, d) input weights.
        w_hh: (d, d) recurrent weights.
        b: (d) bias.

    Returns:
        (x, h, w_ih, w_hh, b) gradients with the shapes of the arguments, as `RNNGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 10.2.2.
    """
    after = rnn_step(x, h, w_ih, w_hh, b)  # (..., d)
    require_like(gradient, after.shape)
    return _sum_backward(gradient * (1 - after**2), x, h, w_ih, w_hh)


def lstm_step_backward(
    hidden_gradient: Array,
    cell_gradient: Array,
    x: Array,
    h: Array,
    c: Array,
    w_ih: Array,
    w_hh: Array,
    b: Array,
) -> LSTMGradients:
    """Through one step of the LSTM: the cell state passes its gradient on, times the forget gate.

    Formula:
        δc = ∂L/∂c′ + ∂L/∂h′ ⊙ o ⊙ (1 − tanh²(c′))
        ∂L/∂c = δc ⊙ f
        δi = δc ⊙ g ⊙ i (1 − i),    δf = δc ⊙ c ⊙ f (1 − f)
        δg = δc ⊙ i ⊙ (1 − g²),     δo = ∂L/∂h′ ⊙ tanh(c′) ⊙ o (1 − o)
        ∂L/∂x = [δi δf δg δo] W_ihᵀ,    ∂L/∂h = [δi δf δg δo] W_hhᵀ

    Args:
        hidden_gradient: (..., d) ∂L/∂h′.
        cell_gradient: (..., d) ∂L/∂c′, without the part that goes through h′.
        x: (..., d_in) input of the step.
        h: (..., d) hidden state before the step.
        c: (..., d) cell state before the step.
        w_ih: (d_in, 4·d) input weights, packed i, f, g, o.
        w_hh: (d, 4·d) recurrent weights, packed in the same way.
        b: (4·d) bias, packed in the same way.

    Returns:
        (x, h, c, w_ih, w_hh, b) gradients with the shapes of the arguments, as `LSTMGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Greff et al., LSTM, A Search Space Odyssey (2017), section II.B.
    """
    require(
        hidden_gradient.shape == cell_gradient.shape == c.shape == h.shape,
        "both gradients must have the shape of cell and hidden state",
        hidden_gradient=hidden_gradient,
        cell_gradient=cell_gradient,
        c=c,
        h=h,
    )
    i, f, g, o = lstm_gates(x, h, w_ih, w_hh, b)  # 4 × (..., d)
    squashed = tanh(f * c + i * g)  # tanh(c′), (..., d)
    to_cell = cell_gradient + hidden_gradient * o * (1 - squashed**2)  # δc, (..., d)
    to_gates = [
        to_cell * g * i * (1 - i),
        to_cell * c * f * (1 - f),
        to_cell * i * (1 - g**2),
        hidden_gradient * squashed * o * (1 - o),
    ]  # 4 × (..., d)
    through = _sum_backward(np.concatenate(to_gates, axis=-1), x, h, w_ih, w_hh)
    return LSTMGradients(through.x, through.h, to_cell * f, through.w_ih, through.w_hh, through.b)


def gru_step_backward(
    gradient: Array,
    x: Array,
    h: Array,
    w_ih: Array,
    w_hh: Array,
    b_ih: Array,
    b_hh: Array,
    *,
    reset_applied: Literal["after", "before"] = "after",
) -> GRUGradients:
    """Through one step of the GRU: the old state gets its share through the update gate.

    Formula:
        δn = ∂L/∂h′ ⊙ (1 − z) ⊙ (1 − n²),    δz = ∂L/∂h′ ⊙ (h − n) ⊙ z (1 − z)
        after:   δr = δn ⊙ (h W_hn + b_hn) ⊙ r (1 − r),    δn ⊙ r goes back to h W_hn + b_hn
        before:  δr = (δn W_hnᵀ) ⊙ h ⊙ r (1 − r),          δn goes back to (r ⊙ h) W_hn + b_hn
        ∂L/∂h = ∂L/∂h′ ⊙ z + what comes back through the three recurrent products

    Args:
        gradient: (..., d) ∂L/∂h′.
        x: (..., d_in) input of the step.
        h: (..., d) hidden state before the step.
        w_ih: (d_in, 3·d) input weights, packed r, z, n.
        w_hh: (d, 3·d) recurrent weights, packed in the same way.
        b_ih: (3·d) input bias, packed in the same way.
        b_hh: (3·d) recurrent bias, packed in the same way.
        reset_applied: as in `gru_step`.

    Returns:
        (x, h, w_ih, w_hh, b_ih, b_hh) gradients with the shapes of the arguments, as
        `GRUGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Cho et al., Learning Phrase Representations using RNN Encoder–Decoder (2014), section 2.3,
        differentiated.
    """
    require_like(gradient, h.shape)
    weights, two = (w_ih, w_hh, b_ih, b_hh), 2 * h.shape[-1]
    r, z = gru_gates(x, h, *weights)  # 2 × (..., d)
    n = gru_candidate(x, h, r, *weights, reset_applied=reset_applied)  # (..., d)
    to_new = gradient * (1 - z) * (1 - n**2)  # δn, (..., d)
    new = _reset_backward(to_new, r, h, w_hh[:, two:], b_hh[two:], reset_applied)
    to_gates = [new.reset * r * (1 - r), gradient * (h - n) * z * (1 - z)]  # δr, δz, 2 × (..., d)
    gates = linear_backward(np.concatenate(to_gates, axis=-1), h, w_hh[:, :two])
    to_all = np.concatenate([*to_gates, to_new], axis=-1)  # (..., 3·d)
    from_input = linear_backward(to_all, x, w_ih)
    b_gates, b_new = np.split(_sum_rows(to_all), [two])  # (2·d), (d)
    return GRUGradients(
        x=from_input.x,
        h=gradient * z + gates.x + new.h,
        w_ih=from_input.w,
        w_hh=np.concatenate([gates.w, new.w_hn], axis=-1),
        b_ih=np.concatenate([b_gates, b_new]),
        b_hh=np.concatenate([b_gates, new.b_hn]),
    )


class _ResetGradients(NamedTuple):
    """∂L with respect to what the recurrent half of a GRU's candidate is computed from."""

    reset: Array  # (..., d)
    h: Array  # (..., d)
    w_hn: Array  # (d, d)
    b_hn: Array  # (d)


def _reset_backward(
    delta: Array, reset: Array, h: Array, w_hn: Array, b_hn: Array, reset_applied: str
) -> _ResetGradients:
    """Through r ⊙ (h W_hn + b_hn), or (r ⊙ h) W_hn + b_hn if the reset comes before."""
    if reset_applied == "after":
        found = linear_backward(delta * reset, h, w_hn)
        to_reset = delta * linear(h, w_hn, b_hn)  # (..., d)
        return _ResetGradients(to_reset, found.x, found.w, _sum_rows(delta * reset))
    found = linear_backward(delta, reset * h, w_hn)
    return _ResetGradients(found.x * h, found.x * reset, found.w, _sum_rows(delta))


def _sum_backward(delta: Array, x: Array, h: Array, w_ih: Array, w_hh: Array) -> RNNGradients:
    """Through x W_ih + h W_hh + b, for all gates at once."""
    from_input, from_state = linear_backward(delta, x, w_ih), linear_backward(delta, h, w_hh)
    return RNNGradients(from_input.x, from_state.x, from_input.w, from_state.w, _sum_rows(delta))


def _sum_rows(x: Array) -> Array:
    """The sum over all axes but the last; (d)."""
    return np.asarray(x.reshape(-1, x.shape[-1]).sum(axis=0))
