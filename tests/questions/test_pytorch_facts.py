"""What items say about PyTorch is what the installed PyTorch does."""

import pytest

torch = pytest.importorskip("torch")


def test_a_lower_triangle_lets_multihead_attention_see_the_future_only() -> None:
    """`mask-polarity`: True means "must not" there; the last token is left with nothing."""
    torch.manual_seed(0)
    layer = torch.nn.MultiheadAttention(8, 2, batch_first=True).eval()
    x = torch.randn(1, 4, 8)
    lower = torch.ones(4, 4).tril().bool()
    _, weights = layer(x, x, x, attn_mask=lower)
    assert torch.all(weights[0].tril()[:3] == 0)
    assert torch.all(weights[0, :3].sum(-1) > 0.999)
    assert torch.isnan(weights[0, 3]).all()


def test_a_lower_triangle_is_causal_for_scaled_dot_product_attention() -> None:
    torch.manual_seed(0)
    q, k, v = torch.randn(3, 1, 4, 8)
    lower = torch.ones(4, 4).tril().bool()
    first = torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=lower)[0, 0]
    assert torch.allclose(first, v[0, 0])


def test_an_encoder_layer_reads_length_first_and_has_a_fixed_hidden_width() -> None:
    """`batch-first-shapes`: sequences do not influence each other, and they are on axis 1."""
    layer = torch.nn.TransformerEncoderLayer(d_model=16, nhead=4).eval()
    x = torch.randn(10, 32, 16)
    changed = x.clone()
    changed[:, 0] += 1
    assert layer(x).shape == (10, 32, 16)
    assert torch.allclose(layer(x)[:, 1:], layer(changed)[:, 1:], atol=1e-6)
    assert layer.linear1.out_features == 2048


def test_cross_entropy_takes_probabilities_without_complaint_and_stays_high() -> None:
    """`logits-or-probabilities`"""
    loss = torch.nn.CrossEntropyLoss()(torch.eye(10)[:1], torch.tensor([0]))
    assert loss.item() == pytest.approx(1.461, abs=1e-3)
