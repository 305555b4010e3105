"""Nested lists of plain data."""

from collections.abc import Iterator
from typing import Any


def leaves(value: Any) -> Iterator[Any]:
    """The values in nested lists, in order; a value that is not a list is its own leaf."""
    if isinstance(value, list):
        for part in value:
            yield from leaves(part)
    else:
        yield value
