"""Variants of compute items, drawn until each declared mistake differs from the right answer."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from quizzer.bank.schema import Ask, ComputeItem
from quizzer.exercises.generating import generate
from quizzer.exercises.graph import Graph, StepError, Value, asked_step, rebuilt
from quizzer.exercises.seeds import seed_of
from quizzer.exercises.tolerance import agree
from quizzer.exercises.variant import Variant

MAX_ATTEMPTS = 100

Answers = dict[str, Value]  # ask name -> value


class DrawingError(Exception):
    """No variant could be drawn; the message says what stood in the way."""


@dataclass(frozen=True)
class Flaw:
    """Why a drawing is not used: what is wrong, and the mistakes that it concerns, by index."""

    reason: str
    mistakes: tuple[int, ...] = ()


def draw_told_apart(item: ComputeItem, number: int) -> Variant:
    """The first drawing of this number without a flaw."""
    flaw = None
    for variant in candidates(item, number):
        flaw = flaw_in(item, variant)
        if flaw is None:
            return variant
        if not varies(item):
            break
    raise DrawingError(
        f"no usable variant of {item.id!r} in {MAX_ATTEMPTS} drawings: {flaw and flaw.reason}"
    )


def candidates(item: ComputeItem, number: int) -> Iterator[Variant]:
    """The drawings that are tried for this number, in order."""
    for attempt in range(MAX_ATTEMPTS):
        seed = seed_of(item.id, item.version, number, attempt)
        yield Variant(
            item=item.id,
            version=item.version,
            number=number,
            seed=seed,
            drawn=generate(item.given, seed),
        )


def varies(item: ComputeItem) -> bool:
    """Whether drawing again can give other values."""
    return any(given.value is None for given in item.given.values())


def flaw_in(item: ComputeItem, variant: Variant) -> Flaw | None:
    """Why this drawing should not be asked, if there is a reason."""
    graph = Graph(item, rebuilt(variant))
    right = {name: graph.asked(name) for name in item.ask}
    if varies(item) and not all(map(_is_finite, right.values())):
        return Flaw("the right answer is not finite")
    mistaken = [
        _affected_answers(graph.substituting(mistake), item, mistake.step)
        for mistake in item.mistakes
    ]
    return _collision_with_right(item, right, mistaken) or _collision(item, mistaken)


def _collision_with_right(
    item: ComputeItem, right: Answers, mistaken: list[Answers]
) -> Flaw | None:
    for index, answers in enumerate(mistaken):
        if answers and _same(item.ask, answers, {name: right[name] for name in answers}):
            name = item.mistakes[index].id
            return Flaw(f"mistake {name!r} gives the right answer", (index,))
    return None


def _collision(item: ComputeItem, mistaken: list[Answers]) -> Flaw | None:
    for (first, answers), (second, others) in combinations(enumerate(mistaken), 2):
        names = f"{item.mistakes[first].id!r} and {item.mistakes[second].id!r}"
        if answers and _same(item.ask, answers, others):
            return Flaw(f"mistakes {names} give the same answer", (first, second))
    return None


def _affected_answers(graph: Graph, item: ComputeItem, step: str) -> Answers:
    """What a mistake at this step gives where it can show; what it makes impossible is left out."""
    answers = {}
    for name, ask in item.ask.items():
        if asked_step(name, ask) in graph.affected(step):
            try:
                answers[name] = graph.asked(name)
            except StepError:
                answers[name] = None
    return answers


def _same(asks: Mapping[str, Ask], one: Answers, other: Answers) -> bool:
    return one.keys() == other.keys() and all(
        agree(one[name], other[name], asks[name].decimals) for name in one
    )


def _is_finite(value: Any) -> bool:
    """−∞ is allowed: masked scores are meant to have it."""
    return bool(np.all(np.asarray(value) < np.inf))
