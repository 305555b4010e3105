"""Normalization: over the width of a token (layer, RMS) or over the batch (batch)."""

import math
from typing import NamedTuple

import numpy as np

from reference.arrays import Array, require
from reference.trace import record


class BatchNorm(NamedTuple):
    """The output of batch normalization, and the running statistics after it."""

    output: Array
    running_mean: Array
    running_variance: Array


def layer_norm(x: Array, gamma: Array, beta: Array, eps: float = 1e-5) -> Array:
    """Bring every token on its own to mean 0 and variance 1; then scale and shift.

    Formula:
        LN(x) = γ ⊙ (x − μ) / √(σ² + ε) + β, with μ and σ² over the width of the token

    Args:
        x: (..., d_model) one row per token.
        gamma: (d_model) the scale, 1 at the start.
        beta: (d_model) the shift, 0 at the start.
        eps: keeps a constant row from dividing by 0.

    Returns:
        (..., d_model) one row per token.

    Raises:
        ValueError: when gamma or beta are not as wide as `x`.

    Convention:
        The variance is the biased one (divided by d_model), and ε is inside the root, 1e-5 as in
        PyTorch and GPT-2. Hugging Face's BERT has 1e-12, the authors' ViT 1e-6, Keras 1e-3. The
        Annotated Transformer divides by an unbiased standard deviation plus 1e-6.

    Source:
        Ba, Kiros, Hinton, Layer Normalization (2016), section 3, equation 3.
    """
    require(
        gamma.shape == beta.shape == x.shape[-1:],
        "gamma and beta must be as wide as x",
        x=x,
        gamma=gamma,
        beta=beta,
    )
    mean = record("mean", _mean(x), "the mean of each row")  # (..., 1)
    centred = x - mean  # (..., d_model)
    variance = record("variance", _mean(centred * centred), "the biased variance of each row")
    normalised = record(
        "normalised", centred / np.sqrt(variance + eps), "rows of mean 0 and variance 1"
    )
    return record("output", gamma * normalised + beta, "scaled by γ, shifted by β")


def rms_norm(x: Array, gamma: Array, eps: float = 1e-6) -> Array:
    """Divide every token by its root mean square; no centring, no shift.

    Formula:
        RMSNorm(x) = γ ⊙ x / √(mean(x²) + ε)

    Args:
        x: (..., d_model) one row per token.
        gamma: (d_model) the scale, 1 at the start.
        eps: keeps a row of zeros from dividing by 0.

    Returns:
        (..., d_model) one row per token.

    Raises:
        ValueError: when gamma is not as wide as `x`.

    Convention:
        ε is inside the root, 1e-6 as in T5 and the first Llama (1e-5 in Llama 2 and 3);
        PyTorch's default is the machine epsilon of the dtype.

    Source:
        Zhang and Sennrich, Root Mean Square Layer Normalization (2019), equation 4.
    """
    require(gamma.shape == x.shape[-1:], "gamma must be as wide as x", x=x, gamma=gamma)
    mean_square = _mean(x * x)  # (..., 1)
    normalised = x / np.sqrt(mean_square + eps)  # (..., d)
    record("mean_square", mean_square, "the mean square of each row")
    record("normalised", normalised, "rows whose mean square is 1")
    return record("output", gamma * normalised, "scaled by γ")  # (..., d)


def batch_norm(
    x: Array,
    gamma: Array,
    beta: Array,
    running_mean: Array,
    running_variance: Array,
    training: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> BatchNorm:
    """Bring every feature to mean 0 and variance 1 over the batch; then scale and shift.

    Formula:
        BN(x) = γ ⊙ (x − μ) / √(σ² + ε) + β, with μ and σ² over all axes but the last
        running ← (1 − momentum) · running + momentum · new

    Args:
        x: (..., d) one row per example (or per token).
        gamma: (d) the scale.
        beta: (d) the shift.
        running_mean: (d) the running estimate of the mean so far.
        running_variance: (d) the running estimate of the variance so far.
        training: whether to use this batch's statistics and add them to the running ones; otherwise
            the running ones are used.
        momentum: the weight of the new batch in the running statistics.
        eps: keeps a constant feature from dividing by 0.

    Returns:
        `BatchNorm` with output (..., d) and the running statistics (d) after this batch. In
        training one example's output depends on the others; at evaluation it does not.

    Raises:
        ValueError: when a vector is not as wide as `x`, or training has only one row.

    Convention:
        As in PyTorch: the biased variance normalises, the unbiased one enters the running estimate,
        and momentum 0.1 is the weight of the new value. In Keras, 0.99 is the weight of the old
        value.

    Source:
        Ioffe and Szegedy, Batch Normalization (2015), algorithms 1 and 2.
    """
    vectors = {"gamma": gamma, "beta": beta, "running_mean": running_mean}
    vectors["running_variance"] = running_variance
    fits = all(vector.shape == x.shape[-1:] for vector in vectors.values())
    require(fits, "all vectors must be as wide as x", x=x, **vectors)
    mean, variance = running_mean, running_variance
    if training:
        count = math.prod(x.shape[:-1])
        require(count > 1, "a batch needs more than one row to have a variance", x=x)
        axes = tuple(range(x.ndim - 1))
        mean, variance = np.mean(x, axis=axes), np.var(x, axis=axes)  # (d), (d)
        unbiased = variance * (count / (count - 1))
        running_mean = (1 - momentum) * running_mean + momentum * mean
        running_variance = (1 - momentum) * running_variance + momentum * unbiased
    normalised = record(
        "normalised", (x - mean) / np.sqrt(variance + eps), "features of mean 0 and variance 1"
    )
    output = record("output", gamma * normalised + beta, "scaled by γ, shifted by β")
    return BatchNorm(output, running_mean, running_variance)


def _mean(x: Array) -> Array:
    mean: Array = np.mean(x, axis=-1, keepdims=True)
    return mean
