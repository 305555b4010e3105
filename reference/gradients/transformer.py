"""Backward pass of the full Transformer, from the loss to every weight."""

import math
from typing import NamedTuple

import numpy as np

from reference import masks
from reference.arrays import Array, Ids, Mask
from reference.gradients.embeddings import embed_backward
from reference.gradients.feedforward import linear_backward
from reference.gradients.layers import decoder_layer_backward, encoder_layer_backward
from reference.gradients.losses import cross_entropy_backward
from reference.gradients.normalization import layer_norm_backward
from reference.layers import decoder_layer, encoder_layer
from reference.losses import IGNORE, cross_entropy
from reference.parameters import DecoderLayerParameters, EncoderLayerParameters, NormParameters
from reference.transformer import (
    Configuration,
    Parameters,
    activation_of,
    decode,
    embed_tokens,
    encode,
    forward_logits,
    padding_mask,
)


class LossAndGradients(NamedTuple):
    """One forward and one backward pass."""

    loss: Array  # ()
    logits: Array  # (..., n, target_vocabulary)
    gradients: Parameters  # ∂loss with respect to every weight


class ProjectGradients(NamedTuple):
    """∂L with respect to the arguments of `project`."""

    x: Array  # (..., n, d_model)
    w: Array  # (d_model, target_vocabulary); also if the matrix is tied (transposed)
    b: Array | None  # (target_vocabulary)


class EncodeGradients(NamedTuple):
    """∂L with respect to the weights that `encode` uses."""

    source_embedding: Array  # (source_vocabulary, d_model)
    encoder: tuple[EncoderLayerParameters, ...]
    encoder_norm: NormParameters | None


class DecodeGradients(NamedTuple):
    """∂L with respect to the memory and to the weights that `decode` uses."""

    memory: Array  # (..., n_source, d_model)
    target_embedding: Array  # (target_vocabulary, d_model)
    decoder: tuple[DecoderLayerParameters, ...]
    decoder_norm: NormParameters | None


def embed_tokens_backward(gradient: Array, ids: Ids, num_words: int) -> Array:
    """Through embedding and positions: the table gets √d_model times the gradient of its rows.

    Formula:
        ∂L/∂E = √d_model · embed_backward(∂L/∂x, ids)

    Args:
        gradient: (..., n, d_model) ∂L/∂x.
        ids: (..., n) token ids.
        num_words: the size of the vocabulary.

    Returns:
        (num_words, d_model) ∂L/∂E. The positions are fixed and get no gradient.

    Raises:
        ValueError: when the shapes do not fit or an id is outside the vocabulary.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.4, differentiated.
    """
    return embed_backward(gradient * math.sqrt(gradient.shape[-1]), ids, num_words)


def project_backward(gradient: Array, x: Array, parameters: Parameters) -> ProjectGradients:
    """Through the output projection.

    Formula:
        as linear_backward, with W = Eᵀ if tied

    Args:
        gradient: (..., n, target_vocabulary) ∂L/∂logits.
        x: (..., n, d_model) the decoder's output.
        parameters: all weights.

    Returns:
        (x, w, b) gradients, as `ProjectGradients`. If tied, the target embedding gets wᵀ in
        addition to its gradient as an embedding.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Press and Wolf, Using the Output Embedding to Improve Language Models (2017), section 3.
    """
    w = parameters.target_embedding.T if parameters.w_output is None else parameters.w_output
    return ProjectGradients(*linear_backward(gradient, x, w, parameters.b_output))


def encode_backward(
    gradient: Array, source: Ids, parameters: Parameters, configuration: Configuration
) -> EncodeGradients:
    """Through the encoder: the layers, the last one first, then the embedding.

    Formula:
        x₀ = embed(source),  xₗ₊₁ = EncoderLayerₗ(xₗ),  memory = LN(x_N) or x_N
        ∂L/∂xₗ = encoder_layer_backward(∂L/∂xₗ₊₁, xₗ)    for l = N − 1 … 0

    Args:
        gradient: (..., n_source, d_model) ∂L/∂memory.
        source: (..., n_source) token ids.
        parameters: all weights.
        configuration: sizes and options.

    Returns:
        (source_embedding, encoder, encoder_norm) gradients, as `EncodeGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.1, by the chain rule.
    """
    c = configuration
    mask = padding_mask(source, c)
    options = (c.norm, activation_of(c), c.eps)
    inputs = [embed_tokens(source, parameters.source_embedding)]  # N + 1 × (..., n_source, d_model)
    for layer in parameters.encoder:
        inputs.append(encoder_layer(inputs[-1], layer, c.num_heads, mask, *options))
    gradient, final_norm = _final_norm_backward(
        gradient, inputs.pop(), parameters.encoder_norm, c.eps
    )
    layers: list[EncoderLayerParameters] = []
    for x, layer in zip(reversed(inputs), reversed(parameters.encoder), strict=True):
        found = encoder_layer_backward(gradient, x, layer, c.num_heads, mask, *options)
        gradient = found.x  # (..., n_source, d_model)
        layers.insert(0, found.parameters)
    embedding = embed_tokens_backward(gradient, source, len(parameters.source_embedding))
    return EncodeGradients(embedding, tuple(layers), final_norm)


