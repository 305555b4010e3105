"""All topics, banks and items that were loaded, and how to find them."""

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property

from msgspec import Raw

from quizzer.bank.packing import Head, PackedBank, head_of, unpacked
from quizzer.bank.schema import Bank, Item, Kind, Topic, kind_of
from quizzer.words import in_words


class Items(Mapping[str, Item]):
    """Items by their ids; a packed item is unpacked when it is first needed."""

    def __init__(self, held: Mapping[str, Item | Raw]) -> None:
        self._held = dict(held)

    def __getitem__(self, item_id: str) -> Item:
        held = self._held[item_id]
        if isinstance(held, Raw):
            held = self._held[item_id] = unpacked(held)
        return held

    def __contains__(self, item_id: object) -> bool:
        return item_id in self._held

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)


class Library:
    """The topics in check-list order, each with its items and its lesson. It never changes.

    Only the heads of the items are unpacked: whole items take several times as much memory, and
    the check-list does not need them. `flaws` has a line for each problem in added banks; what
    has a problem is left out.
    """

    def __init__(
        self,
        topics: Iterable[Topic],
        banks: Iterable[Bank | PackedBank],
        flaws: Iterable[str] = (),
    ) -> None:
        self.topics = tuple(topics)
        self.set_aside: frozenset[Kind] = frozenset()
        self.flaws = tuple(flaws)
        by_topic = {bank.topic: bank for bank in banks}
        self._banks = {t.id: by_topic[t.id] for t in self.topics if t.id in by_topic}
        self.mistake_names = {
            mistake: name
            for bank in self._banks.values()
            for mistake, name in bank.mistake_names.items()
        }

    @property
    def banks(self) -> dict[str, Bank]:
        """Each bank as a whole, by its topic."""
        return {
            topic: Bank(
                topic=topic,
                items=self.items_of(topic),
                lesson=bank.lesson,
                mistake_names=bank.mistake_names,
            )
            for topic, bank in self._banks.items()
        }

    @cached_property
    def items(self) -> Items:
        """Every item by its id, in the order of the topics."""
        return Items({name: held for bank in self._banks.values() for name, held in _held_by(bank)})

    @cached_property
    def _heads(self) -> dict[str, list[Head]]:
        return {topic: _heads_in(bank) for topic, bank in self._banks.items()}

    @cached_property
    def _topics_by_item(self) -> dict[str, str]:
        return {head.id: topic for topic, heads in self._heads.items() for head in heads}

    @property
    def heads(self) -> Iterator[Head]:
        """What lists show of every item, in the order of the topics."""
        return (head for heads in self._heads.values() for head in heads)

    def heads_of(self, topic_id: str) -> list[Head]:
        """What lists show of the items of a topic, in the order of its bank."""
        return self._heads.get(topic_id, [])

    def items_of(self, topic_id: str) -> list[Item]:
        """The items of a topic in the order of its bank; empty if it has no bank yet."""
        return [self.items[head.id] for head in self.heads_of(topic_id)]

    def topic_of(self, item_id: str) -> str:
        """The id of the topic that an item belongs to."""
        return self._topics_by_item[item_id]

    def title_of(self, topic_id: str) -> str:
        """The title of a topic; if the topic no longer exists, its id in words."""
        return next((t.title for t in self.topics if t.id == topic_id), in_words(topic_id))

    def name_of(self, mistake: str) -> str:
        """The name of a mistake, which says what was done wrong; without one, the id in words."""
        return self.mistake_names.get(mistake) or in_words(mistake)

    def setting_aside(self, kinds: Iterable[Kind]) -> "Library":
        """The same library, except that items of these kinds are not asked.

        They can still be looked up, to show what was answered before.
        """
        library = copy(self)
        library.set_aside = frozenset(kinds)
        return library

    def lesson_on(self, topic_id: str) -> str:
        """The lesson of a topic; empty where there is none."""
        bank = self._banks.get(topic_id)
        return bank.lesson if bank is not None else ""

    def asks(self, item: Item) -> bool:
        """Whether its kind is not set aside."""
        return kind_of(item) not in self.set_aside


def _held_by(bank: Bank | PackedBank) -> Iterable[tuple[str, Item | Raw]]:
    if isinstance(bank, PackedBank):
        return ((item.head.id, item.packed) for item in bank.items)
    return ((item.id, item) for item in bank.items)


def _heads_in(bank: Bank | PackedBank) -> list[Head]:
    if isinstance(bank, PackedBank):
        return [item.head for item in bank.items]
    return [head_of(item) for item in bank.items]
