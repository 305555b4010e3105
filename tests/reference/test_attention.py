"""Attention against PyTorch, hand-worked values and its laws."""

import math

import numpy as np
import pytest

from reference import attention, masks
from tests.reference.torch_parity import assert_close

BATCH, HEADS, QUERIES, KEYS, D_K, D_V = 2, 3, 4, 5, 6, 7


@pytest.fixture
def qkv(rng):
    query = rng.normal(size=(BATCH, QUERIES, D_K))
    key = rng.normal(size=(BATCH, KEYS, D_K))
    value = rng.normal(size=(BATCH, KEYS, D_V))
    return query, key, value


@pytest.fixture
def padding():
    return masks.padding(np.array([[3, 4, 5, 0, 0], [3, 4, 5, 6, 0]]))  # (2, 1, 5)


def test_agrees_with_pytorch(torch, qkv):
    theirs = torch.nn.functional.scaled_dot_product_attention(*map(torch.tensor, qkv))
    assert_close(attention.scaled_dot_product_attention(*qkv), theirs)


def test_agrees_with_pytorch_under_a_padding_mask(torch, qkv, padding):
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *map(torch.tensor, qkv), attn_mask=torch.tensor(padding)
    )
    assert_close(attention.scaled_dot_product_attention(*qkv, padding), theirs)


def test_agrees_with_pytorch_under_a_causal_mask(torch, rng):
    qkv = [rng.normal(size=(BATCH, HEADS, KEYS, width)) for width in (D_K, D_K, D_V)]
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *map(torch.tensor, qkv), is_causal=True
    )
    assert_close(attention.scaled_dot_product_attention(*qkv, masks.causal(KEYS)), theirs)


def test_hand_worked_lookup():
    # scores q·k/√4: (2 ln 3)/2 = ln 3 and 0, so the weights are 3/4 and 1/4
    query = np.array([[2.0, 0.0, 0.0, 0.0]])
    key = np.array([[math.log(3), 1.0, 0.0, 0.0], [0.0, 0.0, 5.0, 0.0]])
    value = np.array([[4.0, 8.0, 0.0], [0.0, 4.0, 12.0]])
    assert_close(attention.dot_product_scores(query, key), [[2 * math.log(3), 0.0]])
    assert_close(attention.scaled_dot_product_scores(query, key), [[math.log(3), 0.0]])
    assert_close(attention.attention_weights(query, key), [[0.75, 0.25]])
    assert_close(attention.scaled_dot_product_attention(query, key, value), [[3.0, 7.0, 3.0]])
    only_second = np.array([[False, True]])
    assert_close(
        attention.scaled_dot_product_attention(query, key, value, only_second), [[0.0, 4.0, 12.0]]
    )


def test_scaled_scores_of_unit_variance_have_unit_variance(rng):
    query, key = rng.normal(size=(200, 64)), rng.normal(size=(300, 64))
    assert np.var(attention.dot_product_scores(query, key)) == pytest.approx(64, rel=0.1)
    assert np.var(attention.scaled_dot_product_scores(query, key)) == pytest.approx(1, rel=0.1)


def test_additive_scores_follow_the_formula():
    # tanh(q + k) with identity projections: tanh(ln 3) = 0.8, tanh(ln 2) = 0.6, tanh(0) = 0
    query = np.array([[math.log(3), 0.0]])
    key = np.array([[0.0, 0.0], [-math.log(3), math.log(2)]])
    v = np.array([10.0, 5.0])
    scores = attention.additive_scores(query, key, np.eye(2), np.eye(2), v)
    assert_close(scores, [[8.0, 3.0]])


