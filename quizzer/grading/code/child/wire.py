"""Values as data between the two processes: a JSON description and raw memory, no pickle.

The description of a value is an object with one key:

    {"array": [dtype, shape]}  {"number": dtype}  {"text": "..."}  {"none": true}
    {"list": [...]}  {"tuple": [type name, field names or null, [...]]}
    {"dict": [[key, value], ...]}  {"other": "what it is instead"}
"""

import math
from collections import namedtuple
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from numbers import Real
from types import CoroutineType
from typing import Any, TypeAlias

import numpy as np

MOST_DEPTH = 12
MOST_AXES = 32
MOST_TEXT = 20_000
MOST_KEYS = 2_000  # keys can be chosen so that each is compared with all the others
MOST_BYTES = 8_000_000  # of one value
DTYPES = frozenset(
    np.dtype(name).str
    for name in (
        *("bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
        *("float16", "float32", "float64", "complex64", "complex128"),
    )
)

Tree: TypeAlias = Any  # plain JSON data
MakeTuple: TypeAlias = Callable[[str, Sequence[str] | None, list[Any]], tuple[Any, ...]]


class WireError(ValueError):
    """The data is not what `pack` would have written."""


@dataclass(frozen=True)
class Other:
    """Stands for a value that cannot be sent: what it is, in words."""

    description: str


def pack(value: Any) -> tuple[Tree, bytes]:
    """A description of the value, and the memory of the arrays in it, in order."""
    memory: list[bytes] = []
    return _packed(value, memory, 0), b"".join(memory)


def plain_tuple(name: str, fields: Sequence[str] | None, values: list[Any]) -> tuple[Any, ...]:
    """A tuple without names."""
    return tuple(values)


def named_tuple(name: str, fields: Sequence[str] | None, values: list[Any]) -> tuple[Any, ...]:
    """A tuple that keeps the names of its parts; only for data that can be trusted."""
    return tuple(values) if fields is None else tuple.__new__(namedtuple(name, fields), values)


def unpack(tree: Tree, blob: bytes, make_tuple: MakeTuple = plain_tuple) -> Any:
    """The value again; raises `WireError` on anything that `pack` would not have written."""
    reader = _Reader(blob, make_tuple)
    try:
        value = _unpacked(tree, reader, 0)
    except WireError:
        raise
    except (ValueError, TypeError, KeyError, OverflowError, RecursionError) as error:
        raise WireError(str(error)) from error
    if reader.left:
        raise WireError(f"{reader.left} bytes too many")
    return value


class _Reader:
    """Takes one array after the other from a blob."""

    def __init__(self, blob: bytes, make_tuple: MakeTuple) -> None:
        self._blob = memoryview(blob)
        self.make_tuple = make_tuple
        self._at = 0

    @property
    def left(self) -> int:
        return len(self._blob) - self._at

    def take(self, dtype: Any, shape: Any) -> np.ndarray[Any, Any]:
        if dtype not in DTYPES:
            raise WireError(f"a type {dtype!r}")
        if not _is_shape(shape):
            raise WireError("no shape")
        size = math.prod(shape) * np.dtype(dtype).itemsize
        if size > self.left:
            raise WireError(f"{size - self.left} bytes too few")
        part = self._blob[self._at : self._at + size]
        self._at += size
        return np.frombuffer(part, dtype).reshape(shape).copy()


def _is_shape(shape: Any) -> bool:
    lengths = isinstance(shape, list) and len(shape) <= MOST_AXES
    return lengths and all(isinstance(n, int) and 0 <= n < 2**63 for n in shape)


def _packed(value: Any, memory: list[bytes], depth: int) -> Tree:
    if depth > MOST_DEPTH:
        return {"other": "something nested too deeply"}
    if value is None:
        return {"none": True}
    if isinstance(value, str):
        return _packed_text(value)
    if isinstance(value, bool | int | float | complex | np.generic | np.ndarray):
        return _packed_numbers(value, memory)
    if isinstance(value, Real):
        return _packed_numbers(float(value), memory)
    if isinstance(value, range):
        value = list(value[: MOST_TEXT + 1])
    most = MOST_KEYS if isinstance(value, dict) else MOST_TEXT
    if isinstance(value, list | tuple | dict) and len(value) > most:
        return {"other": f"{_article(value)} of {len(value)} entries"}

    def inner(part: Any) -> Tree:
        return _packed(part, memory, depth + 1)

    if isinstance(value, list):
        return {"list": [inner(part) for part in value]}
    if isinstance(value, tuple):
        fields = getattr(type(value), "_fields", None)
        return {"tuple": [type(value).__name__, fields, [inner(part) for part in value]]}
    if isinstance(value, dict):
        return {"dict": [[inner(key), inner(entry)] for key, entry in value.items()]}
    if isinstance(value, CoroutineType):
        value.close()  # otherwise Python warns that it was never awaited
    return {"other": _article(value)}


def _packed_text(text: str) -> Tree:
    if len(text) > MOST_TEXT:
        return {"other": "a text that is too long"}
    try:
        text.encode()
    except UnicodeEncodeError:
        return {"other": "a text with half a character"}
    return {"text": text}


def _packed_numbers(value: Any, memory: list[bytes]) -> Tree:
    scalar = not isinstance(value, np.generic | np.ndarray)
    array = _in_common_type(np.asarray(value))
    if array.dtype.str not in DTYPES:
        if array.dtype == object:
            return {"other": "an array of Python objects" if array.ndim else _article(value)}
        return {"other": f"an array of type {array.dtype}"}
    if sum(map(len, memory)) + array.nbytes > MOST_BYTES:
        return {"other": f"an array of shape {array.shape}, too large to be compared"}
    memory.append(array.tobytes())
    return (
        {"number": array.dtype.str} if scalar else {"array": [array.dtype.str, list(array.shape)]}
    )


def _in_common_type(array: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Convert numbers with other byte order or more digits, or objects, to a type that is sent."""
    if array.dtype == object:
        try:
            plain = np.asarray(array.tolist())
        except ValueError:  # rows of different lengths
            return array
        return plain if plain.shape == array.shape and plain.dtype.kind in "biufc" else array
    if array.dtype == np.longdouble:
        return array.astype(np.float64)
    if array.dtype == np.clongdouble:
        return array.astype(np.complex128)
    return array.astype(array.dtype.newbyteorder("="), copy=False)


def _article(value: Any) -> str:
    name = type(value).__name__
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"


def _unpacked(tree: Tree, reader: _Reader, depth: int) -> Any:
    if not isinstance(tree, dict) or len(tree) != 1 or depth > MOST_DEPTH + 1:
        raise WireError("no description of a value")
    ((form, content),) = tree.items()

    def inner(part: Tree) -> Any:
        return _unpacked(part, reader, depth + 1)

    if form == "array":
        dtype, shape = content
        array = reader.take(dtype, shape)
        return array if shape else array[()]
    if form == "number":
        return reader.take(content, []).item()
    if form == "tuple":
        name, fields, parts = content
        return reader.make_tuple(name, fields, [inner(part) for part in parts])
    if form == "dict" and len(content) <= MOST_KEYS:
        return {inner(key): inner(value) for key, value in content}
    if form == "list":
        return [inner(part) for part in content]
    if form == "text" and isinstance(content, str):
        return content
    if form == "none":
        return None
    if form == "other" and isinstance(content, str):
        return Other(content)
    raise WireError(f"a form {form!r}")
