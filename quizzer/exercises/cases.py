"""The test cases of a code item: drawn arguments, and the reference's results for them."""

import copy
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import numpy as np

from quizzer.bank.schema import Argument, Cases, CodeItem, ComputeItem, DType
from quizzer.exercises.errors import ExerciseError
from quizzer.exercises.functions import bearable, resolve
from quizzer.exercises.generating import generate, varies
from quizzer.exercises.graph import Graph, StepError, Value
from quizzer.exercises.plain import from_plain
from quizzer.exercises.seeds import seed_of
from quizzer.exercises.variant import Variant
from quizzer.words import counted

_SEVERAL: Final = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


class CaseError(ExerciseError):
    """A case cannot be made, or a function of the reference cannot be called with it."""


@dataclass(frozen=True)
class Case:
    """The arguments of one call, by the names of the function's parameters, in order.

    The first `positional` of them are passed by position, the others by name.
    """

    arguments: Mapping[str, Value]
    positional: int
    group: int = 0  # which entry of the item's `cases` it was drawn from
    says: str = ""
    visible: bool = False
    dtype: DType = "float64"

    def call(self) -> tuple[list[Value], dict[str, Value]]:
        """The positional and the named arguments, ready to be passed."""
        values = list(self.arguments.values())
        named = dict(list(self.arguments.items())[self.positional :])
        return values[: self.positional], named

    def with_arguments(self, changed: Mapping[str, Value]) -> "Case":
        """The same call with some of its arguments replaced."""
        return replace(self, arguments={**self.arguments, **changed})


def cases_of(item: CodeItem, variant: Variant) -> list[Case]:
    """The cases of this variant, in the order of the bank; without drawn values, one per dtype.

    Raises ExerciseError if one cannot be made.
    """
    return [
        case for index, cases in enumerate(item.cases) for case in _drawn(item, index, variant.seed)
    ]


def result_of(function: str, case: Case) -> Value:
    """What a function of the reference (or one of its mistakes) returns for the case."""
    positional, named = copy.deepcopy(case.call())
    try:
        with np.errstate(all="ignore"):
            return bearable(resolve(function)(*positional, **named))
    except Exception as error:  # wrong functions may fail in any way; that is their result
        raise CaseError(f"{function}: {type(error).__name__}: {error}") from error


def function_name(item: CodeItem) -> str:
    """What the learner's function must be called."""
    return item.implement.rpartition(".")[2]


def _drawn(item: CodeItem, group: int, seed: str) -> Iterator[Case]:
    cases = item.cases[group]
    drawings = cases.count if varies(cases.given) else len(cases.dtypes)
    for number in range(drawings):
        dtype = cases.dtypes[number % len(cases.dtypes)]
        given = generate(cases.given, seed_of(seed, group, number), trained=True)
        graph = _graph(item, cases, {n: _typed(from_plain(v), dtype) for n, v in given.items()})
        yield Case(
            **_call(item.implement, cases, graph),
            group=group,
            says=cases.says,
            visible=cases.visible,
            dtype=dtype,
        )


def _typed(value: Value, dtype: DType) -> Value:
    """The value; an array of real numbers is converted to this type."""
    if isinstance(value, np.ndarray) and value.dtype.kind == "f":
        return value.astype(dtype)
    return value


def _graph(item: CodeItem, cases: Cases, given: Mapping[str, Value]) -> Graph:
    """The graph that computes the steps of these cases: that of a compute item without asks."""
    steps = ComputeItem(
        id=item.id,
        title=item.title,
        level=item.level,
        difficulty=item.difficulty,
        prompt=item.prompt,
        explanation=item.explanation,
        sources=item.sources,
        given=cases.given,
        steps=cases.steps,
        ask={},
    )
    return Graph(steps, given)


def _call(function: str, cases: Cases, graph: Graph) -> dict[str, Any]:
    """The arguments by parameter, and how many of them are positional, as fields of a case."""
    if isinstance(cases.with_, dict):
        named = {name: _value(graph, argument) for name, argument in cases.with_.items()}
        return {"arguments": named | _options(cases), "positional": 0}
    values = [_value(graph, argument) for argument in cases.with_]
    names = parameter_names(function, len(values))
    arguments = dict(zip(names, values, strict=True)) | _options(cases)
    return {"arguments": arguments, "positional": len(values)}


def _options(cases: Cases) -> dict[str, Value]:
    try:
        return {name: from_plain(value) for name, value in cases.options.items()}
    except ValueError as error:
        raise CaseError(f"options: {error}") from None


def _value(graph: Graph, argument: Argument) -> Value:
    if not isinstance(argument, str):
        return argument
    try:
        return graph.at(argument)
    except (StepError, LookupError) as error:
        raise CaseError(f"{argument!r}: {error}") from error


@cache
def parameter_names(function: str, count: int) -> tuple[str, ...]:
    """The names of the parameters that the first `count` positional arguments go to."""
    names: list[str] = []
    for parameter in inspect.signature(resolve(function)).parameters.values():
        if parameter.kind in _SEVERAL:
            rest = range(count - len(names))
            names += [f"{parameter.name}[{place}]" for place in rest]
        else:
            names.append(parameter.name)
    if len(names) < count:
        raise CaseError(f"{function} takes {counted(len(names), 'argument')}, not {count}")
    return tuple(names[:count])
