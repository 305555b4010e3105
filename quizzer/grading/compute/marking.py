"""Marking the parts of a compute answer: right, right for the learner's values, or wrong."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from quizzer.bank.schema import Ask, Mistake
from quizzer.exercises.graph import Graph, StepError, asked_step
from quizzer.exercises.plain import to_plain
from quizzer.exercises.tolerance import tolerance
from quizzer.exercises.units import factor_of
from quizzer.grading.compute import feedback
from quizzer.grading.compute.comparison import Comparison, Numbers, compare
from quizzer.grading.compute.diagnosis import Diagnosis, asked_numbers, diagnose, explains
from quizzer.grading.compute.entries import Entry
from quizzer.grading.shapes import difference
from quizzer.grading.verdict import MistakeFound, PartStatus, PartVerdict

MOST_PERTURBED = 64  # cells; more are not typed by hand
MOST_SLACK = 10  # times the tolerance
_WRONG = (PartStatus.WRONG, PartStatus.PARTLY)


@dataclass(frozen=True)
class _Target:
    """A value that an entry may agree with, and what the verdict is if it does."""

    value: Numbers
    status: PartStatus
    says: str = ""


class Marking:
    """Marks the parts one after the other, since later parts are judged by what came before."""

    def __init__(self, graph: Graph, entries: Mapping[str, Entry]) -> None:
        self._graph = graph
        self._entries = entries
        self._statuses: dict[str, PartStatus] = {}
        self._diagnoses: dict[str, Diagnosis] = {}

    def mark(self, name: str) -> PartVerdict:
        """The verdict on one part; the parts that it depends on must be marked before it."""
        if name in self._entries:
            part = self._marked(name, self._entries[name])
        else:
            part = self._part(name, PartStatus.MISSING)
        self._statuses[name] = part.status
        return part

    def mistakes(self) -> list[str]:
        """The ids of the mistakes found so far, in the order of the steps."""
        steps = list(self._graph.item.steps)
        found = [mistake for one in self._diagnoses.values() for mistake in one.mistakes]
        return [mistake.id for mistake in sorted(found, key=lambda one: steps.index(one.step))]

    def _marked(self, name: str, entry: Entry) -> PartVerdict:
        ask = self._graph.item.ask[name]
        comparisons: list[Comparison] = []
        for target in self._targets(name):
            comparisons.append(_compared(entry, target, ask.decimals))
            if comparisons[-1].all_right:
                return self._right(name, target)
        if entry.otherwise is not None and self._is_meant(name, entry.otherwise):
            return self._part(name, PartStatus.NOT_UNDERSTOOD, feedback=entry.question)
        if short := next((found for found in comparisons if found.only_short), None):
            says = feedback.too_few_digits(ask.decimals, ~short.right)
            return self._part(name, PartStatus.TOO_FEW_DIGITS, feedback=says)
        if _counts_single_things(entry, asked_numbers(self._graph, name), ask):
            says = feedback.another_unit(ask.unit)
            return self._part(name, PartStatus.NOT_UNDERSTOOD, feedback=says)
        diagnosis = self._diagnosed(name, entry)
        if diagnosis is None:
            tolerated = self._right_within_rounding(name, entry)
            if tolerated is not None:
                return self._right(name, tolerated)
            if _is_unexpectedly_infinite(entry.value, asked_numbers(self._graph, name)):
                says = feedback.not_finite(entry.value)
                return self._part(name, PartStatus.NOT_FINITE, feedback=says)
        best = max(comparisons, key=lambda found: int(np.sum(found.right)))
        return self._wrong(name, best, diagnosis)

    def _is_meant(self, name: str, entry: Entry) -> bool:
        decimals = self._graph.item.ask[name].decimals
        found = (_compared(entry, target, decimals) for target in self._targets(name))
        return any(one.all_right or one.only_short for one in found)

    def _targets(self, name: str) -> Iterator[_Target]:
        """The right value, then what follows from earlier entries or from mistakes found there."""
        yield _Target(asked_numbers(self._graph, name), PartStatus.RIGHT)
        own = self._own_values(name)
        if own:
            yield from self._following(self._graph.overriding(own), name, self._wrong_before(name))
        known = self._known_mistakes(name)
        if known:
            mistakes = {mistake.step: mistake for found in known.values() for mistake in found}
            graph = self._graph.substituting(*mistakes.values())
            yield from self._following(graph, name, list(known))

    def _known_mistakes(self, name: str) -> dict[str, tuple[Mistake, ...]]:
        """Mistakes already found in other parts that change this one: they cost marks once."""
        ask = self._graph.item.ask[name]
        step = asked_step(name, ask)
        return {
            part: one.mistakes
            for part, one in self._diagnoses.items()
            if all(step in self._graph.affected_by(mistake) for mistake in one.mistakes)
        }

    def _wrong_before(self, name: str) -> list[str]:
        return [part for part in self._earlier(name) if self._statuses[part] in _WRONG]

    def _following(self, graph: Graph, name: str, wrong: list[str]) -> list[_Target]:
        """The value in this graph, for a learner who got these earlier parts wrong."""
        status = PartStatus.FOLLOWS if wrong else PartStatus.RIGHT
        try:
            return [_Target(asked_numbers(graph, name), status, feedback.follows(wrong))]
        except StepError:
            return []  # the next step cannot be computed from these values

    def _earlier(self, name: str) -> list[str]:
        """The entered parts whose values this part depends on."""
        asks = self._graph.item.ask
        before = self._graph.ancestors(asked_step(name, asks[name]))
        return [
            part
            for part in self._entries
            if asks[part].what != "shape" and asked_step(part, asks[part]) in before
        ]

    def _own_values(self, name: str) -> dict[str, Numbers]:
        asks = self._graph.item.ask
        return {
            asked_step(part, asks[part]): self._entries[part].value * _factor(asks[part])
            for part in self._earlier(name)
        }

    def _right_within_rounding(self, name: str, entry: Entry) -> _Target | None:
        """The value that follows from the learner's entries, if rounding explains the difference.

        People type rounded numbers and go on with the unrounded ones, so what should follow is
        known only up to this rounding.
        """
        own = self._own_values(name)
        decimals = self._graph.item.ask[name].decimals
        if not own:
            return None
        following = self._graph.overriding(own)
        for target in self._following(following, name, self._wrong_before(name)):
            if target.value.shape != entry.value.shape:
                continue
            slack = self._slack(name, own, target.value)
            slack = np.minimum(slack, MOST_SLACK * tolerance(decimals))
            if compare(entry.value, entry.decimals, target.value, decimals, slack).all_right:
                return target
        return None

    def _slack(self, name: str, own: Mapping[str, Numbers], value: Numbers) -> Numbers:
        """How far half a unit of the last digit, in each earlier number, can move the value."""
        slack = np.zeros(value.shape)
        for part in self._earlier(name):
            ask, entry = self._graph.item.ask[part], self._entries[part]
            step = asked_step(part, ask)
            halves = 0.5 * 10.0**-entry.decimals * _factor(ask)
            if entry.value.size > MOST_PERTURBED:
                continue
            for place in np.ndindex(entry.value.shape):
                moved = np.array(own[step])  # a single number may no longer be an array
                moved[place] += halves[place]
                with suppress(StepError):
                    shifted = asked_numbers(self._graph.overriding({**own, step: moved}), name)
                    slack += np.nan_to_num(np.abs(shifted - value), nan=0.0, posinf=0.0)
        return slack

    def _diagnosed(self, name: str, entry: Entry) -> Diagnosis | None:
        """The only explanation of a wrong entry; of several, the only one that fits all entries."""
        found = diagnose(self._graph, name, entry, self._own_values(name))
        if len(found) > 1:
            found = [one for one in found if self._fits_all_entries(one)]
        if len(found) != 1:
            return None
        self._diagnoses[name] = found[0]
        return found[0]

    def _fits_all_entries(self, diagnosis: Diagnosis) -> bool:
        graph = self._graph.substituting(*diagnosis.mistakes)
        return all(explains(graph, name, entry) for name, entry in self._entries.items())

    def _right(self, name: str, target: _Target) -> PartVerdict:
        cells = np.ones(target.value.shape, dtype=np.bool_)
        return self._part(
            name, target.status, Fraction(1), cells=to_plain(cells), feedback=target.says
        )

    def _wrong(self, name: str, found: Comparison, diagnosis: Diagnosis | None) -> PartVerdict:
        ask = self._graph.item.ask[name]
        total, right = found.right.size, int(np.sum(found.right))
        score = Fraction(right, total) if total else Fraction(0)
        if diagnosis is not None:
            says = self._said_of(diagnosis.mistakes, name)
        elif ask.what == "shape":
            entered, right_one = self._entries[name].value, asked_numbers(self._graph, name)
            says = difference(_lengths(entered), _lengths(right_one))
        else:
            says = feedback.wrong_cells(found.right, found.short, ask.decimals)
        return self._part(
            name,
            PartStatus.PARTLY if right else PartStatus.WRONG,
            score,
            cells=to_plain(found.right),
            mistake=_mistake_found(diagnosis, ask),
            feedback=says,
        )

    def _said_of(self, mistakes: tuple[Mistake, ...], name: str) -> str:
        """What the bank says about the mistakes; if they were made in an earlier part, say so."""
        asks = self._graph.item.ask
        steps = {asked_step(part, ask): ask.prompt or part for part, ask in asks.items()}
        here = asked_step(name, asks[name])
        before = [steps[m.step] for m in mistakes if m.step in steps and m.step != here]
        slips = "a slip" if len(before) == 1 else "slips"
        follows = f"This follows from {slips} in {' and '.join(before)}: " if before else ""
        return follows + " ".join(mistake.says for mistake in mistakes)

    def _part(
        self, name: str, status: PartStatus, score: Fraction = Fraction(0), **more: Any
    ) -> PartVerdict:
        ask = self._graph.item.ask[name]
        entry = self._entries.get(name)
        right = np.round(asked_numbers(self._graph, name), ask.decimals) + 0.0
        return PartVerdict(
            name=name,
            status=status,
            score=score,
            understood=entry.understood if entry else "",
            entered=to_plain(entry.value) if entry else None,
            expected=None if status.invalid else to_plain(right),
            **more,
        )


def _lengths(shape: Numbers) -> tuple[int, ...]:
    return tuple(int(length) for length in shape)


def _compared(entry: Entry, target: _Target, decimals: int) -> Comparison:
    if entry.value.shape != target.value.shape:  # a shape with another number of axes
        nowhere = np.zeros(max(1, target.value.size), dtype=np.bool_)
        return Comparison(nowhere, nowhere)
    return compare(entry.value, entry.decimals, target.value, decimals)


def _counts_single_things(entry: Entry, right: Numbers, ask: Ask) -> bool:
    """Whether 30,720,000 was typed where million parameters are asked for, and 30.72 is right."""
    factor = _factor(ask)
    if factor == 1:
        return False
    decimals = entry.decimals + np.log10(factor)
    return compare(entry.value / factor, decimals, right, ask.decimals).all_right


def _is_unexpectedly_infinite(entered: Numbers, right: Numbers) -> bool:
    return bool(np.all(np.isfinite(right)) and not np.all(np.isfinite(entered)))


def _mistake_found(diagnosis: Diagnosis | None, ask: Ask) -> MistakeFound | None:
    if diagnosis is None:
        return None
    first: Mistake = diagnosis.mistakes[0]
    value = to_plain(np.round(diagnosis.value, ask.decimals) + 0.0)
    return MistakeFound(id=first.id, step=first.step, says=first.says, value=value)


def _factor(ask: Ask) -> float:
    """Converts from the unit asked for to that of the step."""
    return factor_of(ask.unit) if ask.what == "count" else 1.0
