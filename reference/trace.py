"""A recorder: run a component inside `with trace() as t:`, and read its intermediate values.

    with trace() as t:
        forward(source, target, parameters, configuration)
    t["encoder.0.self_attention.weights"].value

Components name what they compute with `record`, and their place in the model with `scope`. Outside
a trace, both only look at one context variable, so the formulas can always contain them.
"""

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

AnyArray = TypeVar("AnyArray", bound=NDArray[Any])


@dataclass(frozen=True, slots=True)
class Record:
    """One intermediate value: its full name, a read-only view of it, and one line on what it is."""

    name: str
    value: NDArray[Any]
    says: str

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the value."""
        return self.value.shape


class Trace(Mapping[str, Record]):
    """The records of one run, in the order in which they were computed.

    If a name occurs again (because a component runs twice in one scope), it gets `#2`, `#3` ...
    """

    def __init__(self) -> None:
        self._records: dict[str, Record] = {}

    def __getitem__(self, name: str) -> Record:
        return self._records[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._records)

    def __len__(self) -> int:
        return len(self._records)

    def _add(self, name: str, value: NDArray[Any], says: str) -> None:
        unique, times = name, 1
        while unique in self._records:
            times += 1
            unique = f"{name}#{times}"
        view = value.view()
        view.flags.writeable = False
        self._records[unique] = Record(unique, view, says)


class _Place(NamedTuple):
    """Where we are: the path of scopes, and the open traces with the depth at which each began."""

    path: tuple[str, ...]
    open_traces: tuple[tuple[Trace, int], ...]


_place: ContextVar[_Place | None] = ContextVar("trace_place", default=None)
_NOWHERE: AbstractContextManager[None] = nullcontext()


@contextmanager
def trace() -> Iterator[Trace]:
    """Record the named intermediate values of everything that runs inside the `with` block.

    Returns:
        A mapping from dotted name to `Record`, in order of computation. A trace inside a trace gets
        names that begin at its own place; the outer one still records everything. Another thread
        records nothing here (the trace is in a context variable).
    """
    recorder = Trace()
    path, open_traces = _place.get() or _Place((), ())
    token = _place.set(_Place(path, (*open_traces, (recorder, len(path)))))
    try:
        yield recorder
    finally:
        _place.reset(token)


def scope(name: str | int) -> AbstractContextManager[None]:
    """Put `name.` before the names of all records made inside the `with` block.

    Args:
        name: a part of the dotted name: a component, or the number of a layer.

    Returns:
        A context manager; outside a trace, one that does nothing.
    """
    place = _place.get()
    return _NOWHERE if place is None else _enter(place, str(name))


@contextmanager
def _enter(place: _Place, name: str) -> Iterator[None]:
    token = _place.set(place._replace(path=(*place.path, name)))
    try:
        yield
    finally:
        _place.reset(token)


def record(name: str, value: AnyArray, says: str) -> AnyArray:
    """Pass `value` to the open traces, if there are any, and return it unchanged.

    Args:
        name: the name of the value within the current scope.
        value: (...) the array; it is kept as a read-only view, not copied.
        says: one line on what it is.

    Returns:
        (...) `value` itself, so that a formula can record in passing.
    """
    place = _place.get()
    if place is not None:
        for recorder, depth in place.open_traces:
            recorder._add(".".join((*place.path[depth:], name)), np.asarray(value), says)
    return value
