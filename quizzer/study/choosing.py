"""Which items come next, and in which order: pure functions over the history."""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import chain, zip_longest

from quizzer.bank.schema import Item
from quizzer.progress.events import Planned
from quizzer.progress.history import History
from quizzer.progress.statistics import is_mastered


def due_items(items: Iterable[Item], history: History, today: date) -> list[Item]:
    """The items that are due, the longest overdue first."""
    cards = [(item, history.card(item.id)) for item in items]
    due = [
        (card.due_day, n, item) for n, (item, card) in enumerate(cards) if card and card.due(today)
    ]
    return [item for *_, item in sorted(due, key=lambda entry: entry[:2])]


def unseen_items(items: Iterable[Item], history: History) -> list[Item]:
    """The items never answered, in bank order, but each after its prerequisites."""
    return prerequisites_first([item for item in items if history.card(item.id) is None])


def weakest_first(items: Iterable[Item], history: History) -> list[Item]:
    """The items answered before: those not mastered first, then by how soon they are forgotten."""

    def strength(item: Item) -> tuple[bool, float]:
        card = history.card(item.id)
        return is_mastered(history.attempts_at(item.id)), card.stability if card else 0.0

    seen = [item for item in items if history.card(item.id) is not None]
    return sorted(seen, key=strength)


def practice_order(items: Sequence[Item], history: History, today: date) -> list[Item]:
    """Due first, then new, then the weakest."""
    due = due_items(items, history, today)
    ids = {item.id for item in due}
    rest = [item for item in items if item.id not in ids]
    return [*due, *unseen_items(rest, history), *weakest_first(rest, history)]


def review_order(topics: Iterable[Sequence[Item]], history: History, today: date) -> list[Item]:
    """Due items of all topics by turns: mixing topics makes remembering harder and better."""
    turns = zip_longest(*(due_items(items, history, today) for items in topics))
    return [item for item in chain.from_iterable(turns) if item is not None]


def prerequisites_first(items: Sequence[Item]) -> list[Item]:
    """The same items, each after those of its prerequisites that are among them."""
    by_id = {item.id: item for item in items}
    placed: dict[str, Item] = {}

    def place(item: Item, above: frozenset[str]) -> None:
        if item.id in placed:
            return
        for needed in item.prerequisites:
            if needed in by_id and needed not in above:  # a circle in a bank must not hang us
                place(by_id[needed], above | {item.id})
        placed.setdefault(item.id, item)

    for item in items:
        place(item, frozenset({item.id}))
    return list(placed.values())


def fresh_variant(item: str, history: History) -> int:
    """The number of a variant that was never answered, not even in an attempt then undone."""
    used = history.numbers_used(item)
    taken = set(used)
    number = len(used)
    while number in taken:
        number += 1
    return number


def plan(items: Iterable[Item], history: History) -> list[Planned]:
    """A place for each item, with a fresh variant."""
    return [Planned(item=item.id, variant=fresh_variant(item.id, history)) for item in items]
