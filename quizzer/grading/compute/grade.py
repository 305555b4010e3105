"""Grading compute items: entries are read, their shapes checked, and then each part is marked."""

import difflib
from collections.abc import Mapping
from fractions import Fraction

import numpy as np

from quizzer.bank.schema import ComputeItem
from quizzer.exercises.graph import Graph, asked_step, rebuilt
from quizzer.exercises.plain import to_plain
from quizzer.exercises.variant import Variant
from quizzer.grading.compute import feedback
from quizzer.grading.compute.diagnosis import diagnose
from quizzer.grading.compute.entries import Entry, read_entry
from quizzer.grading.compute.marking import Marking
from quizzer.grading.errors import AnswerError
from quizzer.grading.scoring import invalid, not_understood, nothing_entered, verdict_of
from quizzer.grading.verdict import PartStatus, PartVerdict, Verdict


@np.errstate(all="ignore")  # what follows from a huge entry may overflow
def grade_compute(item: ComputeItem, variant: Variant, answer: Mapping[str, str]) -> Verdict:
    """The verdict on the entries of a compute item."""
    graph = Graph(item, rebuilt(variant))
    unknown = answer.keys() - item.ask.keys()
    if unknown:
        return invalid([_unknown_part(name, answer[name], item) for name in sorted(unknown)])
    given = {name: answer[name] for name in item.ask if answer.get(name, "").strip()}
    if not given:
        return nothing_entered()
    entries, problems = _entries(graph, given)
    if problems:
        return invalid(problems)
    marking = Marking(graph, entries)
    parts = {name: marking.mark(name) for name in _in_order(graph)}
    failed = [parts[name] for name in item.ask if parts[name].status.invalid]
    if failed:
        return invalid(failed)
    weights = [ask.weight for ask in item.ask.values()]
    return verdict_of([parts[name] for name in item.ask], weights, marking.mistakes())


def understand_part(item: ComputeItem, variant: Variant, name: str, text: str) -> str:
    """How this entry would be read for grading; `AnswerError` when it is not understood."""
    return _read(Graph(item, rebuilt(variant)), name, text).understood


def _read(graph: Graph, name: str, text: str) -> Entry:
    ask, shape = graph.item.ask[name], np.shape(graph.asked(name))
    return read_entry(ask, text, shape, is_mask=graph.asks_for_mask(name))


def _unknown_part(name: str, text: str, item: ComputeItem) -> PartVerdict:
    near = difflib.get_close_matches(name, item.ask, n=1)
    hint = f"Did you mean {near[0]!r}?" if near else f"Asked for: {', '.join(item.ask)}."
    return not_understood(name, text, f"There is no part {name!r}. {hint}")


def _entries(graph: Graph, given: Mapping[str, str]) -> tuple[dict[str, Entry], list[PartVerdict]]:
    """The entries that were understood, and what is wrong with entries that cannot be marked."""
    entries: dict[str, Entry] = {}
    problems: list[PartVerdict] = []
    for name, text in given.items():
        try:
            entry = _read(graph, name, text)
        except AnswerError as error:
            problems.append(not_understood(name, text, str(error)))
            continue
        expected = np.shape(graph.asked(name))
        if graph.item.ask[name].what != "shape" and entry.value.shape != expected:
            problems.append(_wrong_shape(graph, name, entry))
        entries[name] = entry
    return entries, problems


def _wrong_shape(graph: Graph, name: str, entry: Entry) -> PartVerdict:
    """Say what shape is asked for; and, if a mistake gives exactly this array, name it."""
    says = [feedback.wrong_shape(entry.value, np.shape(graph.asked(name)))]
    found = diagnose(graph, name, entry, {})
    if len(found) == 1:
        says += [mistake.says for mistake in found[0].mistakes]
    return PartVerdict(
        name=name,
        status=PartStatus.WRONG_SHAPE,
        score=Fraction(0),
        understood=entry.understood,
        entered=to_plain(entry.value),
        feedback=" ".join(says),
    )


def _in_order(graph: Graph) -> list[str]:
    """The asked parts, each after those that it depends on."""
    asks = graph.item.ask
    return sorted(asks, key=lambda name: len(graph.ancestors(asked_step(name, asks[name]))))
