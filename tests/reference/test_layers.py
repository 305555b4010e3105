"""Encoder and decoder layers against PyTorch, in post and pre norm."""

import numpy as np
import pytest

from reference import layers, masks
from reference.activations import gelu, relu
from tests.reference.torch_parity import assert_close
from tests.reference.torch_weights import decoder_layer_parameters, encoder_layer_parameters, shake

D_MODEL, HEADS, D_FF, SOURCE, TARGET = 12, 3, 10, 5, 4
SOURCE_PADDING = masks.padding(np.array([[1, 2, 3, 4, 5], [1, 2, 3, 0, 0]]))  # (2, 1, 5)
TARGET_PADDING = masks.padding(np.array([[1, 2, 3, 0], [1, 2, 3, 4]]))  # (2, 1, 4)


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("activation", [relu, gelu])
def test_encoder_layer_agrees_with_pytorch(torch, rng, norm, activation):
    module = torch.nn.TransformerEncoderLayer(
        D_MODEL,
        HEADS,
        D_FF,
        activation=activation.__name__,
        norm_first=norm == "pre",
        batch_first=True,
    ).eval()
    shake(torch, module)
    x = rng.normal(size=(2, SOURCE, D_MODEL))
    theirs = module(torch.tensor(x), src_key_padding_mask=torch.tensor(~SOURCE_PADDING[:, 0]))
    ours = layers.encoder_layer(
        x, encoder_layer_parameters(module), HEADS, SOURCE_PADDING, norm, activation
    )
    real = SOURCE_PADDING[:, 0]  # PyTorch's fast path puts zeros in padded rows
    assert_close(ours[real], theirs.detach().numpy()[real])


@pytest.mark.parametrize("norm", ["post", "pre"])
def test_decoder_layer_agrees_with_pytorch(torch, rng, norm):
    module = torch.nn.TransformerDecoderLayer(
        D_MODEL, HEADS, D_FF, norm_first=norm == "pre", batch_first=True
    ).eval()
    shake(torch, module)
    x, memory = rng.normal(size=(2, TARGET, D_MODEL)), rng.normal(size=(2, SOURCE, D_MODEL))
    theirs = module(
        torch.tensor(x),
        torch.tensor(memory),
        tgt_mask=torch.tensor(~masks.causal(TARGET)),
        tgt_key_padding_mask=torch.tensor(~TARGET_PADDING[:, 0]),
        memory_key_padding_mask=torch.tensor(~SOURCE_PADDING[:, 0]),
    )
    ours = layers.decoder_layer(
        x,
        memory,
        decoder_layer_parameters(module),
        HEADS,
        masks.combine(masks.causal(TARGET), TARGET_PADDING),
        SOURCE_PADDING,
        norm,
    )
    assert_close(ours, theirs)


def test_residual_adds_and_leaves_its_inputs_alone():
    x, branch = np.array([[1.0, 2.0]]), np.array([[10.0, 20.0]])
    assert_close(layers.residual(x, branch), [[11.0, 22.0]])
    assert_close(x, [[1.0, 2.0]])


def test_residual_names_shapes_that_differ():
    with pytest.raises(ValueError, match=r"x \(2, 3\), branch \(2, 4\)"):
        layers.residual(np.ones((2, 3)), np.ones((2, 4)))


def test_sublayer_in_both_orders_by_hand():
    x = np.array([[1.0, 3.0]])
    ones_zeros = (np.ones(2), np.zeros(2))

    def double(rows):
        return 2 * rows

    # post: LN(x + 2x) = (−1, 1);  pre: x + 2 LN(x) = (1 − 2, 3 + 2)
    post = layers.sublayer(x, double, ones_zeros, "post", eps=0.0)
    pre = layers.sublayer(x, double, ones_zeros, "pre", eps=0.0)
    assert_close(post, [[-1.0, 1.0]])
    assert_close(pre, [[-1.0, 5.0]])


def test_an_unknown_order_is_refused():
    with pytest.raises(ValueError, match="sandwich"):
        layers.sublayer(np.ones((1, 2)), lambda x: x, (np.ones(2), np.ones(2)), "sandwich")
