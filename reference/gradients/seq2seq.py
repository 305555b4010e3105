"""Backward passes of the RNN encoder–decoder, with and without Bahdanau attention."""

from typing import NamedTuple

import numpy as np

from reference.arrays import Array, Ids, Mask
from reference.embeddings import embed
from reference.gradients.activations import softmax_backward
from reference.gradients.attention import additive_scores_backward
from reference.gradients.embeddings import embed_backward
from reference.gradients.feedforward import linear_backward
from reference.gradients.recurrent import (
    bidirectional_backward,
    gru_backward,
    gru_step_backward,
)
from reference.gradients.shapes import no_gradient, require_like, sum_to_shape
from reference.recurrent import gru, gru_step
from reference.recurrent.sequences import real_tokens
from reference.seq2seq import (
    AttentionEncoderDecoderParameters,
    EncoderDecoderParameters,
    GRUParameters,
    annotate,
    encode,
    glance,
    start_state,
)


class GlanceGradients(NamedTuple):
    """∂L with respect to what `glance` uses."""

    state: Array  # (..., d)
    annotations: Array  # (..., n, 2·d)
    w_query: Array  # (d, d_a)
    w_key: Array  # (2·d, d_a)
    v: Array  # (d_a)


class StartGradients(NamedTuple):
    """∂L with respect to what `start_state` uses."""

    annotations: Array  # (..., n, 2·d), 0 except for the backward half at the first word
    w_start: Array  # (d, d)
    b_start: Array  # (d)


class AnnotateGradients(NamedTuple):
    """∂L with respect to what `annotate` uses."""

    source_embedding: Array  # (V_source, d_e)
    forward: GRUParameters
    backward: GRUParameters


class _Writing(NamedTuple):
    """The state before one decoder step, and its inputs."""

    state: Array  # (..., d), before the step
    seen: Array  # (..., d_e + 2·d), the last word and the context
    features: Array  # (..., 3·d + d_e), what the logits are computed from


class _DecoderGradients(NamedTuple):
    """∂L with respect to what the decoder's steps use."""

    start: Array  # (..., d), of the first state
    annotations: Array  # (..., n, 2·d)
    target_embedding: Array  # (V_target, d_e)
    gru: GRUParameters
    w_query: Array  # (d, d_a)
    w_key: Array  # (2·d, d_a)
    v: Array  # (d_a)


def encoder_decoder_backward(
    gradient: Array,
    source: Ids,
    target: Ids,
    parameters: EncoderDecoderParameters,
    lengths: Ids | None = None,
) -> EncoderDecoderParameters:
    """Through the model without attention: all the encoder's gradient comes through one vector.

    Formula:
        decoder through time, ∂L/∂s₋₁ = ∂L/∂c; then encoder through time, from its final state

    Args:
        gradient: (..., m, V_target) ∂L/∂logits.
        source: (..., n) token ids, padded at the end.
        target: (..., m) token ids, beginning with the start token.
        parameters: all weights.
        lengths: (...) number of real source tokens; n by default.

    Returns:
        The gradients of all weights, in the same tree.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Sutskever, Vinyals, Le, Sequence to Sequence Learning with Neural Networks (2014), section
        2, by the chain rule.
    """
    p = parameters
    x, y = embed(source, p.source_embedding), embed(target, p.target_embedding)
    outputs, state = encode(source, p, lengths)  # (..., n, d), (..., d)
    states = gru(y, *p.decoder, state).outputs  # (..., m, d)
    out = linear_backward(gradient, states, p.w_output)
    decoder = gru_backward(out.x, y, *p.decoder, state)
    encoder = gru_backward(
        np.zeros_like(outputs), x, *p.encoder, hidden_gradient=decoder.h, lengths=lengths
    )
    return EncoderDecoderParameters(
        source_embedding=embed_backward(encoder.x, source, len(p.source_embedding)),
        target_embedding=embed_backward(decoder.x, target, len(p.target_embedding)),
        encoder=GRUParameters(*encoder[2:]),
        decoder=GRUParameters(*decoder[2:]),
        w_output=out.w,
        b_output=sum_to_shape(gradient, p.b_output.shape),
    )


