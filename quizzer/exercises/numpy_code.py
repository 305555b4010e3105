"""Plain values as NumPy code that a learner can paste into a session of their own."""

import re
from collections.abc import Mapping
from keyword import iskeyword
from typing import Any, Final

from quizzer.exercises.nested import leaves

_UNUSUAL: Final = {"inf": "np.inf", "-inf": "-np.inf", "nan": "np.nan"}  # words of plain data
_STEP: Final = " " * 4


def assignments(values: Mapping[str, Any]) -> str:
    """One assignment per value, after the import of NumPy."""
    lines = [_assigned(f"{_variable(name)} = ", value) for name, value in values.items()]
    return "\n".join(["import numpy as np", "", *lines, ""])


def _variable(name: str) -> str:
    """A name that Python accepts: `weights.query` becomes `weights_query`."""
    word = re.sub(r"\W", "_", name)
    return f"{word}_" if iskeyword(word) or not word.isidentifier() else word


def _assigned(target: str, value: Any) -> str:
    """Python code for the value: lists of numbers become arrays, anything else stays as it is."""
    if isinstance(value, dict):
        entries = (_assigned(f"{_STEP}{key!r}: ", part) for key, part in value.items())
        return "\n".join([f"{target}{{", *(f"{entry}," for entry in entries), "}"])
    if isinstance(value, list) and _is_numeric(value):
        opening = f"{target}np.array("
        return f"{opening}{_rows(value, len(opening) + 1)})"
    return target + (repr(value) if isinstance(value, list) else _number(value))


def _is_numeric(value: list[Any]) -> bool:
    found = list(leaves(value))
    known = all(isinstance(leaf, int | float) or leaf in _UNUSUAL for leaf in found)
    return known and any(isinstance(leaf, int | float) for leaf in found)


def _rows(value: Any, indent: int) -> str:
    """Nested brackets, each row on a line of its own."""
    if not isinstance(value, list):
        return _number(value)
    is_row = not any(isinstance(part, list) for part in value)
    between = ", " if is_row else ",\n" + " " * indent
    return f"[{between.join(_rows(part, indent + 1) for part in value)}]"


def _number(value: Any) -> str:
    return _UNUSUAL.get(value, repr(value)) if isinstance(value, str) else repr(value)
