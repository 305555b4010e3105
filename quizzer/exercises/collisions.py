"""Variants of compute items, drawn again until every declared mistake can be told apart."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from quizzer.bank.schema import Ask, ComputeItem, Mistake
from quizzer.exercises.errors import ExerciseError
from quizzer.exercises.generating import generate, varies
from quizzer.exercises.graph import Graph, StepError, Value, asked_step, rebuilt
from quizzer.exercises.seeds import seed_of
from quizzer.exercises.tolerance import agree
from quizzer.exercises.variant import Variant

MAX_ATTEMPTS = 100

Answers = dict[str, Value]  # ask name -> value


@dataclass(frozen=True)
class Flaw:
    """Why a drawing is not used, and the indices of the mistakes that this concerns."""

    reason: str
    mistakes: tuple[int, ...] = ()


class DrawingError(ExerciseError):
    """No variant could be drawn; `flaw` is the most frequent reason."""

    def __init__(self, item: ComputeItem, flaws: Counter[Flaw]) -> None:
        self.flaw, times = flaws.most_common(1)[0]
        several = f"{times} of {flaws.total()} drawings"
        drawings = several if varies(item.given) else "the only drawing"
        super().__init__(f"in {drawings} {self.flaw.reason}")


def draw_told_apart(item: ComputeItem, number: int) -> Variant:
    """The variant with this number: its first drawing without a flaw."""
    flaws: Counter[Flaw] = Counter()
    for variant in candidates(item, number):
        flaw = flaw_in(item, variant)
        if flaw is None:
            return variant
        flaws[flaw] += 1
    raise DrawingError(item, flaws)


def candidates(item: ComputeItem, number: int) -> Iterator[Variant]:
    """The drawings that are tried for this number, in order."""
    for attempt in range(MAX_ATTEMPTS if varies(item.given) else 1):
        seed = seed_of(item.id, item.version, number, attempt)
        yield Variant(
            item=item.id,
            version=item.version,
            number=number,
            seed=seed,
            drawn=generate(item.given, seed),
        )


def flaw_in(item: ComputeItem, variant: Variant) -> Flaw | None:
    """Why this drawing should not be asked, if there is a reason."""
    graph = Graph(item, rebuilt(variant))
    right = {name: graph.asked(name) for name in item.ask}
    if varies(item.given) and not all(map(_is_finite, right.values())):
        return Flaw("the right answer is not finite")
    mistaken = [_affected_answers(graph, item, mistake) for mistake in item.mistakes]
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


def _affected_answers(graph: Graph, item: ComputeItem, mistake: Mistake) -> Answers:
    """The answers that a mistake changes, without those that it makes impossible to compute."""
    affected = graph.affected_by(mistake)
    mistaken = graph.substituting(mistake)
    answers = {}
    for name, ask in item.ask.items():
        if asked_step(name, ask) in affected:
            with suppress(StepError):
                answers[name] = mistaken.asked(name)
    return answers


def _same(asks: Mapping[str, Ask], one: Answers, other: Answers) -> bool:
    return one.keys() == other.keys() and all(
        agree(one[name], other[name], asks[name].decimals) for name in one
    )


def _is_finite(value: Any) -> bool:
    """−∞ is allowed: masked scores are meant to have it."""
    return bool(np.all(np.asarray(value) < np.inf))
