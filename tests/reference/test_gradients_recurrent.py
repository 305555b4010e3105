"""Backward passes of recurrent cells, runs and encoder–decoders: differences and autograd."""

import numpy as np
import pytest

from reference import gradients, recurrent, seq2seq
from reference.parameters import named_arrays
from tests.reference.finite_differences import assert_gradients
from tests.reference.recurrent_weights import BATCH, D_IN, D, N, torch_layer, weights
from tests.reference.torch_parity import assert_close

LENGTHS = np.array([5, 3])
CELLS = ["rnn", "lstm", "gru"]


def test_rnn_step_by_hand():
    # h′ = tanh(0) = 0, slope 1: the gradient passes to x times w = 2, to h times u = 3
    one, zero = np.ones((1, 1)), np.zeros((1, 1))
    found = gradients.rnn_step_backward(one, zero, zero, 2 * one, 3 * one, np.zeros(1))
    assert (found.x.item(), found.h.item(), found.b.item()) == (2, 3, 1)


def test_rnn_step(rng):
    arguments = [rng.normal(size=(BATCH, D_IN)), rng.normal(size=(BATCH, D)), *weights(rng, "rnn")]
    gradient = rng.normal(size=(BATCH, D))
    found = gradients.rnn_step_backward(gradient, *arguments)
    assert_gradients(found, recurrent.rnn_step, arguments, gradient)


def test_lstm_step(rng):
    states = [rng.normal(size=(BATCH, D)) for _ in range(2)]
    arguments = [rng.normal(size=(BATCH, D_IN)), *states, *weights(rng, "lstm")]
    gradient = rng.normal(size=(2, BATCH, D))
    found = gradients.lstm_step_backward(*gradient, *arguments)
    assert_gradients(found, lambda *a: np.stack(recurrent.lstm_step(*a)), arguments, gradient)


@pytest.mark.parametrize("reset_applied", ["after", "before"])
def test_gru_step(rng, reset_applied):
    arguments = [rng.normal(size=(BATCH, D_IN)), rng.normal(size=(BATCH, D)), *weights(rng, "gru")]
    gradient = rng.normal(size=(BATCH, D))
    found = gradients.gru_step_backward(gradient, *arguments, reset_applied=reset_applied)
    assert_gradients(
        found,
        lambda *a: recurrent.gru_step(*a, reset_applied=reset_applied),
        arguments,
        gradient,
    )


@pytest.mark.parametrize("cell", CELLS)
@pytest.mark.parametrize("reverse", [False, True])
def test_through_time_over_sequences_of_different_lengths(rng, cell, reverse):
    names = ["h", "c"] if cell == "lstm" else ["h"]
    states = [rng.normal(size=(BATCH, D)) for _ in names]
    x, own = rng.normal(size=(BATCH, N, D_IN)), weights(rng, cell)
    to_outputs = rng.normal(size=(BATCH, N, D))
    to_ends = [rng.normal(size=(BATCH, D)) for _ in names]
    options = {"lengths": LENGTHS, "reverse": reverse}
    ends = dict(zip(["hidden_gradient", "cell_gradient"], to_ends, strict=False))
    found = getattr(gradients, f"{cell}_backward")(to_outputs, x, *own, *states, **ends, **options)

    def run(x, *others):
        outputs, *final = getattr(recurrent, cell)(
            x, *others[len(names) :], *others[: len(names)], **options
        )
        return np.concatenate([outputs, np.stack(final, axis=1)], axis=1)

    gradient = np.concatenate([to_outputs, np.stack(to_ends, axis=1)], axis=1)
    assert_gradients(found, run, [x, *states, *own], gradient)
    assert not found.x[1, LENGTHS[1] :].any()


@pytest.mark.parametrize("cell", CELLS)
def test_through_time_agrees_with_pytorch(torch, rng, cell):
    x, own = rng.normal(size=(BATCH, N, D_IN)), weights(rng, cell)
    gradient = rng.normal(size=(BATCH, N, D))
    layer = torch_layer(torch, cell, own)
    tensor = torch.tensor(x, requires_grad=True)
    layer(tensor)[0].backward(torch.tensor(gradient))
    found = getattr(gradients, f"{cell}_backward")(gradient, x, *own)
    assert_close(found.x, tensor.grad, 1e-8)
    assert_close(found.w_ih, layer.weight_ih_l0.grad.T, 1e-8)
    assert_close(found.w_hh, layer.weight_hh_l0.grad.T, 1e-8)
    assert_close(found[-1], layer.bias_hh_l0.grad, 1e-8)


