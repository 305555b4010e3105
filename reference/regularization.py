"""Regularization: dropout and label smoothing."""

from typing import Literal

import numpy as np

from reference.arrays import Array, Ids, Mask, require
from reference.embeddings import one_hot
from reference.trace import record


def dropout(x: Array, rate: float, rng: np.random.Generator | None = None) -> Array:
    """Set random numbers to zero, and scale up the rest to keep the expected value.

    Formula:
        training:    dropout(x) = x ⊙ kept / (1 − rate),    kept ~ Bernoulli(1 − rate)
        evaluation:  dropout(x) = x

    Args:
        x: (...) activations.
        rate: the probability of *dropping* a number, 0 ≤ rate < 1.
        rng: the generator that draws the mask; None means evaluation, in which nothing is dropped.

    Returns:
        (...) the same shape.

    Raises:
        ValueError: when the rate lies outside [0, 1).

    Convention:
        `rate` is the share that is dropped (PyTorch, Keras), not kept (TensorFlow 1). The scaling
        is done in training ("inverted" dropout); the paper does not scale in training, and
        multiplies by 1 − rate at test time.

    Source:
        Srivastava et al., Dropout (2014), sections 4 and 10.
    """
    _check_rate(rate)
    if rng is None:
        return x
    return apply_dropout(x, dropout_mask(x.shape, rate, rng), rate)


def dropout_mask(shape: tuple[int, ...], rate: float, rng: np.random.Generator) -> Mask:
    """Draw which numbers are kept.

    Formula:
        kept ~ Bernoulli(1 − rate), each independently

    Args:
        shape: the shape of what it will be applied to.
        rate: the probability of dropping a number, 0 ≤ rate < 1.
        rng: the generator that draws them.

    Returns:
        (...) True where a number is kept.

    Raises:
        ValueError: when the rate lies outside [0, 1).

    Source:
        Srivastava et al., Dropout (2014), section 4.
    """
    _check_rate(rate)
    return rng.random(shape) >= rate


def apply_dropout(x: Array, kept: Mask, rate: float) -> Array:
    """Dropout with a mask that is already drawn.

    Formula:
        y = x ⊙ kept / (1 − rate)

    Args:
        x: (...) activations.
        kept: (...) True where a number is kept.
        rate: the rate at which the mask was drawn; the factor does not depend on how many were
            dropped.

    Returns:
        (...) the same shape.

    Raises:
        ValueError: when the shapes differ or the rate lies outside [0, 1).

    Source:
        Srivastava et al., Dropout (2014), section 10.
    """
    _check_rate(rate)
    require(kept.shape == x.shape, "the mask must fit the activations", x=x, kept=kept)
    return record("dropped_out", np.where(kept, x / (1 - rate), 0), "what dropout lets through")


def smooth_labels(
    ids: Ids,
    num_classes: int,
    epsilon: float = 0.1,
    *,
    spread: Literal["all", "others"] = "all",
) -> Array:
    """Targets that give a little probability to the wrong classes.

    Formula:
        all:     q = (1 − ε) · one_hot(id) + ε / V
        others:  q = 1 − ε for the right class, ε / (V − 1) for each other

    Args:
        ids: (...) ids of the right classes.
        num_classes: V.
        epsilon: ε, the probability that is spread, 0 ≤ ε ≤ 1.
        spread: over "all" classes or the "others".

    Returns:
        (..., V) rows that sum to 1.

    Raises:
        ValueError: when an id has no class, ε is no probability or `spread` is unknown.

    Convention:
        "all" is used by the paper, PyTorch, Keras and optax: the right class keeps 1 − ε + ε/V.
        "others" is used by tensor2tensor and fairseq.

    Source:
        Szegedy et al., Rethinking the Inception Architecture for Computer Vision (2016), section 7;
        with ε = 0.1: Vaswani et al., Attention Is All You Need (2017), section 5.4.
    """
    if not 0 <= epsilon <= 1:
        raise ValueError(f"epsilon must lie in 0 … 1, not {epsilon}")
    right = one_hot(ids, num_classes)  # (..., V)
    if spread == "all":
        return (1 - epsilon) * right + epsilon / num_classes
    if spread == "others":
        if num_classes < 2:
            raise ValueError("with fewer than two classes there are no others to spread over")
        return np.where(right == 1, 1 - epsilon, epsilon / (num_classes - 1))
    raise ValueError(f'spread must be "all" or "others", not {spread!r}')


def _check_rate(rate: float) -> None:
    if not 0 <= rate < 1:
        raise ValueError(f"a dropout rate must lie in 0 ≤ rate < 1, not {rate}")
