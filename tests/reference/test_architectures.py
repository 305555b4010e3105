"""Well-known models against PyTorch's parts, and the laws of their special pieces."""

import numpy as np
import pytest

from reference import architectures, masks
from reference.initialization import Initializer
from reference.parameters import (
    AttentionParameters,
    FeedForwardParameters,
    NormParameters,
    named_arrays,
)
from reference.trace import trace
from tests.reference.torch_parity import assert_close
from tests.reference.torch_weights import encoder_layer_parameters, shake

D, HEADS, D_FF, VOCABULARY, LENGTH = 12, 3, 10, 17, 5
IDS = np.array([[3, 4, 5, 6, 7], [8, 9, 10, 0, 0]])


def torch_layers(torch, activation, norm_first, eps, count=2):
    """PyTorch encoder layers with distinct weights, and the same weights by our names."""
    modules = [
        torch.nn.TransformerEncoderLayer(
            D,
            HEADS,
            D_FF,
            activation=activation,
            norm_first=norm_first,
            layer_norm_eps=eps,
            batch_first=True,
        ).eval()
        for _ in range(count)
    ]
    for module in modules:
        shake(torch, module)
    return modules, tuple(map(encoder_layer_parameters, modules))


def norm(rng, width=D):
    return NormParameters(1 + 0.3 * rng.normal(size=width), 0.3 * rng.normal(size=width))


def torch_norm(torch, x, parameters, eps):
    return torch.nn.functional.layer_norm(
        x, (x.shape[-1],), *map(torch.tensor, parameters), eps=eps
    )


@pytest.fixture
def bert(torch, rng):
    modules, layers = torch_layers(torch, torch.nn.functional.gelu, False, 1e-12)
    parameters = architectures.BertParameters(
        words=rng.normal(size=(VOCABULARY, D)),
        positions=rng.normal(size=(8, D)),
        segments=rng.normal(size=(2, D)),
        embedding_norm=norm(rng),
        layers=layers,
        w_pooler=rng.normal(size=(D, D)),
        b_pooler=rng.normal(size=D),
        w_head=rng.normal(size=(D, D)),
        b_head=rng.normal(size=D),
        head_norm=norm(rng),
        b_words=rng.normal(size=VOCABULARY),
    )
    return modules, parameters


def test_bert_agrees_with_pytorch(torch, bert):
    modules, p = bert
    segments = np.array([[0, 0, 1, 1, 1], [0, 1, 1, 0, 0]])
    total = p.words[IDS] + p.positions[:LENGTH] + p.segments[segments]
    x = torch_norm(torch, torch.tensor(total), p.embedding_norm, 1e-12)
    for module in modules:
        x = module(x, src_key_padding_mask=torch.tensor(IDS == 0))
    real = IDS != 0
    ours = architectures.bert_encode(IDS, segments, p, HEADS, masks.padding(IDS))
    assert_close(ours[real], x.detach().numpy()[real])
    hidden = torch.nn.functional.gelu(
        torch.tensor(ours) @ torch.tensor(p.w_head) + torch.tensor(p.b_head)
    )
    logits = torch_norm(torch, hidden, p.head_norm, 1e-12) @ torch.tensor(p.words).T
    assert_close(architectures.bert_word_logits(ours, p), logits + torch.tensor(p.b_words))
    assert_close(architectures.bert_pool(ours, p), np.tanh(ours[:, 0] @ p.w_pooler + p.b_pooler))


def test_bert_hides_words_by_hand():
    # u / 0.15: 0.4 and 0.79 [MASK], 0.85 another word, 0.93 itself; then not selected, barred
    draws = np.array([0.06, 0.1185, 0.1275, 0.1395, 0.2, 0.01])
    allowed = np.array([True, True, True, True, True, False])
    text = architectures.bert_corrupt(
        np.array([10, 11, 12, 13, 14, 15]), draws, np.arange(90, 96), 3, allowed
    )
    np.testing.assert_array_equal(text.ids, [3, 3, 92, 13, 14, 15])
    np.testing.assert_array_equal(text.selected, [1, 1, 1, 1, 0, 0])


def test_bert_hides_the_shares_of_the_paper(rng):
    ids = np.full(100_000, 7)
    text = architectures.bert_corrupt(ids, rng.random(ids.shape), np.full(ids.shape, 8), 3)
    shares = [np.mean(text.selected), *(np.mean(text.ids[text.selected] == k) for k in (3, 8, 7))]
    np.testing.assert_allclose(shares, [0.15, 0.8, 0.1, 0.1], atol=0.015)
    with pytest.raises(ValueError, match=r"draws \(2,\)"):
        architectures.bert_corrupt(np.ones(3, int), np.ones(2), np.ones(3, int), 3)


def test_bert_wants_a_segment_for_every_token(bert):
    with pytest.raises(ValueError, match=r"ids \(2, 5\), segments \(2, 4\)"):
        architectures.bert_encode(IDS, np.zeros((2, 4), dtype=int), bert[1], HEADS)


