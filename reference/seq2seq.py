"""Translation before the Transformer: RNN encoder–decoder, with and without Bahdanau attention.

Both are built from GRUs. Targets begin with the start token, so row t of the logits scores the
token that follows target t.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import DTypeLike

from reference.activations import softmax, tanh
from reference.arrays import Array, Ids, Mask
from reference.attention import additive_scores, masked_scores, weighted_sum
from reference.embeddings import embed
from reference.feedforward import linear
from reference.initialization import Initializer
from reference.recurrent import RecurrentOutput, bidirectional, gru, gru_step
from reference.recurrent.sequences import real_tokens
from reference.trace import record, scope


class GRUParameters(NamedTuple):
    """The weights of `gru`, packed as reset, update, new."""

    w_ih: Array  # (d_in, 3·d)
    w_hh: Array  # (d, 3·d)
    b_ih: Array  # (3·d)
    b_hh: Array  # (3·d)


class EncoderDecoderParameters(NamedTuple):
    """All weights of the encoder–decoder without attention."""

    source_embedding: Array  # (V_source, d_e)
    target_embedding: Array  # (V_target, d_e)
    encoder: GRUParameters  # d_e → d
    decoder: GRUParameters  # d_e → d
    w_output: Array  # (d, V_target)
    b_output: Array  # (V_target)


class AttentionEncoderDecoderParameters(NamedTuple):
    """All weights of the encoder–decoder with Bahdanau attention."""

    source_embedding: Array  # (V_source, d_e)
    target_embedding: Array  # (V_target, d_e)
    encoder_forward: GRUParameters  # d_e → d
    encoder_backward: GRUParameters  # d_e → d
    w_start: Array  # (d, d), makes the decoder's first state
    b_start: Array  # (d)
    w_query: Array  # (d, d_a)
    w_key: Array  # (2·d, d_a)
    v: Array  # (d_a)
    decoder: GRUParameters  # d_e + 2·d → d
    w_output: Array  # (d_e + 3·d, V_target)
    b_output: Array  # (V_target)


class Glance(NamedTuple):
    """What the decoder gets from attending to the source once."""

    context: Array  # (..., 2·d), the mixed annotations
    weights: Array  # (..., n), the shares; they sum to 1


class Translation(NamedTuple):
    """What the encoder–decoder with attention computes."""

    logits: Array  # (..., m, V_target)
    weights: Array  # (..., m, n), row t: the attention weights for target t + 1


def encode(
    source: Ids, parameters: EncoderDecoderParameters, lengths: Ids | None = None
) -> RecurrentOutput:
    """Read the source into one vector.

    Formula:
        h_t = GRU(E[source_t], h_{t−1}),    c = h at the last real token

    Args:
        source: (..., n) token ids, padded at the end.
        parameters: all weights.
        lengths: (...) number of real tokens; n by default.

    Returns:
        (outputs, hidden) of shapes (..., n, d) and (..., d); the decoder only gets `hidden`.

    Raises:
        ValueError: when an id has no row or lengths do not fit.

    Source:
        Cho et al., Learning Phrase Representations using RNN Encoder–Decoder (2014), section 2.2.
    """
    with scope("encoder"):
        x = embed(source, parameters.source_embedding)  # (..., n, d_e)
        return gru(x, *parameters.encoder, lengths=lengths)


def decode(target: Ids, state: Array, parameters: EncoderDecoderParameters) -> Array:
    """Score the next token after every target token, given one vector for the source.

    Formula:
        s_t = GRU(E[target_t], s_{t−1}),    s_{−1} = c
        logits_t = s_t W + b

    Args:
        target: (..., m) token ids, beginning with the start token.
        state: (..., d) c, the vector for the source.
        parameters: all weights.

    Returns:
        (..., m, V_target) logits.

    Raises:
        ValueError: when an id has no row or shapes do not fit.

    Convention:
        The vector for the source is the decoder's first state, as in Sutskever et al. Cho et al.
        also feed it into every step. Sutskever et al. read the source backwards.

    Source:
        Sutskever, Vinyals, Le, Sequence to Sequence Learning with Neural Networks (2014),
        section 2.
    """
    with scope("decoder"):
        y = embed(target, parameters.target_embedding)  # (..., m, d_e)
        states = gru(y, *parameters.decoder, state).outputs  # (..., m, d)
    logits = linear(states, parameters.w_output, parameters.b_output)  # (..., m, V_target)
    return record("logits", logits, "a score for every next word")


def encoder_decoder(
    source: Ids, target: Ids, parameters: EncoderDecoderParameters, lengths: Ids | None = None
) -> Array:
    """The whole model without attention: every sentence is squeezed through one vector.

    Formula:
        logits = decode(target, encode(source).hidden)

    Args:
        source: (..., n) token ids, padded at the end.
        target: (..., m) token ids, beginning with the start token.
        parameters: all weights.
        lengths: (...) number of real source tokens; n by default.

    Returns:
        (..., m, V_target) logits.

    Raises:
        ValueError: when an id has no row or lengths do not fit.

    Source:
        Sutskever, Vinyals, Le, Sequence to Sequence Learning with Neural Networks (2014), section
        2.
    """
    return decode(target, encode(source, parameters, lengths).hidden, parameters)


def annotate(
    source: Ids, parameters: AttentionEncoderDecoderParameters, lengths: Ids | None = None
) -> Array:
    """Read the source from both ends: one annotation for every word.

    Formula:
        h_j = [h→_j ; h←_j]

    Args:
        source: (..., n) token ids, padded at the end.
        parameters: all weights.
        lengths: (...) number of real tokens; n by default.

    Returns:
        (..., n, 2·d) the annotations, zero at padding.

    Raises:
        ValueError: when an id has no row or lengths do not fit.

    Source:
        Bahdanau, Cho, Bengio, Neural Machine Translation by Jointly Learning to Align and Translate
        (2015), section 3.2.
    """
    p = parameters
    with scope("encoder"):
        x = embed(source, p.source_embedding)  # (..., n, d_e)
        run = bidirectional(x, p.encoder_forward, p.encoder_backward, cell="gru", lengths=lengths)
        return record("annotations", run.outputs, "both directions, side by side")


def start_state(annotations: Array, parameters: AttentionEncoderDecoderParameters) -> Array:
    """The decoder's state before its first step.

    Formula:
        s₋₁ = tanh(h←₀ W_start + b_start)

    Args:
        annotations: (..., n, 2·d) the encoder's output.
        parameters: all weights.

    Returns:
        (..., d) the state.

    Convention:
        It is computed from the backward state at the first word, which has read the whole sentence.

    Source:
        Bahdanau, Cho, Bengio, Neural Machine Translation by Jointly Learning to Align and Translate
        (2015), appendix A.2.2.
    """
    first = annotations[..., 0, annotations.shape[-1] // 2 :]  # (..., d)
    state = tanh(linear(first, parameters.w_start, parameters.b_start))  # (..., d)
    return record("start_state", state, "what the decoder begins with")


def glance(
    state: Array,
    annotations: Array,
    parameters: AttentionEncoderDecoderParameters,
    mask: Mask | None = None,
) -> Glance:
    """Where the decoder attends to, and what it gets from there.

    Formula:
        e_j = v · tanh(s W_query + h_j W_key)
        α = softmax(e),    c = Σⱼ α_j h_j

    Args:
        state: (..., d) the decoder's state s before its step.
        annotations: (..., n, 2·d) h, the encoder's output.
        parameters: all weights.
        mask: (..., n) True where the source has a real token.

    Returns:
        (context, weights) of shapes (..., 2·d) and (..., n), as `Glance`.

    Raises:
        ValueError: when shapes do not fit.

    Convention:
        The query is the state before the step, s_{t−1}. Luong et al. (2015) use the state after it.

    Source:
        Bahdanau, Cho, Bengio, Neural Machine Translation by Jointly Learning to Align and Translate
        (2015), section 3.1 and appendix A.1.2.
    """
    p = parameters
    query = state[..., None, :]  # (..., 1, d)
    scores = additive_scores(query, annotations, p.w_query, p.w_key, p.v)  # (..., 1, n)
    allowed = masked_scores(scores, None if mask is None else mask[..., None, :])  # (..., 1, n)
    weights = record("weights", softmax(allowed), "the share of each source word")  # (..., 1, n)
    context = record("context", weighted_sum(weights, annotations), "the mixed annotations")
    return Glance(context[..., 0, :], weights[..., 0, :])


def attention_encoder_decoder(
    source: Ids,
    target: Ids,
    parameters: AttentionEncoderDecoderParameters,
    lengths: Ids | None = None,
) -> Translation:
    """The whole model with Bahdanau attention: the decoder attends to the source in every step.

    Formula:
        c_t, α_t = glance(s_{t−1}, h)
        s_t = GRU([E[target_t] ; c_t], s_{t−1})
        logits_t = [s_t ; c_t ; E[target_t]] W + b

    Args:
        source: (..., n) token ids, padded at the end.
        target: (..., m) token ids, beginning with the start token.
        parameters: all weights.
        lengths: (...) number of real source tokens; n by default.

    Returns:
        (logits, weights) of shapes (..., m, V_target) and (..., m, n), as `Translation`.

    Raises:
        ValueError: when an id has no row or lengths do not fit.

    Convention:
        The logits are linear in state, context and last word. The paper has a maxout layer in
        between, and applies the reset before the recurrent product (see `gru_candidate`).

    Source:
        Bahdanau, Cho, Bengio, Neural Machine Translation by Jointly Learning to Align and Translate
        (2015), section 3 and appendix A.
    """
    annotations = annotate(source, parameters, lengths)  # (..., n, 2·d)
    mask = real_tokens(annotations, lengths)  # (..., n)
    y = embed(target, parameters.target_embedding)  # (..., m, d_e)
    state = start_state(annotations, parameters)  # (..., d)
    features, weights = [], []
    for t in range(y.shape[-2]):
        with scope("decoder"), scope(t):
            look = glance(state, annotations, parameters, mask)
            word = y[..., t, :]  # (..., d_e)
            seen = np.concatenate([word, look.context], axis=-1)  # (..., d_e + 2·d)
            state = gru_step(seen, state, *parameters.decoder)  # (..., d)
        features.append(np.concatenate([state, look.context, word], axis=-1))  # (..., 3·d + d_e)
        weights.append(look.weights)
    logits = linear(np.stack(features, axis=-2), parameters.w_output, parameters.b_output)
    return Translation(
        record("logits", logits, "a score for every next word"),  # (..., m, V_target)
        np.stack(weights, axis=-2),  # (..., m, n)
    )


def initialize_encoder_decoder(
    source_vocabulary: int,
    target_vocabulary: int,
    d_embedding: int,
    d_hidden: int,
    generator: np.random.Generator,
    dtype: DTypeLike = np.float64,
) -> EncoderDecoderParameters:
    """Draw the weights of an encoder–decoder without attention.

    Args:
        source_vocabulary: V_source.
        target_vocabulary: V_target.
        d_embedding: d_e.
        d_hidden: d.
        generator: the source of randomness; the same seed draws the same weights.
        dtype: the floating-point type of all weights.

    Returns:
        `EncoderDecoderParameters`.

    Source:
        See `reference.initialization.Initializer`.
    """
    draw = Initializer(generator, np.dtype(dtype))
    return EncoderDecoderParameters(
        source_embedding=draw.embedding(source_vocabulary, d_embedding),
        target_embedding=draw.embedding(target_vocabulary, d_embedding),
        encoder=_gru(draw, d_embedding, d_hidden),
        decoder=_gru(draw, d_embedding, d_hidden),
        w_output=draw.matrix(d_hidden, target_vocabulary),
        b_output=draw.zeros(target_vocabulary),
    )


def initialize_attention_encoder_decoder(
    source_vocabulary: int,
    target_vocabulary: int,
    d_embedding: int,
    d_hidden: int,
    d_attention: int,
    generator: np.random.Generator,
    dtype: DTypeLike = np.float64,
) -> AttentionEncoderDecoderParameters:
    """Draw the weights of an encoder–decoder with Bahdanau attention.

    Args:
        source_vocabulary: V_source.
        target_vocabulary: V_target.
        d_embedding: d_e.
        d_hidden: d.
        d_attention: d_a.
        generator: the source of randomness; the same seed draws the same weights.
        dtype: the floating-point type of all weights.

    Returns:
        `AttentionEncoderDecoderParameters`.

    Source:
        See `reference.initialization.Initializer`.
    """
    draw = Initializer(generator, np.dtype(dtype))
    return AttentionEncoderDecoderParameters(
        source_embedding=draw.embedding(source_vocabulary, d_embedding),
        target_embedding=draw.embedding(target_vocabulary, d_embedding),
        encoder_forward=_gru(draw, d_embedding, d_hidden),
        encoder_backward=_gru(draw, d_embedding, d_hidden),
        w_start=draw.matrix(d_hidden, d_hidden),
        b_start=draw.zeros(d_hidden),
        w_query=draw.matrix(d_hidden, d_attention),
        w_key=draw.matrix(2 * d_hidden, d_attention),
        v=draw.matrix(d_attention, 1)[:, 0],
        decoder=_gru(draw, d_embedding + 2 * d_hidden, d_hidden),
        w_output=draw.matrix(d_embedding + 3 * d_hidden, target_vocabulary),
        b_output=draw.zeros(target_vocabulary),
    )


def _gru(draw: Initializer, d_in: int, d: int) -> GRUParameters:
    return GRUParameters(
        draw.matrix(d_in, 3 * d), draw.matrix(d, 3 * d), draw.zeros(3 * d), draw.zeros(3 * d)
    )