def test_additive_scores_loop_over_pairs_gives_the_same(rng):
    query, key = rng.normal(size=(BATCH, QUERIES, 3)), rng.normal(size=(BATCH, KEYS, 4))
    w_q, w_k, v = rng.normal(size=(3, 6)), rng.normal(size=(4, 6)), rng.normal(size=6)
    scores = attention.additive_scores(query, key, w_q, w_k, v)
    assert scores.shape == (BATCH, QUERIES, KEYS)
    for b, i, j in np.ndindex(scores.shape):
        pair = sum(v * np.tanh(query[b, i] @ w_q + key[b, j] @ w_k))
        assert scores[b, i, j] == pytest.approx(pair, abs=1e-12)


def test_rows_of_weights_sum_to_one_over_the_allowed_keys(qkv, padding):
    weights = attention.attention_weights(*qkv[:2], padding)
    np.testing.assert_allclose(weights.sum(-1), 1.0)
    assert np.all(weights[0, :, 3:] == 0)
    assert np.all(weights[1, :, 4:] == 0)


def test_a_query_that_may_attend_to_nothing_gets_zeros(qkv):
    mask = np.ones((QUERIES, KEYS), dtype=bool)
    mask[1] = False
    with np.errstate(all="raise"):
        weights = attention.attention_weights(*qkv[:2], mask)
        output = attention.scaled_dot_product_attention(*qkv, mask)
    assert np.all(weights[:, 1] == 0)
    assert np.all(output[:, 1] == 0)
    np.testing.assert_allclose(weights[:, [0, 2, 3]].sum(-1), 1.0)


def test_without_any_key_a_query_gets_zeros(torch, qkv):
    query, key, value = qkv
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *map(torch.tensor, (query, key[:, :0], value[:, :0]))
    )
    ours = attention.scaled_dot_product_attention(query, key[:, :0], value[:, :0])
    assert_close(ours, theirs)
    assert not ours.any()


def test_weights_are_stable_for_huge_scores(qkv):
    query, key, value = qkv
    output = attention.scaled_dot_product_attention(1e4 * query, key, value)
    assert np.all(np.isfinite(output))


def test_order_of_keys_does_not_matter(qkv, rng):
    query, key, value = qkv
    order = rng.permutation(KEYS)
    shuffled = attention.scaled_dot_product_attention(query, key[:, order], value[:, order])
    assert_close(shuffled, attention.scaled_dot_product_attention(query, key, value))


def test_projections_agree_with_pytorch_linear(torch, rng):
    x = rng.normal(size=(BATCH, QUERIES, 5))
    layers = [torch.nn.Linear(5, width) for width in (D_K, D_K, D_V)]
    weights = [layer.weight.detach().numpy().T for layer in layers]
    biases = [layer.bias.detach().numpy() for layer in layers]
    ours = attention.project_qkv(x, *weights, *biases)
    for mine, layer in zip(ours, layers, strict=True):
        assert_close(mine, layer(torch.tensor(x)))
    assert ours._fields == ("query", "key", "value")


def test_split_gives_each_head_its_block_of_columns():
    x = np.arange(12).reshape(2, 6)  # two tokens, width 6
    split = attention.split_heads(x, 3)
    np.testing.assert_array_equal(split, [[[0, 1], [6, 7]], [[2, 3], [8, 9]], [[4, 5], [10, 11]]])


def test_merge_undoes_split(rng):
    x = rng.normal(size=(BATCH, KEYS, 6))
    np.testing.assert_array_equal(attention.merge_heads(attention.split_heads(x, 3)), x)


def test_self_attention_is_attention_of_its_projections(torch, rng):
    x = rng.normal(size=(BATCH, KEYS, 4))
    w_q, w_k, w_v = (rng.normal(size=(4, width)) for width in (D_K, D_K, D_V))
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *(torch.tensor(x @ w) for w in (w_q, w_k, w_v)), is_causal=True
    )
    assert_close(attention.self_attention(x, w_q, w_k, w_v, masks.causal(KEYS)), theirs)


