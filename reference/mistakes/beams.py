"""Mistakes about beam search: one step of it, and the whole."""

from collections.abc import Callable
from typing import Any

import numpy as np

from reference import decoding
from reference.activations import log_softmax, softmax
from reference.arrays import Array, Ids
from reference.decoding import Continuations, Hypothesis
from reference.decoding.search import NextLogits
from reference.mistakes.registry import mistake


@mistake("decoding.beam_step")
def beam_step_for_each_beam_alone(totals: Array, logits: Array, k: int) -> Continuations:
    """The best continuation of each beam, not the best of all: every beam becomes greedy."""
    tokens = decoding.best(logits)
    sums = totals + np.max(log_softmax(logits), axis=-1)
    parents = np.argsort(-sums)[:k]
    return Continuations(parents, tokens[parents], sums[parents])


@mistake("decoding.beam_step")
def beam_step_with_logits_added(totals: Array, logits: Array, k: int) -> Continuations:
    """Logits added instead of log-probabilities: beams with large logits win."""
    return _best(totals[:, np.newaxis] + logits, k)


@mistake("decoding.beam_step")
def beam_step_with_probabilities_added(totals: Array, logits: Array, k: int) -> Continuations:
    """Probabilities added instead of their logarithms: any token makes a sequence better."""
    return _best(totals[:, np.newaxis] + softmax(logits), k)


@mistake("decoding.beam_step")
def beam_step_with_logarithms_multiplied(totals: Array, logits: Array, k: int) -> Continuations:
    """Logarithms multiplied: probabilities are multiplied, so their logarithms must be added."""
    with np.errstate(invalid="ignore"):  # 0 · −∞
        return _best(totals[:, np.newaxis] * log_softmax(logits), k)


@mistake("decoding.beam_step")
def beam_step_with_probabilities(totals: Array, logits: Array, k: int) -> Continuations:
    """Probabilities multiplied and given as totals: right for a few words, then they are 0."""
    return _best(np.exp(totals)[:, np.newaxis] * softmax(logits), k)


@mistake("decoding.beam_step")
def beam_step_without_totals(totals: Array, logits: Array, k: int) -> Continuations:
    """What the beams had so far is left out: only the last token counts."""
    return _best(log_softmax(logits), k)


@mistake("decoding.beam_step")
def beam_step_with_parents_and_tokens_exchanged(
    totals: Array, logits: Array, k: int
) -> Continuations:
    """The remainder taken for the beam and the quotient for the token."""
    parents, tokens, sums = decoding.beam_step(totals, logits, k)
    return Continuations(tokens, parents, sums)


@mistake("decoding.beam_step")
def beam_step_counted_by_beams(totals: Array, logits: Array, k: int) -> Continuations:
    """A flat number divided by the number of beams: rows are as long as the vocabulary."""
    parents, tokens, sums = decoding.beam_step(totals, logits, k)
    parents, tokens = np.divmod(parents * logits.shape[-1] + tokens, len(logits))
    return Continuations(parents, tokens, sums)


@mistake("decoding.beam_step")
def beam_step_of_the_worst(totals: Array, logits: Array, k: int) -> Continuations:
    """Sorted the wrong way: the k least probable continuations."""
    parents, tokens, sums = _best(-totals[:, np.newaxis] - log_softmax(logits), k)
    return Continuations(parents, tokens, -sums)


@mistake("decoding.beam_step")
def beam_step_with_the_worst_first(totals: Array, logits: Array, k: int) -> Continuations:
    """The right continuations, but the worst first: if you take the first, you get the worst."""
    parents, tokens, sums = decoding.beam_step(totals, logits, k)
    return Continuations(parents[::-1], tokens[::-1], sums[::-1])


@mistake("decoding.beam_search")
def beam_search_for_each_beam_alone(
    next_logits: NextLogits,
    prompt: Ids,
    num_beams: int,
    max_new_tokens: int,
    end: int,
    alpha: float = 0.0,
) -> list[Hypothesis]:
    """The best continuation of each beam, not the best of all: every beam becomes greedy."""
    if num_beams == 1:
        return decoding.beam_search(next_logits, prompt, 1, max_new_tokens, end, alpha)
    first = np.argsort(-next_logits(np.array(prompt)[np.newaxis])[0], kind="stable")[:num_beams]
    starts = log_softmax(next_logits(np.array(prompt)[np.newaxis]))[0, first]
    found = []
    for token, start in zip(first, starts, strict=True):
        if token == end:
            tail = Hypothesis((*map(int, prompt), int(end)), 0.0, 0.0)
        else:
            longer = np.append(prompt, token)
            (tail,) = decoding.beam_search(next_logits, longer, 1, max_new_tokens - 1, end)
        total, length = float(start) + tail.log_probability, len(tail.ids) - len(prompt)
        score = total / decoding.length_penalty(length, alpha)
        found.append(Hypothesis(tail.ids, total, score))
    return sorted(found, key=lambda hypothesis: -hypothesis.score)


