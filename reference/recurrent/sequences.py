"""Recurrent cells over whole sequences: each one alone, and two that start from the two ends."""

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np

from reference.arrays import Array, Ids, Mask, require
from reference.recurrent.cells import gru_step, lstm_step, rnn_step
from reference.trace import scope


class RecurrentOutput(NamedTuple):
    """A run of a cell whose state is a single vector."""

    outputs: Array  # (..., n, d), the hidden state at every position, zero at padding
    hidden: Array  # (..., d), the state after the last real token


class LSTMOutput(NamedTuple):
    """A run of an LSTM."""

    outputs: Array  # (..., n, d), the hidden state at every position, zero at padding
    hidden: Array  # (..., d), the hidden state after the last real token
    cell: Array  # (..., d), the cell state after the last real token


class BidirectionalOutput(NamedTuple):
    """Two runs over the same sequence, one from each end."""

    outputs: Array  # (..., n, 2·d), forward half first
    forward: RecurrentOutput | LSTMOutput
    backward: RecurrentOutput | LSTMOutput


def rnn(
    x: Array,
    w_ih: Array,
    w_hh: Array,
    b: Array,
    h: Array | None = None,
    *,
    lengths: Ids | None = None,
    reverse: bool = False,
) -> RecurrentOutput:
    """Run the simple recurrent network over a sequence.

    Formula:
        h_t = rnn_step(x_t, h_{t−1})    for t = 0 … n−1

    Args:
        x: (..., n, d_in) inputs.
        w_ih: (d_in, d) input weights.
        w_hh: (d, d) recurrent weights.
        b: (d) bias.
        h: (..., d) initial hidden state; zero by default.
        lengths: (...) number of real tokens in each sequence; n by default.
        reverse: read the sequence from its end; the outputs stay at their positions.

    Returns:
        (outputs, hidden) of shapes (..., n, d) and (..., d), as `RecurrentOutput`.

    Raises:
        ValueError: when weights, state or lengths do not fit the input.

    Convention:
        Padding is at the end. It does not change the state, and its outputs are zero, as with
        PyTorch's `pack_padded_sequence`.

    Source:
        Elman, Finding Structure in Time (1990).
    """
    start = initial_state(x, w_hh, h)

    def step(x_t: Array, state: tuple[Array, ...]) -> tuple[Array, ...]:
        return (rnn_step(x_t, state[0], w_ih, w_hh, b),)

    return RecurrentOutput(*_scan(step, x, (start,), lengths, reverse))


def lstm(
    x: Array,
    w_ih: Array,
    w_hh: Array,
    b: Array,
    h: Array | None = None,
    c: Array | None = None,
    *,
    lengths: Ids | None = None,
    reverse: bool = False,
) -> LSTMOutput:
    """Run the long short-term memory (LSTM) over a sequence.

    Formula:
        h_t, c_t = lstm_step(x_t, h_{t−1}, c_{t−1})    for t = 0 … n−1

    Args:
        x: (..., n, d_in) inputs.
        w_ih: (d_in, 4·d) input weights, packed i, f, g, o.
        w_hh: (d, 4·d) recurrent weights, packed in the same way.
        b: (4·d) bias, packed in the same way.
        h: (..., d) initial hidden state; zero by default.
        c: (..., d) initial cell state; zero by default.
        lengths: (...) number of real tokens in each sequence; n by default.
        reverse: read the sequence from its end; the outputs stay at their positions.

    Returns:
        (outputs, hidden, cell) of shapes (..., n, d), (..., d) and (..., d), as `LSTMOutput`.

    Raises:
        ValueError: when weights, states or lengths do not fit the input.

    Convention:
        Padding is at the end. It does not change the state, and its outputs are zero, as with
        PyTorch's `pack_padded_sequence`.

    Source:
        Hochreiter and Schmidhuber, Long Short-Term Memory (1997).
    """
    start = (initial_state(x, w_hh, h), initial_state(x, w_hh, c))

    def step(x_t: Array, state: tuple[Array, ...]) -> tuple[Array, ...]:
        return lstm_step(x_t, state[0], state[1], w_ih, w_hh, b)

    return LSTMOutput(*_scan(step, x, start, lengths, reverse))


def gru(
    x: Array,
    w_ih: Array,
    w_hh: Array,
    b_ih: Array,
    b_hh: Array,
    h: Array | None = None,
    *,
    reset_applied: Literal["after", "before"] = "after",
    lengths: Ids | None = None,
    reverse: bool = False,
) -> RecurrentOutput:
    """Run the gated recurrent unit (GRU) over a sequence.

    Formula:
        h_t = gru_step(x_t, h_{t−1})    for t = 0 … n−1

    Args:
        x: (..., n, d_in) inputs.
        w_ih: (d_in, 3·d) input weights, packed r, z, n.
        w_hh: (d, 3·d) recurrent weights, packed in the same way.
        b_ih: (3·d) input bias, packed in the same way.
        b_hh: (3·d) recurrent bias, packed in the same way.
        h: (..., d) initial hidden state; zero by default.
        reset_applied: "after" (PyTorch) or "before" (paper) the recurrent product.
        lengths: (...) number of real tokens in each sequence; n by default.
        reverse: read the sequence from its end; the outputs stay at their positions.

    Returns:
        (outputs, hidden) of shapes (..., n, d) and (..., d), as `RecurrentOutput`.

    Raises:
        ValueError: when weights, state or lengths do not fit the input.

    Convention:
        Padding is at the end. It does not change the state, and its outputs are zero, as with
        PyTorch's `pack_padded_sequence`.

    Source:
        Cho et al., Learning Phrase Representations using RNN Encoder–Decoder (2014), section 2.3.
    """
    start = initial_state(x, w_hh, h)

    def step(x_t: Array, state: tuple[Array, ...]) -> tuple[Array, ...]:
        h_t = gru_step(x_t, state[0], w_ih, w_hh, b_ih, b_hh, reset_applied=reset_applied)
        return (h_t,)

    return RecurrentOutput(*_scan(step, x, (start,), lengths, reverse))


