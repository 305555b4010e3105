"""Backward passes of one step of each recurrent cell."""

from typing import Literal, NamedTuple

import numpy as np

from reference.activations import tanh
from reference.arrays import Array
from reference.feedforward import linear
from reference.gradients.feedforward import linear_backward
from reference.gradients.shapes import require_like
from reference.recurrent import gru_candidate, gru_gates, lstm_gates, lstm_step, rnn_step


class RNNGradients(NamedTuple):
    """∂L with respect to the arguments of `rnn_step`; of `rnn`, where x is a sequence."""

    x: Array  # (..., d_in) or (..., n, d_in)
    h: Array  # (..., d)
    w_ih: Array  # (d_in, d)
    w_hh: Array  # (d, d)
    b: Array  # (d)


class LSTMGradients(NamedTuple):
    """∂L with respect to the arguments of `lstm_step`; of `lstm`, where x is a sequence."""

    x: Array  # (..., d_in) or (..., n, d_in)
    h: Array  # (..., d)
    c: Array  # (..., d)
    w_ih: Array  # (d_in, 4·d)
    w_hh: Array  # (d, 4·d)
    b: Array  # (4·d)


class GRUGradients(NamedTuple):
    """∂L with respect to the arguments of `gru_step`; of `gru`, where x is a sequence."""

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
    delta = gradient * (1 - after**2)  # (..., d)
    from_input = linear_backward(delta, x, w_ih, b)
    from_state = linear_backward(delta, h, w_hh)
    return RNNGradients(from_input.x, from_state.x, from_input.w, from_state.w, _sum_rows(delta))


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
    """Through one step of the LSTM: the cell hands its gradient on, times the forget gate.

    Formula:
        δc = ∂L/∂c′ + ∂L/∂h′ ⊙ o ⊙ (1 − tanh²(c′))
        ∂L/∂c = δc ⊙ f
        δi = δc ⊙ g ⊙ i (1 − i),    δf = δc ⊙ c ⊙ f (1 − f)
        δg = δc ⊙ i ⊙ (1 − g²),     δo = ∂L/∂h′ ⊙ tanh(c′) ⊙ o (1 − o)
        ∂L/∂x = [δi δf δg δo] W_ihᵀ,    ∂L/∂h = [δi δf δg δo] W_hhᵀ

    Args:
        hidden_gradient: (..., d) ∂L/∂h′.
        cell_gradient: (..., d) ∂L/∂c′, apart from what goes through h′.
        x: (..., d_in) input of the step.
        h: (..., d) hidden state before the step.
        c: (..., d) cell before the step.
        w_ih: (d_in, 4·d) input weights, packed i, f, g, o.
        w_hh: (d, 4·d) recurrent weights, packed alike.
        b: (4·d) bias, packed alike.

    Returns:
        (x, h, c, w_ih, w_hh, b) gradients with the shapes of the arguments, as `LSTMGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Greff et al., LSTM: A Search Space Odyssey (2017), section II.B.
    """
    require_like(hidden_gradient, h.shape)
    require_like(cell_gradient, c.shape)
    i, f, g, o = lstm_gates(x, h, w_ih, w_hh, b)  # 4 × (..., d)
    squashed = tanh(lstm_step(x, h, c, w_ih, w_hh, b).cell)  # (..., d)
    to_cell = cell_gradient + hidden_gradient * o * (1 - squashed**2)  # (..., d)
    delta = np.concatenate(
        [
            to_cell * g * i * (1 - i),
            to_cell * c * f * (1 - f),
            to_cell * i * (1 - g**2),
            hidden_gradient * squashed * o * (1 - o),
        ],
        axis=-1,
    )  # (..., 4·d)
    from_input = linear_backward(delta, x, w_ih, b)
    from_state = linear_backward(delta, h, w_hh)
    return LSTMGradients(
        x=from_input.x,
        h=from_state.x,
        c=to_cell * f,
        w_ih=from_input.w,
        w_hh=from_state.w,
        b=_sum_rows(delta),
    )


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
    """Through one step of the GRU: the old state gets its share by the update gate.

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
        w_hh: (d, 3·d) recurrent weights, packed alike.
        b_ih: (3·d) input bias, packed alike.
        b_hh: (3·d) recurrent bias, packed alike.
        reset_applied: as in `gru_step`.

    Returns:
        (x, h, w_ih, w_hh, b_ih, b_hh) gradients with the shapes of the arguments, as
        `GRUGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Cho et al. (2014), section 2.3, differentiated.
    """
    require_like(gradient, h.shape)
    weights = (w_ih, w_hh, b_ih, b_hh)
    r, z = gru_gates(x, h, *weights)  # 2 × (..., d)
    n = gru_candidate(x, h, r, *weights, reset_applied=reset_applied)  # (..., d)
    two, after = 2 * h.shape[-1], reset_applied == "after"
    w_hn, b_hn = w_hh[:, two:], b_hh[two:]  # (d, d), (d)

    to_new = gradient * (1 - z) * (1 - n**2)  # δn, (..., d)
    through_new = (
        linear_backward(to_new * r, h, w_hn, b_hn)
        if after
        else linear_backward(to_new, r * h, w_hn, b_hn)
    )
    to_reset = to_new * linear(h, w_hn, b_hn) if after else through_new.x * h  # (..., d)
    to_gates = np.concatenate(
        [to_reset * r * (1 - r), gradient * (h - n) * z * (1 - z)], axis=-1
    )  # [δr δz], (..., 2·d)
    through_gates = linear_backward(to_gates, h, w_hh[:, :two])
    from_input = linear_backward(np.concatenate([to_gates, to_new], axis=-1), x, w_ih)
    through_state = through_new.x if after else through_new.x * r  # (..., d)
    return GRUGradients(
        x=from_input.x,
        h=gradient * z + through_gates.x + through_state,
        w_ih=from_input.w,
        w_hh=np.concatenate([through_gates.w, through_new.w], axis=-1),
        b_ih=np.concatenate([_sum_rows(to_gates), _sum_rows(to_new)]),
        b_hh=np.concatenate([_sum_rows(to_gates), _sum_rows(to_new * r if after else to_new)]),
    )


def _sum_rows(x: Array) -> Array:
    """The sum over all axes but the last; (d)."""
    return np.asarray(x.reshape(-1, x.shape[-1]).sum(axis=0))
