"""Given values, drawn from a seed as plain data and already rounded as learners see them."""

import math
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

from quizzer.bank.schema import Given, Shape
from quizzer.exercises.errors import ExerciseError
from quizzer.exercises.plain import Model, from_plain, to_plain
from quizzer.exercises.seeds import seed_of
from reference.arrays import Array
from reference.parameters import named_arrays, with_arrays
from reference.transformer import Configuration, initialize

Plain: TypeAlias = Any

MOST_NUMBERS = 20_000  # in one given value

_REDRAWS = 20


class GivenError(ExerciseError):
    """A given value cannot be drawn as the bank describes it."""

    def __init__(self, name: str, reason: str) -> None:
        self.name = name
        super().__init__(f"given {name!r}: {reason}")


def generate(given: Mapping[str, Given], seed: str, trained: bool = False) -> dict[str, Plain]:
    """A drawing of all given values, in the order of the bank.

    Each value has a seed of its own, so that changing one leaves the others as they were. Single
    whole numbers are drawn first, because shapes may refer to them. In a fresh model all γ are 1,
    and all β and biases 0, so that mixing them up changes nothing; in a `trained` one they differ.
    """
    dimensions = {
        name: _whole_number(name, one.integer, seed)
        for name, one in given.items()
        if one.integer is not None
    }
    return {
        name: dimensions[name]
        if name in dimensions
        else _drawn(name, one, dimensions, seed, trained)
        for name, one in given.items()
    }


def varies(given: Mapping[str, Given]) -> bool:
    """Whether drawing again can give other values: not if the bank states them all."""
    return any(value.value is None for value in given.values())


def _whole_number(name: str, bounds: list[int], seed: str) -> int:
    low, high = bounds
    if low > high:
        raise GivenError(name, f"its bounds {low} and {high} are in the wrong order")
    return int(_generator(seed, name).integers(low, high, endpoint=True))


def _drawn(
    name: str, given: Given, dimensions: Mapping[str, int], seed: str, trained: bool
) -> Plain:
    generator = _generator(seed, name)
    try:
        if given.shape is not None:
            return _reals(given, _lengths(given.shape, dimensions), generator)
        if given.integers is not None:
            low, high = round(given.from_), round(given.to)
            shape = _lengths(given.integers, dimensions)
            return to_plain(generator.integers(low, high, shape, endpoint=True))
        if given.choose is not None:
            return _stated(given.choose[int(generator.integers(len(given.choose)))])
        if given.model is not None:
            return _model(given, dimensions, generator, trained)
        return _stated(given.value)
    except (ValueError, TypeError) as error:
        raise GivenError(name, str(error)) from error


def _stated(value: Plain) -> Plain:
    """A value as the bank states it, if steps can work with it; else ValueError."""
    from_plain(value)
    return to_plain(value)


def _generator(seed: str, name: str) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(int(seed_of(seed, name), 16)))


def _lengths(shape: Shape, dimensions: Mapping[str, int]) -> list[int]:
    for length in shape:
        if isinstance(length, str) and length not in dimensions:
            raise ValueError(f"there is no whole number {length!r} for its shape to refer to")
    lengths = [dimensions[length] if isinstance(length, str) else length for length in shape]
    if 0 in lengths:
        raise ValueError("a length in its shape is 0, so there is nothing to draw")
    _require_few(math.prod(lengths))
    return lengths


def _require_few(numbers: int) -> None:
    """Limit what is drawn, since it is stored with every attempt."""
    if numbers > MOST_NUMBERS:
        raise ValueError(f"it has {numbers} numbers; at most {MOST_NUMBERS} can be drawn")


def _reals(given: Given, shape: list[int], generator: np.random.Generator) -> Plain:
    """Multiples of a unit of the last decimal, with few zeros and equal rows, which hide slips."""
    unit = 10**given.decimals
    low, high = round(given.from_ * unit), round(given.to * unit)
    if low > high:
        raise ValueError(f"from {given.from_:g} is above to {given.to:g}")
    values = np.zeros(shape)
    for _ in range(_REDRAWS):
        steps = generator.integers(low, high, shape, endpoint=True)
        spare = generator.integers(low, high, shape, endpoint=True)
        steps = np.where(steps == 0, spare, steps)
        values = np.round(steps / unit, given.decimals) + 0.0
        if not _has_equal_rows(values):
            break
    return to_plain(values)


def _has_equal_rows(values: np.ndarray[Any, Any]) -> bool:
    if values.ndim < 2:
        return False
    rows = values.reshape(-1, values.shape[-1]).tolist()
    return len(set(map(tuple, rows))) < len(rows)  # np.unique would load np.ma, as slow as NumPy


def _model(
    given: Given, dimensions: Mapping[str, int], generator: np.random.Generator, trained: bool
) -> Plain:
    fields: dict[str, Any] = {
        name: dimensions.get(field, field) if isinstance(field, str) else field
        for name, field in (given.model or {}).items()
    }
    configuration = Configuration(**fields)
    _require_few(_number_of_weights(configuration))
    fresh = initialize(configuration, generator)
    arrays = named_arrays(fresh)
    if trained:
        arrays = {name: _moved(weight, generator) for name, weight in arrays.items()}
    weights = {
        name: np.round(np.clip(weight, given.from_, given.to), given.decimals) + 0.0
        for name, weight in arrays.items()
    }
    return to_plain(Model(configuration, with_arrays(fresh, weights)))


def _moved(weight: Array, generator: np.random.Generator) -> Array:
    """A vector (γ, β or a bias) as training might leave it; matrices are random already."""
    return weight + generator.uniform(-0.5, 0.5, weight.shape) if weight.ndim == 1 else weight


def _number_of_weights(c: Configuration) -> int:
    """Roughly how many weights a model has, without making it: only embeddings and matrices."""
    attention, feed_forward = 4 * c.d_model**2, 2 * c.d_model * c.d_ff
    encoder = c.num_encoder_layers * (attention + feed_forward)
    decoder = c.num_decoder_layers * (2 * attention + feed_forward)
    return (c.source_vocabulary + c.target_vocabulary) * c.d_model + encoder + decoder
