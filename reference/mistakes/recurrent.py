"""Mistakes about recurrent cells, and about what is built from them."""

from typing import Literal

import numpy as np

from reference import recurrent, seq2seq
from reference.activations import sigmoid, tanh
from reference.arrays import Array, Ids
from reference.embeddings import embed
from reference.feedforward import linear
from reference.mistakes.registry import mistake
from reference.recurrent import LSTMGates, LSTMState, RecurrentOutput
from reference.recurrent.sequences import real_tokens
from reference.seq2seq import AttentionEncoderDecoderParameters, Translation
from reference.trace import record

Applied = Literal["after", "before"]


@mistake("recurrent.rnn_step")
def rnn_step_without_tanh(x: Array, h: Array, w_ih: Array, w_hh: Array, b: Array) -> Array:
    """The nonlinearity forgotten: the state is one linear map of all inputs and is not bounded."""
    return record("hidden", x @ w_ih + h @ w_hh + b, "state after the step, without tanh")


@mistake("recurrent.rnn_step")
def rnn_step_without_the_old_state(x: Array, h: Array, w_ih: Array, w_hh: Array, b: Array) -> Array:
    """The recurrent term forgotten: every step sees only its own input."""
    return record("hidden", tanh(x @ w_ih + b), "state after the step, without the old one")


@mistake("recurrent.lstm_step")
def lstm_step_sigmoid_candidate(
    x: Array, h: Array, c: Array, w_ih: Array, w_hh: Array, b: Array
) -> LSTMState:
    """The candidate squashed by σ like the gates: what is written can never lower a cell."""
    i, f, g, o = np.split(x @ w_ih + h @ w_hh + b, 4, axis=-1)
    return _step(LSTMGates(sigmoid(i), sigmoid(f), sigmoid(g), sigmoid(o)), c)


@mistake("recurrent.lstm_step")
def lstm_step_order_ifog(
    x: Array, h: Array, c: Array, w_ih: Array, w_hh: Array, b: Array
) -> LSTMState:
    """The packed blocks read as i, f, o, g: candidate and output gate are swapped."""
    i, f, o, g = np.split(x @ w_ih + h @ w_hh + b, 4, axis=-1)
    return _step(LSTMGates(sigmoid(i), sigmoid(f), tanh(g), sigmoid(o)), c)


@mistake("recurrent.lstm_step")
def lstm_step_without_cell_tanh(
    x: Array, h: Array, c: Array, w_ih: Array, w_hh: Array, b: Array
) -> LSTMState:
    """The output gate applied to the cell itself: h′ = o ⊙ c′, without tanh, is not bounded."""
    gates = recurrent.lstm_gates(x, h, w_ih, w_hh, b)
    cell = record("cell", gates.forget * c + gates.input * gates.candidate, "the new cell state")
    return LSTMState(hidden=record("hidden", gates.output * cell, "o ⊙ c′"), cell=cell)


@mistake("recurrent.lstm_step")
def lstm_step_with_gates_swapped(
    x: Array, h: Array, c: Array, w_ih: Array, w_hh: Array, b: Array
) -> LSTMState:
    """Input and forget gate confused: f writes the candidate and i keeps the old cell."""
    i, f, g, o = np.split(x @ w_ih + h @ w_hh + b, 4, axis=-1)
    return _step(LSTMGates(sigmoid(f), sigmoid(i), tanh(g), sigmoid(o)), c)