def test_gpt_agrees_with_pytorch_and_never_looks_ahead(torch, rng):
    def gelu_tanh(x):
        return torch.nn.functional.gelu(x, approximate="tanh")

    modules, layers = torch_layers(torch, gelu_tanh, True, 1e-5)
    words, positions = rng.normal(size=(VOCABULARY, D)), rng.normal(size=(8, D))
    p = architectures.GptParameters(words, positions, layers, norm(rng))
    x = torch.tensor(words[IDS] + positions[:LENGTH])
    for module in modules:
        x = module(x, src_mask=torch.tensor(~masks.causal(LENGTH)))
    theirs = torch_norm(torch, x, p.final_norm, 1e-5) @ torch.tensor(words).T
    ours = architectures.gpt_logits(IDS, p, HEADS)
    assert_close(ours, theirs)
    assert_close(architectures.gpt_logits(IDS[:, :3], p, HEADS), ours[:, :3])


def t5_parameters(rng):
    draw = Initializer(rng, np.dtype(np.float64), bias=False)

    def layer(cross):
        weights = draw.feed_forward(D, D_FF)
        return architectures.T5LayerParameters(
            self_attention=draw.attention(D),
            self_attention_gamma=1 + 0.3 * rng.normal(size=D),
            feed_forward=FeedForwardParameters(weights.w_1, None, weights.w_2, None),
            feed_forward_gamma=1 + 0.3 * rng.normal(size=D),
            cross_attention=draw.attention(D) if cross else None,
            cross_attention_gamma=1 + 0.3 * rng.normal(size=D) if cross else None,
        )

    return architectures.T5Parameters(
        words=rng.normal(size=(VOCABULARY, D)),
        encoder=(layer(False), layer(False)),
        encoder_bias=rng.normal(size=(32, HEADS)),
        encoder_gamma=1 + 0.3 * rng.normal(size=D),
        decoder=(layer(True),),
        decoder_bias=rng.normal(size=(32, HEADS)),
        decoder_gamma=1 + 0.3 * rng.normal(size=D),
    )


def torch_attention(torch, x, memory, weights, bias, scale):
    """Multi-head attention by PyTorch's kernel, with an additive bias and a scale of our choice."""

    def heads(rows, w):
        projected = rows @ torch.tensor(w)
        return projected.unflatten(-1, (HEADS, -1)).transpose(-3, -2)

    found = torch.nn.functional.scaled_dot_product_attention(
        heads(x, weights.w_q),
        heads(memory, weights.w_k),
        heads(memory, weights.w_v),
        attn_mask=bias,
        scale=scale,
    )
    return found.transpose(-3, -2).flatten(-2) @ torch.tensor(weights.w_o)


def test_t5_agrees_with_pytorch(torch, rng):
    p = t5_parameters(rng)
    target = np.array([[1, 4, 5, 6], [1, 8, 9, 2]])
    functional = torch.nn.functional

    def rms(x, gamma):
        return functional.rms_norm(x, (D,), torch.tensor(gamma), eps=1e-6)

    def layer(x, w, bias, memory=None, memory_bias=None):
        rows = rms(x, w.self_attention_gamma)
        x = x + torch_attention(torch, rows, rows, w.self_attention, bias, 1.0)
        if memory is not None:
            rows = rms(x, w.cross_attention_gamma)
            x = x + torch_attention(torch, rows, memory, w.cross_attention, memory_bias, 1.0)
        hidden = (rms(x, w.feed_forward_gamma) @ torch.tensor(w.feed_forward.w_1)).relu()
        return x + hidden @ torch.tensor(w.feed_forward.w_2)

    # distances below 8 (encoder) and 16 (decoder) have buckets of their own; later keys start at 16
    source_bias, target_bias = np.empty((HEADS, 5, 5)), np.full((HEADS, 4, 4), -np.inf)
    for i, j in np.ndindex(5, 5):
        source_bias[:, i, j] = p.encoder_bias[i - j if j <= i else 16 + j - i]
        if i < 4 and j <= i:
            target_bias[:, i, j] = p.decoder_bias[i - j]
    padding = torch.tensor(masks.additive(masks.padding(IDS)))[:, None]  # (2, 1, 1, 5)
    memory = torch.tensor(p.words[IDS])
    for w in p.encoder:
        memory = layer(memory, w, torch.tensor(source_bias) + padding)
    memory = rms(memory, p.encoder_gamma)
    x = torch.tensor(p.words[target])
    for w in p.decoder:
        x = layer(x, w, torch.tensor(target_bias), memory, padding)
    theirs = rms(x, p.decoder_gamma) @ torch.tensor(p.words).T / D**0.5
    ours = architectures.t5_logits(IDS, target, p, HEADS, masks.padding(IDS))
    assert_close(ours, theirs)


