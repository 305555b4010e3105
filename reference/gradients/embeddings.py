"""Backward pass of the lookup table."""

import numpy as np

from reference.arrays import Array, Ids
from reference.embeddings.lookup import require_ids
from reference.gradients.shapes import require_like


def embed_backward(gradient: Array, ids: Ids, num_words: int) -> Array:
    """Through a lookup: every row gathers what its occurrences were told.

    Formula:
        ∂L/∂E[w] = Σ_{t : ids[t] = w} ∂L/∂y[t],    that is  one_hot(ids)ᵀ ∂L/∂y

    Args:
        gradient: (..., d) ∂L/∂y.
        ids: (...) the ids that were looked up; they get no gradient.
        num_words: V, the rows of the table.

    Returns:
        (V, d) ∂L/∂E; rows of words that did not occur are 0.

    Raises:
        ValueError: when ids and gradient do not fit, or an id has no row.

    Convention:
        Occurrences add up; `table_gradient[ids] += gradient` would keep only the last of each.

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
