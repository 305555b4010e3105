"""Whole numbers, and numbers apart in memory, give what the same real numbers in rows give."""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from quizzer.handbook.examples import Seed, arguments_of
from quizzer.handbook.families import components
from tests.each import for_each

VARIADIC = inspect.Parameter.VAR_POSITIONAL
Change = Callable[[np.ndarray], np.ndarray]


def takes_names(name: str) -> bool:
    parameters = inspect.signature(components()[name]).parameters.values()
    return all(parameter.kind is not VARIADIC for parameter in parameters)


def changed(value: Any, change: Change) -> Any:
    if isinstance(value, np.ndarray):
        return change(value)
    if isinstance(value, tuple | list):
        parts = [changed(part, change) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    return np.random.default_rng(value.number) if isinstance(value, Seed) else value


def numbers(value: Any) -> Iterator[np.ndarray]:
    if isinstance(value, dict):
        value = tuple(value.values())
    if isinstance(value, tuple | list):
        for part in value:
            yield from numbers(part)
    elif isinstance(value, np.ndarray | float):
        yield np.asarray(value)


def called(name: str, change: Change) -> list[np.ndarray]:
    arguments = {key: changed(value, change) for key, value in (arguments_of(name) or {}).items()}
    with np.errstate(all="ignore"):
        return list(numbers(components()[name](**arguments)))


def real(array: np.ndarray) -> np.ndarray:
    """Numbers without decimals, as real numbers."""
    return np.round(3 * array) if array.dtype.kind == "f" else array


def whole(array: np.ndarray) -> np.ndarray:
    is_whole = array.dtype.kind == "f" and bool(np.all(np.isfinite(array)))
    return real(array).astype(np.int64) if is_whole else real(array)


def scattered(array: np.ndarray) -> np.ndarray:
    """The same numbers, apart from each other in memory and column by column."""
    if not array.ndim:
        return real(array)
    wide = np.zeros((*array.shape[:-1], 2 * array.shape[-1]), array.dtype, order="F")
    wide[..., ::2] = real(array)
    return wide[..., ::2]


@for_each("name", filter(takes_names, components()))
def test_whole_numbers_and_scattered_ones_give_the_same(name: str) -> None:
    expected = called(name, real)
    for change in (whole, scattered):
        got = called(name, change)
        for one, other in zip(got, expected, strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-9, atol=1e-9)
