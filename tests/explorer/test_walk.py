"""The steps of the explorer are those of the reference, of PyTorch, and of hand work."""

from dataclasses import replace

import numpy as np
import pytest

from quizzer.explorer.exploring import explore
from quizzer.explorer.model import drawn
from quizzer.explorer.settings import Settings
from quizzer.explorer.tensors import darkest
from quizzer.explorer.walk import walk
from reference import masks
from reference.trace import trace
from reference.transformer import decode, encode, forward, project

SETTINGS = Settings()
NORM_INSIDES = (".mean", ".variance", ".normalised", ".angles")


@pytest.fixture(scope="module")
def model():
    return drawn(SETTINGS)


def test_every_step_has_the_value_that_a_trace_of_the_reference_has(model) -> None:
    steps = walk(model)
    with trace() as traced:
        forward(model.source_ids, model.target_ids, model.parameters, model.configuration)
    recorded = [name for name in traced if not name.endswith(NORM_INSIDES)]
    assert set(recorded) <= set(steps)
    assert [name for name in steps if name in traced] == recorded  # in the same order
    for name in recorded:
        np.testing.assert_array_equal(steps[name].output.value, traced[name].value, err_msg=name)


def test_with_padding_it_is_the_reference_with_a_memory_mask() -> None:
    model = drawn(replace(SETTINGS, padding=2))
    c, p = replace(model.configuration, pad=model.pad), model.parameters
    memory = encode(model.source_ids, p, c)
    unpadded = replace(c, pad=None)
    seen = masks.padding(model.source_ids, model.pad)
    logits = project(decode(model.target_ids, memory, p, unpadded, seen), p)
    np.testing.assert_allclose(walk(model)["logits"].output.value, logits, atol=1e-12)


def test_logits_are_those_of_pytorch(model) -> None:
    torch = pytest.importorskip("torch")
    c, p = model.configuration, model.parameters
    steps = walk(model)

    def tensor(array):
        return torch.tensor(array)

    def attend(x, memory, w, mask=None):
        heads = []
        d_head = c.d_model // c.num_heads
        for head in range(c.num_heads):
            own = slice(head * d_head, (head + 1) * d_head)
            query, key, value = (
                rows @ tensor(weight)[:, own]
                for rows, weight in ((x, w.w_q), (memory, w.w_k), (memory, w.w_v))
            )
            heads.append(torch.nn.functional.scaled_dot_product_attention(query, key, value, mask))
        return torch.cat(heads, dim=-1) @ tensor(w.w_o)

    def norm(x):
        return torch.nn.functional.layer_norm(x, (c.d_model,))

    def think(x, w):
        return torch.relu(x @ tensor(w.w_1)) @ tensor(w.w_2)

    memory = tensor(steps["source_embedding.output"].output.value)
    for layer in p.encoder:
        memory = norm(memory + attend(memory, memory, layer.self_attention))
        memory = norm(memory + think(memory, layer.feed_forward))
    x = tensor(steps["target_embedding.output"].output.value)
    causal = torch.ones(len(x), len(x), dtype=torch.bool).tril()
    for layer in p.decoder:
        x = norm(x + attend(x, x, layer.self_attention, causal))
        x = norm(x + attend(x, memory, layer.cross_attention))
        x = norm(x + think(x, layer.feed_forward))
    logits = x @ tensor(p.w_output)
    np.testing.assert_allclose(steps["logits"].output.value, logits.numpy(), atol=1e-10)


def test_the_entry_is_what_one_works_out_by_hand(model) -> None:
    table = model.parameters.source_embedding
    assert model.source[1] == "animal"
    row = table[model.source_vocabulary.index("animal")] * 8**0.5
    row += [f(1 / 10000 ** (i / 8)) for i in (0, 2, 4, 6) for f in (np.sin, np.cos)]
    np.testing.assert_allclose(walk(model)["source_embedding.output"].output.value[1], row)


@pytest.mark.parametrize("padding", [0, 1])
def test_shapes_and_labels_fit_every_value(padding: int) -> None:
    for step in explore(Settings(layers=1, padding=padding)).steps.values():
        for tensor in (*step.inputs, step.output):
            assert tensor.value.shape == tensor.shape, (step.name, tensor.symbol)


def test_axes_are_called_after_what_stands_along_them() -> None:
    steps = explore(SETTINGS).steps
    weights = steps["decoder.0.cross_attention.weights"].output
    assert [axis.name for axis in weights.axes] == ["heads", "queries", "keys"]
    assert weights.axes[1].labels == ("<s>", "das", "Tier", "war", "müde")
    assert weights.axes[2].labels == ("the", "animal", "was", "very", "tired", "</s>")
    assert weights.shape_in_words == "(2 heads, 5 queries, 6 keys)"


def test_the_flow_leads_from_the_ids_to_the_step() -> None:
    flow = explore(Settings(layers=1)).flow("decoder.0.self_attention.weights")
    assert [(tensor.symbol, tensor.shape) for tensor in flow] == [
        ("ids", (5,)),
        *[("x", (5, 8))] * 3,  # looked up, scaled, with positions
        ("Q", (5, 8)),
        ("Q", (2, 5, 4)),
        *[("S", (2, 5, 5))] * 3,  # products, scaled, masked
        ("A", (2, 5, 5)),
    ]


def test_padding_is_a_vector_of_zeros_and_draws_no_other_weight_anew() -> None:
    bare, padded = drawn(SETTINGS), drawn(replace(SETTINGS, padding=1))
    assert padded.source[-1] == "<pad>"
    np.testing.assert_array_equal(padded.parameters.source_embedding[-1], np.zeros(8))
    np.testing.assert_array_equal(padded.parameters.w_output, bare.parameters.w_output)


def test_the_same_seed_gives_the_same_numbers_and_another_one_others() -> None:
    first, same, other = (
        explore(Settings(seed=seed)).steps["probabilities"].output.value for seed in (3, 3, 4)
    )
    np.testing.assert_array_equal(first, same)
    assert np.abs(first - other).max() > 1e-3


def test_what_is_split_into_heads_is_told_apart_by_its_title(model) -> None:
    split = [step.title for step in walk(model).values() if step.kind.name == "split"]
    assert split[:3] == [f"Split into heads: {symbol}" for symbol in "QKV"]
    assert walk(model)["logits"].title == "Logits"


def test_the_darkest_cell_is_the_largest_number_of_all_and_1_among_shares(model) -> None:
    steps = walk(model)
    weight = replace(steps["logits"].output, value=np.array([[0.25, -0.5], [-np.inf, 0.125]]))
    small = replace(steps["logits"], output=weight)
    assert darkest([small]) == 0.5
    assert darkest([small, steps["logits"]]) == np.abs(steps["logits"].output.value).max()
    assert darkest([steps["probabilities"]]) == 1
