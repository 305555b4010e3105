"""Backward passes of recurrent cells over whole sequences ("through time").

The gradient that reaches a state at one step is multiplied by the same recurrent weights again at
the step before. That is why the gradients of long sequences vanish or explode.
"""

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

import numpy as np

from reference.arrays import Array, Ids
from reference.gradients.recurrent.cells import (
    GRUGradients,
    LSTMGradients,
    RNNGradients,
    gru_step_backward,
    lstm_step_backward,
    rnn_step_backward,
)
from reference.gradients.shapes import no_gradient, require_like
from reference.recurrent import gru_step, lstm_step, rnn_step
from reference.recurrent.sequences import initial_state, real_tokens

State: TypeAlias = tuple[Array, ...]


class BidirectionalGradients(NamedTuple):
    """∂L with respect to the arguments of `bidirectional`."""

    x: Array  # (..., n, d_in)
    forward: tuple[Array, ...]  # in the order in which the cell's function takes its weights
    backward: tuple[Array, ...]


def rnn_backward(
    gradient: Array,
    x: Array,
    w_ih: Array,
    w_hh: Array,
    b: Array,
    h: Array | None = None,
    *,
    hidden_gradient: Array | None = None,
    lengths: Ids | None = None,
    reverse: bool = False,
) -> RNNGradients:
    """Back through time, from every output of the simple recurrent network.

    Formula:
        g_t = ∂L/∂output_t + rnn_step_backward(g_{t+1}).h;    weights sum over all steps

    Args:
        gradient: (..., n, d) ∂L/∂outputs; its values at padding are ignored.
        x: (..., n, d_in) inputs.
        w_ih: (d_in, d) input weights.
        w_hh: (d, d) recurrent weights.
        b: (d) bias.
        h: (..., d) initial hidden state; zero by default.
        hidden_gradient: (..., d) ∂L/∂hidden, of the final state; zero by default.
        lengths: as in `rnn`.
        reverse: as in `rnn`.

    Returns:
        (x, h, w_ih, w_hh, b) gradients, as `RNNGradients`; x has (..., n, d_in).

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Werbos, Backpropagation Through Time (1990); Goodfellow, Bengio, Courville, Deep Learning
        (2016), section 10.2.2.
    """
    start = (initial_state(x, w_hh, h),)

    def step(x_t: Array, state: State) -> State:
        return (rnn_step(x_t, state[0], w_ih, w_hh, b),)

    def step_backward(gradients: State, x_t: Array, state: State) -> State:
        return rnn_step_backward(gradients[0], x_t, state[0], w_ih, w_hh, b)

    ends = (hidden_gradient,)
    return RNNGradients(
        *_through_time(step, step_backward, gradient, ends, x, start, lengths, reverse)
    )


def lstm_backward(
    gradient: Array,
    x: Array,
    w_ih: Array,
    w_hh: Array,
    b: Array,
    h: Array | None = None,
    c: Array | None = None,
    *,
    hidden_gradient: Array | None = None,
    cell_gradient: Array | None = None,
    lengths: Ids | None = None,
    reverse: bool = False,
) -> LSTMGradients:
    """Back through time, from every output of the LSTM.

    Formula:
        g_t = ∂L/∂output_t + lstm_step_backward(g_{t+1}, k_{t+1}).h
        k_t = lstm_step_backward(g_{t+1}, k_{t+1}).c

    Args:
        gradient: (..., n, d) ∂L/∂outputs; its values at padding are ignored.
        x: (..., n, d_in) inputs.
        w_ih: (d_in, 4·d) input weights, packed i, f, g, o.
        w_hh: (d, 4·d) recurrent weights, packed in the same way.
        b: (4·d) bias, packed in the same way.
        h: (..., d) initial hidden state; zero by default.
        c: (..., d) initial cell state; zero by default.
        hidden_gradient: (..., d) ∂L/∂hidden, of the final state; zero by default.
        cell_gradient: (..., d) ∂L/∂cell, of the final cell state; zero by default.
        lengths: as in `lstm`.
        reverse: as in `lstm`.

    Returns:
        (x, h, c, w_ih, w_hh, b) gradients, as `LSTMGradients`; x has (..., n, d_in).

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Greff et al., LSTM, A Search Space Odyssey (2017), section II.B.
    """
    start = (initial_state(x, w_hh, h), initial_state(x, w_hh, c))

    def step(x_t: Array, state: State) -> State:
        return lstm_step(x_t, state[0], state[1], w_ih, w_hh, b)

    def step_backward(gradients: State, x_t: Array, state: State) -> State:
        return lstm_step_backward(
            gradients[0], gradients[1], x_t, state[0], state[1], w_ih, w_hh, b
        )

    ends = (hidden_gradient, cell_gradient)
    return LSTMGradients(
        *_through_time(step, step_backward, gradient, ends, x, start, lengths, reverse)
    )


