"""Choosing the next token: filters on the logits, and sampling."""

import math

import numpy as np

from reference.activations import softmax
from reference.arrays import Array, Ids, require
from reference.trace import record


def best(logits: Array) -> Ids:
    """The token with the highest score.

    Formula:
        argmax_v logits[v]

    Args:
        logits: (..., vocabulary) scores.

    Returns:
        (...) ids; in a tie, the lowest id.

    Source:
        Jurafsky and Martin, Speech and Language Processing (3rd edition draft), on greedy decoding.
    """
    return np.asarray(np.argmax(logits, axis=-1))


def temperature(logits: Array, t: float) -> Array:
    """Sharpen (t < 1) or flatten (t > 1) the distribution.

    Formula:
        scores = logits / t, so that P(v) = softmax(logits / t)

    Args:
        logits: (..., vocabulary) scores.
        t: the temperature; as t → 0 only the best token remains, as t → ∞ all are equally likely.

    Returns:
        (..., vocabulary) scores.

    Raises:
        ValueError: when t is not positive.

    Source:
        Ackley, Hinton, Sejnowski, A Learning Algorithm for Boltzmann Machines (1985).
    """
    if t <= 0:
        raise ValueError(f"the temperature must be positive: {t}")
    return logits / t


def top_k(logits: Array, k: int) -> Array:
    """Keep the k best tokens, and make all others impossible.

    Formula:
        logits[v] where logits[v] ≥ the k-th largest, else −∞

    Args:
        logits: (..., vocabulary) scores.
        k: how many tokens are kept; all if k is larger than the vocabulary.

    Returns:
        (..., vocabulary) scores and −∞.

    Raises:
        ValueError: when k is smaller than 1.

    Convention:
        All tokens that tie with the k-th are kept, as in Hugging Face.

    Source:
        Fan, Lewis, Dauphin, Hierarchical Neural Story Generation (2018), section 5.4.
    """
    if k < 1:
        raise ValueError(f"at least one token must stay: k = {k}")
    k = min(k, logits.shape[-1])
    kth_largest = np.partition(logits, -k, axis=-1)[..., -k, np.newaxis]  # (..., 1)
    return np.where(logits >= kth_largest, logits, -math.inf)


def top_p(logits: Array, p: float) -> Array:
    """Keep the smallest set of best tokens whose probabilities reach p: nucleus sampling.

    Formula:
        keep v if the tokens before it (in descending order) have a total probability below p

    Args:
        logits: (..., vocabulary) scores.
        p: the probability to reach, in (0, 1].

    Returns:
        (..., vocabulary) scores and −∞.

    Raises:
        ValueError: when p is not in (0, 1].

    Convention:
        The token that crosses p is kept, as in the paper, Hugging Face and vLLM; so the best one is
        always kept. With p = 1, all are kept.

    Source:
        Holtzman et al., The Curious Case of Neural Text Degeneration (2020), section 3.1.
    """
    if not 0 < p <= 1:
        raise ValueError(f"p must be in (0, 1]: {p}")
    order = np.argsort(-logits, axis=-1, kind="stable")  # (..., vocabulary), best first
    probabilities = np.take_along_axis(softmax(logits), order, axis=-1)  # (..., vocabulary)
    record("sorted", probabilities, "best first")
    before = np.cumsum(probabilities, axis=-1) - probabilities  # (..., vocabulary)
    record("before", before, "the total probability of the tokens before each")
    keep = np.zeros(logits.shape, dtype=np.bool_)
    # with rounding, the tokens before can reach 1 although later ones are possible, too
    np.put_along_axis(keep, order, (before < p) | (p == 1), axis=-1)
    return np.where(keep, logits, -math.inf)


def sample(logits: Array, generator: np.random.Generator) -> Ids:
    """Draw one token from the distribution that the logits describe.

    Formula:
        v ~ softmax(logits): the first v whose cumulative probability exceeds u ~ U(0, 1)

    Args:
        logits: (..., vocabulary) scores; −∞ is never drawn.
        generator: the source of randomness.

    Returns:
        (...) ids.

    Raises:
        ValueError: when a row leaves nothing to draw.

    Source:
        Devroye, Non-Uniform Random Variate Generation (1986), section III.2, inversion.
    """
    cumulated: Array = np.cumsum(softmax(logits), axis=-1)  # (..., vocabulary)
    record("cumulated", cumulated, "the probabilities, added up")
    require(bool(np.all(cumulated[..., -1:] > 0)), "a row has no possible token", logits=logits)
    u = generator.random((*logits.shape[:-1], 1)) * cumulated[..., -1:]  # (..., 1)
    return np.asarray(np.argmax(cumulated > u, axis=-1))  # (...)
