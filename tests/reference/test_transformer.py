"""The full Transformer against `nn.Transformer`, and the laws of its two halves."""

import dataclasses
import math

import numpy as np
import pytest

from reference import transformer
from reference.layers import encoder_layer
from reference.parameters import named_arrays
from reference.positions import sinusoidal
from reference.transformer import Configuration, Parameters
from tests.reference.torch_parity import assert_close, to_numpy
from tests.reference.torch_weights import (
    decoder_layer_parameters,
    encoder_layer_parameters,
    norm_parameters,
    shake,
)

SMALL = Configuration(
    source_vocabulary=11,
    target_vocabulary=13,
    d_model=12,
    num_heads=3,
    d_ff=10,
    num_encoder_layers=2,
    num_decoder_layers=2,
    pad=0,
)
SOURCE = np.array([[3, 4, 5, 6, 7], [8, 9, 10, 0, 0]])
TARGET = np.array([[1, 5, 6, 7], [1, 12, 0, 0]])


def torch_parameters(torch, module, configuration):
    """Our parameters for an `nn.Transformer`, with embeddings and an output layer of our own."""
    c, draw = configuration, torch.randn
    return Parameters(
        source_embedding=to_numpy(draw(c.source_vocabulary, c.d_model) * 0.3),
        target_embedding=to_numpy(draw(c.target_vocabulary, c.d_model) * 0.3),
        encoder=tuple(map(encoder_layer_parameters, module.encoder.layers)),
        decoder=tuple(map(decoder_layer_parameters, module.decoder.layers)),
        encoder_norm=norm_parameters(module.encoder.norm),
        decoder_norm=norm_parameters(module.decoder.norm),
        w_output=to_numpy(draw(c.d_model, c.target_vocabulary) * 0.3),
        b_output=to_numpy(draw(c.target_vocabulary)),
    )


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
@pytest.mark.parametrize("norm", ["post", "pre"])
def test_agrees_with_pytorch(torch, norm):
    # nn.Transformer ends each stack with one more LayerNorm, in post norm too: hence encoder_norm
    c = dataclasses.replace(SMALL, norm=norm)
    module = torch.nn.Transformer(
        c.d_model,
        c.num_heads,
        c.num_encoder_layers,
        c.num_decoder_layers,
        c.d_ff,
        norm_first=norm == "pre",
        batch_first=True,
    ).eval()
    shake(torch, module)
    p = torch_parameters(torch, module, c)

    def embed(ids, table):
        words = torch.tensor(table)[torch.tensor(ids)] * math.sqrt(c.d_model)
        return words + torch.tensor(sinusoidal(ids.shape[-1], c.d_model))

    hidden = module(
        embed(SOURCE, p.source_embedding),
        embed(TARGET, p.target_embedding),
        tgt_mask=torch.tensor(~np.tri(TARGET.shape[1], dtype=bool)),
        src_key_padding_mask=torch.tensor(SOURCE == 0),
        tgt_key_padding_mask=torch.tensor(TARGET == 0),
        memory_key_padding_mask=torch.tensor(SOURCE == 0),
    )
    logits = hidden @ torch.tensor(p.w_output) + torch.tensor(p.b_output)
    assert_close(transformer.forward_logits(SOURCE, TARGET, p, c), logits)
    assert_close(transformer.forward(SOURCE, TARGET, p, c), torch.softmax(logits, -1))


@pytest.fixture
def parameters(rng):
    return transformer.initialize(SMALL, rng)


def test_probabilities_sum_to_one(parameters):
    probabilities = transformer.forward(SOURCE, TARGET, parameters, SMALL)
    assert probabilities.shape == (2, 4, 13)
    np.testing.assert_allclose(probabilities.sum(-1), 1.0)


def test_a_later_target_token_never_changes_an_earlier_output(parameters):
    changed = TARGET.copy()
    changed[0, 2] = 9
    before, after = (
        transformer.forward(SOURCE, target, parameters, SMALL) for target in (TARGET, changed)
    )
    assert_close(before[0, :2], after[0, :2], 1e-12)
    assert np.all(np.abs(before[0, 2:] - after[0, 2:]).max(axis=-1) > 1e-6)


def test_every_source_token_changes_every_output_but_padding_does_not(parameters):
    before = transformer.forward(SOURCE, TARGET, parameters, SMALL)
    for position in range(3):
        changed = SOURCE.copy()
        changed[1, position] = 1
        after = transformer.forward(changed, TARGET, parameters, SMALL)
        assert np.all(np.abs(before[1] - after[1]).max(axis=-1) > 1e-6)
    longer = np.concatenate([SOURCE, [[0, 0], [0, 0]]], axis=1)
    assert_close(transformer.forward(longer, TARGET, parameters, SMALL), before)


