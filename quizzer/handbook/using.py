"""Which components an item uses: the pages to look up while learning from it."""

from collections.abc import Iterable, Iterator
from functools import cache
from types import CodeType, FunctionType

from quizzer.bank.schema import CodeItem, ComputeItem, Item
from quizzer.handbook.families import components
from quizzer.handbook.pages import UnknownComponentError, find


def used_by(item: Item) -> tuple[str, ...]:
    """Full names in the order of the item's steps, each once, without helpers that have no page."""
    return tuple(dict.fromkeys(_pages(item)))


def _pages(item: Item) -> Iterator[str]:
    for name in _functions(item):
        try:
            yield find(name)
        except UnknownComponentError:
            continue  # a helper function, which has no page


def _functions(item: Item) -> Iterator[str]:
    if isinstance(item, ComputeItem):
        yield from (step.of for step in item.steps.values())
    elif isinstance(item, CodeItem):
        yield item.implement


def called_by(names: Iterable[str]) -> tuple[str, ...]:
    """What the code of these components calls, and what that calls in turn.

    A page has only its own code, and the solution to code may be three lines that call others.
    """
    found: dict[str, None] = {}
    to_read = list(names)
    known = set(to_read)
    while to_read:
        for name in calls(to_read.pop(0)):
            if name not in known:
                known.add(name)
                found[name] = None
                to_read.append(name)
    return tuple(found)


@cache
def calls(name: str) -> tuple[str, ...]:
    """The components that the code of a component calls itself."""
    function = components()[name]
    names = {own: called for called, own in components().items()}
    used = (function.__globals__.get(word) for word in _words(function.__code__))
    return tuple(names[own] for own in used if isinstance(own, FunctionType) and own in names)


def _words(code: CodeType) -> Iterator[str]:
    """The names that code uses, those within its comprehensions too."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _words(constant)