def test_cross_attention_takes_keys_and_values_from_the_memory(torch, rng, padding):
    x, memory = rng.normal(size=(BATCH, QUERIES, 4)), rng.normal(size=(BATCH, KEYS, 3))
    w_q, w_k, w_v = rng.normal(size=(4, D_K)), rng.normal(size=(3, D_K)), rng.normal(size=(3, D_V))
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *map(torch.tensor, (x @ w_q, memory @ w_k, memory @ w_v)), attn_mask=torch.tensor(padding)
    )
    assert_close(attention.cross_attention(x, memory, w_q, w_k, w_v, padding), theirs)


def torch_multi_head(torch, d_model, num_heads):
    """PyTorch's module, and its weights by our names."""
    module = torch.nn.MultiheadAttention(d_model, num_heads, batch_first=True)
    torch.nn.init.normal_(module.in_proj_bias)
    torch.nn.init.normal_(module.out_proj.bias)
    w_q, w_k, w_v = module.in_proj_weight.detach().numpy().reshape(3, d_model, d_model)
    b_q, b_k, b_v = module.in_proj_bias.detach().numpy().reshape(3, d_model)
    weights = {"w_q": w_q.T, "w_k": w_k.T, "w_v": w_v.T, "b_q": b_q, "b_k": b_k, "b_v": b_v}
    weights["w_o"] = module.out_proj.weight.detach().numpy().T
    weights["b_o"] = module.out_proj.bias.detach().numpy()
    return module, weights


def test_multi_head_attention_agrees_with_pytorch(torch, rng, padding):
    module, weights = torch_multi_head(torch, 12, HEADS)
    x, memory = rng.normal(size=(BATCH, QUERIES, 12)), rng.normal(size=(BATCH, KEYS, 12))
    theirs, _ = module(
        *map(torch.tensor, (x, memory, memory)), key_padding_mask=torch.tensor(~padding[:, 0])
    )
    ours = attention.multi_head_attention(x, memory, num_heads=HEADS, mask=padding, **weights)
    assert_close(ours, theirs)


def test_multi_head_self_attention_agrees_with_pytorch_under_both_masks(torch, rng, padding):
    module, weights = torch_multi_head(torch, 12, HEADS)
    x = rng.normal(size=(BATCH, KEYS, 12))
    theirs, _ = module(
        *[torch.tensor(x)] * 3,
        attn_mask=torch.tensor(~masks.causal(KEYS)),
        key_padding_mask=torch.tensor(~padding[:, 0]),
    )
    mask = masks.combine(masks.causal(KEYS), padding)
    assert_close(
        attention.multi_head_attention(x, x, num_heads=HEADS, mask=mask, **weights), theirs
    )


def test_one_head_is_single_attention_times_w_o(rng):
    x = rng.normal(size=(BATCH, KEYS, 6))
    w_q, w_k, w_v, w_o = (rng.normal(size=(6, 6)) for _ in range(4))
    single = attention.self_attention(x, w_q, w_k, w_v) @ w_o
    assert_close(attention.multi_head_attention(x, x, w_q, w_k, w_v, w_o, num_heads=1), single)


def test_self_attention_without_positions_moves_with_the_order_of_tokens(rng):
    x = rng.normal(size=(BATCH, KEYS, 6))
    weights = [rng.normal(size=(6, 6)) for _ in range(4)]
    order = rng.permutation(KEYS)
    y = attention.multi_head_attention(x, x, *weights, num_heads=HEADS)
    shuffled = x[:, order]
    assert_close(
        attention.multi_head_attention(shuffled, shuffled, *weights, num_heads=HEADS), y[:, order]
    )


def test_a_later_token_never_changes_an_earlier_output_under_a_causal_mask(rng):
    x = rng.normal(size=(BATCH, KEYS, 6))
    weights = [rng.normal(size=(6, 6)) for _ in range(4)]
    changed = x.copy()
    changed[:, 3] += 1.0
    before, after = (
        attention.multi_head_attention(z, z, *weights, num_heads=2, mask=masks.causal(KEYS))
        for z in (x, changed)
    )
    assert_close(before[:, :3], after[:, :3], 1e-12)
    assert np.all(np.abs(before[:, 3:] - after[:, 3:]).max(axis=-1) > 1e-6)


