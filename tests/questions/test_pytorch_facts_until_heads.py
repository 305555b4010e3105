"""What items on recurrent networks and projections say about PyTorch is what it does."""

import pytest

torch = pytest.importorskip("torch")


def test_shapes_of_a_bidirectional_lstm() -> None:
    """`shapes-of-an-lstm`"""
    layer = torch.nn.LSTM(64, 128, batch_first=True, bidirectional=True)
    output, (final, _) = layer(torch.randn(8, 20, 64))
    assert layer.weight_ih_l0.shape == layer.weight_ih_l0_reverse.shape == (512, 64)
    assert output.shape == (8, 20, 256)
    assert final.shape == (2, 8, 128)
    assert torch.allclose(output[:, 0, 128:], final[1])  # the backward half ends at position 0


def test_detaching_keeps_the_value_and_stops_the_gradient() -> None:
    """`truncated-backpropagation`"""
    weight = torch.tensor(0.5, requires_grad=True)
    state = weight * 2
    (state.detach() * weight).backward()
    assert weight.grad == state == 1.0


def test_shape_and_order_of_packed_projections() -> None:
    """`packed-projections`"""
    layer = torch.nn.MultiheadAttention(768, 12)
    assert layer.in_proj_weight.shape == (3 * 768, 768)


def test_repeat_interleave_keeps_neighbours_together() -> None:
    """`grouped-queries-by-hand`"""
    groups = torch.arange(2)
    assert groups.repeat_interleave(2).tolist() == [0, 0, 1, 1]
    assert groups.repeat(2).tolist() == [0, 1, 0, 1]
