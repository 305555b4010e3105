"""Problems of compute items that only computing them shows: for `quizzer check`."""

import inspect
from collections.abc import Iterator

import numpy as np

from quizzer.bank.schema import Call, ComputeItem, Item
from quizzer.diagnostics import FieldPath, Finding
from quizzer.exercises.collisions import DrawingError, candidates, draw_told_apart
from quizzer.exercises.functions import UnknownFunctionError, resolve
from quizzer.exercises.generating import GivenError
from quizzer.exercises.graph import Graph, StepError, mistaken, rebuilt
from quizzer.exercises.variant import Variant

FEW_VARIANTS = 5
MANY_VARIANTS = 200


def problems_of(item: Item, variants: int = FEW_VARIANTS) -> list[Finding]:
    """Everything wrong with the numeric side of an item, tried on this many variants.

    One cause is reported once: later checks run only if earlier ones find nothing, and a check
    stops at the first variant that fails.
    """
    if not isinstance(item, ComputeItem):
        return []
    for looked_for in (_wrong_calls, _impossible_values, _impossible_variants):
        found = list(looked_for(item, variants))
        if found:
            return found
    return []


def _wrong_calls(item: ComputeItem, variants: int) -> Iterator[Finding]:
    """Functions that the reference does not have, and arguments that its functions do not take."""
    faulty = set()
    for name, step in item.steps.items():
        for found in _wrong_call(("steps", name), step):
            faulty.add(name)
            yield found
    for index, mistake in enumerate(item.mistakes):
        if mistake.step in item.steps.keys() - faulty:
            yield from _wrong_call(("mistakes", index), mistaken(item.steps[mistake.step], mistake))


def _wrong_call(path: FieldPath, call: Call) -> Iterator[Finding]:
    try:
        signature = inspect.signature(resolve(call.of))
    except UnknownFunctionError as error:
        yield Finding((*path, "of"), str(error), error.suggestion)
        return
    named = [*(call.with_ if isinstance(call.with_, dict) else ()), *call.options]
    positional = [] if isinstance(call.with_, dict) else call.with_
    try:
        signature.bind(*positional, **dict.fromkeys(named))
    except TypeError as error:
        yield Finding(path, f"{call.of}: {error}", f"its arguments are {signature_of(call.of)}")


def signature_of(name: str) -> str:
    """The names of a function's arguments, those with a default in brackets."""
    parameters = inspect.signature(resolve(name)).parameters.values()
    words = [one.name if one.default is one.empty else f"[{one.name}]" for one in parameters]
    return ", ".join(words)


def _impossible_values(item: ComputeItem, variants: int) -> Iterator[Finding]:
    """Given values, steps, asks and mistakes that cannot be computed in some variant."""
    for number in range(variants):
        try:
            variant = next(candidates(item, number))
        except GivenError as error:
            yield Finding(("given", error.name), str(error))
            return
        found = list(_failures(item, variant))
        yield from found
        if found:
            return


def _failures(item: ComputeItem, variant: Variant) -> Iterator[Finding]:
    try:
        graph = Graph(item, rebuilt(variant))
        for name in item.steps:
            graph.value(name)
    except StepError as error:
        yield Finding(("steps", error.step), error.reason)
        return
    yield from _impossible_asks(graph)
    for index, mistake in enumerate(item.mistakes):
        try:
            graph.substituting(mistake).value(mistake.step)
        except StepError as error:
            yield Finding(("mistakes", index), f"this mistake cannot be made: {error.reason}")


def _impossible_asks(graph: Graph) -> Iterator[Finding]:
    for name, ask in graph.item.ask.items():
        try:
            numbers = np.size(graph.asked(name))
        except StepError as error:
            yield Finding(("ask", name), error.reason)
            continue
        if ask.what == "count" and numbers != 1:
            message = f"a count is one number, and this step gives {numbers}"
            yield Finding(("ask", name, "what"), message, "ask for its value or its shape instead")


def _impossible_variants(item: ComputeItem, variants: int) -> Iterator[Finding]:
    """Mistakes that cannot be told from the right answer or from each other."""
    for number in range(variants):
        try:
            draw_told_apart(item, number)
        except DrawingError as error:
            flaw = error.flaw
            hint = "Give more rows or other bounds, or ask for another step."
            path: FieldPath = ("mistakes", flaw.mistakes[-1]) if flaw.mistakes else ("given",)
            yield Finding(path, str(error), hint)
            return