def test_single_precision_stays_single(qkv, padding):
    query, key, value = (array.astype(np.float32) for array in qkv)
    assert attention.scaled_dot_product_attention(query, key, value, padding).dtype == np.float32


def test_whole_numbers_are_not_cut_to_whole_numbers(rng):
    query, key, value = (rng.integers(-2, 3, size=(4, 5, 4)) for _ in range(3))
    mask = masks.causal(5)
    for attend in (
        attention.scaled_dot_product_attention,
        attention.grouped_query_attention,
        attention.alibi_attention,
    ):
        floats = (array.astype(float) for array in (query, key, value))
        assert_close(attend(query, key, value, mask), attend(*floats, mask))
    scores = attention.dot_product_scores(query, key)
    assert_close(
        attention.masked_softmax(scores, mask), attention.masked_softmax(1.0 * scores, mask)
    )


def test_inputs_are_left_alone(qkv, padding):
    before = [array.copy() for array in (*qkv, padding)]
    attention.scaled_dot_product_attention(*qkv, padding)
    for array, copy in zip((*qkv, padding), before, strict=True):
        np.testing.assert_array_equal(array, copy)


@pytest.mark.parametrize(
    ("call", "shapes"),
    [
        (
            lambda: attention.dot_product_scores(np.ones((2, 3)), np.ones((2, 4))),
            r"\(2, 3\).*\(2, 4\)",
        ),
        (
            lambda: attention.dot_product_scores(np.ones((2, 4, 3)), np.ones((5, 4, 3))),
            r"\(2, 4, 3\).*\(5, 4, 3\)",
        ),
        (lambda: attention.weighted_sum(np.ones((2, 3)), np.ones((4, 5))), r"\(2, 3\).*\(4, 5\)"),
        (
            lambda: attention.masked_scores(np.ones((2, 3)), np.ones((3, 2), dtype=bool)),
            r"mask \(3, 2\), scores \(2, 3\)",
        ),
        (lambda: attention.split_heads(np.ones((2, 6)), 4), r"4 heads.*\(2, 6\)"),
        (lambda: attention.split_heads(np.ones(6), 3), r"tokens and width: x \(6,\)"),
        (lambda: attention.merge_heads(np.ones((2, 6))), r"\(2, 6\)"),
        (
            lambda: attention.self_attention(np.ones((2, 3)), *[np.ones((4, 4))] * 3),
            r"x \(2, 3\), w \(4, 4\)",
        ),
        (
            lambda: attention.additive_scores(
                np.ones((2, 3)), np.ones((2, 3)), np.ones((3, 4)), np.ones((3, 5)), np.ones(4)
            ),
            r"\(3, 4\).*\(3, 5\).*\(4,\)",
        ),
    ],
)
def test_shapes_that_do_not_fit_are_named(call, shapes):
    with pytest.raises(ValueError, match=shapes):
        call()


@pytest.mark.parametrize("groups", [1, 2, 6])
def test_grouped_queries_agree_with_pytorch(torch, rng, groups, padding):
    query = rng.normal(size=(BATCH, 6, QUERIES, D_K))
    key, value = (rng.normal(size=(BATCH, groups, KEYS, width)) for width in (D_K, D_V))
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *map(torch.tensor, (query, key, value)),
        attn_mask=torch.tensor(padding[:, None]),
        enable_gqa=True,
    )
    assert_close(attention.grouped_query_attention(query, key, value, padding), theirs)


def test_groups_must_divide_heads():
    with pytest.raises(ValueError, match=r"query \(6, 4, 3\), key \(4, 5, 3\)"):
        attention.grouped_query_attention(np.ones((6, 4, 3)), *[np.ones((4, 5, 3))] * 2)


