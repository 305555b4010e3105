"""The numeric side of a presentation: given arrays, weights of a model, steps and their values."""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quizzer.bank.schema import Argument, Ask, ComputeItem, Step
from quizzer.exercises import functions
from quizzer.exercises.formulas import formula_of, letters_of
from quizzer.exercises.graph import Graph, Value, asked_step, rebuilt
from quizzer.exercises.nested import leaves
from quizzer.exercises.notation import decimals_needed, format_array, format_number, format_shape
from quizzer.exercises.plain import Model, to_plain
from quizzer.exercises.shown import AskShown, GivenShown, StepShown
from quizzer.exercises.units import factor_of
from quizzer.exercises.variant import Variant
from reference.parameters import named_arrays

MOST_SHOWN = 1000  # numbers in a model; for a larger one only the shapes are shown
MOST_BESIDE_SHAPES = 24  # numbers in an array, if only shapes are asked for
MOST_ON_THE_WAY = 24  # numbers in an array that is computed within a step
FEWEST_DECIMALS, MOST_DECIMALS = 2, 4  # of a step that is not asked for
GROUPED_FROM, GROUPED_BELOW = 1e4, 1e27  # numbers whose digits are grouped in threes


def given_values(item: ComputeItem, variant: Variant) -> tuple[GivenShown, ...]:
    """The given values in the order of the bank."""
    values = rebuilt(variant)
    return tuple(_shown(item, name, value) for name, value in values.items())


def asks(item: ComputeItem, variant: Variant) -> tuple[AskShown, ...]:
    """What must be entered. A shape that is asked for is not given away by another ask."""
    graph = Graph(item, rebuilt(variant))
    secret = {asked_step(name, ask) for name, ask in item.ask.items() if ask.what == "shape"}
    return tuple(_ask(graph, name, ask, secret) for name, ask in item.ask.items())


def steps(item: ComputeItem, variant: Variant) -> tuple[StepShown, ...]:
    """Every step in the order of the bank, with its formula, its value and what leads to it."""
    graph = Graph(item, rebuilt(variant))
    asked = {asked_step(name, ask): name for name, ask in item.ask.items()}
    seen = [np.ravel(value) for value in map(graph.value, item.steps) if _is_array(value)]
    shown: list[StepShown] = []
    for name in item.steps:
        if any(ask.what == "value" for ask in item.ask.values()):
            shown += _on_the_way(graph, name, seen)
        shown.append(_step(graph, name, asked.get(name)))
    return tuple(shown)


def _on_the_way(graph: Graph, name: str, seen: list[NDArray[Any]]) -> Iterator[StepShown]:
    """Intermediate values of the step's function that are small and not shown elsewhere."""
    step = graph.item.steps[name]
    for on_the_way, record in graph.on_the_way(name).items():
        if on_the_way == step.record:
            return
        value = np.ravel(record.value)
        if value.size > MOST_ON_THE_WAY or any(np.array_equal(value, other) for other in seen):
            continue
        seen.append(value)
        yield StepShown(
            name=f"{name}.{on_the_way}",
            says=record.says,
            formula="",
            of="",
            arguments=(),
            shape=_shape_text(record.value),
            value=to_plain(record.value),
            text=value_text(record.value, _decimals_between(graph.item, record.value)),
            asked=False,
        )


def _ask(graph: Graph, name: str, ask: Ask, secret: set[str]) -> AskShown:
    step = asked_step(name, ask)
    shape = np.shape(graph.asked(name)) if ask.what == "value" and step not in secret else None
    label = ask.prompt or (f"the shape of {step}" if ask.what == "shape" else name)
    return AskShown(
        name=name,
        label=label,
        what=ask.what,
        decimals=None if ask.what == "shape" else ask.decimals,
        unit=ask.unit,
        shape=shape,
    )


def _shown(item: ComputeItem, name: str, value: Value) -> GivenShown:
    given = item.given.get(name)
    decimals = given.decimals if given is not None and given.shape is not None else None
    return GivenShown(
        name=name,
        caption=given.says if given is not None else "",
        shape=_shape_text(value),
        value=to_plain(value),
        text=_text_in(item, value, decimals),
    )


def _step(graph: Graph, name: str, asked: str | None) -> StepShown:
    item, value = graph.item, graph.value(name)
    step, ask = item.steps[name], item.ask[asked] if asked else None
    decimals = _decimals_between(item, value)
    if ask is not None and ask.what != "shape":
        decimals = ask.decimals
    formula = formula_of(item, step)
    return StepShown(
        name=name,
        says=step.says or functions.docstring(step.of).summary,
        formula=formula,
        letters="" if formula == step.says else letters_of(step, formula),
        of=step.of,
        arguments=_arguments(step),
        shape=_shape_text(value),
        value=to_plain(value),
        text=_text_in(item, value, decimals) + _in_its_unit(graph, asked),
        asked=ask is not None,
    )


