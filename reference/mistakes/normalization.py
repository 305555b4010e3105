"""Mistakes about normalization."""

import numpy as np

from reference import normalization
from reference.arrays import Array
from reference.mistakes.registry import equivalent, mistake


def _normalised(x: Array, axis: int | tuple[int, ...] | None, ddof: int, eps: float) -> Array:
    mean: Array = np.mean(x, axis=axis, keepdims=True)
    variance: Array = np.var(x, axis=axis, keepdims=True, ddof=ddof)
    normalised: Array = (x - mean) / np.sqrt(variance + eps)
    return normalised


@mistake("normalization.layer_norm")
def layer_norm_with_unbiased_variance(
    x: Array, gamma: Array, beta: Array, eps: float = 1e-5
) -> Array:
    """The variance divided by d − 1 instead of d: torch.var's default is not np.var's."""
    return gamma * _normalised(x, -1, 1, eps) + beta


@mistake("normalization.layer_norm")
def layer_norm_without_eps(x: Array, gamma: Array, beta: Array, eps: float = 1e-5) -> Array:
    """ε left out: nearly the same until a row is almost constant, NaN when it is."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return gamma * _normalised(x, -1, 0, 0.0) + beta


@mistake("normalization.layer_norm")
def layer_norm_with_eps_outside_the_root(
    x: Array, gamma: Array, beta: Array, eps: float = 1e-5
) -> Array:
    """Divided by σ + ε instead of √(σ² + ε): shows in rows that are nearly constant."""
    centred = x - np.mean(x, axis=-1, keepdims=True)
    output: Array = gamma * centred / (np.std(x, axis=-1, keepdims=True) + eps) + beta
    return output


@mistake("normalization.layer_norm")
def layer_norm_with_another_eps(x: Array, gamma: Array, beta: Array, eps: float = 1e-5) -> Array:
    """Another library's ε (Keras: 1e-3): shows in rows of small numbers."""
    return normalization.layer_norm(x, gamma, beta, 1e-3)


@mistake("normalization.layer_norm")
def layer_norm_over_the_batch(x: Array, gamma: Array, beta: Array, eps: float = 1e-5) -> Array:
    """Mean and variance over the first axis: that is batch normalization."""
    return gamma * _normalised(x, 0, 0, eps) + beta


@mistake("normalization.layer_norm")
def layer_norm_over_the_sequence(x: Array, gamma: Array, beta: Array, eps: float = 1e-5) -> Array:
    """Mean and variance over the tokens, feature by feature: that is instance normalization."""
    return gamma * _normalised(x, -2, 0, eps) + beta


@mistake("normalization.layer_norm")
def layer_norm_over_everything(x: Array, gamma: Array, beta: Array, eps: float = 1e-5) -> Array:
    """One mean and one variance for the whole array, instead of one for each token."""
    return gamma * _normalised(x, None, 0, eps) + beta


@mistake("normalization.layer_norm")
def layer_norm_with_gamma_and_beta_swapped(
    x: Array, gamma: Array, beta: Array, eps: float = 1e-5
) -> Array:
    """β scales and γ shifts: γ = 1, β = 0 gives it away at once, learned values do not."""
    return normalization.layer_norm(x, beta, gamma, eps)


@mistake("normalization.layer_norm")
def layer_norm_with_gamma_before_centring(
    x: Array, gamma: Array, beta: Array, eps: float = 1e-5
) -> Array:
    """γ applied to x before it is centred and divided."""
    return _normalised(gamma * x, -1, 0, eps) + beta


@mistake("normalization.layer_norm")
def layer_norm_without_beta(x: Array, gamma: Array, beta: Array, eps: float = 1e-5) -> Array:
    """Normalised and scaled, but not shifted."""
    return gamma * _normalised(x, -1, 0, eps)


@mistake("normalization.layer_norm")
def layer_norm_without_gamma_and_beta(
    x: Array, gamma: Array, beta: Array, eps: float = 1e-5
) -> Array:
    """Normalised, but neither scaled nor shifted."""
    return _normalised(x, -1, 0, eps)


@mistake("normalization.layer_norm")
def layer_norm_without_root(x: Array, gamma: Array, beta: Array, eps: float = 1e-5) -> Array:
    """Divided by the variance instead of the standard deviation."""
    centred = x - np.mean(x, axis=-1, keepdims=True)
    output: Array = gamma * centred / (np.var(x, axis=-1, keepdims=True) + eps) + beta
    return output


@mistake("normalization.layer_norm")
def rms_norm_for_layer_norm(x: Array, gamma: Array, beta: Array, eps: float = 1e-5) -> Array:
    """The mean is not subtracted: that is RMSNorm."""
    return normalization.rms_norm(x, gamma, eps) + beta


