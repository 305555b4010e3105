"""Recurrent networks: simple, LSTM and GRU cells; one step (`cells`) or many (`sequences`).

Every cell packs the weights of its gates side by side along the last axis, so one product computes
all gates: `x @ w_ih + h @ w_hh + b`. A state is `(..., d)`, a sequence `(..., n, d_in)`.
"""

from reference.recurrent.cells import (
    GRUGates,
    LSTMGates,
    LSTMState,
    gru_candidate,
    gru_gates,
    gru_step,
    lstm_gates,
    lstm_step,
    rnn_step,
)
from reference.recurrent.sequences import (
    BidirectionalOutput,
    LSTMOutput,
    RecurrentOutput,
    bidirectional,
    gru,
    lstm,
    rnn,
)

__all__ = [
    "BidirectionalOutput",
    "GRUGates",
    "LSTMGates",
    "LSTMOutput",
    "LSTMState",
    "RecurrentOutput",
    "bidirectional",
    "gru",
    "gru_candidate",
    "gru_gates",
    "gru_step",
    "lstm",
    "lstm_gates",
    "lstm_step",
    "rnn",
    "rnn_step",
]
