"""Positions: values from the papers, and the laws that make them useful."""

import numpy as np
import pytest

from reference import positions
from tests.reference.torch_parity import assert_close


def test_sinusoid_by_hand():
    # d_model 4: rates 1 and 1/100
    expected = [
        [0.0, 1.0, 0.0, 1.0],
        [0.8414709848, 0.5403023059, 0.0099998333, 0.9999500004],
        [0.9092974268, -0.4161468365, 0.0199986667, 0.9998000067],
    ]
    assert_close(positions.sinusoidal(3, 4), expected, 1e-9)


def test_sinusoid_of_odd_width_leaves_out_the_last_cosine():
    table = positions.sinusoidal(4, 5)
    assert table.shape == (4, 5)
    assert_close(table[:, 4], np.sin(np.arange(4) / 10000 ** (4 / 5)))


def test_a_shift_is_the_same_rotation_everywhere():
    table, shift = positions.sinusoidal(20, 6), 3
    for pair in range(3):
        angle = shift / 10000 ** (2 * pair / 6)
        rotation = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        columns = table[:, 2 * pair : 2 * pair + 2]
        assert_close(columns[:-shift] @ rotation, columns[shift:])


def test_a_sinusoid_needs_a_size():
    with pytest.raises(ValueError, match="0, 4"):
        positions.sinusoidal(0, 4)
