"""Mistakes about recurrent cells."""

import numpy as np

from reference import recurrent
from reference.activations import sigmoid, tanh
from reference.arrays import Array
from reference.mistakes.registry import mistake
from reference.recurrent.cells import LSTMGates, LSTMState
from reference.trace import record


@mistake("recurrent.rnn_step")
def rnn_step_without_tanh(x: Array, h: Array, w_ih: Array, w_hh: Array, b: Array) -> Array:
    """The nonlinearity forgotten: the state is one linear map of all inputs and is not bounded."""
    return record("hidden", x @ w_ih + h @ w_hh + b, "state after the step, without tanh")


@mistake("recurrent.rnn_step")
def rnn_step_without_the_old_state(x: Array, h: Array, w_ih: Array, w_hh: Array, b: Array) -> Array:
    """The recurrent term forgotten: every step sees its own input alone."""
    return record("hidden", tanh(x @ w_ih + b), "state after the step, without the old one")


@mistake("recurrent.lstm_step")
def lstm_step_sigmoid_candidate(
    x: Array, h: Array, c: Array, w_ih: Array, w_hh: Array, b: Array
) -> LSTMState:
    """The candidate squashed by σ like the gates: it can never be negative, so cells only grow."""
    i, f, g, o = np.split(x @ w_ih + h @ w_hh + b, 4, axis=-1)
    return _step(LSTMGates(sigmoid(i), sigmoid(f), sigmoid(g), sigmoid(o)), c)


@mistake("recurrent.lstm_step")
def lstm_step_order_ifog(
    x: Array, h: Array, c: Array, w_ih: Array, w_hh: Array, b: Array
) -> LSTMState:
    """The packed blocks read as i, f, o, g: candidate and output gate change places."""
    i, f, o, g = np.split(x @ w_ih + h @ w_hh + b, 4, axis=-1)
    return _step(LSTMGates(sigmoid(i), sigmoid(f), tanh(g), sigmoid(o)), c)


@mistake("recurrent.lstm_step")
def lstm_step_without_cell_tanh(
    x: Array, h: Array, c: Array, w_ih: Array, w_hh: Array, b: Array
) -> LSTMState:
    """The output gate applied to the cell itself: h′ = o ⊙ c′, without tanh, is not bounded."""
    gates = recurrent.lstm_gates(x, h, w_ih, w_hh, b)
    cell = record("cell", gates.forget * c + gates.input * gates.candidate, "the new cell")
    return LSTMState(hidden=record("hidden", gates.output * cell, "o ⊙ c′"), cell=cell)


@mistake("recurrent.lstm_step")
def lstm_step_with_gates_swapped(
    x: Array, h: Array, c: Array, w_ih: Array, w_hh: Array, b: Array
) -> LSTMState:
    """Input and forget gate confused: f writes the candidate and i keeps the old cell."""
    gates = recurrent.lstm_gates(x, h, w_ih, w_hh, b)
    return _step(gates._replace(input=gates.forget, forget=gates.input), c)


def _step(gates: LSTMGates, c: Array) -> LSTMState:
    """The rest of an LSTM step, once its gates are (wrongly) computed."""
    for name, value in zip(
        ("input_gate", "forget_gate", "candidate", "output_gate"), gates, strict=True
    ):
        record(name, value, f"the {name.replace('_', ' ')}, gone wrong")
    cell = record("cell", gates.forget * c + gates.input * gates.candidate, "the new cell")
    return LSTMState(record("hidden", gates.output * tanh(cell), "state after the step"), cell)