def glance_backward(
    gradient: Array,
    state: Array,
    annotations: Array,
    parameters: AttentionEncoderDecoderParameters,
    mask: Mask | None = None,
) -> GlanceGradients:
    """Through one attention step: to the annotations as values, and by way of the weights.

    Formula:
        ∂L/∂h_j = α_j ∂L/∂c + what comes back through e_j
        ∂L/∂α_j = h_j · ∂L/∂c,    ∂L/∂e = softmax_backward(∂L/∂α, α)

    Args:
        gradient: (..., 2·d) ∂L/∂c.
        state: (..., d) the decoder's state before its step.
        annotations: (..., n, 2·d) h, the encoder's output.
        parameters: all weights.
        mask: (..., n) True where the source has a real token.

    Returns:
        (state, annotations, w_query, w_key, v) gradients, as `GlanceGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Bahdanau, Cho, Bengio, Neural Machine Translation by Jointly Learning to Align and Translate
        (2015), section 3.1, by the chain rule.
    """
    p = parameters
    context, weights = glance(state, annotations, p, mask)  # (..., 2·d), (..., n)
    require_like(gradient, context.shape)
    to_weights = np.sum(annotations * gradient[..., None, :], axis=-1)  # (..., n)
    to_scores = softmax_backward(to_weights, weights)[..., None, :]  # (..., 1, n)
    found = additive_scores_backward(
        to_scores, state[..., None, :], annotations, p.w_query, p.w_key, p.v
    )
    return GlanceGradients(
        state=found.query[..., 0, :],
        annotations=found.key + weights[..., None] * gradient[..., None, :],
        w_query=found.w_q,
        w_key=found.w_k,
        v=found.v,
    )


def annotate_backward(
    gradient: Array,
    source: Ids,
    parameters: AttentionEncoderDecoderParameters,
    lengths: Ids | None = None,
) -> AnnotateGradients:
    """Through both directions of the encoder, to its weights and to the embeddings.

    Formula:
        as `bidirectional_backward`; then ∂L/∂E = embed_backward(∂L/∂x, source)

    Args:
        gradient: (..., n, 2·d) ∂L/∂annotations.
        source: (..., n) token ids, padded at the end.
        parameters: all weights.
        lengths: (...) number of real tokens; n by default.

    Returns:
        (source_embedding, forward, backward) gradients, as `AnnotateGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Bahdanau, Cho, Bengio, Neural Machine Translation by Jointly Learning to Align and Translate
        (2015), section 3.2, by the chain rule.
    """
    p = parameters
    x = embed(source, p.source_embedding)  # (..., n, d_e)
    run = bidirectional_backward(
        gradient, x, p.encoder_forward, p.encoder_backward, cell="gru", lengths=lengths
    )
    return AnnotateGradients(
        source_embedding=embed_backward(run.x, source, len(p.source_embedding)),
        forward=GRUParameters(*run.forward),
        backward=GRUParameters(*run.backward),
    )


def start_state_backward(
    gradient: Array, annotations: Array, parameters: AttentionEncoderDecoderParameters
) -> StartGradients:
    """Through the decoder's first state, to the backward annotation of the first word.

    Formula:
        δ = ∂L/∂s₋₁ ⊙ (1 − s₋₁²),    ∂L/∂h←₀ = δ W_startᵀ

    Args:
        gradient: (..., d) ∂L/∂s₋₁.
        annotations: (..., n, 2·d) the encoder's output.
        parameters: all weights.

    Returns:
        (annotations, w_start, b_start) gradients, as `StartGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Bahdanau, Cho, Bengio, Neural Machine Translation by Jointly Learning to Align and Translate
        (2015), appendix A.2.2, by the chain rule.
    """
    p, d = parameters, gradient.shape[-1]
    delta = gradient * (1 - start_state(annotations, p) ** 2)  # (..., d)
    found = linear_backward(delta, annotations[..., 0, d:], p.w_start)
    to_annotations = no_gradient(annotations)  # (..., n, 2·d)
    to_annotations[..., 0, d:] = found.x
    return StartGradients(to_annotations, found.w, sum_to_shape(delta, p.b_start.shape))


