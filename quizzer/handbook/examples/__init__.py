"""A tiny example of every component: two or three tokens, widths of two to four, one decimal."""

import importlib
from functools import cache
from typing import Final

from quizzer.handbook.examples.given import Examples, Given, Seed

__all__ = ["Seed", "arguments_of", "names"]

_MODULES: Final = (
    "recurrence",
    "words",
    "attention",
    "layers",
    "training",
    "architectures",
    "accounting",
    "gradients",
)


def arguments_of(name: str) -> Given:
    """The arguments with which a component, by its full name, is shown."""
    return _examples()[name]


def names() -> frozenset[str]:
    """The components that have an example."""
    return frozenset(_examples())


@cache
def _examples() -> Examples:
    found: Examples = {}
    for module in _MODULES:
        found |= importlib.import_module(f"{__name__}.{module}").EXAMPLES
    return found