def decode_backward(
    gradient: Array,
    target: Ids,
    memory: Array,
    parameters: Parameters,
    configuration: Configuration,
    memory_mask: Mask | None = None,
) -> DecodeGradients:
    """Through the decoder: the layers, the last one first, each with a share for the memory.

    Formula:
        x₀ = embed(target),  xₗ₊₁ = DecoderLayerₗ(xₗ, memory),  y = LN(x_N) or x_N
        ∂L/∂xₗ, ∂L/∂memoryₗ = decoder_layer_backward(∂L/∂xₗ₊₁, xₗ, memory)    for l = N − 1 … 0
        ∂L/∂memory = Σₗ ∂L/∂memoryₗ

    Args:
        gradient: (..., n, d_model) ∂L/∂y.
        target: (..., n) token ids.
        memory: (..., n_source, d_model) the encoder's output.
        parameters: all weights.
        configuration: sizes and options.
        memory_mask: (..., 1, n_source) which source tokens are real.

    Returns:
        (memory, target_embedding, decoder, decoder_norm) gradients, as `DecodeGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.1, by the chain rule.
    """
    c = configuration
    inputs = [embed_tokens(target, parameters.target_embedding)]  # N + 1 × (..., n, d_model)
    mask = masks.combine(masks.causal(inputs[0].shape[-2]), padding_mask(target, c))
    options = (c.num_heads, mask, memory_mask, c.norm, activation_of(c), c.eps)
    for layer in parameters.decoder:
        inputs.append(decoder_layer(inputs[-1], memory, layer, *options))
    gradient, final_norm = _final_norm_backward(
        gradient, inputs.pop(), parameters.decoder_norm, c.eps
    )
    to_memory = np.zeros_like(memory)  # (..., n_source, d_model)
    layers: list[DecoderLayerParameters] = []
    for x, layer in zip(reversed(inputs), reversed(parameters.decoder), strict=True):
        found = decoder_layer_backward(gradient, x, memory, layer, *options)
        gradient = found.x  # (..., n, d_model)
        to_memory = to_memory + found.memory  # (..., n_source, d_model)
        layers.insert(0, found.parameters)
    embedding = embed_tokens_backward(gradient, target, len(parameters.target_embedding))
    return DecodeGradients(to_memory, embedding, tuple(layers), final_norm)


def forward_logits_backward(
    gradient: Array,
    source: Ids,
    target: Ids,
    parameters: Parameters,
    configuration: Configuration,
) -> Parameters:
    """Through the whole model: projection, decoder and, by way of the memory, the encoder.

    Formula:
        ∂L/∂y = project_backward(∂L/∂logits),    ∂L/∂memory = decode_backward(∂L/∂y)
        encode_backward(∂L/∂memory)

    Args:
        gradient: (..., n, target_vocabulary) ∂L/∂logits.
        source: (..., n_source) token ids.
        target: (..., n) token ids, beginning with the start token.
        parameters: all weights.
        configuration: sizes and options.

    Returns:
        The gradients of all weights, in the same tree. A tied matrix gets the sum over both of its
        uses.

    Raises:
        ValueError: when the shapes do not fit or an id is outside its vocabulary.

    Source:
        Vaswani et al., Attention Is All You Need (2017), figure 1, by the chain rule.
    """
    p, c = parameters, configuration
    memory, memory_mask = encode(source, p, c), padding_mask(source, c)
    y = decode(target, memory, p, c, memory_mask)  # (..., n, d_model)
    output = project_backward(gradient, y, p)
    decoder = decode_backward(output.x, target, memory, p, c, memory_mask)
    encoder = encode_backward(decoder.memory, source, p, c)
    tied = p.w_output is None
    return Parameters(
        source_embedding=encoder.source_embedding,
        target_embedding=decoder.target_embedding + (output.w.T if tied else 0),
        encoder=encoder.encoder,
        decoder=decoder.decoder,
        encoder_norm=encoder.encoder_norm,
        decoder_norm=decoder.decoder_norm,
        w_output=None if tied else output.w,
        b_output=output.b,
    )


def loss_and_gradients(
    source: Ids,
    target: Ids,
    following: Ids,
    parameters: Parameters,
    configuration: Configuration,
    label_smoothing: float = 0.0,
) -> LossAndGradients:
    """Cross-entropy of the next tokens, and its gradient with respect to every weight.

    Formula:
        loss = cross_entropy(forward_logits(source, target), following)

    Args:
        source: (..., n_source) token ids.
        target: (..., n) token ids, beginning with the start token (teacher forcing).
        following: (..., n) the token after each target token; padding does not count.
        parameters: all weights.
        configuration: sizes and options.
        label_smoothing: ε; 0.1 in the paper.

    Returns:
        (loss, logits, gradients), as `LossAndGradients`; the gradients form the same tree as the
        parameters.

    Raises:
        ValueError: when the shapes do not fit or an id is outside its vocabulary.

    Source:
        Vaswani et al., Attention Is All You Need (2017), sections 3 and 5.
    """
    pad = IGNORE if configuration.pad is None else configuration.pad
    logits = forward_logits(source, target, parameters, configuration)  # (..., n, vocabulary)
    loss = cross_entropy(logits, following, label_smoothing=label_smoothing, ignore_index=pad)
    to_logits = cross_entropy_backward(
        logits, following, label_smoothing=label_smoothing, ignore_index=pad
    )
    gradients = forward_logits_backward(to_logits, source, target, parameters, configuration)
    return LossAndGradients(loss, logits, gradients)


def _final_norm_backward(
    gradient: Array, x: Array, norm: NormParameters | None, eps: float
) -> tuple[Array, NormParameters | None]:
    """Through the normalization after the last layer, if there is one."""
    if norm is None:
        return gradient, None
    found = layer_norm_backward(gradient, x, *norm, eps)
    return found.x, NormParameters(found.gamma, found.beta)
