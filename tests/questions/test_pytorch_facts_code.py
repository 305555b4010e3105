"""What the banks on training, models and source code say about PyTorch is what it does."""

import pytest

torch = pytest.importorskip("torch")
F = torch.nn.functional


def test_a_view_after_the_transpose_of_heads_is_refused() -> None:
    """`view-after-transpose`; what a fused kernel returns can be laid out token by token."""
    q, k, v = torch.randn(3, 2, 5, 3, 4).transpose(2, 3)
    y = (q @ k.transpose(-2, -1) / 2).softmax(-1) @ v
    with pytest.raises(RuntimeError, match="view size is not compatible"):
        y.transpose(1, 2).view(2, 5, 12)
    merged = y.transpose(1, 2).reshape(2, 5, 12)
    fused = F.scaled_dot_product_attention(q, k, v).transpose(1, 2).view(2, 5, 12)
    assert torch.allclose(fused, merged, atol=1e-6)


def test_classes_are_on_axis_one() -> None:
    """`cross-entropy-axes`: an error, or silence when length and vocabulary agree."""
    logits = torch.randn(2, 3, 7)
    labels = torch.randint(0, 3, (2, 3))
    with pytest.raises(RuntimeError, match=r"Expected target size \[2, 7\], got \[2, 3\]"):
        F.cross_entropy(logits, labels)
    torch.manual_seed(0)
    square, labels = torch.randn(2, 7, 7), torch.randint(0, 7, (2, 7))
    wrong = F.cross_entropy(square, labels)
    right = F.cross_entropy(square.reshape(-1, 7), labels.reshape(-1))
    assert right.item() == pytest.approx(F.cross_entropy(square.transpose(1, 2), labels).item())
    assert wrong.item() != pytest.approx(right.item())


def test_a_mask_of_batch_and_length_meets_the_queries() -> None:
    """`mask-that-fits-by-accident`"""
    with pytest.raises(RuntimeError):
        torch.zeros(2, 5, 5).masked_fill(~torch.ones(2, 5).bool(), -1)
    keep = torch.tensor([[True, True, False], [True, True, True], [True, False, False]])
    filled = torch.zeros(3, 3, 3).masked_fill(~keep, -1)
    assert all(torch.equal(filled[b] == 0, keep) for b in range(3))


def test_layers_in_a_list_have_no_registered_parameters() -> None:
    """`layers-in-a-list`"""

    class Model(torch.nn.Module):  # type: ignore[misc, name-defined]
        def __init__(self) -> None:
            super().__init__()
            self.layers = [torch.nn.Linear(4, 4) for _ in range(6)]
            self.head = torch.nn.Linear(4, 9)

    assert sum(p.numel() for p in Model().parameters()) == 4 * 9 + 9


def test_is_causal_with_one_query_shows_the_first_key_only() -> None:
    """`is-causal-with-one-query`"""
    q, k, v = torch.randn(1, 1, 4), torch.randn(1, 5, 4), torch.randn(1, 5, 4)
    out = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    assert torch.allclose(out[0, 0], v[0, 0])


def test_weights_come_back_averaged_and_projections_packed() -> None:
    """`weights-that-come-back`, `shapes-of-stored-weights`"""
    layer = torch.nn.MultiheadAttention(64, 8, batch_first=True)
    q, k = torch.randn(2, 5, 64), torch.randn(2, 9, 64)
    assert layer(q, k, k)[1].shape == (2, 5, 9)
    assert layer(q, k, k, average_attn_weights=False)[1].shape == (2, 8, 5, 9)
    assert torch.nn.MultiheadAttention(512, 8).in_proj_weight.shape == (1536, 512)
    assert torch.nn.Linear(512, 2048).weight.shape == (2048, 512)


def test_a_decoder_adds_no_mask_of_its_own() -> None:
    """`decoder-without-a-mask`"""
    torch.manual_seed(0)
    layer = torch.nn.TransformerDecoderLayer(8, 2, batch_first=True)
    decoder = torch.nn.TransformerDecoder(layer, 1).eval()
    target, memory = torch.randn(1, 4, 8), torch.randn(1, 3, 8)
    changed = target.clone()
    changed[:, 3] += 1
    assert not torch.allclose(decoder(target, memory)[:, 0], decoder(changed, memory)[:, 0])


