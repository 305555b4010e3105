"""Schedules: values worked by hand from the formulas, PyTorch, and the shape of each curve."""

import numpy as np
import pytest

from reference import schedules


def test_noam_at_the_first_step_and_at_its_peak():
    # 512^−½ · 4000^−3/2 = 0.0441942 · 3.95285e-6; peak: 512^−½ · 4000^−½ = 0.0441942 · 0.0158114
    np.testing.assert_allclose(schedules.noam(1, 512), 1.746928e-7, rtol=1e-6)
    np.testing.assert_allclose(schedules.noam(4000, 512), 6.987712e-4, rtol=1e-6)


def test_noam_rises_to_the_warm_up_step_and_falls_after_it():
    rates = schedules.noam(np.arange(1, 201), 64, warmup_steps=50)
    assert np.argmax(rates) == 49
    np.testing.assert_allclose(rates[:50], rates[0] * np.arange(1, 51))
    np.testing.assert_allclose(rates[199], rates[49] / 2)  # four times the step, half the rate


def test_noam_is_scaled_by_its_factor():
    np.testing.assert_allclose(schedules.noam(7, 64, factor=2), 2 * schedules.noam(7, 64))


def test_linear_warmup_stays_at_its_peak_or_falls_to_zero():
    steps = np.arange(1, 9)
    constant = schedules.linear_warmup(steps, 1.0, 4)
    np.testing.assert_allclose(constant, [0.25, 0.5, 0.75, 1, 1, 1, 1, 1])
    falling = schedules.linear_warmup(steps, 1.0, 4, 6)
    np.testing.assert_allclose(falling, [0.25, 0.5, 0.75, 1, 0.5, 0, 0, 0])


def test_linear_warmup_of_no_steps_starts_on_its_way_down():
    np.testing.assert_allclose(schedules.linear_warmup(np.array([1, 2]), 8.0, 0, 4), [6.0, 4.0])


def test_cosine_by_hand():
    # After 2 steps of warm-up: p = 0, ¼, ½, ¾, 1 and cos π p = 1, √½, 0, −√½, −1
    rates = schedules.cosine(np.arange(1, 9), 1.0, 6, warmup_steps=2, minimum=0.2)
    root = np.sqrt(0.5)
    expected = [0.5, 1, 0.6 + 0.4 * root, 0.6, 0.6 - 0.4 * root, 0.2, 0.2, 0.2]
    np.testing.assert_allclose(rates, expected)


def test_cosine_agrees_with_pytorch(torch):
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.zeros(1))], lr=0.3)
    scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=10, eta_min=0.01)
    for step in range(1, 11):
        optimizer.step()
        scheduler.step()
        np.testing.assert_allclose(
            schedules.cosine(step, 0.3, 10, minimum=0.01), scheduler.get_last_lr()[0], atol=1e-10
        )


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: schedules.noam(0, 512), "count from 1"),
        (lambda: schedules.linear_warmup(np.array([3, 0]), 1.0, 4), "one is 0"),
        (lambda: schedules.cosine(-1, 1.0, 4), "one is -1"),
        (lambda: schedules.noam(1, 512, warmup_steps=0), "at least 1, not 0"),
        (lambda: schedules.cosine(1, 1.0, 4, warmup_steps=4), "4 warm-up steps leave nothing"),
        (lambda: schedules.linear_warmup(1, 1.0, 5, 4), "5 warm-up steps leave nothing"),
    ],
)
def test_steps_and_lengths_that_make_no_sense_are_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
