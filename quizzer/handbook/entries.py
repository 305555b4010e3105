"""Values as text: arrays, trees of them, configurations, functions and words."""

import inspect
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

import numpy as np

from quizzer.exercises.notation import decimals_needed, format_array, format_shape
from quizzer.handbook.examples import Seed
from reference.parameters import named_arrays

DECIMALS: Final = 3
MOST_NUMBERS: Final = 64  # of larger arrays and trees, only the shapes are shown
MOST_ARRAYS: Final = 12  # of a larger tree inside something else, only the size is given
LARGE: Final = 1e6  # from here on, a whole float is a count, written with commas


@dataclass(frozen=True)
class Entry:
    """A named value as text: aligned rows, or empty if only its shape is shown."""

    name: str
    shape: str
    text: str
    says: str = ""


def entries_of(name: str, value: Any, *, exact: bool = False) -> Iterator[Entry]:
    """A value as one entry, or, if it is made of parts, as one entry per part.

    `exact` leaves out no decimals. Of large arrays, only the shape is shown.
    """
    if value is None:
        return
    if _is_tree(value):
        yield from _tree_entries(name, value, exact=exact)
    elif is_dataclass(value) and not isinstance(value, Seed):
        yield Entry(name, "", _word(_choices(value)))
    elif (children := _children(value)) is not None:
        for child, part in children:
            yield from entries_of(f"{name}.{child}" if name else child, part, exact=exact)
    else:
        shape = format_shape(value.shape) if isinstance(value, np.ndarray) and value.ndim else ""
        yield Entry(name, shape, text_of(value, exact=exact))


def _choices(configuration: Any) -> dict[str, Any]:
    """The fields of a configuration that differ from their defaults."""
    values = {field: getattr(configuration, field.name) for field in fields(configuration)}
    return {field.name: value for field, value in values.items() if value != field.default}


def _tree_entries(name: str, tree: Any, *, exact: bool = False) -> Iterator[Entry]:
    arrays = named_arrays(tree, name)
    numbers = sum(array.size for array in arrays.values())
    if name and len(arrays) > MOST_ARRAYS:
        yield Entry(name, "", f"{len(arrays)} arrays with {numbers} numbers in all")
        return
    for full_name, array in arrays.items():
        text = text_of(array, exact=exact) if numbers <= MOST_NUMBERS else ""
        yield Entry(full_name, format_shape(array.shape), text)


def _is_tree(value: Any) -> bool:
    """Whether it is a tuple, possibly nested, of arrays (or None) and nothing else."""
    return isinstance(value, tuple) and bool(value) and all(map(_is_leaf_or_tree, value))


def _is_leaf_or_tree(part: Any) -> bool:
    return part is None or isinstance(part, np.ndarray) or _is_tree(part)


def _children(value: Any) -> list[tuple[str, Any]] | None:
    """The parts of a value with their names, if it has parts that need entries of their own."""
    if hasattr(value, "_fields"):
        return list(zip(value._fields, value, strict=True))
    if isinstance(value, Mapping) and any(map(_is_compound, value.values())):
        return list(value.items())
    if isinstance(value, list | tuple) and any(map(_is_compound, value)):
        return [(str(number), part) for number, part in enumerate(value)]
    return None


def _is_compound(part: Any) -> bool:
    return isinstance(part, np.ndarray | Mapping) or hasattr(part, "_fields")


def text_of(value: Any, *, exact: bool = False) -> str:
    """A value in words or numbers, without regard to how large it is."""
    if isinstance(value, float) and value.is_integer() and abs(value) >= LARGE:
        return f"{value:,.0f}"
    if isinstance(value, np.ndarray | np.generic | float):
        return _numbers(np.asarray(value), exact=exact)
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    if isinstance(value, Seed):
        return f"a generator with seed {value.number}"
    if callable(value):
        return _summary(value)
    return _word(value)


def _numbers(array: Any, *, exact: bool) -> str:
    if array.dtype.kind not in "iufb":
        return str(array)
    decimals = decimals_needed(array)
    if not exact and np.any(np.abs(array) >= 10**-DECIMALS):
        decimals = min(decimals, DECIMALS)
    if array.ndim and array.dtype.kind == "f":
        decimals = max(decimals, 1)
    return format_array(array, decimals)


def _summary(function: Any) -> str:
    return (inspect.getdoc(function) or function.__name__).partition("\n")[0]


def _word(value: Any) -> str:
    """A value as words: lists with their items side by side, mappings with one line per entry."""
    if isinstance(value, Mapping):
        words = {_word(key): text_of(part) for key, part in value.items()}
        start, end = max(map(len, words)), max(map(len, words.values()))
        if all(isinstance(part, int) for part in value.values()):
            words = {key: word.rjust(end) for key, word in words.items()}
        return "\n".join(f"{key:<{start}}  {word}" for key, word in words.items())
    if isinstance(value, tuple | list):
        nested = any(isinstance(part, tuple | list) for part in value)
        whole = value and all(isinstance(part, int) for part in value)
        return str(value) if whole else ("  " if nested else " ").join(map(_word, value))
    return f'"{value}"' if value == "" else str(value)
