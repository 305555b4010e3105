"""The graph of steps of a compute item: lazy, and open to mistakes or a learner's own values."""

import difflib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from quizzer.bank.schema import Argument, Ask, Call, ComputeItem, Mistake
from quizzer.exercises.errors import ExerciseError
from quizzer.exercises.functions import bearable, resolve
from quizzer.exercises.plain import Model, from_plain
from quizzer.exercises.units import factor_of
from quizzer.exercises.variant import Variant
from reference.trace import Trace, trace

Value: TypeAlias = Any  # an array, a number, a tuple of arrays, a list of words, a model


class StepError(ExerciseError):
    """A step cannot be computed; the message says why."""

    def __init__(self, step: str, reason: str) -> None:
        self.step = step
        self.reason = reason
        super().__init__(f"step {step!r}: {reason}")


def solve(item: ComputeItem, variant: Variant) -> dict[str, Value]:
    """The right value of each ask in this variant."""
    graph = Graph(item, rebuilt(variant))
    return {name: graph.asked(name) for name in item.ask}


def rebuilt(variant: Variant) -> dict[str, Value]:
    """The given values, from what is stored with the variant alone.

    ExerciseError if what is stored is no value: it comes from a log, which may hold anything.
    """
    try:
        return {name: from_plain(plain) for name, plain in variant.drawn.items()}
    except (ValueError, TypeError, KeyError) as error:
        raise ExerciseError(f"its given values cannot be read: {error}") from error


def asked_step(name: str, ask: Ask) -> str:
    """The step that an ask is about: by default the one with the same name."""
    return name if ask.step is None else ask.step


class Graph:
    """The values of the steps for given values, each computed when first asked for.

    `substituting` and `overriding` make new graphs, which share with this one all values that
    cannot have changed.
    """

    def __init__(
        self,
        item: ComputeItem,
        given: Mapping[str, Value],
        ancestors: Mapping[str, frozenset[str]] | None = None,
    ) -> None:
        self.item = item
        self.given = given
        self._calls: dict[str, Call] = dict(item.steps)
        self._overrides: dict[str, Value] = {}
        self._known: dict[str, Value] = {}
        self._runs: dict[_Run, tuple[Value, Trace]] = {}
        self._ancestors = _ancestors_of(item.steps) if ancestors is None else ancestors
        self._mistaken: dict[tuple[int, ...], Graph] = {}

    def value(self, name: str) -> Value:
        """The value of a step, or a given value."""
        if name in self._overrides:
            return self._overrides[name]
        if name in self._calls:
            if name not in self._known:
                self._known[name] = self._computed(name)
            return self._known[name]
        if name in self.given:
            return self.given[name]
        raise StepError(name, "there is no step or given value of this name")

    def at(self, path: str) -> Value:
        """The value of a step, a given value, or a part of one that names after dots lead to."""
        name, *parts = path.split(".")
        value = self.value(name)
        for part in parts:
            value = _part_of(value, part)
        return value

    def asked(self, name: str) -> Value:
        """The right answer to an ask: the step's numbers, its shape, or a count in its unit."""
        ask = self.item.ask[name]
        step = asked_step(name, ask)
        numbers = numbers_in(step, self.value(step))
        if ask.what == "shape":
            return numbers.shape
        return numbers / factor_of(ask.unit) if ask.what == "count" else numbers

    def asks_for_mask(self, name: str) -> bool:
        """Whether the answer is an array of true and false, which people also write in words."""
        value = self.value(asked_step(name, self.item.ask[name]))
        return isinstance(value, np.ndarray) and value.dtype == np.bool_

    def on_the_way(self, name: str) -> Trace:
        """What the function of a step records while it computes."""
        call = self._calls[name]
        positional, named = self._arguments(name, call)
        with np.errstate(all="ignore"), trace() as records:
            resolve(call.of)(*positional, **named)
        return records

    def substituting(self, *mistakes: Mistake) -> "Graph":
        """The graph as someone computes it who makes these mistakes of the item."""
        key = tuple(map(self.item.mistakes.index, mistakes))
        if key not in self._mistaken:
            self._mistaken[key] = self._substituting(mistakes)
        return self._mistaken[key]

    def _substituting(self, mistakes: Iterable[Mistake]) -> "Graph":
        wrong = [(step, mistake) for mistake in mistakes for step in self._made_wrong_by(mistake)]
        changed = self._without(step for step, _ in wrong)
        for step, mistake in wrong:
            changed._calls[step] = mistaken(changed._calls[step], mistake)
        return changed

    def overriding(self, values: Mapping[str, Value]) -> "Graph":
        """The graph as someone computes it who got these values at these steps."""
        changed = self._without(values)
        changed._overrides.update(values)
        return changed

    def ancestors(self, step: str) -> frozenset[str]:
        """The steps that this step depends on, directly or indirectly."""
        return self._ancestors.get(step, frozenset())

    def affected_by(self, mistake: Mistake) -> frozenset[str]:
        """The steps whose values may change for someone who makes this mistake."""
        return self._dependent_on(self._made_wrong_by(mistake))

    def _made_wrong_by(self, mistake: Mistake) -> list[str]:
        """The step of the mistake, and those that record other intermediates of the same call."""
        step = self.item.steps[mistake.step]
        if mistake.record is not None:
            return [mistake.step]
        return [name for name, other in self.item.steps.items() if _same_call(step, other)]

    def _dependent_on(self, steps: Iterable[str]) -> frozenset[str]:
        """These steps and all that depend on them."""
        changed = frozenset(steps)
        return frozenset(
            name for name in self.item.steps if name in changed or changed & self.ancestors(name)
        )

    def _without(self, changed: Iterable[str]) -> "Graph":
        """A copy that has forgotten these steps and whatever depends on them."""
        stale = self._dependent_on(changed)
        graph = Graph(self.item, self.given, self._ancestors)
        graph._calls = dict(self._calls)
        graph._overrides = dict(self._overrides)
        graph._known = {name: value for name, value in self._known.items() if name not in stale}
        graph._runs = {key: run for key, run in self._runs.items() if not key.uses & stale}
        return graph

    def _computed(self, name: str) -> Value:
        call = self._calls[name]
        positional, named = self._arguments(name, call)
        try:
            function = resolve(call.of)
            with np.errstate(all="ignore"):
                if call.record is None:
                    return bearable(function(*positional, **named))
                return bearable(self._recorded(call, lambda: function(*positional, **named)))
        except Exception as error:  # whatever the bank's arguments cause is an error in the bank
            raise StepError(name, f"{call.of}: {error}") from error

    def _recorded(self, call: Call, run: Callable[[], Value]) -> Value:
        """An intermediate of a call, which runs once for all steps that look into it."""
        key = _Run(call.of, repr(call.with_), repr(call.options), _steps_used(call, self._calls))
        if key not in self._runs:
            with trace() as records:
                self._runs[key] = run(), records
        records = self._runs[key][1]
        name = str(call.record)
        if name not in records:
            alike = difflib.get_close_matches(name, records, n=1, cutoff=0)
            nearest = f"; the nearest is {alike[0]!r}" if alike else ", nor anything else"
            raise LookupError(f"it records no {name!r}{nearest}")
        return records[name].value

    def _arguments(self, step: str, call: Call) -> tuple[list[Value], dict[str, Value]]:
        if isinstance(call.with_, dict):
            named = {name: self._argument(step, part) for name, part in call.with_.items()}
            return [], named | call.options
        return [self._argument(step, part) for part in call.with_], dict(call.options)

    def _argument(self, step: str, argument: Argument) -> Value:
        if not isinstance(argument, str):
            return argument
        try:
            return self.at(argument)
        except LookupError as error:
            raise StepError(step, f"{argument!r}: {error}") from None


