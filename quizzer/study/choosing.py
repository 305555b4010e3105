"""Which items come next, and in which order: pure functions over the history."""

from collections.abc import Iterable, Sequence
from datetime import date
from itertools import chain, zip_longest
from typing import TypeVar

from quizzer.bank.library import Library
from quizzer.bank.packing import Head
from quizzer.bank.schema import LEVELS, Item
from quizzer.progress.events import Planned
from quizzer.progress.history import History
from quizzer.study import engine
from quizzer.study.numbering import next_number

LEECH_LAPSES = 4
SURE = 3  # the highest confidence

Q = TypeVar("Q", bound=Head | Item)  # heads are enough to choose by; items will do as well


def askable(plan: Iterable[Planned], library: Library) -> tuple[Planned, ...]:
    """The part of a plan that can be asked: the banks may have changed since it was made."""
    return tuple(
        place
        for place in plan
        if place.item in library.items and engine.available(library.items[place.item], library)
    )


def askable_items(library: Library, topic: str) -> list[Item]:
    """The items of a topic that can be asked here, in bank order."""
    return [item for item in library.items_of(topic) if engine.available(item, library)]


def askable_heads(library: Library, topic: str) -> list[Head]:
    """The heads of the same items, which are all that lists need."""
    return [h for h in library.heads_of(topic) if engine.available_kind(h.kind, library)]


def due_items(items: Iterable[Q], history: History, today: date) -> list[Q]:
    """The due items: those answered confidently but wrongly first, then the longest overdue."""
    cards = [(item, history.card(item.id)) for item in items]
    due = [
        (not sure_and_wrong(item.id, history), card.due_day, n, item)
        for n, (item, card) in enumerate(cards)
        if card and card.due(today)
    ]
    return [item for *_, item in sorted(due, key=lambda entry: entry[:3])]


def sure_and_wrong(item: str, history: History) -> bool:
    """Whether the last answer to an item was given with full confidence and did not pass.

    Nobody looks up what they are sure of, so it comes back before anything else.
    """
    record = history.record_of(item)
    return record is not None and record.confidence == SURE and not record.passed


def is_leech(item: str, history: History) -> bool:
    """Whether an item was forgotten so often that asking it again does not help."""
    card = history.card(item)
    return card is not None and card.lapses >= LEECH_LAPSES


def easier_item(item: Item, others: Iterable[Item], history: History) -> Item | None:
    """An item that leads up to this one, out of `others`; none if there is none.

    A prerequisite that is not mastered comes first, then the easiest of the easier items about the
    same point, then any prerequisite.
    """
    pool = {other.id: other for other in others if other.id != item.id}
    needed = [pool[entry] for entry in item.prerequisites if entry in pool]
    shared = [
        other
        for other in pool.values()
        if set(other.covers) & set(item.covers) and other.difficulty < item.difficulty
    ]
    weak = [other for other in needed if not history.is_mastered(other.id)]
    return next(iter([*weak, *sorted(shared, key=lambda other: other.difficulty), *needed]), None)


def unseen_items(items: Iterable[Item], history: History) -> list[Item]:
    """The items never answered, the lowest level first, but each after its prerequisites."""
    new = [item for item in items if history.card(item.id) is None]
    return prerequisites_first(sorted(new, key=lambda item: LEVELS.index(item.level)))


def weakest_first(items: Iterable[Item], history: History) -> list[Item]:
    """The items answered before: those not mastered first, then by how soon they are forgotten."""

    def strength(item: Item) -> tuple[bool, float]:
        card = history.card(item.id)
        return history.is_mastered(item.id), card.stability if card else 0.0

    seen = [item for item in items if history.card(item.id) is not None]
    return sorted(seen, key=strength)


def practice_order(items: Sequence[Item], history: History, today: date) -> list[Item]:
    """Due first, then new, then the weakest."""
    due = due_items(items, history, today)
    ids = {item.id for item in due}
    rest = [item for item in items if item.id not in ids]
    return [*due, *unseen_items(rest, history), *weakest_first(rest, history)]


def review_order(topics: Iterable[Sequence[Q]], history: History, today: date) -> list[Q]:
    """Due items of all topics in turn: mixing topics makes remembering harder, and so better.

    Those answered confidently but wrongly come before all others.
    """
    turns = zip_longest(*(due_items(items, history, today) for items in topics))
    mixed = [item for item in chain.from_iterable(turns) if item is not None]
    return sorted(mixed, key=lambda item: not sure_and_wrong(item.id, history))


def prerequisites_first(items: Sequence[Item]) -> list[Item]:
    """The same items, each after those of its prerequisites that are among them."""
    by_id = {item.id: item for item in items}
    placed: dict[str, Item] = {}

    def place(item: Item, above: frozenset[str]) -> None:
        if item.id in placed:
            return
        for needed in item.prerequisites:
            if needed in by_id and needed not in above:  # a bank with a circle must not hang us
                place(by_id[needed], above | {item.id})
        placed.setdefault(item.id, item)

    for item in items:
        place(item, frozenset({item.id}))
    return list(placed.values())


def fresh_variant(item: str, history: History, planned: Iterable[Planned] = ()) -> int:
    """The number of a variant that was never answered, even in an undone attempt, nor planned."""
    return next_number(
        history.numbers_used(item), (place.variant for place in planned if place.item == item)
    )


def plan(items: Iterable[Head | Item], history: History) -> list[Planned]:
    """A place for each item, with a fresh variant; an item may come several times."""
    places: list[Planned] = []
    for item in items:
        number = fresh_variant(item.id, history, places)
        places.append(Planned(item=item.id, variant=number))
    return places
