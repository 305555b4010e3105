"""Backward passes of the lookup table, word2vec and GloVe."""

from typing import Literal, NamedTuple

import numpy as np

from reference.activations import sigmoid
from reference.arrays import Array, Ids
from reference.embeddings import cbow, embed, glove_loss, glove_weight, negative_sampling_loss
from reference.embeddings.lookup import require_ids
from reference.gradients.shapes import require_like


class TableGradients(NamedTuple):
    """∂L with respect to the two tables of word2vec."""

    input_table: Array  # (V, d)
    output_table: Array  # (V, d)


class NegativeSamplingGradients(NamedTuple):
    """∂L with respect to the arguments of `negative_sampling_loss`."""

    centre: Array  # (..., d)
    context: Array  # (..., d)
    negatives: Array  # (..., k, d)


class GloVeGradients(NamedTuple):
    """∂L with respect to the trained arguments of `glove_loss`."""

    word: Array  # (V, d)
    context: Array  # (V, d)
    word_bias: Array  # (V)
    context_bias: Array  # (V)


def embed_backward(gradient: Array, ids: Ids, num_words: int) -> Array:
    """Through a lookup: every row sums the gradients of its occurrences.

    Formula:
        ∂L/∂E[w] = Σ_{t : ids[t] = w} ∂L/∂y[t],    that is  one_hot(ids)ᵀ ∂L/∂y

    Args:
        gradient: (..., d) ∂L/∂y.
        ids: (...) the ids that were looked up; they get no gradient.
        num_words: V, the number of rows of the table.

    Returns:
        (V, d) ∂L/∂E; rows of words that did not occur are 0.

    Raises:
        ValueError: when ids and gradient do not fit, or an id has no row.

    Convention:
        Occurrences add up; `table_gradient[ids] += gradient` would keep only the last one of each
        id.

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 6.5.6: a matrix
        product, here with one_hot(ids).
    """
    require_ids(ids, num_words)
    width = gradient.shape[-1]
    require_like(gradient, (*np.shape(ids), width))
    table = np.zeros((num_words, width), dtype=gradient.dtype)  # (V, d)
    np.add.at(table, np.asarray(ids), gradient)
    return table


def skip_gram_backward(
    gradient: Array, centre: Ids, input_table: Array, output_table: Array
) -> TableGradients:
    """Through skip-gram's scores: every output vector moves along the vector of the centre.

    Formula:
        ∂L/∂U = Σ ∂L/∂logitsᵀ v,    ∂L/∂v = ∂L/∂logits U, summed in the centre's row

    Args:
        gradient: (..., V) ∂L/∂logits.
        centre: (...) ids of the centre words.
        input_table: (V, d) the vectors v.
        output_table: (V, d) the vectors u.

    Returns:
        (input_table, output_table) gradients with the shapes of the tables, as `TableGradients`.

    Raises:
        ValueError: when the shapes do not fit or an id has no row.

    Convention:
        With softmax, every row of U gets a gradient at each step; negative sampling avoids that.

    Source:
        Rong, word2vec Parameter Learning Explained (2014), section 2.
    """
    return cbow_backward(gradient, np.asarray(centre)[..., None], input_table, output_table)


def cbow_backward(
    gradient: Array,
    context: Ids,
    input_table: Array,
    output_table: Array,
    *,
    combine: Literal["mean", "sum"] = "mean",
) -> TableGradients:
    """Through CBOW's scores: every context word gets an equal share.

    Formula:
        ∂L/∂U = Σ ∂L/∂logitsᵀ h,    ∂L/∂h = ∂L/∂logits U
        ∂L/∂v_contextⱼ = ∂L/∂h / c    for the mean, ∂L/∂h for the sum

    Args:
        gradient: (..., V) ∂L/∂logits.
        context: (..., c) ids of the context words.
        input_table: (V, d) the vectors v.
        output_table: (V, d) the vectors u.
        combine: as in `cbow`.

    Returns:
        (input_table, output_table) gradients with the shapes of the tables, as `TableGradients`.

    Raises:
        ValueError: when the shapes do not fit or an id has no row.

    Source:
        Rong, word2vec Parameter Learning Explained (2014), section 1.2.
    """
    require_like(gradient, cbow(context, input_table, output_table, combine=combine).shape)
    share = 1 / np.shape(context)[-1] if combine == "mean" else 1.0
    hidden = share * embed(context, input_table).sum(axis=-2)  # (..., d)
    rows, scores = hidden.reshape(-1, hidden.shape[-1]), gradient.reshape(-1, gradient.shape[-1])
    to_context = (share * (gradient @ output_table))[..., None, :]  # (..., 1, d)
    to_words = np.broadcast_to(to_context, (*np.shape(context), to_context.shape[-1]))
    return TableGradients(
        input_table=embed_backward(to_words, context, len(input_table)),
        output_table=scores.T @ rows,
    )


