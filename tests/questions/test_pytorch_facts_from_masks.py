"""What items from masks to the forward pass say about PyTorch is what it does."""

import pytest

torch = pytest.importorskip("torch")


def test_half_precision_refuses_a_fill_of_minus_a_billion() -> None:
    """`fill-in-half-precision`; bfloat16 takes it."""
    hidden = torch.tensor([True, False])
    with pytest.raises(RuntimeError, match="without overflow"):
        torch.zeros(2, dtype=torch.float16).masked_fill(hidden, -1e9)
    assert torch.zeros(2, dtype=torch.bfloat16).masked_fill(hidden, -1e9)[0] < -9e8


def test_is_causal_is_aligned_at_the_top_left() -> None:
    """`keys-seen-by-alignment` and `causal-mask-with-a-cache`"""
    torch.manual_seed(0)
    q, k, v = torch.randn(1, 2, 4), torch.randn(1, 4, 4), torch.randn(1, 4, 4)
    out = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True)
    assert torch.allclose(out[0, 0], v[0, 0])


def test_a_row_that_may_see_nothing_comes_out_as_zeros() -> None:
    """`fully-masked-row`"""
    torch.manual_seed(0)
    q, k, v = torch.randn(3, 1, 2, 4)
    keep = torch.tensor([[True, True], [False, False]])
    out = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=keep)
    assert torch.all(out[0, 1] == 0)


def test_a_stack_of_encoder_layers_begins_with_equal_weights() -> None:
    """`what-identical-layers-share`"""
    layer = torch.nn.TransformerEncoderLayer(8, 2, 16)
    first, second = torch.nn.TransformerEncoder(layer, 2, enable_nested_tensor=False).layers
    assert torch.equal(first.linear1.weight, second.linear1.weight)
    assert first.linear1.weight is not second.linear1.weight


def test_a_post_norm_transformer_of_pytorch_has_two_final_norms() -> None:
    """`attentions-in-the-base-model`"""
    model = torch.nn.Transformer(8, 2, 1, 1, 16, batch_first=True)
    assert model.encoder.norm is not None
    assert model.decoder.norm is not None


def test_batch_norm_takes_the_unbiased_variance_into_the_running_one() -> None:
    """`batch-norm-in-use`"""
    norm = torch.nn.BatchNorm1d(1, momentum=0.5)
    norm(torch.tensor([[0.0], [2.0], [4.0]]))
    assert norm.running_mean.item() == pytest.approx(1.0)
    assert norm.running_var.item() == pytest.approx(0.5 + 0.5 * 4.0)


def test_rms_norm_takes_the_machine_epsilon_by_default() -> None:
    """`write-rms-norm`"""
    assert torch.nn.RMSNorm(4).eps is None
    tiny = torch.full((1, 4), 1e-3)
    by_hand = tiny / torch.sqrt((tiny * tiny).mean() + torch.finfo(torch.float32).eps)
    assert torch.allclose(torch.nn.RMSNorm(4)(tiny), by_hand)
