"""Mistakes about decoding: greedy, beams, filters, caches."""

from collections.abc import Callable

import numpy as np

from reference import decoding
from reference.activations import log_softmax, softmax
from reference.arrays import Array, Ids, Mask
from reference.decoding import Hypothesis, LayerCache
from reference.decoding.search import NextLogits
from reference.mistakes.registry import mistake
from reference.transformer import Configuration, Parameters


@mistake("decoding.greedy")
def greedy_from_the_first_position(
    next_logits: NextLogits, prompt: Ids, max_new_tokens: int, end: int
) -> Ids:
    """The scores of the first position instead of the last: the same token for ever."""
    return decoding.greedy(lambda ids: next_logits(ids[:, :1]), prompt, max_new_tokens, end)


@mistake("decoding.greedy")
def greedy_without_memory(
    next_logits: NextLogits, prompt: Ids, max_new_tokens: int, end: int
) -> Ids:
    """Only the last token is fed back: what came before is forgotten."""
    return decoding.greedy(lambda ids: next_logits(ids[:, -1:]), prompt, max_new_tokens, end)


@mistake("decoding.greedy")
def greedy_without_an_end(
    next_logits: NextLogits, prompt: Ids, max_new_tokens: int, end: int
) -> Ids:
    """The end token is not looked at: the text goes on after it."""
    return decoding.greedy(next_logits, prompt, max_new_tokens, end=-1)


@mistake("decoding.greedy")
def greedy_by_sampling(next_logits: NextLogits, prompt: Ids, max_new_tokens: int, end: int) -> Ids:
    """A draw instead of the best token: each run gives another text."""
    generator = np.random.default_rng(0)

    def drawn(ids: Ids) -> Array:
        logits = next_logits(ids)
        return np.eye(logits.shape[-1])[decoding.sample(logits, generator)]

    return decoding.greedy(drawn, prompt, max_new_tokens, end)


@mistake("decoding.temperature")
def temperature_multiplied(logits: Array, t: float) -> Array:
    """Multiplied by the temperature instead of divided: hot sharpens, cold flattens."""
    return logits * t


@mistake("decoding.temperature")
def temperature_after_softmax(logits: Array, t: float) -> Array:
    """The probabilities divided instead of the scores."""
    return softmax(logits) / t


@mistake("decoding.top_k")
def top_k_with_one_too_many(logits: Array, k: int) -> Array:
    """Off by one: k + 1 tokens stay."""
    return decoding.top_k(logits, k + 1)


@mistake("decoding.top_k")
def top_k_with_zeros_for_the_rest(logits: Array, k: int) -> Array:
    """0 instead of −∞ for the rest: exp(0) = 1 is still a share."""
    kept = decoding.top_k(logits, k)
    return np.where(np.isfinite(kept), kept, 0.0)


@mistake("decoding.top_k")
def top_k_of_the_worst(logits: Array, k: int) -> Array:
    """Sorted the wrong way: the k least probable tokens stay."""
    return -decoding.top_k(-logits, k)


@mistake("decoding.top_p")
def top_p_without_the_crossing_token(logits: Array, p: float) -> Array:
    """The token that crosses p is dropped: less than p is left, sometimes nothing."""
    probabilities = softmax(logits)
    order = np.argsort(-logits, axis=-1, kind="stable")
    reached = np.cumsum(np.take_along_axis(probabilities, order, axis=-1), axis=-1)
    keep = np.zeros(logits.shape, dtype=np.bool_)
    np.put_along_axis(keep, order, reached <= p, axis=-1)
    return np.where(keep, logits, -np.inf)


@mistake("decoding.top_p")
def top_p_without_sorting(logits: Array, p: float) -> Array:
    """Probabilities added up in the order of the vocabulary: likely tokens with high ids go."""
    probabilities = softmax(logits)
    before = np.cumsum(probabilities, axis=-1) - probabilities
    return np.where(before < p, logits, -np.inf)


@mistake("decoding.top_p")
def top_p_as_a_threshold(logits: Array, p: float) -> Array:
    """Tokens less probable than 1 − p dropped one by one: no set that reaches p."""
    return np.where(softmax(logits) >= 1 - p, logits, -np.inf)


