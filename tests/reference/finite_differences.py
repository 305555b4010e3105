"""Gradients by brute force: move every number a little and see what the loss does."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

STEP = 1e-5


def numeric_gradients(
    function: Callable[..., Any], arguments: Sequence[Any], gradient: np.ndarray[Any, Any]
) -> list[np.ndarray[Any, Any] | None]:
    """∂ Σ gradient ⊙ function(*arguments) with respect to each array of floats that goes in."""
    arguments = [a.copy() if _differentiable(a) else a for a in arguments]
    return [
        _numeric(function, arguments, place, gradient) if _differentiable(argument) else None
        for place, argument in enumerate(arguments)
    ]


def assert_gradients(
    found: Sequence[Any], function: Callable[..., Any], arguments: Sequence[Any], gradient: Any
) -> None:
    """The gradients found are those of the function, in order, to 1e-8."""
    expected = [g for g in numeric_gradients(function, arguments, gradient) if g is not None]
    found = [g for g in found if g is not None]
    assert len(found) == len(expected)
    for mine, numeric in zip(found, expected, strict=True):
        assert mine.shape == numeric.shape
        np.testing.assert_allclose(mine, numeric, atol=1e-8, rtol=1e-8)


def _differentiable(argument: Any) -> bool:
    return isinstance(argument, np.ndarray) and np.issubdtype(argument.dtype, np.floating)


def _numeric(function: Any, arguments: Any, place: int, gradient: Any) -> np.ndarray[Any, Any]:
    array, result = arguments[place], np.empty_like(arguments[place])
    for index in np.ndindex(array.shape):
        value = array[index]
        sides = []
        for moved in (value + STEP, value - STEP):
            array[index] = moved
            sides.append(np.sum(gradient * function(*arguments)))
        array[index] = value
        result[index] = (sides[0] - sides[1]) / (2 * STEP)
    return result
