"""The banks as a catalogue: what a list tells of every item, and any one item as a whole."""

from collections.abc import Iterable
from functools import cached_property

from msgspec import Raw, Struct, msgpack

from quizzer.bank.library import Banks, Head, Library, in_order, names_in
from quizzer.bank.schema import Bank, Item, Topic


class PackedBank(Struct, frozen=True):
    """A bank as it is stored, with its items still packed."""

    topic: str
    items: list[Raw]
    lesson: str
    mistake_names: dict[str, str]


class Catalogue(Banks):
    """The topics in check-list order, and their items; each is unpacked when it is wanted."""

    def __init__(
        self, topics: Iterable[Topic], banks: Iterable[PackedBank], flaws: Iterable[str]
    ) -> None:
        self.topics = tuple(topics)
        self.flaws = tuple(flaws)
        self._banks = in_order(self.topics, banks)
        self.mistake_names = names_in(self._banks.values())

    @cached_property
    def _heads(self) -> dict[str, list[Head]]:
        decode = msgpack.Decoder(Head).decode
        return {topic: [*map(decode, bank.items)] for topic, bank in self._banks.items()}

    @cached_property
    def _items(self) -> dict[str, tuple[str, Raw]]:
        """The topic and the packed item by its id."""
        return {
            head.id: (topic, raw)
            for topic, bank in self._banks.items()
            for head, raw in zip(self._heads[topic], bank.items, strict=True)
        }

    @property
    def ids(self) -> Iterable[str]:
        """The ids of all items, in the order of the topics."""
        return self._items.keys()

    def heads_of(self, topic_id: str) -> list[Head]:
        """What a list tells of the items of a topic."""
        return self._heads.get(topic_id, [])

    def topic_of(self, item_id: str) -> str:
        """The id of the topic that an item belongs to."""
        return self._items[item_id][0]

    def item(self, item_id: str) -> Item:
        """The item with this id; KeyError when there is none."""
        item: Item = msgpack.decode(self._items[item_id][1], type=Item)
        return item

    def library(self) -> Library:
        """All of it unpacked."""
        decode = msgpack.Decoder(Item).decode
        banks = (
            Bank(
                topic=topic,
                items=[*map(decode, bank.items)],
                lesson=bank.lesson,
                mistake_names=bank.mistake_names,
            )
            for topic, bank in self._banks.items()
        )
        return Library(self.topics, banks, self.flaws)
