"""PyTorch's Transformer modules, with all weights distinct, and those weights by our names."""

from typing import Any

from reference.parameters import (
    AttentionParameters,
    DecoderLayerParameters,
    EncoderLayerParameters,
    FeedForwardParameters,
    NormParameters,
)
from tests.reference.torch_parity import to_numpy


def shake(torch: Any, module: Any) -> None:
    """Give every weight a value of its own: fresh modules have zero biases and unit gammas."""
    with torch.no_grad():
        for parameter in module.parameters():
            noise = torch.randn_like(parameter)
            parameter.copy_(noise * 0.3 if parameter.dim() > 1 else 1.0 + noise * 0.3)


def attention_parameters(module: Any) -> AttentionParameters:
    w_q, w_k, w_v = to_numpy(module.in_proj_weight).reshape(3, -1, module.embed_dim)
    b_q, b_k, b_v = to_numpy(module.in_proj_bias).reshape(3, -1)
    w_o, b_o = to_numpy(module.out_proj.weight), to_numpy(module.out_proj.bias)
    return AttentionParameters(w_q.T, w_k.T, w_v.T, w_o.T, b_q, b_k, b_v, b_o)


def norm_parameters(module: Any) -> NormParameters:
    return NormParameters(to_numpy(module.weight), to_numpy(module.bias))


def feed_forward_parameters(module: Any) -> FeedForwardParameters:
    first, second = module.linear1, module.linear2
    return FeedForwardParameters(
        to_numpy(first.weight).T,
        to_numpy(first.bias),
        to_numpy(second.weight).T,
        to_numpy(second.bias),
    )


def encoder_layer_parameters(module: Any) -> EncoderLayerParameters:
    return EncoderLayerParameters(
        attention_parameters(module.self_attn),
        norm_parameters(module.norm1),
        feed_forward_parameters(module),
        norm_parameters(module.norm2),
    )


def decoder_layer_parameters(module: Any) -> DecoderLayerParameters:
    return DecoderLayerParameters(
        attention_parameters(module.self_attn),
        norm_parameters(module.norm1),
        attention_parameters(module.multihead_attn),
        norm_parameters(module.norm2),
        feed_forward_parameters(module),
        norm_parameters(module.norm3),
    )