def _decimals_between(item: ComputeItem, value: Value) -> int:
    """The decimals of a step that is not asked for: as many as those that are, if it needs them.

    It gets more only if a small number would otherwise be shown as 0.
    """
    reals = [leaf for leaf in leaves(to_plain(value)) if isinstance(leaf, float)]
    asked = (ask.decimals for ask in item.ask.values() if ask.what == "value")
    most = max(FEWEST_DECIMALS, max(asked, default=MOST_DECIMALS))
    if any(round(real, most) == 0 != round(real, MOST_DECIMALS) for real in reals):
        most = MOST_DECIMALS
    return min(most, decimals_needed(reals)) if reals else MOST_DECIMALS


def _in_its_unit(graph: Graph, asked: str | None) -> str:
    """` = 8 billion tokens`: a count again, in the unit asked for."""
    ask = graph.item.ask[asked] if asked else None
    if asked is None or ask is None or ask.what != "count" or factor_of(ask.unit) == 1:
        return ""
    return f" = {_number_text(float(graph.asked(asked)), ask.decimals)} {ask.unit}"


def _text_in(item: ComputeItem, value: Value, decimals: int | None) -> str:
    """A value as text; empty for a large array if only shapes are asked for."""
    large = isinstance(value, np.ndarray) and value.size > MOST_BESIDE_SHAPES
    if large and all(ask.what == "shape" for ask in item.ask.values()):
        return ""
    return value_text(value, decimals)


def _arguments(step: Step) -> tuple[str, ...]:
    if isinstance(step.with_, dict):
        plain = [f"{name}={_word(part)}" for name, part in step.with_.items()]
    else:
        plain = [_word(part) for part in step.with_]
    return (*plain, *(f"{name}={option}" for name, option in step.options.items()))


def _word(argument: Argument) -> str:
    return argument if isinstance(argument, str) else repr(argument)


def value_text(value: Value, decimals: int | None = None) -> str:
    """Any value of a graph as lines of text."""
    if isinstance(value, Model):
        return _model_text(value)
    if isinstance(value, np.ndarray) and value.dtype == np.bool_:
        return format_array(value.astype(np.int64), 0)
    if isinstance(value, np.ndarray | np.generic) and not np.ndim(value):
        value = value.item()
    if isinstance(value, np.ndarray):
        whole = np.asarray(value).dtype.kind in "iu"
        return format_array(value, 0 if whole else decimals)
    if isinstance(value, bool | str) or value is None:
        return str(value)
    if isinstance(value, int | float):
        return _number_text(value, decimals)
    return _collection_text(value, decimals)


def _number_text(number: float, decimals: int | None) -> str:
    """One number; long ones have digits in groups of three, and no decimals if they are whole."""
    if not GROUPED_FROM <= abs(number) < GROUPED_BELOW:
        return str(number) if isinstance(number, int) else format_number(number, decimals)
    if number == int(number):
        return f"{int(number):,}"
    whole, dot, rest = format_number(number, decimals).partition(".")
    return f"{int(whole):,}{dot}{rest}"


def _collection_text(value: Any, decimals: int | None) -> str:
    """A list of words on one line; other parts one below the other, named or numbered."""
    if isinstance(value, dict):
        pairs = list(value.items())
    else:
        pairs = list(zip(getattr(value, "_fields", range(len(value))), value, strict=True))
        if all(isinstance(part, str | int) for part in value):
            return "  ".join(map(str, value))
    return "\n".join(_named(str(name), part, decimals) for name, part in pairs)


def _named(name: str, value: Value, decimals: int | None) -> str:
    text = value_text(value, decimals)
    return f"{name}\n{text}" if "\n" in text else f"{name} {text}"


def _model_text(model: Model) -> str:
    weights = named_arrays(model.parameters)
    small = sum(weight.size for weight in weights.values()) <= MOST_SHOWN
    lines = []
    for name, weight in weights.items():
        lines.append(f"{name} {format_shape(weight.shape)}")
        if small:
            lines.append(format_array(weight))
    return "\n".join(lines)


def _is_array(value: Value) -> bool:
    return isinstance(value, np.ndarray)


def _shape_text(value: Value) -> str:
    return format_shape(value.shape) if isinstance(value, np.ndarray) and value.ndim else ""
