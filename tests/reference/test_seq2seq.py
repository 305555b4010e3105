"""Encoder–decoder with and without attention: PyTorch, and what each of them can see."""

import numpy as np
import pytest

from reference import seq2seq
from reference.parameters import named_arrays
from reference.trace import trace
from tests.reference.torch_parity import assert_close

V_SOURCE, V_TARGET, D_E, D, D_A = 7, 6, 3, 4, 5
SOURCE = np.array([[1, 2, 3, 4, 5], [6, 2, 1, 0, 0]])
LENGTHS = np.array([5, 3])
TARGET = np.array([[0, 3, 1, 2], [0, 5, 4, 4]])


def with_random_biases(parameters, rng):
    """Fresh weights have biases of zero, which would hide a misplaced one."""
    fields = {}
    for name, value in parameters._asdict().items():
        if isinstance(value, seq2seq.GRUParameters):
            fields[name] = with_random_biases(value, rng)
        elif name.startswith("b_"):
            fields[name] = rng.normal(size=value.shape)
    return parameters._replace(**fields)


@pytest.fixture
def plain(rng):
    fresh = seq2seq.initialize_encoder_decoder(V_SOURCE, V_TARGET, D_E, D, rng)
    return with_random_biases(fresh, rng)


@pytest.fixture
def attentive(rng):
    fresh = seq2seq.initialize_attention_encoder_decoder(V_SOURCE, V_TARGET, D_E, D, D_A, rng)
    return with_random_biases(fresh, rng)


def torch_gru(torch, module, weights, suffix=""):
    values = (weights.w_ih.T, weights.w_hh.T, weights.b_ih, weights.b_hh)
    names = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
    for name, value in zip(names, values, strict=True):
        getattr(module, name + suffix).data = torch.tensor(value)
    return module


def packed(torch, x):
    return torch.nn.utils.rnn.pack_padded_sequence(
        torch.tensor(x), torch.tensor(LENGTHS), batch_first=True
    )


def test_the_model_without_attention_agrees_with_pytorch(torch, plain):
    encoder = torch_gru(torch, torch.nn.GRU(D_E, D, batch_first=True), plain.encoder, "_l0")
    decoder = torch_gru(torch, torch.nn.GRU(D_E, D, batch_first=True), plain.decoder, "_l0")
    _, state = encoder(packed(torch, plain.source_embedding[SOURCE]))
    states, _ = decoder(torch.tensor(plain.target_embedding[TARGET]), state)
    logits = states @ torch.tensor(plain.w_output) + torch.tensor(plain.b_output)
    assert_close(seq2seq.encoder_decoder(SOURCE, TARGET, plain, LENGTHS), logits)


def test_the_model_with_attention_agrees_with_pytorch(torch, attentive):
    p = attentive
    encoder = torch.nn.GRU(D_E, D, batch_first=True, bidirectional=True)
    torch_gru(torch, encoder, p.encoder_forward, "_l0")
    torch_gru(torch, encoder, p.encoder_backward, "_l0_reverse")
    cell = torch_gru(torch, torch.nn.GRUCell(D_E + 2 * D, D), p.decoder)
    outputs, last = encoder(packed(torch, p.source_embedding[SOURCE]))
    h, _ = torch.nn.utils.rnn.pad_packed_sequence(outputs, batch_first=True)
    t = {name: torch.tensor(value) for name, value in named_arrays(p).items()}
    s = torch.tanh(last[1] @ t["w_start"] + t["b_start"])
    padding = torch.arange(5) >= torch.tensor(LENGTHS)[:, None]
    logits, weights = [], []
    for step in range(TARGET.shape[1]):
        e = torch.tanh((s @ t["w_query"])[:, None] + h @ t["w_key"]) @ t["v"]
        a = e.masked_fill(padding, -torch.inf).softmax(-1)
        c = torch.einsum("bn,bnd->bd", a, h)
        y = t["target_embedding"][TARGET[:, step]]
        s = cell(torch.cat([y, c], -1), s)
        logits.append(torch.cat([s, c, y], -1) @ t["w_output"] + t["b_output"])
        weights.append(a)
    ours = seq2seq.attention_encoder_decoder(SOURCE, TARGET, p, LENGTHS)
    assert_close(ours.logits, torch.stack(logits, 1))
    assert_close(ours.weights, torch.stack(weights, 1))