def bidirectional(
    x: Array,
    forward: tuple[Array, ...],
    backward: tuple[Array, ...],
    *,
    cell: Literal["rnn", "lstm", "gru"] = "lstm",
    lengths: Ids | None = None,
) -> BidirectionalOutput:
    """Read a sequence from both ends with two cells, and concatenate their outputs.

    Formula:
        h→_t = cell(x_t, h→_{t−1})
        h←_t = cell(x_t, h←_{t+1})
        output_t = [h→_t ; h←_t]

    Args:
        x: (..., n, d_in) inputs.
        forward: weights of the cell that reads from the start, as the cell's function takes them.
        backward: weights of the cell that reads from the end.
        cell: "rnn", "lstm" or "gru".
        lengths: (...) number of real tokens in each sequence; n by default.

    Returns:
        (outputs, forward, backward): (..., n, 2·d), and the two runs, as `BidirectionalOutput`.

    Raises:
        ValueError: when the cell is unknown or shapes do not fit.

    Convention:
        The backward cell starts at the last real token, not at the padding. Its final state is the
        one at position 0, whereas the last output row contains its very first step.

    Source:
        Schuster and Paliwal, Bidirectional Recurrent Neural Networks (1997), section II.
    """
    if cell not in _RUNS:
        raise ValueError(f"cell must be one of {', '.join(_RUNS)}, not {cell!r}")
    run = _RUNS[cell]
    with scope("forward"):
        there = run(x, *forward, lengths=lengths)
    with scope("backward"):
        back = run(x, *backward, lengths=lengths, reverse=True)
    outputs = np.concatenate([there.outputs, back.outputs], axis=-1)  # (..., n, 2·d)
    return BidirectionalOutput(outputs, there, back)


_RUNS: dict[str, Callable[..., RecurrentOutput | LSTMOutput]] = {
    "rnn": rnn,
    "lstm": lstm,
    "gru": gru,
}


def _scan(
    step: Callable[[Array, tuple[Array, ...]], tuple[Array, ...]],
    x: Array,
    state: tuple[Array, ...],
    lengths: Ids | None,
    reverse: bool,
) -> tuple[Array, ...]:
    """Carry `state` through the positions of `x`; returns the outputs and the final state."""
    n = x.shape[-2]
    real = real_tokens(x, lengths)  # (..., n)
    outputs: list[Array] = [state[0]] * n
    for t in reversed(range(n)) if reverse else range(n):
        here = real[..., t, None]  # (..., 1)
        with scope(str(t)):
            after = step(x[..., t, :], state)
        outputs[t] = np.where(here, after[0], 0)  # (..., d)
        state = tuple(np.where(here, new, old) for new, old in zip(after, state, strict=True))
    return (np.stack(outputs, axis=-2), *state)


def real_tokens(x: Array, lengths: Ids | None) -> Mask:
    """Which positions of padded sequences hold a token.

    Formula:
        real[t] = (t < length)

    Args:
        x: (..., n, d_in) sequences, padded at the end.
        lengths: (...) number of real tokens in each; n by default.

    Returns:
        (..., n) True where there is a token, False at padding.

    Raises:
        ValueError: when the lengths do not fit.
    """
    *batch, n, _ = x.shape
    if lengths is None:
        return np.ones((*batch, n), dtype=bool)
    lengths = np.asarray(lengths)
    require(lengths.shape == tuple(batch), "one length for each sequence", lengths=lengths, x=x)
    require(
        bool(np.all((lengths >= 0) & (lengths <= n))),
        f"lengths must lie in 0 … {n}, not {lengths.tolist()}",
        x=x,
    )
    return np.arange(n) < lengths[..., None]  # (..., n)


def initial_state(x: Array, w_hh: Array, state: Array | None) -> Array:
    """The state before the first step: the given one, or zeros.

    Args:
        x: (..., n, d_in) sequences.
        w_hh: (d, gates · d) recurrent weights, from which d is taken.
        state: (..., d) or None.

    Returns:
        (..., d) the state.

    Raises:
        ValueError: when there is no step, or the state does not fit.
    """
    require(x.ndim >= 2 and x.shape[-2] > 0, "a sequence is (..., n, d_in) with n ≥ 1", x=x)
    shape = (*x.shape[:-2], w_hh.shape[0])
    if state is None:
        return np.zeros(shape, dtype=np.result_type(x, w_hh))
    require(state.shape == shape, f"the initial state must be {shape}", state=state, x=x)
    return state
