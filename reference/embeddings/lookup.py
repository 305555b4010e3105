"""One-hot rows, the lookup table, and the cosine similarity of vectors."""

import math

import numpy as np
from numpy.typing import DTypeLike

from reference.arrays import Array, Ids, require
from reference.trace import record


def one_hot(ids: Ids, num_classes: int, dtype: DTypeLike = np.float64) -> Array:
    """Write every id as a row of zeros with a single 1.

    Formula:
        one_hot(id)ⱼ = 1 if j = id else 0

    Args:
        ids: (...) integers in 0 … num_classes − 1.
        num_classes: V, the size of the vocabulary (not the largest id seen plus one).
        dtype: the number type of the result.

    Returns:
        (..., V) rows that sum to 1.

    Raises:
        ValueError: when an id lies outside the vocabulary.

    Convention:
        Ids start at 0; a negative id is an error, not a count from the end.

    Source:
        Jurafsky and Martin, Speech and Language Processing (3rd edition draft), chapter on neural
        networks.
    """
    require_ids(ids, num_classes)
    hot: Array = np.asarray(ids)[..., None] == np.arange(num_classes)  # (..., V)
    return hot.astype(dtype)


def embed(ids: Ids, table: Array) -> Array:
    """Look up the vector of every token: a row of the table.

    Formula:
        embed(id) = one_hot(id) E = E[id]

    Args:
        ids: (...) token ids in 0 … V − 1.
        table: (V, d) one row for each word.

    Returns:
        (..., d) the vectors.

    Raises:
        ValueError: when an id has no row.

    Convention:
        There is no factor. The Transformer multiplies the result by √d_model: see
        `scale_embedding`.

    Source:
        Bengio et al., A Neural Probabilistic Language Model (2003), section 2.
    """
    require(table.ndim == 2, "an embedding table is (V, d)", table=table)
    require_ids(ids, table.shape[0])
    return np.asarray(table[ids])  # (..., d)


def scale_embedding(x: Array) -> Array:
    """Make embeddings about as large as the positions that are added to them.

    Formula:
        scale(x) = √d_model · x

    Args:
        x: (..., d_model) embedded tokens, before positions are added.

    Returns:
        (..., d_model) the same vectors, multiplied by √d_model.

    Convention:
        The original Transformer, fairseq and Gemma scale; BERT, GPT, T5 and Llama do not. It is a
        multiplication, whereas attention divides by a root.

    Source:
        Vaswani et al., Attention Is All You Need (2017), section 3.4.
    """
    return x * math.sqrt(x.shape[-1])


def cosine_similarity(a: Array, b: Array) -> Array:
    """How much two vectors point in the same direction, whatever their lengths.

    Formula:
        cos(a, b) = a · b / (‖a‖ ‖b‖)

    Args:
        a: (..., d) vectors.
        b: (..., d) vectors that broadcast against them.

    Returns:
        (...) numbers in [−1, 1].

    Raises:
        ValueError: when the widths differ.

    Convention:
        0 if one of the two is the zero vector, for which the formula is undefined.

    Source:
        Manning, Raghavan, Schütze, Introduction to Information Retrieval (2008), section 6.3.1.
    """
    require(a.shape[-1:] == b.shape[-1:], "vectors must have the same width", a=a, b=b)
    products = record("products", np.sum(a * b, axis=-1), "a · b")  # (...)
    lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)  # (...)
    record("lengths", lengths, "‖a‖ ‖b‖")
    return np.asarray(products / np.where(lengths == 0, 1, lengths))  # (...)


def require_ids(ids: Ids, num_classes: int) -> None:
    """Raise a `ValueError` unless all ids are integers that are valid classes.

    Args:
        ids: (...) the ids.
        num_classes: the ids must be in 0 … num_classes − 1.

    Raises:
        ValueError: when one does not.
    """
    ids = np.asarray(ids)
    if not np.issubdtype(ids.dtype, np.integer):
        raise ValueError(f"ids must be integers, not {ids.dtype}")
    if ids.size and not 0 <= ids.min() <= ids.max() < num_classes:
        raise ValueError(
            f"ids must lie in 0 … {num_classes - 1}, but ids {ids.shape} hold "
            f"{ids.min()} … {ids.max()}"
        )