def llama_parameters(rng, groups, d_head=4):
    draw = Initializer(rng, np.dtype(np.float64), bias=False)

    def layer():
        return architectures.LlamaLayerParameters(
            self_attention=AttentionParameters(
                draw.matrix(D, HEADS * d_head),
                draw.matrix(D, groups * d_head),
                draw.matrix(D, groups * d_head),
                draw.matrix(HEADS * d_head, D),
            ),
            self_attention_gamma=1 + 0.3 * rng.normal(size=D),
            w_gate=draw.matrix(D, D_FF),
            w_up=draw.matrix(D, D_FF),
            w_down=draw.matrix(D_FF, D),
            feed_forward_gamma=1 + 0.3 * rng.normal(size=D),
        )

    return architectures.LlamaParameters(
        words=rng.normal(size=(VOCABULARY, D)),
        layers=(layer(), layer()),
        final_gamma=1 + 0.3 * rng.normal(size=D),
        w_output=draw.matrix(D, VOCABULARY),
    )


@pytest.mark.parametrize("groups", [1, 3])
def test_llama_agrees_with_pytorch(torch, rng, groups):
    p = llama_parameters(rng, groups)
    functional = torch.nn.functional
    angles = torch.outer(torch.arange(LENGTH).double(), torch.tensor([1.0, 0.01]))
    turn = torch.polar(torch.ones_like(angles), angles)

    def rms(x, gamma):
        return functional.rms_norm(x, (D,), torch.tensor(gamma), eps=1e-5)

    def heads(rows, w, count):
        return (rows @ torch.tensor(w)).unflatten(-1, (count, -1)).transpose(-3, -2)

    def rotary(x):
        numbers = torch.view_as_complex(x.unflatten(-1, (-1, 2)).contiguous()) * turn
        return torch.view_as_real(numbers).flatten(-2)

    x = torch.tensor(p.words[IDS])
    for w in p.layers:
        rows, a = rms(x, w.self_attention_gamma), w.self_attention
        found = functional.scaled_dot_product_attention(
            rotary(heads(rows, a.w_q, HEADS)),
            rotary(heads(rows, a.w_k, groups)),
            heads(rows, a.w_v, groups),
            is_causal=True,
            enable_gqa=True,
        )
        x = x + found.transpose(-3, -2).flatten(-2) @ torch.tensor(a.w_o)
        rows = rms(x, w.feed_forward_gamma)
        gated = functional.silu(rows @ torch.tensor(w.w_gate)) * (rows @ torch.tensor(w.w_up))
        x = x + gated @ torch.tensor(w.w_down)
    theirs = rms(x, p.final_gamma) @ torch.tensor(p.w_output)
    assert_close(architectures.llama_logits(IDS, p, HEADS, groups), theirs)


def test_llamas_layouts_agree_after_moving_the_columns_of_the_projections(rng):
    p = llama_parameters(rng, HEADS)

    def move(w):  # the columns of each head, from interleaved to half
        return w.reshape(D, HEADS, 2, 2).swapaxes(-1, -2).reshape(D, -1)

    moved = tuple(
        w._replace(
            self_attention=w.self_attention._replace(
                w_q=move(w.self_attention.w_q), w_k=move(w.self_attention.w_k)
            )
        )
        for w in p.layers
    )
    assert_close(
        architectures.llama_logits(IDS, p._replace(layers=moved), HEADS, HEADS, layout="half"),
        architectures.llama_logits(IDS, p, HEADS, HEADS),
    )


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


def swin_parameters(rng, window=2):
    layer = Initializer(rng, np.dtype(np.float64), bias=False).encoder_layer(D, D_FF)
    return architectures.SwinLayerParameters(layer, rng.normal(size=((2 * window - 1) ** 2, HEADS)))


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


def test_every_weight_of_a_model_has_a_name(bert):
    names = named_arrays(bert[1])
    assert names["layers.1.feed_forward.w_1"].shape == (D, D_FF)
    assert names["embedding_norm.gamma"].shape == (D,)


def test_a_trace_of_each_model_has_one_name_for_one_thing(rng, bert):
    segments = np.zeros_like(IDS)
    runs = {
        "encoder.1.self_attention.weights": lambda: architectures.bert_encode(
            IDS, segments, bert[1], HEADS
        ),
        "decoder.0.cross_attention.weights": lambda: architectures.t5_logits(
            IDS, IDS, t5_parameters(rng), HEADS
        ),
        "decoder.1.self_attention.weights": lambda: architectures.llama_logits(
            IDS, llama_parameters(rng, 1), HEADS, 1
        ),
        "self_attention.weights": lambda: architectures.swin_layer(
            rng.normal(size=(4, 6, D)), swin_parameters(rng), HEADS, 2, 1
        ),
    }
    for weights, run in runs.items():
        with trace() as t:
            run()
        np.testing.assert_allclose(t[weights].value.sum(-1), 1.0)
        assert not any("#" in name for name in t)
