"""BERT: a bidirectional encoder with segments, and a head that predicts masked words."""

from typing import NamedTuple

import numpy as np

from reference.activations import gelu, tanh
from reference.arrays import Array, Ids, Mask, require
from reference.embeddings import embed
from reference.feedforward import linear
from reference.layers import encoder_layer
from reference.normalization import layer_norm
from reference.parameters import EncoderLayerParameters, NormParameters
from reference.positions import learned
from reference.trace import record, scope


class BertParameters(NamedTuple):
    """The weights of BERT; the head's last projection is the word embedding, transposed."""

    words: Array  # (vocabulary, d_model)
    positions: Array  # (max_length, d_model)
    segments: Array  # (2, d_model)
    embedding_norm: NormParameters
    layers: tuple[EncoderLayerParameters, ...]
    w_pooler: Array  # (d_model, d_model)
    b_pooler: Array  # (d_model)
    w_head: Array  # (d_model, d_model)
    b_head: Array  # (d_model)
    head_norm: NormParameters
    b_words: Array  # (vocabulary)


class CorruptedText(NamedTuple):
    """A text with hidden words, and where they are."""

    ids: Ids  # (..., n) what the model sees
    selected: Mask  # (..., n) True where the model must recover the word


def bert_corrupt(
    ids: Ids,
    draws: Array,
    replacements: Ids,
    mask_id: int,
    allowed: Mask | None = None,
    rate: float = 0.15,
) -> CorruptedText:
    """Hide some words for training: most become [MASK], some become another word, some stay.

    Formula:
        selected = (u < rate);  of these, by u / rate:
        below 0.8 [MASK], below 0.9 a random word, else the word itself

    Args:
        ids: (..., n) token ids.
        draws: (..., n) u, one uniform number in [0, 1) per token.
        replacements: (..., n) one random word per token, used where the draw says so.
        mask_id: the id of [MASK].
        allowed: (..., n) True where a token may be selected: no padding, no class token; None
            allows all.
        rate: the share of tokens to select.

    Returns:
        `CorruptedText`: (..., n) ids to feed in, and (..., n) which tokens count in the loss.

    Raises:
        ValueError: when the shapes differ.

    Convention:
        Every token is drawn independently, as in Hugging Face; the authors draw a fixed number per
        text. One draw decides both things: given that u < rate, u / rate is uniform again.

    Source:
        Devlin et al., BERT (2019), section 3.1, "Masked LM", and appendix A.1.
    """
    shapes = {np.shape(array) for array in (ids, draws, replacements)}
    require(len(shapes) == 1, "one draw per token", ids=ids, draws=draws, replacements=replacements)
    selected = draws < rate if allowed is None else (draws < rate) & allowed  # (..., n)
    share = draws / rate  # (..., n)
    hidden = np.where(share < 0.8, mask_id, np.where(share < 0.9, replacements, ids))
    return CorruptedText(np.where(selected, hidden, ids), selected)


def bert_encode(
    ids: Ids,
    segments: Ids,
    parameters: BertParameters,
    num_heads: int,
    mask: Mask | None = None,
    eps: float = 1e-12,
) -> Array:
    """Read a text; every token attends in both directions.

    Formula:
        x = EncoderLayer_N(… EncoderLayer₁(LN(E[ids] + P + S[segments])))

    Args:
        ids: (..., n) token ids, beginning with the class token.
        segments: (..., n) 0 for the first sentence, 1 for the second.
        parameters: all weights.
        num_heads: the number of heads.
        mask: broadcasts to (..., n, n), True = may attend; the padding mask.
        eps: the ε of all normalizations.

    Returns:
        (..., n, d_model) one row per token.

    Raises:
        ValueError: when ids and segments differ in shape or have no row, or the text is too long.

    Convention:
        Post-norm, GELU (exact), learned positions, and no √d_model on the embeddings.

    Source:
        Devlin et al., BERT (2019), section 3.
    """
    p = parameters
    require(np.shape(ids) == np.shape(segments), "a segment per token", ids=ids, segments=segments)
    with scope("embedding"):
        words, sides = embed(ids, p.words), embed(segments, p.segments)  # (..., n, d_model) each
        total = words + learned(p.positions, np.shape(ids)[-1]) + sides  # (..., n, d_model)
        record("sum", total, "word + position + segment")
        x = layer_norm(total, *p.embedding_norm, eps)  # (..., n, d_model)
    for number, layer in enumerate(p.layers):
        with scope("encoder"), scope(number):
            x = encoder_layer(x, layer, num_heads, mask, "post", gelu, eps)
    return x


def bert_pool(x: Array, parameters: BertParameters) -> Array:
    """One vector for the whole text: that of the class token, after a linear layer and tanh.

    Formula:
        tanh(x₀ W + b)

    Args:
        x: (..., n, d_model) from `bert_encode`.
        parameters: all weights.

    Returns:
        (..., d_model) the input of a classifier.

    Source:
        Devlin et al., BERT (2019), section 3.1, "Next Sentence Prediction", and the authors' code.
    """
    return record(
        "pooled", tanh(linear(x[..., 0, :], parameters.w_pooler, parameters.b_pooler)), "the text"
    )


def bert_word_logits(x: Array, parameters: BertParameters, eps: float = 1e-12) -> Array:
    """Predict the word at every position; training only uses the masked positions.

    Formula:
        logits = LN(GELU(x W + b)) Eᵀ + c

    Args:
        x: (..., n, d_model) from `bert_encode`.
        parameters: all weights.
        eps: the ε of the normalization.

    Returns:
        (..., n, vocabulary) a logit for every word.

    Source:
        Devlin et al., BERT (2019), section 3.1, "Masked LM", and the authors' code.
    """
    p = parameters
    with scope("head"):
        hidden = layer_norm(gelu(linear(x, p.w_head, p.b_head)), *p.head_norm, eps)
        return record("logits", linear(hidden, p.words.T, p.b_words), "a score for every word")
