"""All topics, banks and items that are at hand, and how to find them."""

from collections.abc import Iterable
from copy import copy
from functools import cached_property
from typing import Protocol, TypeVar

from quizzer.bank.schema import Bank, Item, Kind, Topic
from quizzer.words import in_words


class OfTopic(Protocol):
    """What belongs to a topic."""

    @property
    def topic(self) -> str:
        """The id of the topic."""


B = TypeVar("B", bound=OfTopic)


def in_order(topics: Iterable[Topic], banks: Iterable[B]) -> dict[str, B]:
    """Banks by their topics, in the order of these; those of other topics are left out."""
    by_topic = {bank.topic: bank for bank in banks}
    return {topic.id: by_topic[topic.id] for topic in topics if topic.id in by_topic}


class Library:
    """The topics in check-list order and the banks by topic; nothing in it changes.

    `flaws` says, a line each, what is wrong in banks that were taken along without it.
    """

    def __init__(
        self, topics: Iterable[Topic], banks: Iterable[Bank], flaws: Iterable[str] = ()
    ) -> None:
        self.topics = tuple(topics)
        self.set_aside: frozenset[Kind] = frozenset()
        self.flaws = tuple(flaws)
        self.banks = in_order(self.topics, banks)

    @cached_property
    def items(self) -> dict[str, Item]:
        """Every item by its id, in the order of the topics."""
        return {item.id: item for bank in self.banks.values() for item in bank.items}

    @cached_property
    def _topics_by_item(self) -> dict[str, str]:
        return {item.id: bank.topic for bank in self.banks.values() for item in bank.items}

    def topic_of(self, item_id: str) -> str:
        """The id of the topic that an item belongs to."""
        return self._topics_by_item[item_id]

    def title_of(self, topic_id: str) -> str:
        """What a topic is called; of one that is no longer there, its id in words."""
        return next((t.title for t in self.topics if t.id == topic_id), in_words(topic_id))

    def items_of(self, topic_id: str) -> list[Item]:
        """The items of a topic in the order of its bank; none when it has no bank yet."""
        bank = self.banks.get(topic_id)
        return list(bank.items) if bank else []

    def setting_aside(self, kinds: Iterable[Kind]) -> "Library":
        """The same topics, banks and items, of which those of these kinds are not asked.

        They are still at hand to read what was answered before.
        """
        library = copy(self)
        library.set_aside = frozenset(kinds)
        return library

    def asks(self, item: Item) -> bool:
        """Whether its kind is not set aside."""
        return type(item).__struct_config__.tag not in self.set_aside