@mistake("recurrent.lstm_step")
def lstm_step_with_forget_bias_added_again(
    x: Array, h: Array, c: Array, w_ih: Array, w_hh: Array, b: Array
) -> LSTMState:
    """1 added to the forget gate's bias at run time, although the weights already hold it."""
    width = h.shape[-1]
    again = b + np.where(np.arange(4 * width) // width == 1, 1.0, 0.0)
    return recurrent.lstm_step(x, h, c, w_ih, w_hh, again)


@mistake("recurrent.lstm_step")
def lstm_step_with_the_bias_twice(
    x: Array, h: Array, c: Array, w_ih: Array, w_hh: Array, b: Array
) -> LSTMState:
    """A bias that already is the sum of PyTorch's two, added for input and state alike."""
    return recurrent.lstm_step(x, h, c, w_ih, w_hh, 2 * b)


@mistake("recurrent.gru_step")
def gru_step_with_the_update_reversed(
    x: Array,
    h: Array,
    w_ih: Array,
    w_hh: Array,
    b_ih: Array,
    b_hh: Array,
    *,
    reset_applied: Applied = "after",
) -> Array:
    """z and 1 − z swapped: it keeps what it should renew (papers and libraries disagree)."""
    reset, z = recurrent.gru_gates(x, h, w_ih, w_hh, b_ih, b_hh)
    n = recurrent.gru_candidate(x, h, reset, w_ih, w_hh, b_ih, b_hh, reset_applied=reset_applied)
    return record("hidden", z * n + (1 - z) * h, "state after the step, gone wrong")


@mistake("recurrent.gru_step")
def gru_step_with_reset_on_the_other_side(
    x: Array,
    h: Array,
    w_ih: Array,
    w_hh: Array,
    b_ih: Array,
    b_hh: Array,
    *,
    reset_applied: Applied = "after",
) -> Array:
    """The reset before the recurrent product where after is asked for, or the reverse."""
    other: Applied = "before" if reset_applied == "after" else "after"
    return recurrent.gru_step(x, h, w_ih, w_hh, b_ih, b_hh, reset_applied=other)


@mistake("recurrent.gru_step")
def gru_step_with_the_bias_outside_the_reset(
    x: Array,
    h: Array,
    w_ih: Array,
    w_hh: Array,
    b_ih: Array,
    b_hh: Array,
    *,
    reset_applied: Applied = "after",
) -> Array:
    """The candidate's recurrent bias added after the reset: r no longer multiplies it."""
    inner = np.arange(len(b_hh)) < 2 * h.shape[-1]
    gate_bias, outside = np.where(inner, b_hh, 0.0), np.where(inner, 0.0, b_hh)
    return recurrent.gru_step(
        x, h, w_ih, w_hh, b_ih + outside, gate_bias, reset_applied=reset_applied
    )


@mistake("recurrent.gru_step")
def gru_step_without_reset(
    x: Array,
    h: Array,
    w_ih: Array,
    w_hh: Array,
    b_ih: Array,
    b_hh: Array,
    *,
    reset_applied: Applied = "after",
) -> Array:
    """The reset gate is computed and never used: the candidate sees the whole old state."""
    _, z = recurrent.gru_gates(x, h, w_ih, w_hh, b_ih, b_hh)
    n = recurrent.gru_candidate(x, h, np.ones_like(h), w_ih, w_hh, b_ih, b_hh)
    return record("hidden", (1 - z) * n + z * h, "state after the step, gone wrong")


@mistake("recurrent.rnn")
def rnn_that_forgets_at_once(
    x: Array,
    w_ih: Array,
    w_hh: Array,
    b: Array,
    h: Array | None = None,
    *,
    lengths: Ids | None = None,
    reverse: bool = False,
) -> RecurrentOutput:
    """The state is not carried over: every step begins from the first state."""
    start = np.zeros((*x.shape[:-2], w_hh.shape[0])) if h is None else h
    outputs = recurrent.rnn_step(x, start[..., np.newaxis, :], w_ih, w_hh, b)
    return RecurrentOutput(outputs, outputs[..., 0 if reverse else -1, :])


@mistake("recurrent.rnn")
def rnn_that_ends_in_padding(
    x: Array,
    w_ih: Array,
    w_hh: Array,
    b: Array,
    h: Array | None = None,
    *,
    lengths: Ids | None = None,
    reverse: bool = False,
) -> RecurrentOutput:
    """The state after the last padded step taken for the final one: padding pollutes it."""
    return recurrent.rnn(x, w_ih, w_hh, b, h, reverse=reverse)


@mistake("seq2seq.attention_encoder_decoder")
def decoder_that_attends_after_the_step(
    source: Ids,
    target: Ids,
    parameters: AttentionEncoderDecoderParameters,
    lengths: Ids | None = None,
) -> Translation:
    """The query is the new state, and its context enters the next step, as in Luong's model."""
    p = parameters
    annotations = seq2seq.annotate(source, p, lengths)
    mask, y = real_tokens(annotations, lengths), embed(target, p.target_embedding)
    state, context = seq2seq.start_state(annotations, p), np.zeros_like(annotations[..., 0, :])
    features, weights = [], []
    for t in range(y.shape[-2]):
        seen = np.concatenate([y[..., t, :], context], axis=-1)
        state = recurrent.gru_step(seen, state, *p.decoder)
        context, shares = seq2seq.glance(state, annotations, p, mask)
        features.append(np.concatenate([state, context, y[..., t, :]], axis=-1))
        weights.append(shares)
    logits = linear(np.stack(features, axis=-2), p.w_output, p.b_output)
    return Translation(logits, np.stack(weights, axis=-2))


def _step(gates: LSTMGates, c: Array) -> LSTMState:
    """The rest of an LSTM step, once its gates are (wrongly) computed."""
    for name, value in zip(
        ("input_gate", "forget_gate", "candidate", "output_gate"), gates, strict=True
    ):
        record(name, value, f"the {name.replace('_', ' ')}, gone wrong")
    cell = record("cell", gates.forget * c + gates.input * gates.candidate, "the new cell state")
    return LSTMState(record("hidden", gates.output * tanh(cell), "state after the step"), cell)