@mistake("decoding.sample")
def sample_of_the_logits_as_shares(logits: Array, generator: np.random.Generator) -> Ids:
    """Scores taken for shares, without softmax: each counts by its size above the lowest."""
    shares = logits - np.min(np.where(np.isfinite(logits), logits, np.inf), axis=-1, keepdims=True)
    with np.errstate(divide="ignore"):
        return decoding.sample(np.log(np.maximum(shares, 0)), generator)


@mistake("decoding.length_penalty")
def length_penalty_by_plain_length(length: int, alpha: float) -> float:
    """|Y|^α instead of ((5 + |Y|) / 6)^α: fairseq's and Hugging Face's rule, not GNMT's."""
    return float(length**alpha)


@mistake("decoding.length_penalty")
def length_penalty_with_the_power_inside(length: int, alpha: float) -> float:
    """(5 + |Y|^α) / 6: α put on the length alone."""
    return float((5 + length**alpha) / 6)


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
    """The first finished sequence wins: a longer and better one may still have come."""
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
    """Beam and token of a flat index exchanged: words are joined to the wrong beginnings."""

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
    """α is not looked at: short sequences win."""
    return decoding.beam_search(next_logits, prompt, num_beams, max_new_tokens, end)


@mistake("decoding.decode_step")
def decode_step_overwriting_the_last_slot(
    new: Ids,
    caches: tuple[LayerCache, ...],
    parameters: Parameters,
    configuration: Configuration,
    memory_mask: Mask | None = None,
) -> tuple[Array, tuple[LayerCache, ...]]:
    """The new key overwrites the last one instead of following it: the cache never grows."""
    return decoding.decode_step(new, _without_last(caches), parameters, configuration, memory_mask)


@mistake("decoding.decode_step")
def decode_step_without_the_source(
    new: Ids,
    caches: tuple[LayerCache, ...],
    parameters: Parameters,
    configuration: Configuration,
    memory_mask: Mask | None = None,
) -> tuple[Array, tuple[LayerCache, ...]]:
    """Cross-attention reads the target's cache: the source has no influence."""
    swapped = tuple(cache._replace(source=cache.target) for cache in caches)
    return decoding.decode_step(new, swapped, parameters, configuration)


@mistake("decoding.decode_step")
def decode_step_that_sees_source_padding(
    new: Ids,
    caches: tuple[LayerCache, ...],
    parameters: Parameters,
    configuration: Configuration,
    memory_mask: Mask | None = None,
) -> tuple[Array, tuple[LayerCache, ...]]:
    """The padding mask of the source is not handed on: generation attends to padding."""
    return decoding.decode_step(new, caches, parameters, configuration)


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
) -> list[Hypothesis]:
    """A beam search to go wrong in one respect; otherwise like `decoding.beam_search`."""
    beams, totals = np.tile(prompt, (copies, 1)), np.zeros(copies)
    finished: list[Hypothesis] = []
    for length in range(1, max_new_tokens + 1):
        penalty = decoding.length_penalty(length + counted, alpha)
        flat = (totals[:, np.newaxis] + gain(next_logits(beams))).reshape(-1)
        order = np.argsort(-flat, kind="stable")[: 2 * num_beams]
        parents, tokens = np.divmod(order, len(flat) // len(beams))
        beams, totals = np.column_stack([beams[parents], tokens]), flat[order]
        ended = tokens == end
        for ids, total in zip(beams[ended], totals[ended], strict=True):
            finished.append(Hypothesis(tuple(ids.tolist()), float(total), float(total) / penalty))
        beams, totals = beams[~ended][:num_beams], totals[~ended][:num_beams]
        totals = totals / penalty if keep_penalty else totals
    for ids, total in zip(beams, totals, strict=True):
        finished.append(Hypothesis(tuple(ids.tolist()), float(total), float(total) / penalty))
    return sorted(finished, key=lambda hypothesis: -hypothesis.score)[:num_beams]


def _without_last(caches: tuple[LayerCache, ...]) -> tuple[LayerCache, ...]:
    return tuple(
        cache._replace(
            target=decoding.KeyValueCache(
                cache.target.keys[..., :-1, :], cache.target.values[..., :-1, :]
            )
        )
        for cache in caches
    )
