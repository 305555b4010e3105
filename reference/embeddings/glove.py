"""GloVe: co-occurrence counts, and vectors whose dot products approximate the logarithms."""

from typing import Literal

import numpy as np

from reference.arrays import Array, Ids, require
from reference.embeddings.lookup import require_ids
from reference.embeddings.word2vec import require_tables, require_text
from reference.trace import record


def cooccurrence(
    ids: Ids,
    num_words: int,
    window: int,
    *,
    weighting: Literal["distance", "count"] = "distance",
) -> Array:
    """How often every word occurs near every other word.

    Formula:
        X_ij = Σ 1/|s − t|    over positions s ≠ t with w_s = i, w_t = j, |s − t| ≤ window

    Args:
        ids: (n) the tokens of one text; the counts of several texts add up.
        num_words: V, the size of the vocabulary.
        window: how many neighbours on each side count.
        weighting: "distance" counts a neighbour at distance k as 1/k, "count" as 1.

    Returns:
        (V, V) a symmetric table.

    Raises:
        ValueError: when ids or window are out of range, or the weighting is unknown.

    Convention:
        GloVe weights by 1/distance. Textbook tables count 1 for each neighbour.

    Source:
        Pennington, Socher, Manning, GloVe (2014), sections 3 and 4.2.
    """
    require_text(ids, window)
    require_ids(ids, num_words)
    if weighting not in ("distance", "count"):
        raise ValueError(f'weighting must be "distance" or "count", not {weighting!r}')
    counts = np.zeros((num_words, num_words))
    for distance in range(1, min(window, len(ids) - 1) + 1):
        weight = 1 / distance if weighting == "distance" else 1.0
        np.add.at(counts, (ids[:-distance], ids[distance:]), weight)
    return counts + counts.T


def glove_weight(counts: Array, x_max: float = 100.0, alpha: float = 0.75) -> Array:
    """How much a co-occurrence count matters in GloVe: rare pairs less, frequent ones equally.

    Formula:
        f(x) = (x / x_max)^α if x < x_max else 1

    Args:
        counts: (...) co-occurrence counts ≥ 0.
        x_max: the count from which the weight is 1.
        alpha: the exponent below it.

    Returns:
        (...) weights in [0, 1]; f(0) = 0.

    Source:
        Pennington, Socher, Manning, GloVe (2014), section 3, equation 9.
    """
    return np.minimum(np.asarray(counts) / x_max, 1) ** alpha


def glove_loss(
    word: Array,
    context: Array,
    word_bias: Array,
    context_bias: Array,
    counts: Array,
    x_max: float = 100.0,
    alpha: float = 0.75,
) -> Array:
    """How badly the dot products reproduce the logarithms of the co-occurrence counts.

    Formula:
        J = Σᵢⱼ f(Xᵢⱼ) (wᵢ · w̃ⱼ + bᵢ + b̃ⱼ − log Xᵢⱼ)²

    Args:
        word: (V, d) vectors w of the words.
        context: (V, d) vectors w̃ of the words as context.
        word_bias: (V) biases b.
        context_bias: (V) biases b̃.
        counts: (V, V) co-occurrence counts X.
        x_max: see `glove_weight`.
        alpha: see `glove_weight`.

    Returns:
        () the loss. Cells with X = 0 add nothing, since f(0) = 0.

    Raises:
        ValueError: when the shapes do not fit each other.

    Convention:
        No factor ½, as in the paper; the authors' C code has it.

    Source:
        Pennington, Socher, Manning, GloVe (2014), section 3, equation 8.
    """
    require_tables(word, context)
    require(
        word_bias.shape == context_bias.shape == word.shape[:1]
        and counts.shape == 2 * word.shape[:1],
        "word (V, d) needs biases (V) and counts (V, V)",
        word=word,
        word_bias=word_bias,
        context_bias=context_bias,
        counts=counts,
    )
    logs = np.log(np.where(counts > 0, counts, 1))  # (V, V)
    error = word @ context.T + word_bias[:, None] + context_bias - logs  # (V, V)
    record("error", error, "by how much each product misses the logarithm of its count")
    weights = record("weights", glove_weight(counts, x_max, alpha), "f(X): how much each matters")
    return np.asarray(np.sum(weights * error**2))