def gru_backward(
    gradient: Array,
    x: Array,
    w_ih: Array,
    w_hh: Array,
    b_ih: Array,
    b_hh: Array,
    h: Array | None = None,
    *,
    hidden_gradient: Array | None = None,
    reset_applied: Literal["after", "before"] = "after",
    lengths: Ids | None = None,
    reverse: bool = False,
) -> GRUGradients:
    """Back through time, from every output of the GRU.

    Formula:
        g_t = ∂L/∂output_t + gru_step_backward(g_{t+1}).h;    weights sum over all steps

    Args:
        gradient: (..., n, d) ∂L/∂outputs; its values at padding are ignored.
        x: (..., n, d_in) inputs.
        w_ih: (d_in, 3·d) input weights, packed r, z, n.
        w_hh: (d, 3·d) recurrent weights, packed in the same way.
        b_ih: (3·d) input bias, packed in the same way.
        b_hh: (3·d) recurrent bias, packed in the same way.
        h: (..., d) initial hidden state; zero by default.
        hidden_gradient: (..., d) ∂L/∂hidden, of the final state; zero by default.
        reset_applied: as in `gru`.
        lengths: as in `gru`.
        reverse: as in `gru`.

    Returns:
        (x, h, w_ih, w_hh, b_ih, b_hh) gradients, as `GRUGradients`; x has (..., n, d_in).

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Werbos, Backpropagation Through Time (1990).
    """
    start = (initial_state(x, w_hh, h),)
    weights = (w_ih, w_hh, b_ih, b_hh)

    def step(x_t: Array, state: State) -> State:
        return (gru_step(x_t, state[0], *weights, reset_applied=reset_applied),)

    def step_backward(gradients: State, x_t: Array, state: State) -> State:
        return gru_step_backward(gradients[0], x_t, state[0], *weights, reset_applied=reset_applied)

    ends = (hidden_gradient,)
    return GRUGradients(
        *_through_time(step, step_backward, gradient, ends, x, start, lengths, reverse)
    )


def bidirectional_backward(
    gradient: Array,
    x: Array,
    forward: tuple[Array, ...],
    backward: tuple[Array, ...],
    *,
    cell: Literal["rnn", "lstm", "gru"] = "lstm",
    lengths: Ids | None = None,
) -> BidirectionalGradients:
    """Back through both runs over a sequence, each from its own half of the outputs.

    Formula:
        [g→ ; g←] = ∂L/∂outputs
        ∂L/∂x = cell_backward(g→) + cell_backward(g←, reversed)

    Args:
        gradient: (..., n, 2·d) ∂L/∂outputs; its values at padding are ignored.
        x: (..., n, d_in) inputs.
        forward: weights of the cell that reads from the start.
        backward: weights of the cell that reads from the end.
        cell: "rnn", "lstm" or "gru".
        lengths: as in `bidirectional`.

    Returns:
        (x, forward, backward) gradients, as `BidirectionalGradients`.

    Raises:
        ValueError: when the cell is unknown or shapes do not fit.

    Source:
        Schuster and Paliwal, Bidirectional Recurrent Neural Networks (1997), section II.
    """
    if cell not in _RUNS_BACKWARD:
        raise ValueError(f"cell must be one of {', '.join(_RUNS_BACKWARD)}, not {cell!r}")
    run_backward = _RUNS_BACKWARD[cell]
    g_there, g_back = np.split(gradient, 2, axis=-1)  # 2 × (..., n, d)
    there = run_backward(g_there, x, *forward, lengths=lengths)
    back = run_backward(g_back, x, *backward, lengths=lengths, reverse=True)
    weights = slice(-len(forward), None)  # they come after x and the states
    return BidirectionalGradients(there[0] + back[0], there[weights], back[weights])


_RUNS_BACKWARD: dict[str, Callable[..., State]] = {
    "rnn": rnn_backward,
    "lstm": lstm_backward,
    "gru": gru_backward,
}


def _through_time(
    step: Callable[[Array, State], State],
    step_backward: Callable[[State, Array, State], State],
    gradient: Array,
    end_gradients: tuple[Array | None, ...],
    x: Array,
    state: State,
    lengths: Ids | None,
    reverse: bool,
) -> State:
    """The gradients of x, of the initial state, and of all weights, in this order.

    `step_backward` gives those of x, of the state before the step, and of all weights.
    """
    n, parts = x.shape[-2], len(state)
    require_like(gradient, (*state[0].shape[:-1], n, state[0].shape[-1]))
    real = real_tokens(x, lengths)[..., None]  # (..., n, 1)
    order = list(reversed(range(n)) if reverse else range(n))
    before: dict[int, State] = {}
    for t in order:
        before[t] = state
        after = step(x[..., t, :], state)
        state = _choose(real[..., t, :], after, state)
    to_state = tuple(
        np.zeros_like(part) if end is None else end
        for end, part in zip(end_gradients, state, strict=True)
    )
    to_x, to_weights = no_gradient(x), None
    for t in reversed(order):
        here = real[..., t, :]  # (..., 1)
        told = (to_state[0] + gradient[..., t, :], *to_state[1:])
        told = tuple(np.where(here, part, 0) for part in told)
        x_t, *found = step_backward(told, x[..., t, :], before[t])
        to_x[..., t, :] = x_t
        to_state = _choose(here, tuple(found[:parts]), to_state)
        weights = found[parts:]
        to_weights = weights if to_weights is None else _add(to_weights, weights)
    return (to_x, *to_state, *(to_weights or ()))


def _choose(here: Array, real: State, padding: State) -> State:
    """The first where there is a token, the second at padding."""
    return tuple(np.where(here, new, old) for new, old in zip(real, padding, strict=True))


def _add(first: list[Array], second: list[Array]) -> list[Array]:
    return [a + b for a, b in zip(first, second, strict=True)]