def test_a_sentence_alone_gives_what_it_gives_in_a_padded_batch(parameters):
    together = transformer.forward(SOURCE, TARGET, parameters, SMALL)
    alone = transformer.forward(SOURCE[1:, :3], TARGET[1:, :2], parameters, SMALL)
    assert_close(together[1:, :2], alone)


def test_without_positions_an_encoder_layer_moves_with_the_order_of_tokens(parameters, rng):
    x, order = rng.normal(size=(2, 5, 12)), rng.permutation(5)
    y = encoder_layer(x, parameters.encoder[0], 3)
    assert_close(encoder_layer(x[:, order], parameters.encoder[0], 3), y[:, order])


def test_with_positions_order_matters(parameters):
    turned = SOURCE[:1, ::-1]
    before, after = (transformer.encode(s, parameters, SMALL) for s in (SOURCE[:1], turned))
    assert not np.allclose(before[:, ::-1], after)


def test_embedding_by_hand():
    table = np.array([[0.0, 0.0, 0.0, 0.0], [1.0, 2.0, 3.0, 4.0]])
    # √4 · row 1, plus the position 0: sin 0, cos 0, sin 0, cos 0
    assert_close(transformer.embed_tokens(np.array([1]), table), [[2.0, 5.0, 6.0, 9.0]])


def test_tied_output_uses_the_target_embedding_unscaled(rng):
    tied = dataclasses.replace(SMALL, tied=True)
    parameters = transformer.initialize(tied, rng)
    x = rng.normal(size=(2, 4, 12))
    assert_close(
        transformer.project(x, parameters),
        x @ parameters.target_embedding.T + parameters.b_output,
    )
    assert "w_output" not in named_arrays(parameters)


def test_parameters_have_dotted_names(parameters):
    names = named_arrays(parameters)
    assert names["encoder.0.self_attention.w_q"] is parameters.encoder[0].self_attention.w_q
    assert names["decoder.1.cross_attention_norm.gamma"].shape == (12,)
    assert "encoder_norm.gamma" not in names


def test_the_papers_base_model_has_its_published_shape(rng):
    # per layer: attention 4·512² , feed-forward 2·512·2048 + 2048 + 512, norms 2·512 each
    base = Configuration(5, 7, bias=False, tied=True, num_encoder_layers=1, num_decoder_layers=1)
    sizes = {
        name: array.size for name, array in named_arrays(transformer.initialize(base, rng)).items()
    }
    attention, feed_forward, norm = 4 * 512**2, 2 * 512 * 2048 + 2048 + 512, 2 * 512
    encoder = sum(size for name, size in sizes.items() if name.startswith("encoder.0."))
    decoder = sum(size for name, size in sizes.items() if name.startswith("decoder.0."))
    assert encoder == attention + feed_forward + 2 * norm
    assert decoder == 2 * attention + feed_forward + 3 * norm


def test_the_same_seed_draws_the_same_weights():
    first, second = (
        named_arrays(transformer.initialize(SMALL, np.random.default_rng(3))) for _ in range(2)
    )
    assert first.keys() == second.keys()
    assert all(np.array_equal(first[name], second[name]) for name in first)


def test_single_precision_weights_give_single_precision_probabilities(rng):
    parameters = transformer.initialize(SMALL, rng, np.float32)
    assert transformer.forward(SOURCE, TARGET, parameters, SMALL).dtype == np.float32


def test_nothing_is_changed_in_place(parameters):
    before = {name: array.copy() for name, array in named_arrays(parameters).items()}
    transformer.forward(SOURCE, TARGET, parameters, SMALL)
    for name, array in named_arrays(parameters).items():
        np.testing.assert_array_equal(array, before[name])


def test_bad_sizes_and_ids_are_named(parameters):
    with pytest.raises(ValueError, match="5 heads do not divide d_model 12"):
        dataclasses.replace(SMALL, num_heads=5)
    with pytest.raises(ValueError, match=r"positive: \{'num_heads': 0\}"):
        dataclasses.replace(SMALL, num_heads=0)
    with pytest.raises(ValueError, match="'swish'"):
        dataclasses.replace(SMALL, activation="swish")
    with pytest.raises(ValueError, match=r"0 … 10, but .* 3 … 11"):
        transformer.encode(np.array([[3, 11]]), parameters, SMALL)
    short = dataclasses.replace(SMALL, max_length=4)
    with pytest.raises(ValueError, match=r"at most 4 tokens.*\(2, 5\)"):
        transformer.encode(SOURCE, parameters, short)
