"""Positions: values from the papers, and the laws that make them useful."""

import numpy as np
import pytest

from reference import positions
from reference.activations import softmax
from reference.masks import additive, causal
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


def test_learned_positions_are_rows_of_the_table(rng):
    table = rng.normal(size=(6, 4))
    np.testing.assert_array_equal(positions.learned(table, 3), table[:3])
    np.testing.assert_array_equal(positions.learned(table, 2, start=4), table[4:])


def test_learned_positions_end_with_the_table():
    with pytest.raises(ValueError, match=r"positions 4 … 6.*\(6, 2\)"):
        positions.learned(np.ones((6, 2)), 3, start=4)


def test_rotary_layouts_differ_on_the_known_input():
    # x = [1, 0, 1, 0] at position 1, angles 1 and 0.01
    x, angles = np.array([[1.0, 0.0, 1.0, 0.0]]), positions.rotary_angles(1, 4, start=1)
    assert_close(angles, [[1.0, 0.01]])
    interleaved, half = (positions.rotate(x, angles, layout) for layout in ("interleaved", "half"))
    assert_close(interleaved, [[0.5403023, 0.8414710, 0.9999500, 0.0099998]], 1e-7)
    assert_close(half, [[-0.3011687, 0.0, 1.3817733, 0.0]], 1e-7)


@pytest.mark.parametrize("layout", ["interleaved", "half"])
def test_rotation_multiplies_complex_numbers(rng, layout):
    x, angles = rng.normal(size=(2, 3, 5, 6)), positions.rotary_angles(5, 6)
    paired = x if layout == "interleaved" else positions.half_to_interleaved(x)
    numbers = (paired[..., 0::2] + 1j * paired[..., 1::2]) * np.exp(1j * angles)
    expected = np.stack([numbers.real, numbers.imag], -1).reshape(x.shape)
    if layout == "half":
        expected = positions.interleaved_to_half(expected)
    assert_close(positions.rotate(x, angles, layout), expected)


@pytest.mark.parametrize("layout", ["interleaved", "half"])
def test_rotation_keeps_lengths_and_sees_distances_only(rng, layout):
    query, key = rng.normal(size=(2, 1, 8))

    def score(query_position, key_position):
        turned = (
            positions.rotate(x, positions.rotary_angles(1, 8, start=place), layout)
            for x, place in ((query, query_position), (key, key_position))
        )
        q, k = turned
        assert np.linalg.norm(q) == pytest.approx(np.linalg.norm(query))
        return (q @ k.T).item()

    assert score(5, 3) == pytest.approx(score(105, 103))
    assert score(5, 3) != pytest.approx(score(3, 5))
    assert score(5, 3) != pytest.approx(score(5, 4))


def test_layouts_are_permutations_of_each_other(rng):
    x = rng.normal(size=(3, 8))
    np.testing.assert_array_equal(
        positions.half_to_interleaved(positions.interleaved_to_half(x)), x
    )
    np.testing.assert_array_equal(positions.interleaved_to_half(np.arange(6)), [0, 2, 4, 1, 3, 5])


def test_rotation_names_shapes_and_layouts_that_do_not_fit():
    with pytest.raises(ValueError, match=r"x \(2, 4\), angles \(3, 2\)"):
        positions.rotate(np.ones((2, 4)), np.ones((3, 2)))
    with pytest.raises(ValueError, match="quarter"):
        positions.rotate(np.ones((2, 4)), np.ones((2, 2)), "quarter")
    with pytest.raises(ValueError, match="even: 5"):
        positions.rotary_angles(3, 5)


def test_rotation_keeps_single_precision(rng):
    x = rng.normal(size=(3, 4)).astype(np.float32)
    assert positions.rotate(x, positions.rotary_angles(3, 4)).dtype == np.float32


def test_rotation_of_whole_numbers_is_not_cut_to_whole_numbers():
    x, angles = np.array([[1, 0, 1, 0]]), positions.rotary_angles(1, 4, start=1)
    assert_close(positions.rotate(x, angles), positions.rotate(x.astype(float), angles))


def test_alibi_slopes_of_the_paper():
    assert_close(positions.alibi_slopes(8), [2.0**-k for k in range(1, 9)])
    assert_close(positions.alibi_slopes(4), [2.0**-k for k in (2, 4, 6, 8)])


def test_alibi_slopes_between_powers_of_two_as_the_authors_code():
    # 6 heads: those of 4, then the first and third of 8
    expected = [2.0**-k for k in (2, 4, 6, 8, 1, 3)]
    assert_close(positions.alibi_slopes(6), expected)


def test_alibi_bias_by_hand():
    bias = positions.alibi_bias(8, 3)
    assert_close(bias[0], -0.5 * np.array([[0, 1, 2], [1, 0, 1], [2, 1, 0]]))
    assert_close(positions.alibi_bias(8, 1, 3)[1], [[-0.5, -0.25, 0.0]])


