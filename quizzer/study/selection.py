"""A selection of items by what they are and by how well they are known."""

from collections.abc import Iterator
from datetime import date
from typing import TypeAlias

from msgspec import Struct

from quizzer.bank.library import Library
from quizzer.bank.mistakes import words_for
from quizzer.bank.schema import Item, Kind, Level, kind_of
from quizzer.progress.history import History
from quizzer.study import choosing, engine

Ids: TypeAlias = tuple[str, ...]


class Selection(Struct, frozen=True, kw_only=True):
    """Every condition that is set must hold; of the values of one condition, any will do.

    Answers to selected items that were seen and are not due leave the schedule alone.
    """

    topics: Ids = ()
    kinds: tuple[Kind, ...] = ()
    levels: tuple[Level, ...] = ()
    tags: Ids = ()
    mistakes: Ids = ()  # items that can show one of these mistakes
    items: Ids = ()  # only these
    due: bool = False
    unseen: bool = False
    bookmarked: bool = False
    leeches: bool = False
    hardest_first: bool = False


def select(selection: Selection, library: Library, history: History, today: date) -> list[Item]:
    """The items of a selection: the hardest first, or else due ones, new ones, the weakest."""
    found = list(_matching(selection, library, history, today))
    if selection.hardest_first:
        return sorted(found, key=lambda item: -_hardness(item, history))
    return choosing.practice_order(found, history, today)


def _matching(
    selection: Selection, library: Library, history: History, today: date
) -> Iterator[Item]:
    bookmarks = history.bookmarks()
    for item in library.items.values():
        card = history.card(item.id)
        if (
            engine.available(item, library)
            and _fits(selection, item, library.topic_of(item.id))
            and not (selection.due and not (card and card.due(today)))
            and not (selection.unseen and card)
            and not (selection.bookmarked and item.id not in bookmarks)
            and not (selection.leeches and not choosing.is_leech(item.id, history))
        ):
            yield item


def _fits(selection: Selection, item: Item, topic: str) -> bool:
    """Whether an item is among those wanted, and of the topics, kinds and so on."""
    pairs = (
        (selection.topics, {topic}),
        (selection.kinds, {kind_of(item)}),
        (selection.levels, {item.level}),
        (selection.tags, set(item.tags)),
        (selection.mistakes, set(words_for(item))),
        (selection.items, {item.id}),
    )
    return all(not wanted or own & set(wanted) for wanted, own in pairs)


def _hardness(item: Item, history: History) -> float:
    """From 1 to 10: how hard it is for the learner, or by the bank while it is new."""
    card = history.card(item.id)
    return card.difficulty if card else 2.0 * item.difficulty
