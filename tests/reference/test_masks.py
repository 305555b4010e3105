"""Masks: polarity, shapes, and what they combine to."""

import numpy as np
import pytest

from reference import masks


def test_causal_is_a_lower_triangle_with_the_diagonal():
    np.testing.assert_array_equal(masks.causal(3), [[1, 0, 0], [1, 1, 0], [1, 1, 1]])


def test_causal_with_more_keys_is_aligned_at_the_bottom_right():
    np.testing.assert_array_equal(masks.causal(2, 4), [[1, 1, 1, 0], [1, 1, 1, 1]])


def test_causal_is_pytorchs_square_subsequent_mask_with_the_opposite_polarity(torch):
    theirs = torch.nn.Transformer.generate_square_subsequent_mask(5)
    np.testing.assert_array_equal(masks.additive(masks.causal(5)), theirs.numpy())


def test_causal_needs_a_key_for_every_query():
    with pytest.raises(ValueError, match="4 queries, 3 keys"):
        masks.causal(4, 3)


def test_padding_hides_the_keys_that_are_padding():
    ids = np.array([[5, 6, 0], [7, 0, 0]])
    mask = masks.padding(ids)
    assert mask.shape == (2, 1, 3)
    np.testing.assert_array_equal(mask[:, 0], [[1, 1, 0], [1, 0, 0]])


def test_padding_id_may_be_another_one():
    np.testing.assert_array_equal(masks.padding(np.array([0, 9]), pad=9), [[True, False]])


def test_sliding_window_counts_the_token_itself():
    expected = [[1, 0, 0, 0], [1, 1, 0, 0], [0, 1, 1, 0], [0, 0, 1, 1]]
    np.testing.assert_array_equal(masks.sliding_window(4, 2), expected)


def test_a_window_as_wide_as_the_text_is_causal():
    np.testing.assert_array_equal(masks.sliding_window(5, 5), masks.causal(5))


def test_in_a_window_of_one_each_token_sees_itself_alone():
    np.testing.assert_array_equal(masks.sliding_window(3, 1), np.eye(3, dtype=bool))


def test_a_window_of_nothing_is_refused():
    with pytest.raises(ValueError, match="window 0"):
        masks.sliding_window(4, 0)


def test_combine_allows_what_every_mask_allows():
    ids = np.array([[4, 0, 5], [6, 7, 0]])
    mask = masks.combine(masks.causal(3), None, masks.padding(ids))
    expected = [[[1, 0, 0], [1, 0, 0], [1, 0, 1]], [[1, 0, 0], [1, 1, 0], [1, 1, 0]]]
    np.testing.assert_array_equal(mask, expected)


def test_combine_of_nothing_is_no_mask():
    assert masks.combine(None, None) is None


def test_combine_names_shapes_that_do_not_fit():
    with pytest.raises(ValueError, match=r"\(3, 3\).*\(4, 4\)"):
        masks.combine(masks.causal(3), masks.causal(4))


def test_additive_is_zero_and_minus_infinity():
    additive = masks.additive(np.array([True, False]), np.float32)
    np.testing.assert_array_equal(additive, np.array([0.0, -np.inf], dtype=np.float32))
    assert additive.dtype == np.float32
