"""Values as plain JSON data and back: arrays, infinities, and the weights of a whole model."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quizzer.exercises.nested import leaves
from reference.parameters import named_arrays, with_arrays
from reference.transformer import Configuration, Parameters, initialize

_WORDS = {"inf": math.inf, "-inf": -math.inf, "nan": math.nan}


@dataclass(frozen=True)
class Model:
    """A whole tiny Transformer: its sizes and its weights."""

    configuration: Configuration
    parameters: Parameters


def to_plain(value: Any) -> Any:
    """The value as nested lists, numbers and strings; infinities and NaN become words."""
    if isinstance(value, Model):
        weights = named_arrays(value.parameters)
        return {
            "configuration": dict(vars(value.configuration)),
            "parameters": {name: to_plain(weight) for name, weight in weights.items()},
        }
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [to_plain(part) for part in value]
    if isinstance(value, dict):
        return {name: to_plain(part) for name, part in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return value


def from_plain(value: Any) -> Any:
    """The value that steps work with: nested lists of numbers become arrays, words stay words."""
    if isinstance(value, list):
        found = list(leaves(value))
        numeric = any(isinstance(leaf, int | float) for leaf in found)
        if numeric and all(isinstance(leaf, int | float) or _is_word(leaf) for leaf in found):
            return _array(value, found)
        return value
    if isinstance(value, dict):
        if value.keys() == {"configuration", "parameters"}:
            return _model(value)
        return {name: from_plain(part) for name, part in value.items()}
    return value


def _is_word(leaf: Any) -> bool:
    return isinstance(leaf, str) and leaf in _WORDS


def _array(value: list[Any], found: list[Any]) -> NDArray[Any]:
    try:
        if all(isinstance(leaf, bool) for leaf in found):
            return np.array(value, dtype=np.bool_)
        if all(isinstance(leaf, int) for leaf in found):
            return np.array(value, dtype=np.int64)
        return np.array(_with_numbers(value), dtype=np.float64)
    except ValueError:
        raise ValueError("its rows differ in length, so they do not form an array") from None


def _with_numbers(value: Any) -> Any:
    if isinstance(value, list):
        return [_with_numbers(part) for part in value]
    return _WORDS.get(value, value)


def _model(plain: dict[str, Any]) -> Model:
    configuration = Configuration(**plain["configuration"])
    skeleton = initialize(configuration, np.random.default_rng(0))
    weights = {
        name: np.array(weight, dtype=np.float64) for name, weight in plain["parameters"].items()
    }
    return Model(configuration, with_arrays(skeleton, weights))
