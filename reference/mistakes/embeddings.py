"""Mistakes about vectors of words."""

import numpy as np

from reference.arrays import Array
from reference.mistakes.registry import mistake


@mistake("embeddings.cosine_similarity")
def cosine_divided_by_one_length(a: Array, b: Array) -> Array:
    """Divided by the length of one vector alone: the length of the other still counts."""
    return np.asarray(np.sum(a * b, axis=-1) / np.linalg.norm(a, axis=-1))


@mistake("embeddings.cosine_similarity")
def cosine_without_roots(a: Array, b: Array) -> Array:
    """Divided by the squared lengths, ‖a‖² ‖b‖²: the roots are forgotten."""
    squares = np.sum(a * a, axis=-1) * np.sum(b * b, axis=-1)
    return np.asarray(np.sum(a * b, axis=-1) / squares)


@mistake("embeddings.cosine_similarity")
def cosine_without_division(a: Array, b: Array) -> Array:
    """The plain dot product: longer vectors look more alike."""
    return np.asarray(np.sum(a * b, axis=-1))