@dataclass(frozen=True)
class _Run:
    """The key of one call whose intermediates are needed."""

    function: str
    arguments: str
    options: str
    uses: frozenset[str]


def _same_call(one: Call, other: Call) -> bool:
    return (one.of, one.with_, one.options) == (other.of, other.with_, other.options)


def mistaken(call: Call, mistake: Mistake) -> Call:
    """The call, changed as the mistake says."""
    return Call(
        of=call.of if mistake.of is None else mistake.of,
        with_=call.with_ if mistake.with_ is None else mistake.with_,
        options=call.options if mistake.options is None else mistake.options,
        record=call.record if mistake.record is None else mistake.record,
    )


def numbers_in(step: str, value: Value) -> NDArray[np.float64]:
    """The value of a step as an array of numbers; StepError if it is not one."""
    try:
        return np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        found = type(value).__name__
        raise StepError(step, f"its value is not an array of numbers but a {found}") from None


def _part_of(value: Value, name: str) -> Value:
    """A named field, an entry or an element of a value; no other attribute of a Python object."""
    if isinstance(value, Model) and name not in ("configuration", "parameters"):
        value = value.parameters
    if isinstance(value, Mapping) and name in value:
        return value[name]
    if name.isdecimal() and int(name) < _length(value):
        return value[int(name)]
    if name in _field_names(value):
        return getattr(value, name)
    known = ", ".join(_field_names(value)) or f"{_length(value)} numbered parts"
    raise LookupError(f"there is no {name!r} in it; it has {known}")


def _length(value: Value) -> int:
    if isinstance(value, np.ndarray):
        return len(value) if value.ndim else 0
    return len(value) if isinstance(value, list | tuple) else 0


def _field_names(value: Value) -> tuple[str, ...]:
    if is_dataclass(value):
        return tuple(field.name for field in fields(value))
    if isinstance(value, tuple):
        return tuple(getattr(value, "_fields", ()))
    return tuple(map(str, value)) if isinstance(value, Mapping) else ()


def _steps_used(call: Call, steps: Iterable[str]) -> frozenset[str]:
    arguments = call.with_.values() if isinstance(call.with_, dict) else call.with_
    named = {part.partition(".")[0] for part in arguments if isinstance(part, str)}
    return frozenset(named & set(steps))


def _ancestors_of(steps: Mapping[str, Call]) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}

    def visit(name: str, path: tuple[str, ...]) -> frozenset[str]:
        if name in path:
            raise StepError(name, f"it depends on itself: {' → '.join((*path, name))}")
        if name not in found:
            near = _steps_used(steps[name], steps)
            found[name] = near.union(*(visit(step, (*path, name)) for step in near))
        return found[name]

    for name in steps:
        visit(name, ())
    return found