@mistake("decoding.beam_search")
def beam_search_that_stops_at_the_first_end(
    next_logits: NextLogits,
    prompt: Ids,
    num_beams: int,
    max_new_tokens: int,
    end: int,
    alpha: float = 0.0,
) -> list[Hypothesis]:
    """The first finished sequence wins: a longer and better one might still have come."""
    for limit in range(1, max_new_tokens + 1):
        found = decoding.beam_search(next_logits, prompt, num_beams, limit, end, alpha)
        finished = [hypothesis for hypothesis in found if hypothesis.ids[-1] == end]
        if finished:
            return finished
    return found


@mistake("decoding.beam_search")
def beam_search_with_the_worst_first(
    next_logits: NextLogits,
    prompt: Ids,
    num_beams: int,
    max_new_tokens: int,
    end: int,
    alpha: float = 0.0,
) -> list[Hypothesis]:
    """Sorted the wrong way: the least probable of the beams comes first."""
    return decoding.beam_search(next_logits, prompt, num_beams, max_new_tokens, end, alpha)[::-1]


@mistake("decoding.beam_search")
def beam_search_with_parents_mixed_up(
    next_logits: NextLogits,
    prompt: Ids,
    num_beams: int,
    max_new_tokens: int,
    end: int,
    alpha: float = 0.0,
) -> list[Hypothesis]:
    """Beam and token of a flat index swapped: words are joined to the wrong beginnings."""

    def mixed(ids: Ids) -> Array:
        return next_logits(np.roll(ids, 1, axis=0))

    return decoding.beam_search(mixed, prompt, num_beams, max_new_tokens, end, alpha)


@mistake("decoding.beam_search")
def beam_search_that_adds_probabilities(
    next_logits: NextLogits,
    prompt: Ids,
    num_beams: int,
    max_new_tokens: int,
    end: int,
    alpha: float = 0.0,
) -> list[Hypothesis]:
    """Probabilities added instead of their logarithms: any word makes a sequence better."""
    return _search(next_logits, prompt, num_beams, max_new_tokens, end, alpha, gain=softmax)


@mistake("decoding.beam_search")
def beam_search_with_the_penalty_piling_up(
    next_logits: NextLogits,
    prompt: Ids,
    num_beams: int,
    max_new_tokens: int,
    end: int,
    alpha: float = 0.0,
) -> list[Hypothesis]:
    """The penalised score kept as the running one, so the penalty is applied again and again."""
    return _search(next_logits, prompt, num_beams, max_new_tokens, end, alpha, keep_penalty=True)


@mistake("decoding.beam_search")
def beam_search_that_counts_the_prompt(
    next_logits: NextLogits,
    prompt: Ids,
    num_beams: int,
    max_new_tokens: int,
    end: int,
    alpha: float = 0.0,
) -> list[Hypothesis]:
    """The prompt counted in the length: the penalty hardly tells short from long."""
    counted = len(prompt)
    return _search(next_logits, prompt, num_beams, max_new_tokens, end, alpha, counted=counted)


@mistake("decoding.beam_search")
def beam_search_from_equal_beams(
    next_logits: NextLogits,
    prompt: Ids,
    num_beams: int,
    max_new_tokens: int,
    end: int,
    alpha: float = 0.0,
) -> list[Hypothesis]:
    """All beams begin alike and are expanded: copies of the greedy path crowd the others out."""
    return _search(next_logits, prompt, num_beams, max_new_tokens, end, alpha, copies=num_beams)


@mistake("decoding.beam_search")
def beam_search_without_length_penalty(
    next_logits: NextLogits,
    prompt: Ids,
    num_beams: int,
    max_new_tokens: int,
    end: int,
    alpha: float = 0.0,
) -> list[Hypothesis]:
    """α is ignored: short sequences win."""
    return decoding.beam_search(next_logits, prompt, num_beams, max_new_tokens, end)


