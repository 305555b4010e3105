"""Recurrent cells and runs: hand-worked steps, PyTorch, and what padding must not change."""

import numpy as np
import pytest

from reference import recurrent
from reference.trace import trace
from tests.reference.recurrent_weights import BATCH, D_IN, WIDTHS, D, N, torch_layer, weights
from tests.reference.torch_parity import assert_close

LENGTHS = np.array([5, 3])


def torch_padded(torch, layer, x):
    packed = torch.nn.utils.rnn.pack_padded_sequence(
        torch.tensor(x), torch.tensor(LENGTHS), batch_first=True, enforce_sorted=False
    )
    outputs, state = layer(packed)
    return torch.nn.utils.rnn.pad_packed_sequence(outputs, batch_first=True)[0], state


def test_rnn_carries_its_state_from_step_to_step():
    one = np.ones((1, 1))
    run = recurrent.rnn(np.ones((1, 2, 1)), one, one, np.zeros(1))
    # tanh(1) = 0.76159, tanh(1 + 0.76159) = 0.94268
    np.testing.assert_allclose(run.outputs[0, :, 0], [0.76159, 0.94268], atol=5e-6)


def test_lstm_step_by_hand():
    # Gates i, f, g, o see x·w + h·u with x = 1, h = 0.5: 0.5, 0.6, 0.7, 0.8 and no recurrence.
    w_ih, w_hh = np.array([[0.5, 0.6, 0.7, 0.8]]), np.zeros((1, 4))
    state = recurrent.lstm_step(
        np.ones(1), np.full(1, 0.5), np.full(1, 0.3), w_ih, w_hh, np.zeros(4)
    )
    # σ(.5) = .62246, σ(.6) = .64566, tanh(.7) = .60437, σ(.8) = .68997
    # c′ = .64566·.3 + .62246·.60437 = .56989; h′ = .68997·tanh(.56989) = .68997·.51529 = .35554
    np.testing.assert_allclose(state.cell, [0.56989], atol=2e-5)
    np.testing.assert_allclose(state.hidden, [0.35554], atol=2e-5)


def test_lstm_keeps_its_cell_when_the_forget_gate_is_open_and_the_input_gate_shut():
    b = np.array([-40.0, 40.0, 0.5, 0.0])
    state = recurrent.lstm_step(
        np.zeros(1), np.zeros(1), np.array([2.0]), np.zeros((1, 4)), np.zeros((1, 4)), b
    )
    np.testing.assert_allclose(state.cell, [2.0])
    np.testing.assert_allclose(state.hidden, [0.5 * 0.96403], atol=1e-5)  # o = ½, tanh(2)


@pytest.mark.parametrize(
    ("reset_applied", "expected"),
    # r = σ(0) = ½, z = σ(0) = ½, h = 0.8, recurrent weight 1, recurrent bias 0.2:
    # after: n = tanh(½·(0.8 + 0.2)) = tanh(0.5); before: n = tanh(½·0.8 + 0.2) = tanh(0.6)
    [("after", 0.5 * 0.46212 + 0.4), ("before", 0.5 * 0.53705 + 0.4)],
)
def test_gru_applies_its_reset_where_it_is_told(reset_applied, expected):
    h = recurrent.gru_step(
        np.zeros(1),
        np.array([0.8]),
        np.zeros((1, 3)),
        np.array([[0.0, 0.0, 1.0]]),
        np.zeros(3),
        np.array([0.0, 0.0, 0.2]),
        reset_applied=reset_applied,
    )
    np.testing.assert_allclose(h, [expected], atol=1e-5)


def test_gru_update_gate_at_one_keeps_the_old_state():
    b = np.array([0.0, 40.0, 3.0])
    h = np.array([0.7])
    zeros = np.zeros((1, 3))
    kept = recurrent.gru_step(np.zeros(1), h, zeros, zeros, b, np.zeros(3))
    np.testing.assert_allclose(kept, h)


@pytest.mark.parametrize("cell", WIDTHS)
def test_a_run_agrees_with_pytorch(torch, rng, cell):
    x, ours = rng.normal(size=(BATCH, N, D_IN)), weights(rng, cell)
    starts = [rng.normal(size=(BATCH, D)) for _ in range(2 if cell == "lstm" else 1)]
    run = getattr(recurrent, cell)(x, *ours, *starts)
    state = tuple(torch.tensor(start)[None] for start in starts)
    layer = torch_layer(torch, cell, ours)
    outputs, final = layer(torch.tensor(x), state if cell == "lstm" else state[0])
    assert_close(run.outputs, outputs)
    finals = final if cell == "lstm" else (final,)
    for mine, theirs in zip(run[1:], finals, strict=True):
        assert_close(mine, theirs[0])


@pytest.mark.parametrize("cell", WIDTHS)
def test_both_directions_over_sequences_of_different_lengths_agree_with_pytorch(torch, rng, cell):
    x, there, back = rng.normal(size=(BATCH, N, D_IN)), weights(rng, cell), weights(rng, cell)
    ours = recurrent.bidirectional(x, there, back, cell=cell, lengths=LENGTHS)
    outputs, final = torch_padded(torch, torch_layer(torch, cell, there, back), x)
    assert_close(ours.outputs, outputs)
    finals = final if cell == "lstm" else (final,)
    for run, direction in ((ours.forward, 0), (ours.backward, 1)):
        for mine, theirs in zip(run[1:], finals, strict=True):
            assert_close(mine, theirs[direction])


