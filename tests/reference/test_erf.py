"""The error function beside the standard library's and PyTorch's."""

import math

import numpy as np

from reference.erf import erf


def everywhere():
    """Close together over all that matters, on and between the points of the grid, and far out."""
    far = [-1e300, -40.0, -6.1, 0.0, 6.0, 6.1, 40.0, 1e300]
    return np.concatenate([np.linspace(-6.5, 6.5, 26001), np.arange(-6, 6, 1 / 64), far])


def test_agrees_with_the_standard_library_to_the_last_digits():
    x = everywhere()
    expected = [math.erf(number) for number in x]
    np.testing.assert_allclose(erf(x), expected, rtol=0, atol=1e-15)


def test_agrees_with_pytorch_to_the_last_digits(torch):
    x = everywhere()
    expected = torch.special.erf(torch.tensor(x)).numpy()
    np.testing.assert_allclose(erf(x), expected, rtol=0, atol=1e-15)


def test_small_numbers_keep_their_digits():
    x = np.geomspace(1e-300, 1e-2, 301)
    np.testing.assert_allclose(erf(x), [math.erf(number) for number in x], rtol=1e-15)


def test_values_of_the_handbook_of_mathematical_functions():
    # Abramowitz and Stegun, table 7.1
    values = [0.1124629160, 0.5204998778, 0.8427007929, 0.9953222650]
    np.testing.assert_allclose(erf(np.array([0.1, 0.5, 1.0, 2.0])), values, atol=5e-11)


def test_infinities_and_what_is_no_number_pass_without_a_warning():
    with np.errstate(all="raise"):
        np.testing.assert_array_equal(erf(np.array([-np.inf, np.inf, np.nan])), [-1, 1, np.nan])


def test_takes_any_shape(rng):
    x = rng.normal(size=(2, 3, 4))
    assert erf(x).shape == (2, 3, 4)
    assert erf(np.array(0.5)).shape == ()
