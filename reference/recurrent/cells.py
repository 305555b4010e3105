"""One step of each recurrent cell: simple, LSTM, and GRU."""

from typing import Literal, NamedTuple

import numpy as np

from reference.activations import sigmoid, tanh
from reference.arrays import Array, require
from reference.trace import record


class LSTMState(NamedTuple):
    """What an LSTM carries from step to step."""

    hidden: Array  # (..., d), the output of the step
    cell: Array  # (..., d), the memory


class LSTMGates(NamedTuple):
    """The four gates of an LSTM, in the order in which the weights pack them."""

    input: Array  # (..., d), how much of the candidate to write
    forget: Array  # (..., d), how much of the old cell to keep
    candidate: Array  # (..., d), what to write
    output: Array  # (..., d), how much of the cell to show


class GRUGates(NamedTuple):
    """The two gates of a GRU, in the order in which the weights pack them."""

    reset: Array  # (..., d), how much of the old state the candidate sees
    update: Array  # (..., d), how much of the old state to keep


def rnn_step(x: Array, h: Array, w_ih: Array, w_hh: Array, b: Array) -> Array:
    """One step of the simple (Elman) recurrent network.

    Formula:
        h′ = tanh(x W_ih + h W_hh + b)

    Args:
        x: (..., d_in) input of this step.
        h: (..., d) hidden state before the step.
        w_ih: (d_in, d) input weights.
        w_hh: (d, d) recurrent weights.
        b: (d) bias.

    Returns:
        (..., d) the hidden state after the step.

    Raises:
        ValueError: when the weights do not fit the input or the state.

    Convention:
        There is one bias. PyTorch keeps two, b_ih and b_hh, of which only the sum matters.

    Source:
        Elman, Finding Structure in Time (1990); Goodfellow, Bengio, Courville, Deep Learning
        (2016), section 10.2.
    """
    _check_cell(x, h, w_ih, w_hh, (b,), gates=1)
    total = x @ w_ih + h @ w_hh + b  # (..., d)
    record("sum", total, "x W_ih + h W_hh + b, before the tanh")
    return record("hidden", tanh(total), "state after the step")  # (..., d)


def lstm_gates(x: Array, h: Array, w_ih: Array, w_hh: Array, b: Array) -> LSTMGates:
    """The gates and the candidate of one LSTM step.

    Formula:
        i = σ(x W_ii + h W_hi + b_i)
        f = σ(x W_if + h W_hf + b_f)
        g = tanh(x W_ig + h W_hg + b_g)
        o = σ(x W_io + h W_ho + b_o)

    Args:
        x: (..., d_in) input of this step.
        h: (..., d) hidden state before the step.
        w_ih: (d_in, 4·d) input weights, packed i, f, g, o.
        w_hh: (d, 4·d) recurrent weights, packed in the same way.
        b: (4·d) bias, packed in the same way.

    Returns:
        (input, forget, candidate, output), each (..., d), as `LSTMGates`.

    Raises:
        ValueError: when the weights do not fit the input or the state.

    Convention:
        The gates are in PyTorch's order i, f, g, o. Keras uses i, f, c, o (the same), ONNX i, o, f,
        c, and TensorFlow 1 i, j, f, o. If there are two biases (PyTorch), pass their sum.

    Source:
        Hochreiter and Schmidhuber, Long Short-Term Memory (1997); the forget gate: Gers,
        Schmidhuber, Cummins, Learning to Forget (2000), section 3.
    """
    _check_cell(x, h, w_ih, w_hh, (b,), gates=4)
    i, f, g, o = np.split(x @ w_ih + h @ w_hh + b, 4, axis=-1)  # 4 × (..., d)
    return LSTMGates(
        input=record("input_gate", sigmoid(i), "how much to write"),
        forget=record("forget_gate", sigmoid(f), "how much to keep"),
        candidate=record("candidate", tanh(g), "what to write"),
        output=record("output_gate", sigmoid(o), "how much to show"),
    )


