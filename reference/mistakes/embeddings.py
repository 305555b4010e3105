"""Mistakes about vectors of words."""

import math
from typing import Literal

import numpy as np
from numpy.typing import DTypeLike

from reference import embeddings, gradients
from reference.activations import sigmoid
from reference.arrays import Array, Ids
from reference.mistakes.registry import equivalent, mistake

Combine = Literal["mean", "sum"]
Weighting = Literal["distance", "count"]


@mistake("embeddings.cosine_similarity")
def cosine_divided_by_one_length(a: Array, b: Array) -> Array:
    """Divided by the length of only one vector: the length of the other still counts."""
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


@mistake("embeddings.one_hot")
def one_hot_from_one(ids: Ids, num_classes: int, dtype: DTypeLike = np.float64) -> Array:
    """Classes counted from 1: the first column is dead, and the last class falls out."""
    hot: Array = np.asarray(ids)[..., None] + 1 == np.arange(num_classes)
    return hot.astype(dtype)


@mistake("embeddings.one_hot")
def one_hot_as_wide_as_the_batch(
    ids: Ids, num_classes: int, dtype: DTypeLike = np.float64
) -> Array:
    """The width taken from the largest id met: it changes from batch to batch."""
    return embeddings.one_hot(ids, int(np.max(ids)) + 1, dtype)


@mistake("embeddings.scale_embedding")
def embedding_divided_by_root(x: Array) -> Array:
    """Divided by √d_model, as the scores are, instead of multiplied."""
    return x / math.sqrt(x.shape[-1])


@mistake("embeddings.skip_gram_pairs")
def skip_gram_pairs_with_the_word_itself(ids: Ids, window: int) -> Ids:
    """The centre counted among its own neighbours."""
    itself = np.stack([ids, ids], axis=-1)
    return np.concatenate([embeddings.skip_gram_pairs(ids, window), itself])


@mistake("embeddings.skip_gram_pairs")
def skip_gram_pairs_to_the_right(ids: Ids, window: int) -> Ids:
    """Only the neighbours that follow: half of the pairs."""
    at = np.arange(len(ids))
    ahead = at - at[:, None]
    centre, context = np.nonzero((ahead > 0) & (ahead <= window))
    return np.stack([ids[centre], ids[context]], axis=-1)


@mistake("embeddings.skip_gram")
def skip_gram_with_one_table(centre: Ids, input_table: Array, output_table: Array) -> Array:
    """The same vectors for centre and neighbour: a word predicts itself best."""
    return embeddings.skip_gram(centre, input_table, input_table)


@mistake("embeddings.cbow")
def cbow_of_the_other_kind(
    context: Ids, input_table: Array, output_table: Array, *, combine: Combine = "mean"
) -> Array:
    """The sum of the context where the mean is asked for, or the reverse: other logits."""
    other: Combine = "sum" if combine == "mean" else "mean"
    return embeddings.cbow(context, input_table, output_table, combine=other)


@mistake("embeddings.noise_distribution")
def noise_by_plain_frequency(counts: Array, power: float = 0.75) -> Array:
    """Negatives drawn in proportion to frequency: rare words are hardly ever seen."""
    return embeddings.noise_distribution(counts, 1.0)


@mistake("embeddings.noise_distribution")
def noise_evenly(counts: Array, power: float = 0.75) -> Array:
    """Negatives drawn uniformly: frequent words are too easy to tell from noise."""
    return embeddings.noise_distribution(counts, 0.0)


@mistake("embeddings.negative_sampling_loss")
def negatives_summed_before_the_logarithm(centre: Array, context: Array, negatives: Array) -> Array:
    """log σ of the summed negative scores: negatives cancel each other."""
    together = np.sum(negatives, axis=-2, keepdims=True)
    return embeddings.negative_sampling_loss(centre, context, together)


@mistake("embeddings.negative_sampling_loss")
def negatives_pulled_closer(centre: Array, context: Array, negatives: Array) -> Array:
    """The minus before the negative scores is missing: random words are pulled closer."""
    return embeddings.negative_sampling_loss(centre, context, -negatives)


@mistake("embeddings.negative_sampling_loss")
def negatives_averaged(centre: Array, context: Array, negatives: Array) -> Array:
    """The mean over the negatives instead of their sum."""
    alone = embeddings.negative_sampling_loss(centre, context, negatives[..., :0, :])
    together = embeddings.negative_sampling_loss(centre, context, negatives)
    loss: Array = alone + (together - alone) / negatives.shape[-2]
    return loss


@equivalent("embeddings.negative_sampling_loss")
def negatives_turned_first(centre: Array, context: Array, negatives: Array) -> Array:
    """The noise vectors negated before the product: the same minus, written elsewhere."""
    positive: Array = np.sum(context * centre, axis=-1)
    turned: Array = np.sum(-negatives * centre[..., np.newaxis, :], axis=-1)
    loss: Array = -np.log(sigmoid(positive)) - np.log(sigmoid(turned)).sum(axis=-1)
    return loss


@mistake("embeddings.glove_weight")
def glove_weight_without_a_cap(counts: Array, x_max: float = 100.0, alpha: float = 0.75) -> Array:
    """The weight not cut off at 1: frequent pairs dominate the loss."""
    weight: Array = (np.asarray(counts) / x_max) ** alpha
    return weight


@mistake("embeddings.cooccurrence")
def cooccurrence_to_the_right(
    ids: Ids, num_words: int, window: int, *, weighting: Weighting = "distance"
) -> Array:
    """Only the words that follow are counted: the matrix is not symmetric."""
    counts = np.zeros((num_words, num_words))
    for distance in range(1, window + 1):
        share = 1 / distance if weighting == "distance" else 1.0
        np.add.at(counts, (ids[:-distance], ids[distance:]), share)
    return counts


@mistake("embeddings.cooccurrence")
def cooccurrence_of_the_other_weighting(
    ids: Ids, num_words: int, window: int, *, weighting: Weighting = "distance"
) -> Array:
    """Far neighbours counted in full where 1/distance is asked for, or the reverse."""
    other: Weighting = "count" if weighting == "distance" else "distance"
    return embeddings.cooccurrence(ids, num_words, window, weighting=other)


@mistake("embeddings.character_ngrams")
def ngrams_without_word_marks(word: str, min_n: int = 3, max_n: int = 6) -> tuple[str, ...]:
    """No < and > around the word: its beginning and end look like its middle."""
    pieces = (word[i : i + n] for n in range(min_n, max_n + 1) for i in range(len(word) - n + 1))
    return tuple(dict.fromkeys([*pieces, word]))


@mistake("gradients.embed_backward")
def embed_backward_that_overwrites(gradient: Array, ids: Ids, num_words: int) -> Array:
    """`table[ids] = gradient`: for a word that occurs twice, only the last gradient remains."""
    table = np.zeros((num_words, gradient.shape[-1]), dtype=gradient.dtype)
    table[np.asarray(ids)] = gradient
    return table


@mistake("gradients.embed_backward")
def embed_backward_of_means(gradient: Array, ids: Ids, num_words: int) -> Array:
    """A word that occurs twice gets the mean of its gradients instead of their sum."""
    counts = np.bincount(np.ravel(ids), minlength=num_words)[:, np.newaxis]
    means: Array = gradients.embed_backward(gradient, ids, num_words) / np.maximum(counts, 1)
    return means
