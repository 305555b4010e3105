"""Optimizers: hand-worked steps, PyTorch over several steps, and what clipping must keep."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from reference import optimizers
from tests.reference.torch_parity import assert_close

STEPS = 5
ONE = np.array([1.0])


def gradients(rng):
    """Gradients of very different sizes, tiny ones among them."""
    return [rng.normal(size=(3, 2)) * [1e-4, 2.0] for _ in range(STEPS)]


def run(step, parameter, all_gradients):
    state = None
    for gradient in all_gradients:
        parameter, state = step(parameter, gradient, state)
    return parameter


def torch_run(torch, optimizer, parameter, all_gradients, **options):
    tensor = torch.nn.Parameter(torch.tensor(parameter))
    optimizer = getattr(torch.optim, optimizer)([tensor], **options)
    for gradient in all_gradients:
        tensor.grad = torch.tensor(gradient)
        optimizer.step()
    return tensor


def test_sgd_by_hand():
    # 2 − 0.1·(3 + 0.5·2)
    stepped = optimizers.sgd(np.array([2.0]), np.array([3.0]), learning_rate=0.1, weight_decay=0.5)
    np.testing.assert_allclose(stepped, [1.6])


def test_momentum_gathers_speed():
    # u = 1, 1.9, 2.71 for a gradient of 1: θ = 0 − 0.1·(1 + 1.9 + 2.71)
    stepped = run(
        lambda p, g, s: optimizers.momentum(p, g, s, learning_rate=0.1), np.zeros(1), [ONE] * 3
    )
    np.testing.assert_allclose(stepped, [-0.561])


def test_the_first_step_of_adam_is_the_learning_rate_whatever_the_gradient():
    for gradient in (1e-3, 1.0, 1e3):
        stepped = optimizers.adam(ONE, np.array([gradient]), learning_rate=0.1)
        np.testing.assert_allclose(stepped.parameter, [0.9], rtol=1e-5)


def test_adam_with_a_constant_gradient_moves_by_the_learning_rate_at_every_step():
    moved = run(lambda p, g, s: optimizers.adam(p, g, s, learning_rate=0.1), ONE, [ONE] * 7)
    np.testing.assert_allclose(moved, [1 - 0.7], atol=1e-6)


def test_epsilon_stands_outside_the_root_after_the_correction():
    # g = 1e-6: m̂ = √v̂ = 1e-6, so the step is 0.1 · 1e-6 / (1e-6 + 1e-8) = 0.0990099
    stepped = optimizers.adam(np.zeros(1), np.array([1e-6]), learning_rate=0.1)
    np.testing.assert_allclose(stepped.parameter, [-0.0990099], atol=1e-7)


def test_the_state_holds_raw_moments():
    state = optimizers.adam(ONE, np.array([2.0])).state
    state = optimizers.adam(ONE, np.array([-2.0]), state).state
    # m = 0.9·0.2 − 0.2 = −0.02; v = 0.999·0.004 + 0.004 = 0.007996
    np.testing.assert_allclose(state.first_moment, [-0.02])
    np.testing.assert_allclose(state.second_moment, [0.007996])
    assert state.step == 2


def test_adamw_decays_apart_from_the_gradient():
    # 1·(1 − 0.1·0.5) − 0.1 = 0.85, and without a gradient 0.95
    options = {"learning_rate": 0.1, "weight_decay": 0.5}
    np.testing.assert_allclose(optimizers.adamw(ONE, ONE, **options).parameter, [0.85], atol=1e-8)
    np.testing.assert_allclose(optimizers.adamw(ONE, 0 * ONE, **options).parameter, [0.95])


def test_sgd_agrees_with_pytorch(torch, rng):
    parameter, all_gradients = rng.normal(size=(3, 2)), gradients(rng)
    ours = parameter
    for gradient in all_gradients:
        ours = optimizers.sgd(ours, gradient, learning_rate=0.1, weight_decay=0.3)
    assert_close(ours, torch_run(torch, "SGD", parameter, all_gradients, lr=0.1, weight_decay=0.3))


@pytest.mark.parametrize("nesterov", [False, True])
def test_momentum_agrees_with_pytorch(torch, rng, nesterov):
    parameter, all_gradients = rng.normal(size=(3, 2)), gradients(rng)
    ours = run(
        lambda p, g, s: optimizers.momentum(
            p, g, s, learning_rate=0.1, decay=0.8, nesterov=nesterov
        ),
        parameter,
        all_gradients,
    )
    theirs = torch_run(
        torch, "SGD", parameter, all_gradients, lr=0.1, momentum=0.8, nesterov=nesterov
    )
    assert_close(ours, theirs)


def test_adam_agrees_with_pytorch(torch, rng):
    parameter, all_gradients = rng.normal(size=(3, 2)), gradients(rng)
    ours = run(
        lambda p, g, s: optimizers.adam(
            p, g, s, learning_rate=0.02, beta_1=0.8, beta_2=0.98, eps=1e-5
        ),
        parameter,
        all_gradients,
    )
    theirs = torch_run(
        torch, "Adam", parameter, all_gradients, lr=0.02, betas=(0.8, 0.98), eps=1e-5
    )
    assert_close(ours, theirs)


def test_adamw_agrees_with_pytorch_with_the_defaults_of_both(torch, rng):
    parameter, all_gradients = rng.normal(size=(3, 2)), gradients(rng)
    ours = run(optimizers.adamw, parameter, all_gradients)
    assert_close(ours, torch_run(torch, "AdamW", parameter, all_gradients))


def test_values_are_clipped_one_by_one():
    clipped = optimizers.clip_by_value(np.array([-3.0, 0.2, 3.0]), 1.0)
    assert clipped.tolist() == [-1.0, 0.2, 1.0]


def test_the_global_norm_is_shared_by_all_gradients():
    # ‖(3, 4, 0, 1)‖ = √26 = 5.0990; each gradient is divided by it
    clipped = optimizers.clip_by_global_norm([np.array([3.0, 4.0]), np.array([0.0, 1.0])], 1.0)
    np.testing.assert_allclose(clipped[0], [0.58835, 0.78446], atol=5e-6)
    np.testing.assert_allclose(clipped[1], [0, 0.19612], atol=5e-6)


def test_short_gradients_stay_as_they_are():
    (clipped,) = optimizers.clip_by_global_norm([np.array([0.3, 0.4])], 1.0)
    assert clipped.tolist() == [0.3, 0.4]


@pytest.mark.parametrize("max_norm", [0.5, 100.0])
def test_clipping_agrees_with_pytorch(torch, rng, max_norm):
    ours = [rng.normal(size=(3, 4)), rng.normal(size=5)]
    theirs = [torch.nn.Parameter(torch.zeros(g.shape)) for g in ours]
    for parameter, gradient in zip(theirs, ours, strict=True):
        parameter.grad = torch.tensor(gradient)
    norm = torch.nn.utils.clip_grad_norm_(theirs, max_norm)
    assert_close(optimizers.global_norm(ours), norm)
    for clipped, parameter in zip(
        optimizers.clip_by_global_norm(ours, max_norm), theirs, strict=True
    ):
        assert_close(clipped, parameter.grad)


@given(
    arrays(np.float64, (2, 3), elements=st.floats(-1e6, 1e6)),
    st.floats(1e-3, 1e3),
    st.sampled_from([0.0, 1e-6]),
)
def test_clipping_never_lengthens_and_keeps_the_direction(gradient, max_norm, eps):
    before = optimizers.global_norm([gradient])
    if before + eps == 0:
        return
    (clipped,) = optimizers.clip_by_global_norm([gradient], max_norm, eps=eps)
    after = optimizers.global_norm([clipped])
    assert after <= min(before, max_norm) * (1 + 1e-12)
    np.testing.assert_allclose(clipped * before, gradient * after, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("step", [optimizers.momentum, optimizers.adam, optimizers.adamw])
def test_inputs_stay_unchanged_and_single_precision_single(rng, step):
    parameter, gradient = rng.normal(size=(2, 4, 3)).astype(np.float32)
    copies = parameter.copy(), gradient.copy()
    first = step(parameter, gradient)
    kept = [np.copy(part) for part in first.state]
    second = step(first.parameter, gradient, first.state)
    assert second.parameter.dtype == second.state[0].dtype == np.float32
    np.testing.assert_array_equal((parameter, gradient), copies)
    for part, copy in zip(first.state, kept, strict=True):
        np.testing.assert_array_equal(part, copy)


@pytest.mark.parametrize("step", [optimizers.momentum, optimizers.adam, optimizers.adamw])
def test_shapes_that_differ_are_named(step):
    with pytest.raises(ValueError, match=r"parameter \(3, 2\), gradient \(2,\)"):
        step(np.ones((3, 2)), np.ones(2))


def test_a_state_of_another_parameter_is_refused():
    state = optimizers.adam(np.ones(2), np.ones(2)).state
    with pytest.raises(ValueError, match=r"first_moment \(2,\)"):
        optimizers.adam(np.ones((3, 2)), np.ones((3, 2)), state)


@pytest.mark.parametrize("limit", [0.0, -1.0, float("nan")])
def test_limits_that_make_no_sense_are_refused(limit):
    with pytest.raises(ValueError, match="positive"):
        optimizers.clip_by_value(ONE, limit)
    with pytest.raises(ValueError, match="positive"):
        optimizers.clip_by_global_norm([ONE], limit)