@equivalent("normalization.layer_norm")
def layer_norm_by_mean_of_squares(x: Array, gamma: Array, beta: Array, eps: float = 1e-5) -> Array:
    """σ² = mean(x²) − mean(x)²: the same variance."""
    mean: Array = np.mean(x, axis=-1, keepdims=True)
    variance = np.mean(x * x, axis=-1, keepdims=True) - mean**2
    output: Array = gamma * (x - mean) / np.sqrt(variance + eps) + beta
    return output


@mistake("normalization.rms_norm")
def rms_norm_multiplied(x: Array, gamma: Array, eps: float = 1e-6) -> Array:
    """Multiplied by the root mean square instead of divided."""
    mean_square: Array = np.mean(x * x, axis=-1, keepdims=True)
    return gamma * x * np.sqrt(mean_square + eps)


@mistake("normalization.rms_norm")
def rms_norm_by_length(x: Array, gamma: Array, eps: float = 1e-6) -> Array:
    """Divided by the length of the row: the root of the sum, not of the mean, of squares."""
    total: Array = np.sum(x * x, axis=-1, keepdims=True)
    return gamma * x / np.sqrt(total + eps)


@mistake("normalization.rms_norm")
def rms_norm_over_everything(x: Array, gamma: Array, eps: float = 1e-6) -> Array:
    """One root mean square for the whole array, instead of one for each token."""
    mean_square: Array = np.mean(x * x)
    return gamma * x / np.sqrt(mean_square + eps)


@mistake("normalization.rms_norm")
def rms_norm_by_fourth_root(x: Array, gamma: Array, eps: float = 1e-6) -> Array:
    """The root of the root mean square: one root too many."""
    mean_square: Array = np.mean(x * x, axis=-1, keepdims=True)
    return gamma * x / np.sqrt(np.sqrt(mean_square) + eps)


@mistake("normalization.rms_norm")
def rms_norm_with_squares_in_half_precision(x: Array, gamma: Array, eps: float = 1e-6) -> Array:
    """Squares in float16: 1e-4 squared is 0 there, so ε decides."""
    with np.errstate(over="ignore"):
        squares = np.square(x.astype(np.float16)).astype(x.dtype)
    mean_square: Array = np.mean(squares, axis=-1, keepdims=True)
    return gamma * x / np.sqrt(mean_square + eps)


@mistake("normalization.rms_norm")
def layer_norm_for_rms_norm(x: Array, gamma: Array, eps: float = 1e-6) -> Array:
    """The mean is subtracted first: that is LayerNorm without β."""
    return gamma * _normalised(x, -1, 0, eps)


@mistake("normalization.rms_norm")
def rms_norm_without_eps(x: Array, gamma: Array, eps: float = 1e-6) -> Array:
    """ε left out: too large where a row holds tiny numbers, NaN where it holds zeros."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return normalization.rms_norm(x, gamma, 0.0)


@mistake("normalization.rms_norm")
def rms_norm_with_eps_outside_the_root(x: Array, gamma: Array, eps: float = 1e-6) -> Array:
    """Divided by RMS + ε instead of √(mean square + ε): shows in rows of tiny numbers."""
    mean_square: Array = np.mean(x * x, axis=-1, keepdims=True)
    return gamma * x / (np.sqrt(mean_square) + eps)


@mistake("normalization.batch_norm")
def batch_norm_with_batch_statistics_always(
    x: Array,
    gamma: Array,
    beta: Array,
    running_mean: Array,
    running_variance: Array,
    training: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> normalization.BatchNorm:
    """Evaluation uses the batch's statistics too: one example's output depends on the others."""
    result = normalization.batch_norm(
        x, gamma, beta, running_mean, running_variance, True, momentum, eps
    )
    return (
        result
        if training
        else result._replace(running_mean=running_mean, running_variance=running_variance)
    )


@mistake("normalization.batch_norm")
def batch_norm_with_momentum_reversed(
    x: Array,
    gamma: Array,
    beta: Array,
    running_mean: Array,
    running_variance: Array,
    training: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> normalization.BatchNorm:
    """Momentum taken as the weight of the old value: the running statistics jump."""
    return normalization.batch_norm(
        x, gamma, beta, running_mean, running_variance, training, 1 - momentum, eps
    )


@mistake("normalization.batch_norm")
def batch_norm_with_biased_running_variance(
    x: Array,
    gamma: Array,
    beta: Array,
    running_mean: Array,
    running_variance: Array,
    training: bool = True,
    momentum: float = 0.1,
    eps: float = 1e-5,
) -> normalization.BatchNorm:
    """The biased variance enters the running estimate (Keras does so, PyTorch does not)."""
    result = normalization.batch_norm(
        x, gamma, beta, running_mean, running_variance, training, momentum, eps
    )
    if not training:
        return result
    batch_variance: Array = np.var(x, axis=tuple(range(x.ndim - 1)))
    mixed = (1 - momentum) * running_variance + momentum * batch_variance
    return result._replace(running_variance=mixed)
