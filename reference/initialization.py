"""Fresh weights, component by component, drawn from one generator."""

import math
from typing import Any, NamedTuple

import numpy as np

from reference.arrays import Array
from reference.parameters import (
    AttentionParameters,
    DecoderLayerParameters,
    EncoderLayerParameters,
    FeedForwardParameters,
    NormParameters,
)


class Initializer(NamedTuple):
    """Draws the weights of one component after another; the same seed draws the same weights.

    Formula:
        matrix:    W ~ U(−a, a) with a = √(6 / (d_in + d_out))
        embedding: E ~ N(0, 1 / d_model)
        biases and β are 0, γ is 1

    Args:
        generator: the source of randomness.
        dtype: the floating-point type of all weights.
        bias: whether the projections of attention have biases.

    Convention:
        Xavier uniform, as in fairseq and the Annotated Transformer. Embeddings have variance 1 /
        d_model, so √d_model times a row has variance 1, comparable to positions in [−1, 1].

    Source:
        Glorot and Bengio, Understanding the Difficulty of Training Deep Feedforward Neural Networks
        (2010), equation 16.
    """

    generator: np.random.Generator
    dtype: np.dtype[Any]
    bias: bool = True

    def matrix(self, d_in: int, d_out: int) -> Array:
        """The weights of a projection from `d_in` to `d_out`, Xavier uniform."""
        bound = math.sqrt(6 / (d_in + d_out))
        return self.generator.uniform(-bound, bound, (d_in, d_out)).astype(self.dtype)

    def embedding(self, rows: int, d_model: int) -> Array:
        """A table of `rows` vectors, normal with variance 1 / d_model."""
        return self.generator.normal(0, d_model**-0.5, (rows, d_model)).astype(self.dtype)

    def zeros(self, width: int) -> Array:
        """A bias."""
        return np.zeros(width, self.dtype)

    def norm(self, d_model: int) -> NormParameters:
        """A normalization that does not scale or shift: γ = 1, β = 0."""
        return NormParameters(np.ones(d_model, self.dtype), self.zeros(d_model))

    def attention(self, d_model: int) -> AttentionParameters:
        """The four projections of multi-head attention."""
        weights = [self.matrix(d_model, d_model) for _ in range(4)]
        biases = [self.zeros(d_model) if self.bias else None for _ in range(4)]
        return AttentionParameters(*weights, *biases)

    def feed_forward(self, d_model: int, d_ff: int) -> FeedForwardParameters:
        """The two layers of a feed-forward network."""
        return FeedForwardParameters(
            self.matrix(d_model, d_ff),
            self.zeros(d_ff),
            self.matrix(d_ff, d_model),
            self.zeros(d_model),
        )

    def encoder_layer(self, d_model: int, d_ff: int) -> EncoderLayerParameters:
        """Self-attention and a feed-forward network, each with its norm."""
        return EncoderLayerParameters(
            self_attention=self.attention(d_model),
            self_attention_norm=self.norm(d_model),
            feed_forward=self.feed_forward(d_model, d_ff),
            feed_forward_norm=self.norm(d_model),
        )

    def decoder_layer(self, d_model: int, d_ff: int) -> DecoderLayerParameters:
        """Like the layer of an encoder, with cross-attention between the two."""
        return DecoderLayerParameters(
            self_attention=self.attention(d_model),
            self_attention_norm=self.norm(d_model),
            cross_attention=self.attention(d_model),
            cross_attention_norm=self.norm(d_model),
            feed_forward=self.feed_forward(d_model, d_ff),
            feed_forward_norm=self.norm(d_model),
        )
