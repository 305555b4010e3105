"""GPT-2: a decoder-only model; each token attends to earlier ones, and predicts the next."""

from functools import partial
from typing import NamedTuple

import numpy as np

from reference import masks
from reference.activations import gelu
from reference.arrays import Array, Ids
from reference.embeddings import embed
from reference.feedforward import linear
from reference.layers import encoder_layer
from reference.normalization import layer_norm
from reference.parameters import EncoderLayerParameters, NormParameters
from reference.positions import learned
from reference.trace import record, scope


class GptParameters(NamedTuple):
    """The weights of GPT-2; the output projection is the word embedding, transposed."""

    words: Array  # (vocabulary, d_model)
    positions: Array  # (max_length, d_model)
    layers: tuple[EncoderLayerParameters, ...]
    final_norm: NormParameters


def gpt_logits(ids: Ids, parameters: GptParameters, num_heads: int, eps: float = 1e-5) -> Array:
    """Score the next word after every token.

    Formula:
        x = LN(Layer_N(… Layer₁(E[ids] + P)));  logits = x Eᵀ

    Args:
        ids: (..., n) token ids.
        parameters: all weights.
        num_heads: the number of heads.
        eps: the ε of all normalizations.

    Returns:
        (..., n, vocabulary) row t depends only on tokens 0 … t.

    Raises:
        ValueError: when the text is too long or an id is outside the vocabulary.

    Convention:
        A decoder without cross-attention is an encoder layer under a causal mask. Pre-norm with a
        normalization at the end; GELU by tanh; tied output without bias; learned positions.

    Source:
        Radford et al., Language Models are Unsupervised Multitask Learners (2019), section 2.3.
    """
    p, length = parameters, np.shape(ids)[-1]
    x = record("embedding", embed(ids, p.words) + learned(p.positions, length), "word + position")
    activation = partial(gelu, approximate="tanh")
    for number, layer in enumerate(p.layers):
        with scope("decoder"), scope(number):
            x = encoder_layer(x, layer, num_heads, masks.causal(length), "pre", activation, eps)
    with scope("final_norm"):
        x = layer_norm(x, *p.final_norm, eps)  # (..., n, d_model)
    logits = linear(x, p.words.T)  # (..., n, vocabulary)
    return record("logits", logits, "a score for every next word")
