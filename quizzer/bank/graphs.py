"""Do the names in a graph of steps lead somewhere? Functions themselves are checked elsewhere."""

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from quizzer.bank.schema import Argument, Cases, CodeItem, ComputeItem, Given, Mistake, Shape
from quizzer.diagnostics import FieldPath, Finding, did_you_mean
from quizzer.words import listed

FORMS: Final = ("shape", "integers", "integer", "choose", "value", "model")


def compute_findings(item: ComputeItem) -> Iterator[Finding]:
    """What is wrong with the names in a compute item."""
    yield from _given(item.given, ("given",))
    yield from _steps(item, ())
    yield from _asks(item)
    for index, mistake in enumerate(item.mistakes):
        yield from _mistake(item, mistake, ("mistakes", index))


def code_findings(item: CodeItem) -> Iterator[Finding]:
    """What is wrong with the names in a code item."""
    for index, cases in enumerate(item.cases):
        path = ("cases", index)
        yield from _given(cases.given, (*path, "given"))
        yield from _steps(cases, path)
        yield from _arguments(cases.with_, [*cases.given, *cases.steps], (), path)


def _steps(graph: ComputeItem | Cases, path: FieldPath) -> Iterator[Finding]:
    for name in graph.steps:
        if name in graph.given:
            message = f"'{name}' is also the name of a given value"
            yield Finding((*path, "steps", name), message)
    for name, step in graph.steps.items():
        inside = (*path, "steps", name)
        yield from _arguments(step.with_, _before(graph, name), graph.steps, inside)


def _before(graph: ComputeItem | Cases, step: str) -> list[str]:
    """The names that a step may refer to."""
    steps = list(graph.steps)
    return [*graph.given, *steps[: steps.index(step)]]


def _given(given: Mapping[str, Given], path: FieldPath) -> Iterator[Finding]:
    integers = [name for name, value in given.items() if value.integer is not None]
    for name, value in given.items():
        yield from _form(value, (*path, name))
        for form, shape in (("shape", value.shape), ("integers", value.integers)):
            yield from _shape(shape or [], integers, (*path, name, form))
        yield from _bounds(value, (*path, name))


def _form(value: Given, path: FieldPath) -> Iterator[Finding]:
    used = [form for form in FORMS if getattr(value, form) is not None]
    if not used:
        yield Finding(path, "this does not say what to draw", f"give {listed(FORMS, 'or')}")
    if len(used) > 1:
        yield Finding(path, f"this has {listed(used)}; only one of them can apply", "keep one")


def _shape(shape: Shape, integers: Collection[str], path: FieldPath) -> Iterator[Finding]:
    for index, length in enumerate(shape):
        if isinstance(length, str) and length not in integers:
            message = f"'{length}' is not a given `integer`"
            yield Finding((*path, index), message, did_you_mean(length, integers))


def _bounds(value: Given, path: FieldPath) -> Iterator[Finding]:
    if value.integer is not None and value.integer[0] > value.integer[1]:
        message = f"the lower bound {value.integer[0]} is above the upper {value.integer[1]}"
        yield Finding((*path, "integer"), message, "put the lower bound first")
    if value.from_ > value.to:
        message = f"`from` {value.from_:g} is above `to` {value.to:g}"
        yield Finding((*path, "from"), message, "`from` is the lower bound")
    for field, bound in (("from", value.from_), ("to", value.to)):
        if value.integers is not None and bound != int(bound):
            yield Finding(
                (*path, field), f"`integers` cannot end at {bound:g}", "use a whole number"
            )


def _arguments(
    arguments: list[Argument] | dict[str, Argument],
    known: Collection[str],
    steps: Collection[str],
    path: FieldPath,
) -> Iterator[Finding]:
    entries = arguments.items() if isinstance(arguments, dict) else enumerate(arguments)
    for key, argument in entries:
        if not isinstance(argument, str):
            continue
        name = argument.partition(".")[0]
        if name not in known:
            yield _unknown(name, known, steps, (*path, "with", key))


def _unknown(name: str, known: Collection[str], steps: Collection[str], path: FieldPath) -> Finding:
    if name in steps:
        message = f"the step '{name}' does not come before this one"
        return Finding(path, message, "a step can only refer to given values and earlier steps")
    message = f"there is no given value or earlier step '{name}'"
    return Finding(path, message, did_you_mean(name, known))


def _asks(item: ComputeItem) -> Iterator[Finding]:
    for name, ask in item.ask.items():
        step = name if ask.step is None else ask.step
        if step not in item.steps:
            path = ("ask", name) if ask.step is None else ("ask", name, "step")
            yield Finding(path, f"there is no step '{step}'", did_you_mean(step, item.steps))
        if ask.unit and ask.what != "count":
            yield Finding(("ask", name, "unit"), "only a count has a unit", "add `what: count`")


def _mistake(item: ComputeItem, mistake: Mistake, path: FieldPath) -> Iterator[Finding]:
    if mistake.step not in item.steps:
        hint = did_you_mean(mistake.step, item.steps)
        yield Finding((*path, "step"), f"there is no step '{mistake.step}'", hint)
        return
    if mistake.with_ is not None:
        yield from _arguments(mistake.with_, _before(item, mistake.step), item.steps, path)
    changes = (mistake.of, mistake.with_, mistake.options, mistake.record)
    if all(change is None for change in changes):
        hint = "give `of`, `with`, `options` or `record`"
        yield Finding(path, "this mistake does the same as the step itself", hint)