def lstm_step(x: Array, h: Array, c: Array, w_ih: Array, w_hh: Array, b: Array) -> LSTMState:
    """One step of the long short-term memory (LSTM).

    Formula:
        i, f, g, o = lstm_gates(x, h)
        c′ = f ⊙ c + i ⊙ g
        h′ = o ⊙ tanh(c′)

    Args:
        x: (..., d_in) input of this step.
        h: (..., d) hidden state before the step.
        c: (..., d) cell state before the step.
        w_ih: (d_in, 4·d) input weights, packed i, f, g, o.
        w_hh: (d, 4·d) recurrent weights, packed in the same way.
        b: (4·d) bias, packed in the same way.

    Returns:
        (hidden, cell), each (..., d), as `LSTMState`.

    Raises:
        ValueError: when the weights do not fit the input or the state.

    Convention:
        Nothing is added to the forget gate at run time. For a forget bias of 1 (Keras'
        `unit_forget_bias`, Jozefowicz et al. 2015), put it into `b` once, at initialization.

    Source:
        Hochreiter and Schmidhuber, Long Short-Term Memory (1997); Gers, Schmidhuber, Cummins,
        Learning to Forget (2000), section 3.
    """
    require(c.shape == h.shape, "cell and hidden state must have the same shape", c=c, h=h)
    gates = lstm_gates(x, h, w_ih, w_hh, b)
    cell = gates.forget * c + gates.input * gates.candidate  # (..., d)
    hidden = gates.output * tanh(cell)  # (..., d)
    return LSTMState(
        hidden=record("hidden", hidden, "state after the step"),
        cell=record("cell", cell, "memory after the step"),
    )


def gru_gates(x: Array, h: Array, w_ih: Array, w_hh: Array, b_ih: Array, b_hh: Array) -> GRUGates:
    """The reset and the update gate of one GRU step.

    Formula:
        r = σ(x W_ir + b_ir + h W_hr + b_hr)
        z = σ(x W_iz + b_iz + h W_hz + b_hz)

    Args:
        x: (..., d_in) input of this step.
        h: (..., d) hidden state before the step.
        w_ih: (d_in, 3·d) input weights, packed r, z, n.
        w_hh: (d, 3·d) recurrent weights, packed in the same way.
        b_ih: (3·d) input bias, packed in the same way.
        b_hh: (3·d) recurrent bias, packed in the same way.

    Returns:
        (reset, update), each (..., d), as `GRUGates`.

    Raises:
        ValueError: when the weights do not fit the input or the state.

    Convention:
        Packed as reset, update, new (PyTorch). Keras and ONNX pack update, reset, new.

    Source:
        Cho et al., Learning Phrase Representations using RNN Encoder–Decoder (2014), section 2.3,
        equations 5 and 6.
    """
    _check_cell(x, h, w_ih, w_hh, (b_ih, b_hh), gates=3)
    two = 2 * h.shape[-1]
    gates = x @ w_ih[:, :two] + b_ih[:two] + h @ w_hh[:, :two] + b_hh[:two]  # (..., 2·d)
    r, z = np.split(sigmoid(gates), 2, axis=-1)  # 2 × (..., d)
    return GRUGates(
        reset=record("reset_gate", r, "how much of the old state the candidate sees"),
        update=record("update_gate", z, "how much of the old state to keep"),
    )


