"""Words as vectors: `lookup` in a table, and how it is learned: `word2vec`, `glove`, `fasttext`."""

from reference.embeddings.fasttext import (
    character_ngrams,
    fasttext_vector,
    ngram_bucket,
)
from reference.embeddings.glove import (
    cooccurrence,
    glove_loss,
    glove_weight,
)
from reference.embeddings.lookup import (
    cosine_similarity,
    embed,
    one_hot,
    scale_embedding,
)
from reference.embeddings.word2vec import (
    cbow,
    negative_sampling_loss,
    noise_distribution,
    skip_gram,
    skip_gram_pairs,
)

__all__ = [
    "cbow",
    "character_ngrams",
    "cooccurrence",
    "cosine_similarity",
    "embed",
    "fasttext_vector",
    "glove_loss",
    "glove_weight",
    "negative_sampling_loss",
    "ngram_bucket",
    "noise_distribution",
    "one_hot",
    "scale_embedding",
    "skip_gram",
    "skip_gram_pairs",
]
