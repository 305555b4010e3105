"""What an export is made from, and its outcome: what it carried, and what was lost."""

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from quizzer.bank.library import Library
from quizzer.bank.schema import Item, Topic

VARIANT: Final = 0  # the only variant that is exported: its numbers, its order
SAME_NUMBERS: Final = "the numbers are always the same, and no mistakes are named"


class Loss(Struct, frozen=True, kw_only=True):
    """An item that the other program cannot take, or takes with something missing, and why."""

    item: str
    why: str


class Exported(Struct, frozen=True, kw_only=True):
    """The outcome of an export; `carried` is the number of items."""

    carried: int
    reduced: tuple[Loss, ...]  # carried, with something missing
    left_out: tuple[Loss, ...]


def chosen(library: Library, topic: str | None = None) -> list[tuple[Topic, Sequence[Item]]]:
    """The topics that have items, or one of them, each with its items."""
    return [
        (entry, library.items_of(entry.id))
        for entry in library.topics
        if topic in (None, entry.id) and library.items_of(entry.id)
    ]


def loss(item: Item, why: str) -> Loss:
    """A loss of this item, for this reason."""
    return Loss(item=item.id, why=why)