def test_alibi_and_blooms_form_give_the_same_weights(rng):
    scores, slopes = rng.normal(size=(4, 5, 5)), positions.alibi_slopes(4)
    hidden = additive(causal(5))
    bloom = slopes[:, None, None] * np.arange(5)
    assert_close(
        softmax(scores + positions.alibi_bias(4, 5) + hidden), softmax(scores + bloom + hidden)
    )


def test_t5_buckets_by_hand():
    # decoder, 32 buckets: exact to 15; 16 = 16 + ⌊0⌋; 31: 16 + ⌊16 ln(31/16) / ln 8⌋ = 16 + 5
    buckets = positions.t5_relative_buckets(1, 201, bidirectional=False)[0, ::-1]
    assert [int(buckets[d]) for d in (0, 1, 15, 16, 31, 32, 127, 128, 200)] == [
        0, 1, 15, 16, 21, 21, 31, 31, 31,
    ]  # fmt: skip
    both = positions.t5_relative_buckets(3)
    np.testing.assert_array_equal(both, [[0, 17, 18], [1, 0, 17], [2, 1, 0]])


@pytest.mark.parametrize("bidirectional", [True, False])
def test_t5_buckets_agree_with_the_published_code(torch, bidirectional):
    relative = torch.arange(300)[None, :] - torch.arange(300)[:, None]
    count, result = 32, torch.zeros_like(relative)
    if bidirectional:
        count //= 2
        result = result + (relative > 0).long() * count
        distance = relative.abs()
    else:
        distance = -torch.min(relative, torch.zeros_like(relative))
    exact = count // 2
    far = (
        exact
        + (torch.log(distance.float() / exact) / np.log(128 / exact) * (count - exact))
        .clamp(min=-1)
        .long()
    )
    far = torch.min(far, torch.full_like(far, count - 1))
    result = result + torch.where(distance < exact, distance, far)
    ours = positions.t5_relative_buckets(300, bidirectional=bidirectional)
    np.testing.assert_array_equal(ours, result.numpy())


def test_t5_buckets_of_a_cached_step_are_the_last_row():
    whole = positions.t5_relative_buckets(6, bidirectional=False)
    np.testing.assert_array_equal(
        positions.t5_relative_buckets(1, 6, bidirectional=False), whole[-1:]
    )


def test_yarn_keeps_fast_pairs_and_slows_slow_ones():
    d_head, scale, length = 128, 16.0, 4096
    yarn = positions.yarn_frequencies(d_head, scale, length)
    plain = 10000.0 ** (-np.arange(0, d_head, 2) / d_head)
    turns = length * plain / (2 * np.pi)
    fast, slow = turns > 34, turns < 0.9
    assert_close(yarn.frequencies[fast], plain[fast])
    assert_close(yarn.frequencies[slow], plain[slow] / scale)
    between = yarn.frequencies[~fast & ~slow]
    assert np.all((between <= plain[~fast & ~slow]) & (between >= plain[~fast & ~slow] / scale))


def test_yarn_ramp_by_hand():
    # dim(32) = 128 ln(4096 / 64π) / (2 ln 10⁴) = 20.9… and dim(1) = 45.03…: low 20, high 46,
    # so pair 33 is 13/26 of the way
    yarn = positions.yarn_frequencies(128, 4.0, 4096)
    theta = 10000.0 ** (-33 * 2 / 128)
    assert yarn.frequencies[33] == pytest.approx(0.5 * theta / 4 + 0.5 * theta, rel=1e-12)


@pytest.mark.parametrize(("scale", "factor"), [(1.0, 1.0), (16.0, 1.2772589), (128.0, 1.4852030)])
def test_yarn_attention_factor(scale, factor):
    yarn = positions.yarn_frequencies(64, scale, 4096)
    assert yarn.attention_factor == pytest.approx(factor, abs=1e-7)
    assert positions.yarn_frequencies(64, scale, 4096, attention_factor=1.5).attention_factor == 1.5


def test_yarn_without_scaling_changes_nothing():
    yarn = positions.yarn_frequencies(64, 1.0, 4096)
    assert_close(yarn.frequencies, 10000.0 ** (-np.arange(0, 64, 2) / 64))


def test_relative_shift_by_hand():
    # columns: 2 back, 1 back, here
    by_distance = np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]])
    expected = [[3.0, 0.0, 0.0], [5.0, 6.0, 0.0], [7.0, 8.0, 9.0]]
    assert_close(positions.relative_shift(by_distance), expected)


@pytest.mark.parametrize("shape", [(3,), (3, 2)])
def test_relative_shift_needs_a_column_for_every_row(shape):
    with pytest.raises(ValueError, match="n_k ≥ n_q"):
        positions.relative_shift(np.ones(shape))


def test_relative_shift_agrees_with_pad_and_reshape_where_attention_is_causal(rng):
    x = rng.normal(size=(2, 3, 4, 6))
    padded = np.pad(x, [(0, 0), (0, 0), (0, 0), (1, 0)])
    theirs = padded.reshape(2, 3, 7, 4)[:, :, 1:].reshape(x.shape)
    causal = np.tri(4, 6, k=2, dtype=bool)
    assert_close(positions.relative_shift(x), np.where(causal, theirs, 0))
