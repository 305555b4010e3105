"""A tiny example of every component: two or three tokens, widths of two to four, one decimal."""

import importlib
from collections.abc import Iterator
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


def arguments_of(name: str) -> Given | None:
    """The arguments of a component's example, by its full name; None if it has no example."""
    return next((examples[name] for examples in _examples() if name in examples), None)


def names() -> frozenset[str]:
    """The components that have an example."""
    return frozenset(name for examples in _examples() for name in examples)


def _examples() -> Iterator[Examples]:
    """The examples of each module, imported only when needed: some take time to draw weights."""
    for module in _MODULES:
        examples: Examples = importlib.import_module(f"{__name__}.{module}").EXAMPLES
        yield examples
