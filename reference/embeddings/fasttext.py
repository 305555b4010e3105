"""FastText: a word is the sum of its pieces, so new words have vectors, too."""

import numpy as np

from reference.arrays import Array, require
from reference.embeddings.lookup import embed
from reference.trace import record


def character_ngrams(word: str, min_n: int = 3, max_n: int = 6) -> tuple[str, ...]:
    """The pieces of a word to which FastText gives vectors.

    Formula:
        all substrings of "<word>" with min_n … max_n characters, and "<word>" itself

    Args:
        word: the word, without marks.
        min_n: length of the shortest pieces, including the marks.
        max_n: length of the longest pieces.

    Returns:
        The pieces, short ones first, then in order of appearance, each once.

    Raises:
        ValueError: when the word is empty or the lengths make no sense.

    Convention:
        A set, as in the paper: a piece that occurs twice counts once. The library counts it twice.

    Source:
        Bojanowski et al., Enriching Word Vectors with Subword Information (2017), section 3.2.
    """
    if not word or not 1 <= min_n <= max_n:
        raise ValueError(f"need a word and 1 ≤ min_n ≤ max_n, not {word!r}, {min_n}, {max_n}")
    marked = f"<{word}>"
    pieces = (
        marked[start : start + n]
        for n in range(min_n, max_n + 1)
        for start in range(len(marked) - n + 1)
    )
    return tuple(dict.fromkeys([*pieces, marked]))


def ngram_bucket(ngram: str, num_buckets: int) -> int:
    """The row of FastText's table that a piece of a word uses.

    Formula:
        h ← 2166136261;  for every byte b of the UTF-8 form:  h ← (h xor b) · 16777619 mod 2³²
        bucket = h mod num_buckets

    Args:
        ngram: the piece, including marks.
        num_buckets: rows of the table (2 million in the paper).

    Returns:
        A number in 0 … num_buckets − 1; different pieces may share a row.

    Convention:
        Standard FNV-1a. The library reads bytes as signed numbers, which gives other rows outside
        ASCII.

    Source:
        Bojanowski et al., Enriching Word Vectors with Subword Information (2017), section 3.2: the
        hash is FNV-1a.
    """
    h = 2166136261
    for byte in ngram.encode():
        h = (h ^ byte) * 16777619 % 2**32
    return h % num_buckets


def fasttext_vector(word: str, table: Array, min_n: int = 3, max_n: int = 6) -> Array:
    """The vector of any word, seen in training or not, from the vectors of its pieces.

    Formula:
        v(word) = Σ_g z_g    over g in character_ngrams(word)

    Args:
        word: the word, without marks.
        table: (buckets, d) the vectors z of the pieces, found by `ngram_bucket`.
        min_n: length of the shortest pieces.
        max_n: length of the longest pieces.

    Returns:
        (d) the vector.

    Raises:
        ValueError: when the word is empty, the lengths make no sense or the table is not a matrix.

    Convention:
        The sum, as in the paper; the library takes the mean. Here the whole word is hashed like any
        other piece; in the library, the words of the vocabulary have rows of their own.

    Source:
        Bojanowski et al., Enriching Word Vectors with Subword Information (2017), section 3.2.
    """
    require(table.ndim == 2 and len(table) > 0, "the table is (buckets, d)", table=table)
    pieces = character_ngrams(word, min_n, max_n)
    rows = np.array([ngram_bucket(piece, len(table)) for piece in pieces])  # (pieces)
    vectors = record("vectors", embed(rows, table), "one row per piece")  # (pieces, d)
    return np.asarray(vectors.sum(axis=0))  # (d)
