"""Well-known models against PyTorch's parts, and the laws of their special pieces."""

import numpy as np
import pytest

from reference import architectures, masks
from reference.parameters import (
    named_arrays,
)
from reference.trace import trace
from tests.reference.small_models import (
    D_FF,
    HEADS,
    IDS,
    LENGTH,
    VOCABULARY,
    D,
    llama_parameters,
    norm,
    swin_parameters,
    t5_parameters,
    torch_attention,
    torch_layers,
    torch_norm,
)
from tests.reference.torch_parity import assert_close


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


@pytest.mark.parametrize("outside", [-1, VOCABULARY])
def test_an_id_outside_the_vocabulary_is_no_row_from_the_end(rng, bert, outside):
    ids = np.array([[1, outside]])
    layers = bert[1].layers
    gpt = architectures.GptParameters(bert[1].words, bert[1].positions, layers, norm(rng))
    llama, t5 = llama_parameters(rng, 1), t5_parameters(rng)
    for read in (
        lambda: architectures.bert_encode(ids, np.zeros_like(ids), bert[1], HEADS),
        lambda: architectures.bert_encode(np.zeros_like(ids), ids, bert[1], HEADS),
        lambda: architectures.gpt_logits(ids, gpt, HEADS),
        lambda: architectures.llama_logits(ids, llama, HEADS, 1),
        lambda: architectures.t5_logits(ids, np.zeros_like(ids), t5, HEADS),
        lambda: architectures.t5_logits(np.zeros_like(ids), ids, t5, HEADS),
    ):
        with pytest.raises(ValueError, match="ids must lie in 0"):
            read()


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