@mistake("decoding.markov_beam_search")
def markov_beam_search_past_the_end(
    logits: Array, start: int, end: int, num_beams: int, alpha: float = 0.0
) -> list[Hypothesis]:
    """Beams that have ended go on, after their end, and take the places of others."""
    return _markov(logits, start, end, num_beams, alpha, past_end=True)


@mistake("decoding.markov_beam_search")
def markov_beam_search_without_replacements(
    logits: Array, start: int, end: int, num_beams: int, alpha: float = 0.0
) -> list[Hypothesis]:
    """Cut before those that have ended are taken out: the more of them, the fewer beams go on."""
    return _markov(logits, start, end, num_beams, alpha, replaced=False)


@mistake("decoding.markov_beam_search")
def markov_beam_search_with_the_penalty_piling_up(
    logits: Array, start: int, end: int, num_beams: int, alpha: float = 0.0
) -> list[Hypothesis]:
    """The penalised score kept as the running one, so the penalty is applied again and again."""
    return _markov(logits, start, end, num_beams, alpha, keep_penalty=True)


@mistake("decoding.markov_beam_search")
def markov_beam_search_that_stops_at_the_first_end(
    logits: Array, start: int, end: int, num_beams: int, alpha: float = 0.0
) -> list[Hypothesis]:
    """Stops as soon as one sequence has ended: a longer and better one might still have come."""
    return _markov(logits, start, end, num_beams, alpha, stop_after=1)


@mistake("decoding.markov_beam_search")
def markov_beam_search_that_stops_when_enough_have_ended(
    logits: Array, start: int, end: int, num_beams: int, alpha: float = 0.0
) -> list[Hypothesis]:
    """Stops as soon as there is a finished sequence for each beam, though better ones may come."""
    return _markov(logits, start, end, num_beams, alpha, stop_after=num_beams)


@mistake("decoding.markov_beam_search")
def markov_beam_search_that_counts_the_start(
    logits: Array, start: int, end: int, num_beams: int, alpha: float = 0.0
) -> list[Hypothesis]:
    """The start token counted in the length of the penalty."""
    return _markov(logits, start, end, num_beams, alpha, counted=1)


def _markov(
    logits: Array, start: int, end: int, num_beams: int, alpha: float, **faults: Any
) -> list[Hypothesis]:
    """A search with a table that can go wrong in the same ways as `_search`."""
    return _search(
        lambda ids: logits[ids.shape[1] - 1, ids[:, -1]],
        np.array([start]),
        num_beams,
        len(logits),
        end,
        alpha,
        **faults,
    )


def _search(
    next_logits: NextLogits,
    prompt: Ids,
    num_beams: int,
    max_new_tokens: int,
    end: int,
    alpha: float,
    gain: Callable[[Array], Array] = log_softmax,
    keep_penalty: bool = False,
    counted: int = 0,
    copies: int = 1,
    past_end: bool = False,
    replaced: bool = True,
    stop_after: int | None = None,
) -> list[Hypothesis]:
    """A beam search that goes wrong in one respect; otherwise like `decoding.beam_search`."""
    beams, totals = np.tile(prompt, (copies, 1)), np.zeros(copies)
    finished: list[Hypothesis] = []
    for length in range(1, max_new_tokens + 1):
        penalty = decoding.length_penalty(length + counted, alpha)
        candidates = totals[:, np.newaxis] + gain(next_logits(beams))
        parents, tokens, totals = _best(candidates, 2 * num_beams)
        beams = np.column_stack([beams[parents], tokens])
        ended = tokens == end
        for ids, total in zip(beams[ended], totals[ended], strict=True):
            finished.append(Hypothesis(tuple(ids.tolist()), float(total), float(total) / penalty))
        going = np.full_like(ended, True) if past_end else ~ended
        if not replaced:
            going[num_beams:] = False
        beams, totals = beams[going][:num_beams], totals[going][:num_beams]
        totals = totals / penalty if keep_penalty else totals
        if stop_after is not None and len(finished) >= stop_after:
            break
    for ids, total in zip(beams, totals, strict=True):
        finished.append(Hypothesis(tuple(ids.tolist()), float(total), float(total) / penalty))
    return sorted(finished, key=lambda hypothesis: -hypothesis.score)[:num_beams]


def _best(candidates: Array, k: int) -> Continuations:
    """The k largest of (beams, vocabulary) candidates, best first; of equal ones, the earlier."""
    flat = candidates.reshape(-1)
    order = np.argsort(-flat, kind="stable")[:k]
    parents, tokens = np.divmod(order, candidates.shape[-1])
    return Continuations(parents, tokens, flat[order])