def negative_sampling_loss_backward(
    gradient: Array, centre: Array, context: Array, negatives: Array
) -> NegativeSamplingGradients:
    """Through negative sampling: the true neighbour is pulled closer, the noise is pushed away.

    Formula:
        ∂L/∂u = (σ(u · v) − 1) v,    ∂L/∂u_k = σ(u_k · v) v
        ∂L/∂v = (σ(u · v) − 1) u + Σₖ σ(u_k · v) u_k

    Args:
        gradient: (...) the factor of each loss; ones for their sum.
        centre: (..., d) input vectors v.
        context: (..., d) output vectors u of the true neighbours.
        negatives: (..., k, d) output vectors u_k of the noise.

    Returns:
        (centre, context, negatives) gradients with the shapes of the arguments, as
        `NegativeSamplingGradients`.

    Raises:
        ValueError: when the shapes do not fit.

    Source:
        Goldberg and Levy, word2vec Explained (2014), section 2, differentiated.
    """
    require_like(gradient, negative_sampling_loss(centre, context, negatives).shape)
    error = gradient * (sigmoid(np.sum(context * centre, axis=-1)) - 1)  # (...)
    noise = sigmoid(np.sum(negatives * centre[..., None, :], axis=-1))  # (..., k)
    pulled, pushed = error[..., None], (gradient[..., None] * noise)[..., None]
    return NegativeSamplingGradients(
        centre=pulled * context + np.sum(pushed * negatives, axis=-2),  # (..., d)
        context=pulled * centre,  # (..., d)
        negatives=pushed * centre[..., None, :],  # (..., k, d)
    )


def glove_loss_backward(
    word: Array,
    context: Array,
    word_bias: Array,
    context_bias: Array,
    counts: Array,
    x_max: float = 100.0,
    alpha: float = 0.75,
) -> GloVeGradients:
    """Through GloVe's loss, from ∂L/∂L = 1.

    Formula:
        eᵢⱼ = 2 f(Xᵢⱼ) (wᵢ · w̃ⱼ + bᵢ + b̃ⱼ − log Xᵢⱼ)
        ∂L/∂wᵢ = Σⱼ eᵢⱼ w̃ⱼ,    ∂L/∂w̃ⱼ = Σᵢ eᵢⱼ wᵢ,    ∂L/∂bᵢ = Σⱼ eᵢⱼ,    ∂L/∂b̃ⱼ = Σᵢ eᵢⱼ

    Args:
        word: (V, d) vectors w of the words.
        context: (V, d) vectors w̃ of the words as context.
        word_bias: (V) biases b.
        context_bias: (V) biases b̃.
        counts: (V, V) co-occurrence counts X.
        x_max: as in `glove_weight`.
        alpha: as in `glove_weight`.

    Returns:
        (word, context, word_bias, context_bias) gradients with the shapes of the arguments, as
        `GloVeGradients`. Cells with X = 0 contribute nothing.

    Raises:
        ValueError: when the shapes do not fit each other.

    Convention:
        There is a factor 2, because the loss has no ½ here. The authors' C code has ½ and no 2.

    Source:
        Pennington, Socher, Manning, GloVe (2014), equation 8, differentiated.
    """
    glove_loss(word, context, word_bias, context_bias, counts)  # complains if shapes do not fit
    logs = np.log(np.where(counts > 0, counts, 1))  # (V, V)
    misfit = word @ context.T + word_bias[:, None] + context_bias - logs  # (V, V)
    error = 2 * glove_weight(counts, x_max, alpha) * misfit  # (V, V)
    return GloVeGradients(
        word=error @ context,
        context=error.T @ word,
        word_bias=error.sum(axis=1),
        context_bias=error.sum(axis=0),
    )
