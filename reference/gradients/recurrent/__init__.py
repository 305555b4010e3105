"""Backward passes of the recurrent cells: one step (`cells`), or a sequence (`sequences`)."""

from reference.gradients.recurrent.cells import (
    GRUGradients,
    LSTMGradients,
    RNNGradients,
    gru_step_backward,
    lstm_step_backward,
    rnn_step_backward,
)
from reference.gradients.recurrent.sequences import (
    BidirectionalGradients,
    bidirectional_backward,
    gru_backward,
    lstm_backward,
    rnn_backward,
)

__all__ = [
    "BidirectionalGradients",
    "GRUGradients",
    "LSTMGradients",
    "RNNGradients",
    "bidirectional_backward",
    "gru_backward",
    "gru_step_backward",
    "lstm_backward",
    "lstm_step_backward",
    "rnn_backward",
    "rnn_step_backward",
]
