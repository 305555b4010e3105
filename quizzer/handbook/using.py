"""Which components an item uses: the pages to look up while learning from it."""

from collections.abc import Iterator

from quizzer.bank.schema import CodeItem, ComputeItem, Item
from quizzer.handbook.pages import UnknownComponentError, find


def used_by(item: Item) -> tuple[str, ...]:
    """Full names in the order of the item's steps, each once; what has no page is left out."""
    return tuple(dict.fromkeys(_pages(item)))


def _pages(item: Item) -> Iterator[str]:
    for name in _functions(item):
        try:
            yield find(name)
        except UnknownComponentError:
            continue  # what merely helps


def _functions(item: Item) -> Iterator[str]:
    if isinstance(item, ComputeItem):
        yield from (step.of for step in item.steps.values())
    elif isinstance(item, CodeItem):
        yield item.implement