def test_an_encoder_keeps_the_width_and_a_decoder_wants_a_decoder_layer() -> None:
    """`comments-in-a-listing`"""
    layer = torch.nn.TransformerEncoderLayer(d_model=6, nhead=2)
    encoder = torch.nn.TransformerEncoder(layer, num_layers=2, enable_nested_tensor=False)
    assert encoder(torch.rand(10, 12, 6)).shape == (10, 12, 6)
    with pytest.raises(TypeError, match="encoder_layer"):
        torch.nn.TransformerDecoder(encoder_layer=layer, num_layers=2)


def test_a_linear_layer_transposes_its_weight() -> None:
    """`weights-loaded-untransposed`"""
    layer = torch.nn.Linear(3, 3, bias=False)
    w, x = torch.randn(3, 3), torch.randn(2, 3)
    with torch.no_grad():
        layer.weight.copy_(w)
    assert torch.allclose(layer(x), x @ w.T)


def test_how_far_each_format_of_numbers_reaches() -> None:
    """`bits-of-three-formats`, `mend-an-additive-mask`"""
    assert torch.finfo(torch.float16).max == 65504
    assert torch.tensor(-1e9).half().item() == float("-inf")
    assert torch.tensor(1.001).bfloat16().item() == 1
    assert 1 + torch.finfo(torch.bfloat16).eps == pytest.approx(1.0078, abs=5e-5)
    assert torch.tensor(1e-9).half().item() == 0


def test_what_sixteen_bits_lose() -> None:
    """`what-sixteen-bits-lose`"""
    assert (torch.tensor(300.0).half() ** 2).item() == float("inf")
    assert (torch.tensor(256.0).bfloat16() + 1).item() == 256
    assert (torch.tensor(255.0).bfloat16() + 1).item() == 256
    assert torch.tensor(2.9e-8).half().item() == 0 < torch.tensor(3.1e-8).half().item()
    assert torch.tensor(1e-8).bfloat16().item() > 0


def test_evaluation_mode_and_no_grad_are_two_things() -> None:
    """`modes-and-gradients`"""
    layer = torch.nn.TransformerEncoderLayer(8, 2, dropout=0.5)
    x = torch.randn(3, 1, 8)
    assert not torch.equal(layer(x), layer(x))
    with torch.no_grad():
        assert not layer(x).requires_grad
        assert not torch.equal(layer(x), layer(x))
    layer.eval()
    assert torch.equal(layer(x), layer(x))
    assert layer(x).requires_grad


def test_the_loss_divided_by_ten_leaves_adam_alone() -> None:
    """`loss-divided-by-ten`"""

    def step(factor: float, optimizer: type[torch.optim.Optimizer], **options: float) -> float:
        weight = torch.nn.Parameter(torch.tensor(1.0))
        chosen = optimizer([weight], lr=0.1, **options)
        for slope in (3.0, -1.0):
            chosen.zero_grad()
            (factor * slope * weight).backward()
            chosen.step()
        return 1 - weight.item()

    assert step(0.1, torch.optim.Adam) == pytest.approx(step(1, torch.optim.Adam), abs=1e-6)
    for options in ({}, {"momentum": 0.9}):
        whole = step(1, torch.optim.SGD, **options)
        assert step(0.1, torch.optim.SGD, **options) == pytest.approx(whole / 10, abs=1e-6)


def test_a_patch_embedding_is_a_convolution() -> None:
    """`patches-as-a-convolution`"""
    layer = torch.nn.Conv2d(3, 768, kernel_size=16, stride=16)
    assert layer.weight.shape == (768, 3, 16, 16)
    y = layer(torch.zeros(8, 3, 224, 224))
    assert y.shape == (8, 768, 14, 14)
    assert y.flatten(2).transpose(1, 2).shape == (8, 196, 768)
    assert sum(p.numel() for p in layer.parameters()) == 590_592


def test_the_message_for_a_wrong_width_names_both_matrices() -> None:
    """`reading-a-shape-error`"""
    with pytest.raises(RuntimeError, match=r"cannot be multiplied \(10x8 and 6x8\)"):
        torch.nn.Linear(6, 8)(torch.randn(2, 5, 8))
