"""Finding the declared mistake, or the two independent ones, that explain a wrong entry."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from quizzer.bank.schema import Mistake
from quizzer.exercises.graph import Graph, StepError, Value, asked_step
from quizzer.exercises.tolerance import close, tolerance
from quizzer.grading.compute.comparison import Numbers, rounding
from quizzer.grading.compute.entries import Entry

MAX_PAIRS = 100


@dataclass(frozen=True)
class Diagnosis:
    """The mistakes that lead to what was entered, and the exact value that they give."""

    mistakes: tuple[Mistake, ...]
    value: Numbers


def diagnose(graph: Graph, name: str, entry: Entry, own: Mapping[str, Value]) -> list[Diagnosis]:
    """What explains this entry in every cell: nothing, one diagnosis, or several (ambiguous).

    A mistake is tried with the right values before it and with the learner's own. Two mistakes are
    tried together only when no single one explains the entry.
    """
    ask = graph.item.ask[name]
    step = asked_step(name, ask)
    possible = [m for m in graph.item.mistakes if step in graph.affected_by(m)]
    bases = [graph.overriding(own), graph] if own else [graph]
    singles = [(mistake,) for mistake in possible]
    return _explaining(bases, name, entry, singles) or _explaining(
        bases[:1], name, entry, _pairs(possible)
    )


def _pairs(possible: Sequence[Mistake]) -> list[tuple[Mistake, ...]]:
    pairs: list[tuple[Mistake, ...]] = [
        (one, other) for one, other in combinations(possible, 2) if one.step != other.step
    ]
    return pairs[:MAX_PAIRS]


def _explaining(
    bases: Sequence[Graph], name: str, entry: Entry, tried: Sequence[tuple[Mistake, ...]]
) -> list[Diagnosis]:
    found: dict[tuple[str, ...], Diagnosis] = {}
    for base in bases:
        for mistakes, value in _values(base, name, tried):
            if _matches(entry, value, base.item.ask[name].decimals):
                ids = tuple(mistake.id for mistake in mistakes)
                found.setdefault(ids, Diagnosis(mistakes, value))
    return list(found.values())


def _values(
    base: Graph, name: str, tried: Sequence[tuple[Mistake, ...]]
) -> Iterator[tuple[tuple[Mistake, ...], Numbers]]:
    """The values that these mistakes give, if they differ from the value without them."""
    decimals = base.item.ask[name].decimals
    try:
        without = asked_numbers(base, name)
    except StepError:
        return
    for mistakes in tried:
        try:
            value = asked_numbers(base.substituting(*mistakes), name)
        except StepError:
            continue  # a mistake that breaks a later step explains no entry there
        changed = value.shape != without.shape or not np.all(
            close(value, without, tolerance(decimals))
        )
        if changed:
            yield mistakes, value


def asked_numbers(graph: Graph, name: str) -> Numbers:
    """The answer to an ask according to this graph, as an array of numbers even for a shape."""
    return np.asarray(graph.asked(name), dtype=np.float64)


def explains(graph: Graph, name: str, entry: Entry) -> bool:
    """Whether an entry agrees with the value in this graph."""
    try:
        value = asked_numbers(graph, name)
    except StepError:
        return False
    return _matches(entry, value, graph.item.ask[name].decimals)


def _matches(entry: Entry, value: Numbers, decimals: int) -> bool:
    return value.shape == entry.value.shape and bool(
        np.all(close(entry.value, value, rounding(entry.decimals, decimals)))
    )