@pytest.mark.parametrize("cell", WIDTHS)
@pytest.mark.parametrize("reverse", [False, True])
def test_padding_changes_nothing(rng, cell, reverse):
    x, ours = rng.normal(size=(BATCH, N, D_IN)), weights(rng, cell)
    other = x.copy()
    other[1, LENGTHS[1] :] = 99.0
    run = getattr(recurrent, cell)
    first = run(x, *ours, lengths=LENGTHS, reverse=reverse)
    second = run(other, *ours, lengths=LENGTHS, reverse=reverse)
    for a, b in zip(first, second, strict=True):
        np.testing.assert_array_equal(a, b)
    assert not first.outputs[1, LENGTHS[1] :].any()


@pytest.mark.parametrize("cell", WIDTHS)
def test_a_sequence_of_no_tokens_stays_in_its_first_state(rng, cell):
    x = rng.normal(size=(BATCH, N, D_IN))
    run = getattr(recurrent, cell)(x, *weights(rng, cell), lengths=np.array([0, N]))
    for part in run:
        assert not part[0].any()
        assert part[1].any()


@pytest.mark.parametrize("cell", WIDTHS)
def test_later_inputs_leave_earlier_outputs_alone(rng, cell):
    x, ours = rng.normal(size=(BATCH, N, D_IN)), weights(rng, cell)
    other = x.copy()
    other[:, 3:] += 1.0
    run = getattr(recurrent, cell)
    first, second = run(x, *ours).outputs, run(other, *ours).outputs
    np.testing.assert_array_equal(first[:, :3], second[:, :3])
    assert np.all(first[:, 3:] != second[:, 3:])


@pytest.mark.parametrize("cell", WIDTHS)
def test_single_precision_stays_single_and_inputs_stay_unchanged(rng, cell):
    arguments = [rng.normal(size=(BATCH, N, D_IN)), *weights(rng, cell)]
    arguments = [a.astype(np.float32) for a in arguments]
    before = [a.copy() for a in arguments]
    run = getattr(recurrent, cell)(*arguments, lengths=LENGTHS)
    assert all(part.dtype == np.float32 for part in run)
    for a, b in zip(arguments, before, strict=True):
        np.testing.assert_array_equal(a, b)


def test_any_number_of_batch_axes_will_do(rng):
    x, ours = rng.normal(size=(2, 3, N, D_IN)), weights(rng, "lstm")
    lengths = np.array([[1, 2, 3], [4, 5, 2]])
    whole = recurrent.lstm(x, *ours, lengths=lengths)
    single = recurrent.lstm(x[1, 0], *ours, lengths=np.array(4))
    np.testing.assert_allclose(whole.outputs[1, 0], single.outputs)


def test_a_trace_names_every_gate_of_every_step(rng):
    x, there, back = rng.normal(size=(1, 2, D_IN)), weights(rng, "lstm"), weights(rng, "lstm")
    with trace() as t:
        run = recurrent.bidirectional(x, there, back)
    for gate in ("input_gate", "forget_gate", "candidate", "output_gate", "cell", "hidden"):
        assert t[f"backward.1.{gate}"].shape == (1, D)
    np.testing.assert_array_equal(t["forward.1.hidden"].value, run.forward.hidden)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"w_ih": (D_IN, D)}, r"w_ih \(3, 4\)"),
        ({"w_hh": (D, 3 * D)}, r"w_hh \(4, 12\)"),
        ({"b": (D,)}, r"bias \(4,\)"),
        ({"x": (BATCH, D_IN + 1)}, r"x \(2, 4\)"),
        ({"c": (BATCH, 1)}, r"c \(2, 1\)"),
    ],
)
def test_shapes_that_do_not_fit_are_named(change, message):
    shapes = {
        "x": (BATCH, D_IN),
        "h": (BATCH, D),
        "c": (BATCH, D),
        "w_ih": (D_IN, 4 * D),
        "w_hh": (D, 4 * D),
        "b": (4 * D,),
    }
    with pytest.raises(ValueError, match=message):
        recurrent.lstm_step(**{name: np.zeros(shape) for name, shape in (shapes | change).items()})


@pytest.mark.parametrize("lengths", [[6, 1], [1], [-1, 2]])
def test_lengths_that_do_not_fit_are_refused(rng, lengths):
    with pytest.raises(ValueError, match="length"):
        recurrent.rnn(np.zeros((BATCH, N, D_IN)), *weights(rng, "rnn"), lengths=np.array(lengths))


def test_unknown_choices_are_refused(rng):
    x, ours = np.zeros((BATCH, N, D_IN)), weights(rng, "gru")
    with pytest.raises(ValueError, match="'elman'"):
        recurrent.bidirectional(x, ours, ours, cell="elman")
    with pytest.raises(ValueError, match="'never'"):
        recurrent.gru(x, *ours, reset_applied="never")
