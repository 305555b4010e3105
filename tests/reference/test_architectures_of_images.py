"""Vision Transformer and Swin: patches, windows and models against hand work and PyTorch."""

import numpy as np
import pytest

from reference import architectures, masks
from reference.parameters import (
    NormParameters,
)
from tests.reference.small_models import (
    HEADS,
    D,
    norm,
    swin_parameters,
    torch_attention,
    torch_layers,
    torch_norm,
)
from tests.reference.torch_parity import assert_close


def test_patches_by_hand():
    image = np.arange(16).reshape(1, 4, 4)
    expected = [[0, 1, 4, 5], [2, 3, 6, 7], [8, 9, 12, 13], [10, 11, 14, 15]]
    np.testing.assert_array_equal(architectures.patches(image, 2), expected)


def test_patches_are_pytorchs_unfold_and_can_be_put_back(torch, rng):
    images = rng.normal(size=(2, 3, 4, 6))
    theirs = torch.nn.functional.unfold(torch.tensor(images), 2, stride=2).transpose(1, 2)
    ours = architectures.patches(images, 2)
    assert_close(ours, theirs)
    np.testing.assert_array_equal(architectures.images_from_patches(ours, 2, 4, 6), images)


def test_patches_must_fill_the_image():
    with pytest.raises(ValueError, match=r"patches of 4.*\(3, 8, 6\)"):
        architectures.patches(np.ones((3, 8, 6)), 4)
    with pytest.raises(ValueError, match=r"2 × 3 patches.*\(4, 12\)"):
        architectures.images_from_patches(np.ones((4, 12)), 2, 4, 6)


def test_vit_agrees_with_pytorch(torch, rng):
    modules, layers = torch_layers(torch, torch.nn.functional.gelu, True, 1e-6)
    images = rng.normal(size=(2, 3, 4, 6))
    convolution = torch.nn.Conv2d(3, D, kernel_size=2, stride=2)
    p = architectures.VitParameters(
        w_patch=convolution.weight.detach().numpy().reshape(D, -1).T,
        b_patch=convolution.bias.detach().numpy(),
        class_token=rng.normal(size=D),
        positions=rng.normal(size=(7, D)),
        layers=layers,
        final_norm=norm(rng),
        w_head=rng.normal(size=(D, 4)),
        b_head=rng.normal(size=4),
    )
    embedded = convolution(torch.tensor(images)).flatten(2).transpose(1, 2)
    first = torch.tensor(p.class_token).expand(2, 1, D)
    x = torch.cat([first, embedded], dim=1) + torch.tensor(p.positions)
    for module in modules:
        x = module(x)
    x = torch_norm(torch, x, p.final_norm, 1e-6)[:, 0]
    theirs = x @ torch.tensor(p.w_head) + torch.tensor(p.b_head)
    assert_close(architectures.vit_logits(images, p, HEADS, 2), theirs)
    with pytest.raises(ValueError, match=r"tokens \(2, 10, 12\), positions \(7, 12\)"):
        architectures.vit_logits(np.ones((2, 3, 6, 6)), p, HEADS, 2)


def test_windows_by_hand_and_back(rng):
    places = np.arange(24).reshape(4, 6, 1)
    windows = architectures.window_partition(places, 2)[..., 0]
    np.testing.assert_array_equal(windows[1], [2, 3, 8, 9])
    np.testing.assert_array_equal(windows[3], [12, 13, 18, 19])
    x = rng.normal(size=(2, 4, 6, 3))
    back = architectures.window_reverse(architectures.window_partition(x, 2), 2, 4, 6)
    np.testing.assert_array_equal(back, x)


def test_windows_must_fill_the_map():
    with pytest.raises(ValueError, match=r"windows of 4.*\(4, 6, 1\)"):
        architectures.window_partition(np.ones((4, 6, 1)), 4)
    with pytest.raises(ValueError, match=r"2 × 3 windows.*\(5, 4, 1\)"):
        architectures.window_reverse(np.ones((5, 4, 1)), 2, 4, 6)


def test_after_the_shift_only_places_that_were_neighbours_may_look_at_each_other():
    height, width, window, shift = 6, 9, 3, 1
    row, column = np.divmod(np.arange(height * width), width)
    places = np.stack([row, column], -1).reshape(height, width, 2)
    rolled = np.roll(places, (-shift, -shift), axis=(0, 1))
    windows = architectures.window_partition(rolled, window)  # (windows, 9, 2), places of origin
    apart = np.abs(windows[:, :, None] - windows[:, None, :])
    neighbours = (apart < window).all(-1)
    np.testing.assert_array_equal(
        architectures.shifted_window_mask(height, width, window, shift), neighbours
    )
    assert architectures.shifted_window_mask(height, width, window, 0).all()
    with pytest.raises(ValueError, match="3, 3"):
        architectures.shifted_window_mask(height, width, window, 3)


def test_relative_index_of_a_window_of_two():
    # the authors' table for a 2 × 2 window
    expected = [[4, 3, 1, 0], [5, 4, 2, 1], [7, 6, 4, 3], [8, 7, 5, 4]]
    np.testing.assert_array_equal(architectures.relative_index(2), expected)


def test_window_attention_agrees_with_pytorch(torch, rng):
    p = swin_parameters(rng)
    x = rng.normal(size=(2, 6, 4, D))  # 6 windows of 4 places
    mask = architectures.shifted_window_mask(4, 6, 2, 1)
    bias = np.empty((HEADS, 4, 4))
    for i, j in np.ndindex(4, 4):
        down, right = i // 2 - j // 2 + 1, i % 2 - j % 2 + 1
        bias[:, i, j] = p.bias_table[3 * down + right]
    additive = torch.tensor(bias + masks.additive(mask)[:, None])  # (6, heads, 4, 4)
    tx = torch.tensor(x)
    theirs = torch_attention(torch, tx, tx, p.layer.self_attention, additive, None)
    ours = architectures.window_attention(x, p.layer.self_attention, p.bias_table, HEADS, mask)
    assert_close(ours, theirs)


def reach(x, p, shift):
    """Which places of the output change when the place (1, 1) of the input does."""
    changed = x.copy()
    changed[1, 1, 0] += 1.0  # one channel: LayerNorm would take a shift of all back
    before, after = (architectures.swin_layer(z, p, HEADS, 2, shift) for z in (x, changed))
    moved = np.abs(before - after).max(axis=-1) > 1e-9
    return {tuple(place) for place in np.argwhere(moved).tolist()}


def test_a_place_reaches_its_window_and_the_shifted_layer_reaches_across(rng):
    x, p = rng.normal(size=(4, 6, D)), swin_parameters(rng)
    assert reach(x, p, shift=0) == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert reach(x, p, shift=1) == {(1, 1), (1, 2), (2, 1), (2, 2)}


def test_merging_patches_by_hand():
    places = np.arange(1.0, 5.0).reshape(2, 2, 1)  # 1 2 / 3 4
    gamma_only = NormParameters(np.ones(4), np.zeros(4))
    pick = np.zeros((4, 2))
    pick[1, 0] = pick[2, 1] = 1.0  # the second and the third of the four
    merged = architectures.merge_patches(places, gamma_only, pick, eps=0.0)
    # 3 comes second (down), 2 third (right); mean 2.5, variance 1.25
    assert_close(merged, [[[0.5 / 1.25**0.5, -0.5 / 1.25**0.5]]])
