"""Examples of recurrent cells and of the RNN encoder–decoder."""

import numpy as np

from quizzer.handbook.examples.given import Examples, Seed, drawn, given, rounded
from reference.seq2seq import (
    annotate,
    initialize_attention_encoder_decoder,
    initialize_encoder_decoder,
)

X = [0.5, -1.0]
H = [0.2, 0.4]
C = [0.6, -0.3]
TOKENS = [[0.5, -1.0], [1.0, 0.3], [-0.4, 0.8]]

RNN = {
    "w_ih": [[0.4, -0.2], [0.1, 0.5]],
    "w_hh": [[0.3, 0.0], [-0.6, 0.2]],
    "b": [0.1, 0.0],
}
LSTM = {"w_ih": drawn(2, 8, seed=1), "w_hh": drawn(2, 8, seed=2), "b": drawn(8, seed=3)}
GRU = {
    "w_ih": drawn(2, 6, seed=4),
    "w_hh": drawn(2, 6, seed=5),
    "b_ih": drawn(6, seed=6),
    "b_hh": drawn(6, seed=7),
}

PLAIN = rounded(initialize_encoder_decoder(4, 4, 2, 2, np.random.default_rng(0)))
ATTENTIVE = rounded(initialize_attention_encoder_decoder(4, 4, 2, 2, 3, np.random.default_rng(0)))
SOURCE, TARGET = [3, 1, 2], [0, 2]
ANNOTATIONS = np.round(annotate(np.array(SOURCE), ATTENTIVE), 1)

EXAMPLES: Examples = {
    "recurrent.rnn_step": given(x=X, h=H, **RNN),
    "recurrent.lstm_gates": given(x=X, h=H, **LSTM),
    "recurrent.lstm_step": given(x=X, h=H, c=C, **LSTM),
    "recurrent.gru_gates": given(x=X, h=H, **GRU),
    "recurrent.gru_candidate": given(x=X, h=H, reset=[0.7, 0.1], **GRU),
    "recurrent.gru_step": given(x=X, h=H, **GRU),
    "recurrent.rnn": given(x=TOKENS, **RNN),
    "recurrent.lstm": given(x=TOKENS, **LSTM),
    "recurrent.gru": given(x=TOKENS, **GRU),
    "recurrent.bidirectional": given(
        x=TOKENS,
        forward=(RNN["w_ih"], RNN["w_hh"], RNN["b"]),
        backward=([[0.2, 0.7], [-0.3, 0.1]], [[0.0, 0.4], [0.5, -0.1]], [0.0, 0.2]),
        cell="rnn",
    ),
    "seq2seq.encode": given(source=SOURCE, parameters=PLAIN),
    "seq2seq.decode": given(target=TARGET, state=[0.3, -0.5], parameters=PLAIN),
    "seq2seq.encoder_decoder": given(source=SOURCE, target=TARGET, parameters=PLAIN),
    "seq2seq.annotate": given(source=SOURCE, parameters=ATTENTIVE),
    "seq2seq.start_state": given(annotations=ANNOTATIONS, parameters=ATTENTIVE),
    "seq2seq.glance": given(state=H, annotations=ANNOTATIONS, parameters=ATTENTIVE),
    "seq2seq.attention_encoder_decoder": given(source=SOURCE, target=TARGET, parameters=ATTENTIVE),
    "seq2seq.initialize_encoder_decoder": given(
        source_vocabulary=4, target_vocabulary=4, d_embedding=2, d_hidden=2, generator=Seed(0)
    ),
    "seq2seq.initialize_attention_encoder_decoder": given(
        source_vocabulary=4,
        target_vocabulary=4,
        d_embedding=2,
        d_hidden=2,
        d_attention=3,
        generator=Seed(0),
    ),
}
