"""Helpers to write examples: plain lists become arrays; weights are drawn at random and rounded."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from reference.initialization import Initializer
from reference.parameters import named_arrays, with_arrays
from reference.transformer import Configuration, Parameters, initialize

Given = dict[str, Any]
Examples = dict[str, Given]


@dataclass(frozen=True)
class Seed:
    """Stands for a new generator with this seed, so that every run draws the same numbers."""

    number: int = 0


def given(**arguments: Any) -> Given:
    """The arguments of a component; lists of numbers become arrays."""
    return {name: _arrays_in(value) for name, value in arguments.items()}


def _arrays_in(value: Any) -> Any:
    if isinstance(value, list):
        return np.array(value)
    if type(value) is tuple:
        return tuple(map(_arrays_in, value))
    return value


def drawn(*shape: int, seed: int = 0) -> NDArray[np.float64]:
    """Numbers between −1 and 1 with one decimal."""
    return np.round(np.random.default_rng(seed).uniform(-1, 1, shape), 1)


def initializer(seed: int = 0) -> Initializer:
    """A generator for the weights of layers and models."""
    return Initializer(np.random.default_rng(seed), np.dtype(np.float64))


def rounded(weights: Any) -> Any:
    """The same weights with one decimal."""
    arrays = {name: np.round(array, 1) for name, array in named_arrays(weights).items()}
    return with_arrays(weights, arrays)


def tiny_transformer(**choices: Any) -> tuple[Configuration, Parameters]:
    """One layer per side, width 4, two heads, five words."""
    configuration = Configuration(
        source_vocabulary=5,
        target_vocabulary=5,
        d_model=4,
        num_heads=2,
        d_ff=6,
        num_encoder_layers=1,
        num_decoder_layers=1,
        **choices,
    )
    return configuration, rounded(initialize(configuration, np.random.default_rng(0)))
