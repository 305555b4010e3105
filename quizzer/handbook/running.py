"""The worked run of a component: its example, the intermediate values, and the result."""

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, Final

import numpy as np

from quizzer.exercises.notation import format_shape
from quizzer.handbook.entries import MOST_NUMBERS, Entry, entries_of, text_of
from quizzer.handbook.examples import Seed, arguments_of
from quizzer.handbook.families import components
from reference.trace import Trace, trace

MOST_VALUES: Final = 12  # intermediate values; of more, only names and shapes are shown
TAKEN: Final = 3  # steps of an iterator, which may have no end


@dataclass(frozen=True)
class WorkedRun:
    """One run of a component on tiny values; empty if it has no example yet."""

    given: tuple[Entry, ...]
    steps: tuple[Entry, ...]  # the intermediate values that the component records
    result: tuple[Entry, ...]


def worked_run(name: str) -> WorkedRun:
    """Run a component, which is given by its full name, on its example."""
    function = components()[name]
    arguments = arguments_of(name)
    if arguments is None:
        return WorkedRun((), (), ())
    with trace() as records:
        result = _call(function, arguments)
        if isinstance(result, Iterator):
            result = list(islice(result, TAKEN))
    return WorkedRun(
        given=tuple(
            part
            for name, value in arguments.items()
            for part in entries_of(name, value, exact=True)
        ),
        steps=tuple(_steps(records, result)),
        result=tuple(entries_of("", result)),
    )


def _call(function: Any, arguments: Mapping[str, Any]) -> Any:
    """Call a function with its arguments by name; only those for `*masks` and the like by place."""
    variadic = inspect.Parameter.VAR_POSITIONAL
    many = [
        name
        for name, parameter in inspect.signature(function).parameters.items()
        if parameter.kind is variadic
    ]
    named = {
        name: np.random.default_rng(value.number) if isinstance(value, Seed) else value
        for name, value in arguments.items()
        if name not in many
    }
    return function(*(value for name in many for value in arguments[name]), **named)


def _steps(records: Trace, result: Any) -> Iterator[Entry]:
    """The intermediate values, each name once, without those that are part of the result."""
    returned = list(_arrays(result))
    inner = [
        record
        for record in records.values()
        if "#" not in record.name
        and not any(np.shares_memory(record.value, array) for array in returned)
    ]
    for record in inner:
        shown = len(inner) <= MOST_VALUES and record.value.size <= MOST_NUMBERS
        text = text_of(record.value) if shown else ""
        yield Entry(record.name, format_shape(record.shape), text, record.says)


def _arrays(value: Any) -> Iterator[Any]:
    if isinstance(value, np.ndarray):
        yield value
    elif isinstance(value, tuple | list):
        for part in value:
            yield from _arrays(part)
