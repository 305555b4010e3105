"""Small models with weights by chance, and parts of PyTorch with the same weights."""

import numpy as np

from reference import architectures
from reference.initialization import Initializer
from reference.parameters import AttentionParameters, FeedForwardParameters, NormParameters
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
    """Gain and shift of a normalization."""
    return NormParameters(1 + 0.3 * rng.normal(size=width), 0.3 * rng.normal(size=width))


def torch_norm(torch, x, parameters, eps):
    """PyTorch's layer normalization with our weights."""
    return torch.nn.functional.layer_norm(
        x, (x.shape[-1],), *map(torch.tensor, parameters), eps=eps
    )


def t5_parameters(rng):
    """Two encoder layers and a decoder layer of T5."""
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


def llama_parameters(rng, groups, d_head=4):
    """Two layers of LLaMA with so many groups of queries."""
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


def swin_parameters(rng, window=2):
    """A layer of Swin with its biases for places of a window."""
    layer = Initializer(rng, np.dtype(np.float64), bias=False).encoder_layer(D, D_FF)
    return architectures.SwinLayerParameters(layer, rng.normal(size=((2 * window - 1) ** 2, HEADS)))
