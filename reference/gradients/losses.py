"""Backward pass of cross-entropy."""

from typing import Literal

import numpy as np

from reference.activations import softmax
from reference.arrays import Array, Ids
from reference.losses import IGNORE, Reduction, cross_entropy
from reference.regularization import smooth_labels


def cross_entropy_backward(
    logits: Array,
    targets: Ids,
    *,
    label_smoothing: float = 0.0,
    spread: Literal["all", "others"] = "all",
    class_weights: Array | None = None,
    ignore_index: int = IGNORE,
    reduction: Reduction = "mean",
) -> Array:
    """From cross-entropy back to the logits: predicted minus target probabilities.

    Formula:
        ∂L/∂logits = (softmax(logits) − q) / N
        with class weights w:  (softmax(logits) Σ_c w_c q_c − w ⊙ q) / Σ_t w_target

    Args:
        logits: (..., V) scores before softmax.
        targets: (...) ids of the right classes; q is their one-hot or smoothed form.
        label_smoothing: ε, as in `cross_entropy`.
        spread: over "all" classes or the "others".
        class_weights: (V) how much each class counts.
        ignore_index: targets with this value get no gradient.
        reduction: "mean" divides by N, the number of targets that count; "sum" does not; "none" is
            the gradient of each loss with respect to its own logits.

    Returns:
        (..., V) ∂L/∂logits; every row sums to 0.

    Raises:
        ValueError: when shapes do not fit, a target has no class or an option is unknown.

    Convention:
        It starts from ∂L/∂L = 1.

    Source:
        Goodfellow, Bengio, Courville, Deep Learning (2016), section 6.2.2.3.
    """
    cross_entropy(logits, targets, ignore_index=ignore_index, reduction=reduction)
    counted = np.asarray(targets != ignore_index)  # (...)
    classes = np.where(counted, targets, 0)  # (...)
    q = smooth_labels(classes, logits.shape[-1], label_smoothing, spread=spread)  # (..., V)
    weights = np.ones(logits.shape[-1]) if class_weights is None else class_weights  # (V)
    predicted = softmax(logits)  # (..., V)
    wanted = (weights * q).astype(predicted.dtype)  # (..., V)
    gradient = predicted * wanted.sum(axis=-1, keepdims=True) - wanted  # (..., V)
    gradient = np.where(counted[..., None], gradient, 0)  # (..., V)
    total = weights[classes][counted].sum() if reduction == "mean" else 1.0
    return np.asarray(gradient / (total if total else 1), dtype=predicted.dtype)