def halfway():
    """A GRU that steps halfway to 0.8, whatever it reads: gates ½, candidate tanh(ln 3) = 0.8."""
    return seq2seq.GRUParameters(
        np.zeros((1, 3)), np.zeros((1, 3)), np.array([0, 0, np.log(3)]), np.zeros(3)
    )


def test_the_model_without_attention_by_hand():
    # The encoder's state after two words: 0 → 0.4 → 0.6; the decoder's after one more: 0.7
    words = np.zeros((3, 1))
    p = seq2seq.EncoderDecoderParameters(
        words, words, halfway(), halfway(), np.array([[10.0, -10.0]]), np.array([0.0, 1.0])
    )
    assert_close(seq2seq.encode(np.array([[1, 2]]), p).hidden, [[0.6]])
    assert_close(seq2seq.encoder_decoder(np.array([[1, 2]]), np.array([[0]]), p), [[[7.0, -6.0]]])


def test_a_look_at_the_source_by_hand(attentive):
    # tanh(½ ln 3) = ½, times v = 2 ln 3 gives the score ln 3; 0 gives 0: shares ¾ and ¼
    annotations = np.array([[[0.5 * np.log(3), 1.0], [0.0, 5.0]]])
    p = attentive._replace(
        w_query=np.zeros((1, 1)), w_key=np.array([[1.0], [0.0]]), v=np.array([2 * np.log(3)])
    )
    look = seq2seq.glance(np.array([[9.0]]), annotations, p)
    assert_close(look.weights, [[0.75, 0.25]])
    assert_close(look.context, [[0.375 * np.log(3), 2.0]])
    only_second = seq2seq.glance(np.array([[9.0]]), annotations, p, np.array([[False, True]]))
    assert_close(only_second.context, [[0.0, 5.0]])


def test_weights_are_shares_of_the_real_words(attentive):
    weights = seq2seq.attention_encoder_decoder(SOURCE, TARGET, attentive, LENGTHS).weights
    np.testing.assert_allclose(weights.sum(axis=-1), 1)
    assert not weights[1, :, 3:].any()
    assert np.ptp(weights[0], axis=0).min() > 1e-4  # another state looks elsewhere


def test_without_attention_all_the_decoder_knows_of_the_source_is_one_vector(plain):
    state = seq2seq.encode(SOURCE, plain, LENGTHS).hidden
    np.testing.assert_array_equal(
        seq2seq.decode(TARGET, state, plain),
        seq2seq.encoder_decoder(SOURCE, TARGET, plain, LENGTHS),
    )
    assert state.shape == (2, D)


@pytest.mark.parametrize("model", ["plain", "attentive"])
def test_what_may_and_what_may_not_change_the_logits(model, request):
    parameters = request.getfixturevalue(model)

    def logits(source, target):
        if model == "plain":
            return seq2seq.encoder_decoder(source, target, parameters, LENGTHS)
        return seq2seq.attention_encoder_decoder(source, target, parameters, LENGTHS).logits

    right = logits(SOURCE, TARGET)
    padding, word, future = SOURCE.copy(), SOURCE.copy(), TARGET.copy()
    padding[1, 3:] = 5
    word[:, 0] = 3
    future[:, 2] = 1 - future[:, 2] % 2
    np.testing.assert_array_equal(logits(padding, TARGET), right)
    assert np.all(np.abs(logits(word, TARGET) - right).max(axis=-1) > 0)
    np.testing.assert_array_equal(logits(SOURCE, future)[:, :2], right[:, :2])


def test_a_trace_shows_where_every_step_looked(attentive):
    with trace() as t:
        result = seq2seq.attention_encoder_decoder(SOURCE, TARGET, attentive, LENGTHS)
    np.testing.assert_array_equal(t["decoder.2.weights"].value[:, 0], result.weights[:, 2])
    assert t["encoder.annotations"].shape == (2, 5, 2 * D)
    assert t["encoder.backward.4.reset_gate"].shape == (2, D)


def test_an_id_outside_the_vocabulary_is_refused(plain):
    with pytest.raises(ValueError, match=r"0 … 6"):
        seq2seq.encoder_decoder(np.array([[7]]), TARGET[:1], plain)