def gru_candidate(
    x: Array,
    h: Array,
    reset: Array,
    w_ih: Array,
    w_hh: Array,
    b_ih: Array,
    b_hh: Array,
    *,
    reset_applied: Literal["after", "before"] = "after",
) -> Array:
    """The new content that one GRU step proposes.

    Formula:
        after:   n = tanh(x W_in + b_in + r ⊙ (h W_hn + b_hn))
        before:  n = tanh(x W_in + b_in + (r ⊙ h) W_hn + b_hn)

    Args:
        x: (..., d_in) input of this step.
        h: (..., d) hidden state before the step.
        reset: (..., d) reset gate r.
        w_ih: (d_in, 3·d) input weights, packed r, z, n.
        w_hh: (d, 3·d) recurrent weights, packed in the same way.
        b_ih: (3·d) input bias, packed in the same way.
        b_hh: (3·d) recurrent bias, packed in the same way.
        reset_applied: "after" or "before" the recurrent product.

    Returns:
        (..., d) the candidate.

    Raises:
        ValueError: when the weights do not fit the input or the state.

    Convention:
        "after" is used by PyTorch, cuDNN and Keras (`reset_after=True`): one product computes all
        gates. "before" is used by the paper and by ONNX by default (`linear_before_reset=0`). The
        two differ if there is a recurrent bias or more than one unit.

    Source:
        Cho et al., Learning Phrase Representations using RNN Encoder–Decoder (2014), section 2.3,
        equation 8 (before).
    """
    _check_cell(x, h, w_ih, w_hh, (b_ih, b_hh), gates=3)
    two = 2 * h.shape[-1]
    w_hn, b_hn = w_hh[:, two:], b_hh[two:]  # (d, d), (d)
    if reset_applied == "after":
        recurrent = reset * (h @ w_hn + b_hn)  # (..., d)
    elif reset_applied == "before":
        recurrent = (reset * h) @ w_hn + b_hn  # (..., d)
    else:
        raise ValueError(f'reset_applied must be "after" or "before", not {reset_applied!r}')
    candidate = tanh(x @ w_ih[:, two:] + b_ih[two:] + recurrent)  # (..., d)
    return record("candidate", candidate, "what the step proposes")


def gru_step(
    x: Array,
    h: Array,
    w_ih: Array,
    w_hh: Array,
    b_ih: Array,
    b_hh: Array,
    *,
    reset_applied: Literal["after", "before"] = "after",
) -> Array:
    """One step of the gated recurrent unit (GRU).

    Formula:
        r, z = gru_gates(x, h)
        n = gru_candidate(x, h, r)
        h′ = (1 − z) ⊙ n + z ⊙ h

    Args:
        x: (..., d_in) input of this step.
        h: (..., d) hidden state before the step.
        w_ih: (d_in, 3·d) input weights, packed r, z, n.
        w_hh: (d, 3·d) recurrent weights, packed in the same way.
        b_ih: (3·d) input bias, packed in the same way.
        b_hh: (3·d) recurrent bias, packed in the same way.
        reset_applied: "after" (PyTorch) or "before" (paper) the recurrent product.

    Returns:
        (..., d) the hidden state after the step.

    Raises:
        ValueError: when the weights do not fit the input or the state.

    Convention:
        z keeps the old state, as in Cho et al. (2014), PyTorch, Keras and ONNX. Chung et al. (2014)
        swap the roles: h′ = (1 − z) ⊙ h + z ⊙ n.

    Source:
        Cho et al., Learning Phrase Representations using RNN Encoder–Decoder (2014), section 2.3.
    """
    reset, z = gru_gates(x, h, w_ih, w_hh, b_ih, b_hh)  # 2 × (..., d)
    n = gru_candidate(x, h, reset, w_ih, w_hh, b_ih, b_hh, reset_applied=reset_applied)
    return record("hidden", (1 - z) * n + z * h, "state after the step")  # (..., d)


def _check_cell(
    x: Array, h: Array, w_ih: Array, w_hh: Array, biases: tuple[Array, ...], gates: int
) -> None:
    """The weights of `gates` gates must fit the input and the state."""
    width = gates * h.shape[-1]
    require(
        w_ih.shape == (x.shape[-1], width) and w_hh.shape == (h.shape[-1], width),
        f"w_ih must be (d_in, {gates}·d) and w_hh (d, {gates}·d) for x (..., d_in) and h (..., d)",
        x=x,
        h=h,
        w_ih=w_ih,
        w_hh=w_hh,
    )
    for b in biases:
        require(b.shape == (width,), f"a bias must be ({width},) for this state", bias=b, h=h)