@pytest.mark.parametrize("cell", CELLS)
def test_both_directions_over_sequences_of_different_lengths(rng, cell):
    x, ahead, back = rng.normal(size=(BATCH, N, D_IN)), weights(rng, cell), weights(rng, cell)
    gradient, options = rng.normal(size=(BATCH, N, 2 * D)), {"cell": cell, "lengths": LENGTHS}
    found = gradients.bidirectional_backward(gradient, x, ahead, back, **options)
    count = len(ahead)

    def run(x, *own):
        return recurrent.bidirectional(x, own[:count], own[count:], **options).outputs

    assert_gradients([found.x, *found.forward, *found.backward], run, [x, *ahead, *back], gradient)
    with pytest.raises(ValueError, match="'tree'"):
        gradients.bidirectional_backward(gradient, x, ahead, back, cell="tree")


def test_an_open_forget_gate_carries_the_gradient_over_many_steps(rng):
    # f ≈ 1 keeps the cell's gradient whole; the simple network multiplies by 0.5 a step
    n, one, zero = 50, np.ones((1, 1)), np.zeros((1, 1))
    x, outputs = np.zeros((1, n, 1)), np.zeros((1, n, 1))
    open_gate = np.array([0.0, 40.0, 0.0, 0.0])
    kept = gradients.lstm_backward(
        outputs, x, np.zeros((1, 4)), np.zeros((1, 4)), open_gate, zero, zero, cell_gradient=one
    )
    lost = gradients.rnn_backward(outputs, x, one, 0.5 * one, np.zeros(1), hidden_gradient=one)
    np.testing.assert_allclose(kept.c, one)
    np.testing.assert_allclose(lost.h, 0.5**n * one)


def test_shapes_that_do_not_fit_are_named(rng):
    x, own = np.zeros((BATCH, N, D_IN)), weights(rng, "rnn")
    with pytest.raises(ValueError, match=r"output, \(2, 5, 4\): gradient \(2, 4\)"):
        gradients.rnn_backward(np.zeros((BATCH, D)), x, *own)


SOURCE = np.array([[1, 2, 3, 4, 5], [6, 2, 1, 0, 0]])
TARGET = np.array([[0, 3, 1, 2], [0, 5, 4, 4]])


@pytest.mark.parametrize("model", ["plain", "attentive"])
def test_every_weight_of_an_encoder_decoder_moves_the_logits_as_its_gradient_says(rng, model):
    if model == "plain":
        parameters = seq2seq.initialize_encoder_decoder(7, 6, 3, 4, rng)
        backward = gradients.encoder_decoder_backward
    else:
        parameters = seq2seq.initialize_attention_encoder_decoder(7, 6, 3, 4, 5, rng)
        backward = gradients.attention_encoder_decoder_backward

    def logits():
        if model == "plain":
            return seq2seq.encoder_decoder(SOURCE, TARGET, parameters, LENGTHS)
        return seq2seq.attention_encoder_decoder(SOURCE, TARGET, parameters, LENGTHS).logits

    weights, gradient = named_arrays(parameters), rng.normal(size=(2, 4, 6))
    for weight in weights.values():
        weight += rng.normal(size=weight.shape) * 0.3  # so that biases are not all zero
    found = named_arrays(backward(gradient, SOURCE, TARGET, parameters, LENGTHS))
    assert found.keys() == weights.keys()
    for name, weight in weights.items():
        direction = rng.normal(size=weight.shape)
        direction /= np.linalg.norm(direction)
        start, sides = weight.copy(), []
        for step in (1e-5, -1e-5):
            weight[...] = start + step * direction
            sides.append(np.sum(gradient * logits()))
        weight[...] = start
        slope = (sides[0] - sides[1]) / 2e-5
        np.testing.assert_allclose(
            np.sum(found[name] * direction), slope, atol=1e-8, rtol=1e-8, err_msg=name
        )
