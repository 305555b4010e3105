"""Mistakes about positions."""

import numpy as np

from reference import positions
from reference.arrays import Array
from reference.mistakes.registry import mistake


def _interleaved(angles_of_sines: Array, angles_of_cosines: Array, d_model: int) -> Array:
    table = np.empty((len(angles_of_sines), d_model))
    table[:, 0::2] = np.sin(angles_of_sines)
    table[:, 1::2] = np.cos(angles_of_cosines)[:, : d_model // 2]
    return table


def _angles(length: int, exponents: Array, base: float) -> Array:
    return np.arange(length)[:, np.newaxis] * base ** (-exponents)


@mistake("positions.sinusoidal")
def sinusoidal_with_doubled_exponent(length: int, d_model: int, base: float = 10000.0) -> Array:
    """An index that already steps by 2 is doubled again: frequencies fall twice as fast."""
    angles = _angles(length, 2 * np.arange(0, d_model, 2) / d_model, base)
    return _interleaved(angles, angles, d_model)


@mistake("positions.sinusoidal")
def sinusoidal_with_a_frequency_per_column(
    length: int, d_model: int, base: float = 10000.0
) -> Array:
    """The column's own index in the exponent: sine and cosine of a pair get different angles."""
    columns = np.arange(0, d_model, 2)
    sines = _angles(length, columns / d_model, base)
    return _interleaved(sines, _angles(length, (columns + 1) / d_model, base), d_model)


@mistake("positions.sinusoidal")
def sinusoidal_with_i_as_the_column(length: int, d_model: int, base: float = 10000.0) -> Array:
    """The formula's i taken for the column in 2i / d_model, as in many listings: both mistakes."""
    columns = np.arange(0, d_model, 2)
    sines = _angles(length, 2 * columns / d_model, base)
    return _interleaved(sines, _angles(length, 2 * (columns + 1) / d_model, base), d_model)


@mistake("positions.sinusoidal")
def sinusoidal_with_halved_exponent(length: int, d_model: int, base: float = 10000.0) -> Array:
    """i / d_model instead of 2i / d_model for pair i: frequencies fall half as fast."""
    angles = _angles(length, np.arange((d_model + 1) // 2) / d_model, base)
    return _interleaved(angles, angles, d_model)


@mistake("positions.sinusoidal")
def sinusoidal_with_sine_and_cosine_swapped(
    length: int, d_model: int, base: float = 10000.0
) -> Array:
    """Cosines in the even columns, sines in the odd ones."""
    angles = _angles(length, np.arange(0, d_model, 2) / d_model, base)
    return _interleaved(angles + np.pi / 2, angles - np.pi / 2, d_model)


@mistake("positions.sinusoidal")
def sinusoidal_halves_concatenated(length: int, d_model: int, base: float = 10000.0) -> Array:
    """All sines, then all cosines: the right numbers in another order of columns."""
    table = positions.sinusoidal(length, d_model, base)
    return np.concatenate([table[:, 0::2], table[:, 1::2]], axis=-1)


@mistake("positions.sinusoidal")
def sinusoidal_from_position_one(length: int, d_model: int, base: float = 10000.0) -> Array:
    """Positions counted from 1: every row is that of the next position."""
    return positions.sinusoidal(length + 1, d_model, base)[1:]


@mistake("positions.sinusoidal")
def sinusoidal_with_base_1000(length: int, d_model: int, base: float = 10000.0) -> Array:
    """A zero missing in 10000: the later pairs turn too fast."""
    return positions.sinusoidal(length, d_model, base / 10)


@mistake("positions.sinusoidal")
def sinusoidal_with_growing_frequencies(length: int, d_model: int, base: float = 10000.0) -> Array:
    """Multiplied by 10000^(2i/d) instead of divided: frequencies grow."""
    angles = _angles(length, -np.arange(0, d_model, 2) / d_model, base)
    return _interleaved(angles, angles, d_model)


@mistake("positions.sinusoidal")
def sinusoidal_with_sines_only(length: int, d_model: int, base: float = 10000.0) -> Array:
    """Sine in every column: a pair no longer turns, and no shift is a rotation."""
    angles = _angles(length, np.arange(0, d_model, 2) / d_model, base)
    return _interleaved(angles, angles - np.pi / 2, d_model)


@mistake("positions.sinusoidal")
def sinusoidal_in_whole_numbers(length: int, d_model: int, base: float = 10000.0) -> Array:
    """The table takes the integer type of the ids: everything is cut to −1, 0 or 1."""
    return np.trunc(positions.sinusoidal(length, d_model, base))


@mistake("positions.learned")
def learned_from_position_one(table: Array, length: int, start: int = 0) -> Array:
    """Positions counted from 1: the first row of the table is never used."""
    return positions.learned(table, length, start + 1)


@mistake("positions.learned")
def learned_without_offset(table: Array, length: int, start: int = 0) -> Array:
    """Every step of decoding with a cache takes itself for the first position."""
    return positions.learned(table, length)