def test_attention_gate_by_hand():
    # hidden ReLU(1·1 + 2·1 − 3 + ln 3) = ln 3, and ReLU(−…) = 0: α = σ(ln 3) = ¾ and σ(0) = ½
    x, gate = np.array([[1.0], [-9.0]]), np.array([[2.0], [0.0]])
    one, b_g = np.ones((1, 1)), np.array([math.log(3) - 3])
    gated = attention.attention_gate(x, gate, one, one, b_g, one, np.zeros(1))
    assert_close(gated, [[0.75], [-4.5]])


def test_attention_gate_agrees_with_one_by_one_convolutions(torch, rng):
    x, gate = rng.normal(size=(2, 6, 3)), rng.normal(size=(2, 6, 5))
    w_x, w_g, b_g = rng.normal(size=(3, 4)), rng.normal(size=(5, 4)), rng.normal(size=4)
    psi, b_psi = rng.normal(size=(4, 1)), rng.normal(size=1)

    def convolution(rows, weight, bias=None):
        image = torch.tensor(rows).transpose(1, 2)
        bias = None if bias is None else torch.tensor(bias)
        return torch.nn.functional.conv1d(image, torch.tensor(weight.T[..., None].copy()), bias)

    hidden = (convolution(x, w_x) + convolution(gate, w_g, b_g)).relu()
    alpha = torch.nn.functional.conv1d(
        hidden, torch.tensor(psi.T[..., None].copy()), torch.tensor(b_psi)
    ).sigmoid()
    theirs = (alpha * torch.tensor(x).transpose(1, 2)).transpose(1, 2)
    assert_close(attention.attention_gate(x, gate, w_x, w_g, b_g, psi, b_psi), theirs)


def test_alibi_attention_agrees_with_pytorch(torch, rng):
    qkv = [rng.normal(size=(BATCH, 4, KEYS, width)) for width in (D_K, D_K, D_V)]
    distance = np.arange(KEYS)[:, None] - np.arange(KEYS)
    slopes = np.array([1 / 4, 1 / 16, 1 / 64, 1 / 256])[:, None, None]
    bias = np.where(distance >= 0, -slopes * distance, -np.inf)
    theirs = torch.nn.functional.scaled_dot_product_attention(
        *map(torch.tensor, qkv), attn_mask=torch.tensor(bias)
    )
    assert_close(attention.alibi_attention(*qkv, masks.causal(KEYS)), theirs)


def test_linear_attention_is_the_mean_with_weights_from_the_products_of_features(rng):
    query, key = rng.uniform(0.1, 2, size=(2, BATCH, 4, 3))
    value = rng.normal(size=(BATCH, 4, D_V))
    products = np.einsum("bir,bjr->bij", query, key)
    expected = np.einsum("bij,bjv->biv", products / products.sum(-1, keepdims=True), value)
    assert_close(attention.linear_attention(query, key, value), expected)


def test_linear_attention_by_hand():
    query, key = np.array([[1.0, 2.0]]), np.array([[1.0, 1.0], [3.0, 0.0]])
    value = np.array([[4.0], [0.0]])  # both products are 3, so each value has half
    assert attention.linear_attention(query, key, value) == pytest.approx(np.array([[2.0]]))
    with pytest.raises(ValueError, match="must agree in width"):
        attention.linear_attention(query, key[:, :1], value)


def test_the_attentional_state_of_luong_by_hand():
    # [c ; h] W = 0.5 · 1 + 2 · 0.5 = 1.5, whose tanh is 0.90515
    state = attention.attentional_state(np.array([0.5]), np.array([2.0]), np.array([[1.0], [0.5]]))
    assert_close(state, [0.9051483], 1e-7)
    with pytest.raises(ValueError, match=r"context \(2, 1\), hidden \(3, 1\)"):
        attention.attentional_state(np.zeros((2, 1)), np.zeros((3, 1)), np.zeros((2, 1)))