def attention_encoder_decoder_backward(
    gradient: Array,
    source: Ids,
    target: Ids,
    parameters: AttentionEncoderDecoderParameters,
    lengths: Ids | None = None,
) -> AttentionEncoderDecoderParameters:
    """Through the model with attention: every decoder step has a short path to every source word.

    Formula:
        back through the decoder's steps: logits, GRU, glance; annotations sum over all steps
        then through the first state and both directions of the encoder

    Args:
        gradient: (..., m, V_target) ∂L/∂logits.
        source: (..., n) token ids, padded at the end.
        target: (..., m) token ids, beginning with the start token.
        parameters: all weights.
        lengths: (...) number of real source tokens; n by default.

    Returns:
        The gradients of all weights, in the same tree.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Bahdanau, Cho, Bengio, Neural Machine Translation by Jointly Learning to Align and Translate
        (2015), section 3, by the chain rule.
    """
    p = parameters
    annotations = annotate(source, p, lengths)  # (..., n, 2·d)
    mask = real_tokens(annotations, lengths)  # (..., n)
    steps = _write(target, annotations, p, mask)
    features = np.stack([step.features for step in steps], axis=-2)  # (..., m, 3·d + d_e)
    out = linear_backward(gradient, features, p.w_output)
    decoder = _decoder_backward(out.x, steps, target, annotations, p, mask)
    start = start_state_backward(decoder.start, annotations, p)
    encoder = annotate_backward(decoder.annotations + start.annotations, source, p, lengths)
    return AttentionEncoderDecoderParameters(
        source_embedding=encoder.source_embedding,
        target_embedding=decoder.target_embedding,
        encoder_forward=encoder.forward,
        encoder_backward=encoder.backward,
        w_start=start.w_start,
        b_start=start.b_start,
        w_query=decoder.w_query,
        w_key=decoder.w_key,
        v=decoder.v,
        decoder=decoder.gru,
        w_output=out.w,
        b_output=sum_to_shape(gradient, p.b_output.shape),
    )


def _write(
    target: Ids, annotations: Array, p: AttentionEncoderDecoderParameters, mask: Mask
) -> list[_Writing]:
    """The decoder's forward pass again, with what the backward pass needs from every step."""
    y, state = embed(target, p.target_embedding), start_state(annotations, p)
    steps = []
    for t in range(y.shape[-2]):
        word, context = y[..., t, :], glance(state, annotations, p, mask).context
        seen = np.concatenate([word, context], axis=-1)  # (..., d_e + 2·d)
        after = gru_step(seen, state, *p.decoder)  # (..., d)
        features = np.concatenate([after, context, word], axis=-1)  # (..., 3·d + d_e)
        steps.append(_Writing(state, seen, features))
        state = after
    return steps


def _decoder_backward(
    gradient: Array,
    steps: list[_Writing],
    target: Ids,
    annotations: Array,
    p: AttentionEncoderDecoderParameters,
    mask: Mask,
) -> _DecoderGradients:
    """Back through the decoder's steps, from ∂L/∂features (..., m, 3·d + d_e)."""
    d, d_e = p.w_start.shape[0], p.target_embedding.shape[1]
    to_state, to_annotations = np.zeros_like(steps[0].state), np.zeros_like(annotations)
    to_words = no_gradient(gradient[..., :d_e])  # (..., m, d_e)
    weights: list[Array] = [np.zeros_like(w) for w in (*p.decoder, p.w_query, p.w_key, p.v)]
    for t in reversed(range(len(steps))):
        state_share, context_share, word_share = np.split(gradient[..., t, :], [d, 3 * d], axis=-1)
        before, seen, _ = steps[t]
        step = gru_step_backward(to_state + state_share, seen, before, *p.decoder)
        look = glance_backward(step.x[..., d_e:] + context_share, before, annotations, p, mask)
        to_words[..., t, :] = step.x[..., :d_e] + word_share
        to_state = step.h + look.state
        to_annotations = to_annotations + look.annotations
        found = (step.w_ih, step.w_hh, step.b_ih, step.b_hh, look.w_query, look.w_key, look.v)
        weights = [w + f for w, f in zip(weights, found, strict=True)]
    return _DecoderGradients(
        start=to_state,
        annotations=to_annotations,
        target_embedding=embed_backward(to_words, target, len(p.target_embedding)),
        gru=GRUParameters(*weights[:4]),
        w_query=weights[4],
        w_key=weights[5],
        v=weights[6],
    )
