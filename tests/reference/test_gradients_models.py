"""Backward passes of layers and the full Transformer: PyTorch autograd, finite differences."""

import copy
import dataclasses

import numpy as np
import pytest

from reference import gradients, masks, transformer
from reference.activations import gelu, relu
from reference.losses import cross_entropy
from reference.parameters import named_arrays
from reference.transformer import Configuration
from tests.reference.torch_parity import assert_close
from tests.reference.torch_weights import decoder_layer_parameters, encoder_layer_parameters, shake

TOLERANCE = 1e-8
D_MODEL, HEADS, D_FF = 12, 3, 10
SOURCE_REAL = masks.padding(np.array([[1, 2, 3, 4, 5], [1, 2, 3, 0, 0]]))  # (2, 1, 5)
TARGET_REAL = masks.padding(np.array([[1, 2, 3, 4], [1, 2, 3, 0]]))  # (2, 1, 4)

SMALL = Configuration(
    source_vocabulary=11,
    target_vocabulary=13,
    d_model=D_MODEL,
    num_heads=HEADS,
    d_ff=D_FF,
    num_encoder_layers=2,
    num_decoder_layers=2,
    pad=0,
)
SOURCE = np.array([[3, 4, 5, 6, 7], [8, 9, 10, 0, 0]])
TARGET = np.array([[1, 5, 6, 5], [1, 12, 0, 0]])
FOLLOWING = np.array([[5, 6, 5, 2], [12, 2, 0, 0]])


def of_gradients(module):
    """The same module with every weight replaced by its gradient, so that both read alike."""
    twin = copy.deepcopy(module)
    for weight, own in zip(twin.parameters(), module.parameters(), strict=True):
        weight.data = own.grad
    return twin


def assert_same_tree(ours, theirs):
    mine, others = named_arrays(ours), named_arrays(theirs)
    assert mine.keys() == others.keys()
    for name, array in mine.items():
        assert_close(array, others[name], TOLERANCE)


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("activation", [relu, gelu])
def test_encoder_layer(torch, rng, norm, activation):
    module = torch.nn.TransformerEncoderLayer(
        D_MODEL,
        HEADS,
        D_FF,
        dropout=0.0,
        activation=activation.__name__,
        norm_first=norm == "pre",
        batch_first=True,
    )
    shake(torch, module)
    x, gradient = rng.normal(size=(2, 5, D_MODEL)), rng.normal(size=(2, 5, D_MODEL))
    tensor = torch.tensor(x, requires_grad=True)
    padding = torch.tensor(~SOURCE_REAL[:, 0])
    module(tensor, src_key_padding_mask=padding).backward(torch.tensor(gradient))
    ours = gradients.encoder_layer_backward(
        gradient, x, encoder_layer_parameters(module), HEADS, SOURCE_REAL, norm, activation
    )
    assert_close(ours.x, tensor.grad, TOLERANCE)
    assert_same_tree(ours.parameters, encoder_layer_parameters(of_gradients(module)))


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_decoder_layer(torch, rng, norm):
    module = torch.nn.TransformerDecoderLayer(
        D_MODEL, HEADS, D_FF, dropout=0.0, norm_first=norm == "pre", batch_first=True
    )
    shake(torch, module)
    x, memory, gradient = (rng.normal(size=(2, n, D_MODEL)) for n in (4, 5, 4))
    tensors = [torch.tensor(array, requires_grad=True) for array in (x, memory)]
    module(
        *tensors,
        tgt_mask=torch.tensor(~np.tri(4, dtype=bool)),
        tgt_key_padding_mask=torch.tensor(~TARGET_REAL[:, 0]),
        memory_key_padding_mask=torch.tensor(~SOURCE_REAL[:, 0]),
    ).backward(torch.tensor(gradient))
    mask = masks.combine(masks.causal(4), TARGET_REAL)
    ours = gradients.decoder_layer_backward(
        gradient, x, memory, decoder_layer_parameters(module), HEADS, mask, SOURCE_REAL, norm
    )
    assert_close(ours.x, tensors[0].grad, TOLERANCE)
    assert_close(ours.memory, tensors[1].grad, TOLERANCE)
    assert_same_tree(ours.parameters, decoder_layer_parameters(of_gradients(module)))


def loss(parameters, configuration, smoothing):
    logits = transformer.forward_logits(SOURCE, TARGET, parameters, configuration)
    return cross_entropy(logits, FOLLOWING, label_smoothing=smoothing, ignore_index=0)


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("tied", [False, True])
@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_every_weight_of_the_transformer_moves_the_loss_as_its_gradient_says(
    rng, norm, tied, smoothing
):
    c = dataclasses.replace(SMALL, norm=norm, tied=tied, activation="gelu")
    parameters = transformer.initialize(c, rng)
    found = gradients.loss_and_gradients(SOURCE, TARGET, FOLLOWING, parameters, c, smoothing)
    np.testing.assert_allclose(found.loss, loss(parameters, c, smoothing), rtol=1e-14)
    weights, by_name = named_arrays(parameters), named_arrays(found.gradients)
    assert weights.keys() == by_name.keys()
    for name, weight in weights.items():
        direction = rng.normal(size=weight.shape)
        direction /= np.linalg.norm(direction)
        start, sides = weight.copy(), []
        for step in (1e-5, -1e-5):
            weight[...] = start + step * direction
            sides.append(loss(parameters, c, smoothing))
        weight[...] = start
        slope = (sides[0] - sides[1]) / 2e-5
        np.testing.assert_allclose(
            np.sum(by_name[name] * direction), slope, atol=TOLERANCE, err_msg=name
        )


def test_words_that_do_not_occur_get_no_gradient(rng):
    parameters = transformer.initialize(SMALL, rng)
    found = gradients.loss_and_gradients(SOURCE, TARGET, FOLLOWING, parameters, SMALL).gradients
    occurring = sorted({*SOURCE.ravel().tolist()} - {0})
    moved = np.flatnonzero(found.source_embedding.any(axis=-1))
    assert moved.tolist() == occurring  # padding is hidden, so it gets none either


def test_nothing_is_changed_in_place(rng):
    parameters = transformer.initialize(SMALL, rng)
    before = {name: array.copy() for name, array in named_arrays(parameters).items()}
    gradients.loss_and_gradients(SOURCE, TARGET, FOLLOWING, parameters, SMALL)
    for name, array in named_arrays(parameters).items():
        np.testing.assert_array_equal(array, before[name])
