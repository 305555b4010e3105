"""word2vec: skip-gram, continuous bag of words, negative sampling."""

from typing import Literal

import numpy as np

from reference.arrays import Array, Ids, require
from reference.embeddings.lookup import embed
from reference.trace import record


def skip_gram_pairs(ids: Ids, window: int) -> Ids:
    """The training pairs of skip-gram: every word with every neighbour.

    Formula:
        {(w_t, w_{t+j}) : −window ≤ j ≤ window, j ≠ 0}

    Args:
        ids: (n) the tokens of one text.
        window: how many neighbours on each side.

    Returns:
        (m, 2) rows of (centre, context), in the order of the text.

    Raises:
        ValueError: when `ids` is not one text or the window is smaller than 1.

    Convention:
        The full window. word2vec draws a new width in 1 … window for every centre, so near
        neighbours occur more often.

    Source:
        Mikolov et al., Efficient Estimation of Word Representations in Vector Space (2013),
        section 3.2.
    """
    require_text(ids, window)
    at = np.arange(len(ids))
    near = np.abs(at[:, None] - at) <= window  # (n, n)
    centre, context = np.nonzero(near & (at[:, None] != at))  # 2 × (m)
    return np.stack([ids[centre], ids[context]], axis=-1)  # (m, 2)


def skip_gram(centre: Ids, input_table: Array, output_table: Array) -> Array:
    """Score every word as a neighbour of the centre word.

    Formula:
        logits = v_centre Uᵀ,    p(context | centre) = softmax(logits)

    Args:
        centre: (...) ids of the centre words.
        input_table: (V, d) the vectors v of words as centres; these are kept after training.
        output_table: (V, d) the vectors u of words as neighbours.

    Returns:
        (..., V) logits; softmax and the loss come after.

    Raises:
        ValueError: when the tables do not fit each other or an id has no row.

    Convention:
        There are two tables: with one, the best neighbour of a word would be the word itself.

    Source:
        Mikolov et al., Distributed Representations of Words and Phrases and their Compositionality
        (2013), section 2, equation 2.
    """
    require_tables(input_table, output_table)
    return record("logits", embed(centre, input_table) @ output_table.T, "score of every neighbour")


def cbow(
    context: Ids,
    input_table: Array,
    output_table: Array,
    *,
    combine: Literal["mean", "sum"] = "mean",
) -> Array:
    """Score every word as the centre of a bag of context words.

    Formula:
        h = 1/c · Σⱼ v_contextⱼ,    logits = h Uᵀ,    p(centre | context) = softmax(logits)

    Args:
        context: (..., c) ids of the context words; their order does not matter.
        input_table: (V, d) the vectors v of words in a context.
        output_table: (V, d) the vectors u of words as centres.
        combine: "mean" or "sum" of the context vectors.

    Returns:
        (..., V) logits; softmax and the loss come after.

    Raises:
        ValueError: when tables do not fit, an id has no row, or `combine` is unknown.

    Convention:
        The mean, as in the word2vec code (cbow_mean = 1) and gensim. Some courses take the sum,
        which makes the logits c times as large.

    Source:
        Mikolov et al., Efficient Estimation of Word Representations in Vector Space (2013),
        section 3.1.
    """
    require_tables(input_table, output_table)
    vectors = embed(context, input_table)  # (..., c, d)
    if combine not in ("mean", "sum"):
        raise ValueError(f'combine must be "mean" or "sum", not {combine!r}')
    together = vectors.mean(axis=-2) if combine == "mean" else vectors.sum(axis=-2)  # (..., d)
    hidden = record("hidden", together, "the context as one vector")
    return record("logits", hidden @ output_table.T, "score of every centre word")  # (..., V)


def noise_distribution(counts: Array, power: float = 0.75) -> Array:
    """The distribution from which negative samples are drawn.

    Formula:
        P(w) = count(w)^¾ / Σ_v count(v)^¾

    Args:
        counts: (..., V) how often each word occurs.
        power: 1 keeps the frequencies, 0 makes all words equally likely.

    Returns:
        (..., V) probabilities.

    Source:
        Mikolov et al., Distributed Representations of Words and Phrases and their Compositionality
        (2013), section 2.2.
    """
    damped = np.asarray(counts, dtype=np.result_type(counts, np.float32)) ** power  # (..., V)
    record("damped", damped, "the counts, raised to the power")
    shares: Array = damped / damped.sum(axis=-1, keepdims=True)  # (..., V)
    return shares


def negative_sampling_loss(centre: Array, context: Array, negatives: Array) -> Array:
    """Tell the true neighbour from a few random words, instead of a softmax over all words.

    Formula:
        L = −log σ(u_context · v) − Σₖ log σ(−u_k · v)

    Args:
        centre: (..., d) input vectors v of the centre words.
        context: (..., d) output vectors u of their true neighbours.
        negatives: (..., k, d) output vectors of k words drawn from `noise_distribution`.

    Returns:
        (...) one loss per pair, ≥ 0.

    Raises:
        ValueError: when the widths differ.

    Convention:
        The k negative terms are summed, not averaged. This is a different objective, not an
        estimate of the softmax loss.

    Source:
        Mikolov et al., Distributed Representations of Words and Phrases and their Compositionality
        (2013), section 2.2, equation 4 (there as a gain to be maximised).
    """
    require(
        centre.shape[-1] == context.shape[-1] == negatives.shape[-1],
        "all vectors must have the same width",
        centre=centre,
        context=context,
        negatives=negatives,
    )
    true = record("positive_score", np.sum(context * centre, axis=-1), "u · v of the pair")  # (...)
    noise = np.sum(negatives * centre[..., None, :], axis=-1)  # (..., k)
    record("negative_scores", noise, "u · v of the negatives")
    # −log σ(x) = log(1 + e⁻ˣ), which logaddexp computes without overflow
    loss: Array = np.logaddexp(0, -true) + np.logaddexp(0, noise).sum(axis=-1)  # (...)
    return loss


def require_text(ids: Ids, window: int) -> None:
    """Raise a `ValueError` unless there is one text, and a window with at least one neighbour.

    Args:
        ids: (n) the tokens of the text.
        window: how many neighbours on each side, at least 1.

    Raises:
        ValueError: when the text has other axes or the window is too small.
    """
    require(np.ndim(ids) == 1, "expected the ids of one text, (n)", ids=ids)
    if window < 1:
        raise ValueError(f"the window must be at least 1, not {window}")


def require_tables(first: Array, second: Array) -> None:
    """Raise a `ValueError` unless both tables have vectors of the same width for the same words.

    Args:
        first: (V, d) one table.
        second: (V, d) the other.

    Raises:
        ValueError: when the shapes differ or are no tables.
    """
    require(
        first.ndim == 2 and first.shape == second.shape,
        "both tables must be (V, d)",
        first=first,
        second=second,
    )
