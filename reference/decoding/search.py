"""Searching for the most probable sequence: greedily, or with several beams."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from reference.activations import log_softmax
from reference.arrays import Array, Ids, require
from reference.decoding.sampling import best
from reference.trace import record, scope

NextLogits = Callable[[Ids], Array]


class Hypothesis(NamedTuple):
    """A sequence found by beam search: its ids, its log-probability, and its score."""

    ids: tuple[int, ...]
    log_probability: float
    score: float


class Continuations(NamedTuple):
    """Continuations of several beams, best first."""

    parents: Ids  # (k) which beam each continues
    tokens: Ids  # (k) the token that it adds
    totals: Array  # (k) log P of the longer sequence


def greedy(next_logits: NextLogits, prompt: Ids, max_new_tokens: int, end: int) -> Ids:
    """Take the most probable token again and again, until every sequence has ended.

    Formula:
        y_t = argmax_v logits(v | y₀ … y_{t−1})

    Args:
        next_logits: (batch, length) ids → (batch, vocabulary), the logits after the last token.
        prompt: (batch, length) ids to begin with, for example the start token.
        max_new_tokens: the maximum number of tokens to add.
        end: the id that ends a sequence; a sequence that has ended is filled up with it.

    Returns:
        (batch, length + new) the prompt and what follows.

    Raises:
        ValueError: when the prompt is not a non-empty matrix of ids.

    Source:
        Jurafsky and Martin, Speech and Language Processing (3rd edition draft), on greedy decoding.
    """
    ids = np.array(prompt)  # (batch, length)
    if ids.ndim != 2 or ids.shape[-1] == 0:
        raise ValueError(f"the prompt must be (batch, length ≥ 1): prompt {ids.shape}")
    ended = np.zeros(len(ids), dtype=np.bool_)  # (batch)
    for number in range(max_new_tokens):
        if ended.all():
            break
        with scope("step"), scope(number):
            token = np.where(ended, end, best(next_logits(ids)))  # (batch)
        ids = np.concatenate([ids, token[:, np.newaxis]], axis=-1)  # (batch, length + 1)
        ended |= token == end
    return ids


def length_penalty(length: int, alpha: float) -> float:
    """The divisor of a sequence's log-probability, so that long sequences can win.

    Formula:
        lp(Y) = ((5 + |Y|) / 6)^α

    Args:
        length: |Y|, the number of generated tokens, including the end token.
        alpha: α; 0 compares log-probabilities as they are, larger values favour longer sequences.

    Returns:
        A number ≥ 1 for α ≥ 0 and length ≥ 1.

    Convention:
        GNMT's formula, as in the Transformer paper (α = 0.6). fairseq and Hugging Face divide by
        |Y|^α.

    Source:
        Wu et al., Google's Neural Machine Translation System (2016), section 7, equation 14.
    """
    return float(((5 + length) / 6) ** alpha)


def beam_step(totals: Array, logits: Array, k: int) -> Continuations:
    """The best continuations of several beams, chosen over all of them together.

    Formula:
        candidates[b, v] = totals[b] + log softmax(logits[b])[v];  the k largest, best first

    Args:
        totals: (beams) log P of each sequence so far; −∞ for a beam that cannot go on.
        logits: (beams, vocabulary) the logits of the next token.
        k: how many continuations to return.

    Returns:
        Parents, tokens and totals, each (k) or shorter: continuations of probability 0 are left
        out.

    Raises:
        ValueError: when there is not one total for each row of logits, or k is smaller than 1.

    Convention:
        If totals are equal, the earlier beam comes first, then the lower id. `beam_search` asks for
        twice as many continuations as it has beams, so that enough are left if some end.

    Source:
        Sutskever, Vinyals, Le, Sequence to Sequence Learning with Neural Networks (2014), section
        3.2.
    """
    fits = logits.ndim == 2 and totals.shape == logits.shape[:1]
    require(fits, "there must be one total for each row of logits", totals=totals, logits=logits)
    if k < 1:
        raise ValueError(f"at least one continuation must be asked for: k = {k}")
    candidates = totals[:, np.newaxis] + log_softmax(logits)  # (beams, vocabulary)
    record("candidates", candidates, "log P of every continuation")
    flat = candidates.reshape(-1)  # (beams · vocabulary)
    order = np.argsort(-flat, kind="stable")[:k]  # (k)
    order = order[np.isfinite(flat[order])]
    parents, tokens = np.divmod(order, logits.shape[-1])  # (k), (k)
    return Continuations(parents, tokens, flat[order])


def beam_search(
    next_logits: NextLogits,
    prompt: Ids,
    num_beams: int,
    max_new_tokens: int,
    end: int,
    alpha: float = 0.0,
) -> list[Hypothesis]:
    """Keep the best few sequences at every step, chosen over all their continuations together.

    Formula:
        score(Y) = log P(Y) / lp(Y),  log P(Y) = Σ_t log P(y_t | y₀ … y_{t−1})

    Args:
        next_logits: (beams, length) ids → (beams, vocabulary), the scores after the last token.
        prompt: (length) ids to begin with, for example the start token.
        num_beams: how many unfinished sequences are kept, and how many finished ones are returned.
        max_new_tokens: the maximum number of tokens to add.
        end: the id that ends a sequence.
        alpha: α of `length_penalty`.

    Returns:
        At most `num_beams` hypotheses, best score first; ids include the prompt.

    Raises:
        ValueError: when the prompt is not a non-empty vector, there is no beam, or α < 0.

    Convention:
        The length penalty ranks finished sequences; unfinished ones, which are equally long,
        compete by log-probability. The search goes on until no unfinished sequence can still win,
        not just until the best one ends. With one beam and α = 0, this is greedy decoding.

    Source:
        Sutskever, Vinyals, Le, Sequence to Sequence Learning with Neural Networks (2014), section
        3.2; Wu et al., Google's Neural Machine Translation System (2016), section 7.
    """
    beams = np.array(prompt)[np.newaxis]  # (beams, length): one beam at first
    if beams.ndim != 2 or beams.shape[-1] == 0 or num_beams < 1:
        raise ValueError(f"need a prompt (length ≥ 1) and a beam: {beams.shape[1:]}, {num_beams}")
    if alpha < 0:
        raise ValueError(f"a length penalty favours longer sequences, so α ≥ 0: {alpha}")
    totals = np.zeros(1)  # (beams) log P of each
    finished: list[Hypothesis] = []
    longest = length_penalty(max_new_tokens, alpha)
    for length in range(1, max_new_tokens + 1):
        with scope("step"), scope(length - 1):
            parents, tokens, totals = beam_step(totals, next_logits(beams), 2 * num_beams)
        beams = np.concatenate([beams[parents], tokens[:, np.newaxis]], axis=-1)
        ended = tokens == end
        ending = zip(beams[ended], totals[ended], strict=True)
        finished += [_hypothesis(ids, total, length, alpha) for ids, total in ending]
        finished = _ranked(finished)[:num_beams]
        beams, totals = beams[~ended][:num_beams], totals[~ended][:num_beams]
        nothing_can_win = len(finished) == num_beams and (
            len(totals) == 0 or totals[0] / longest <= finished[-1].score
        )
        if nothing_can_win or len(beams) == 0:
            return finished
    cut_off = zip(beams, totals, strict=True)
    finished += [_hypothesis(ids, total, max_new_tokens, alpha) for ids, total in cut_off]
    return _ranked(finished)[:num_beams]


def markov_beam_search(
    logits: Array, start: int, end: int, num_beams: int, alpha: float = 0.0
) -> list[Hypothesis]:
    """Beam search with a table instead of a model: the next token depends only on the last one.

    Formula:
        P(y_t | y₀ … y_{t−1}) = softmax(logits[t − 1, y_{t−1}])

    Args:
        logits: (steps, vocabulary, vocabulary) the scores of each step after each token.
        start: the id that every sequence begins with.
        end: the id that ends a sequence.
        num_beams: how many unfinished sequences are kept, and how many finished ones are returned.
        alpha: α of `length_penalty`.

    Returns:
        At most `num_beams` hypotheses, best score first; ids include the start.

    Raises:
        ValueError: when the table does not fit, there is no beam, or α < 0.

    Convention:
        As in `beam_search`. Sequences that have not ended after the last step are ranked with the
        others.

    Source:
        Sutskever, Vinyals, Le, Sequence to Sequence Learning with Neural Networks (2014), section
        3.2.
    """
    fits = logits.ndim == 3 and logits.shape[1] == logits.shape[2]
    require(fits, "the table must be (steps, vocabulary, vocabulary)", logits=logits)
    return beam_search(
        lambda ids: logits[ids.shape[1] - 1, ids[:, -1]],  # (beams, vocabulary)
        np.array([start]),
        num_beams,
        max_new_tokens=len(logits),
        end=end,
        alpha=alpha,
    )


def _hypothesis(ids: Ids, total: float, length: int, alpha: float) -> Hypothesis:
    score = float(total) / length_penalty(length, alpha)
    return Hypothesis(tuple(int(token) for token in ids), float(total), score)


def _ranked(hypotheses: list[Hypothesis]) -> list[Hypothesis]:
    return sorted(hypotheses, key=lambda hypothesis: -hypothesis.score)
