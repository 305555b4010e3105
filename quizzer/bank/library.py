"""All topics, banks and items that are at hand, and how to find them."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from copy import copy
from functools import cached_property
from typing import Protocol, TypeVar

from msgspec import Struct

from quizzer.bank.schema import Bank, Item, Kind, Level, Topic, kind_of
from quizzer.words import in_words


class OfTopic(Protocol):
    """What belongs to a topic."""

    @property
    def topic(self) -> str:
        """The id of the topic."""

    @property
    def mistake_names(self) -> dict[str, str]:
        """What mistakes are called, by their ids."""


B = TypeVar("B", bound=OfTopic)


def in_order(topics: Iterable[Topic], banks: Iterable[B]) -> dict[str, B]:
    """Banks by their topics, in the order of these; those of other topics are left out."""
    by_topic = {bank.topic: bank for bank in banks}
    return {topic.id: by_topic[topic.id] for topic in topics if topic.id in by_topic}


def names_in(banks: Iterable[OfTopic]) -> dict[str, str]:
    """What mistakes are called in all of these banks, by their ids."""
    return {mistake: name for bank in banks for mistake, name in bank.mistake_names.items()}


class Head(Struct, frozen=True):
    """What a list tells of an item."""

    kind: Kind
    id: str
    title: str
    level: Level
    difficulty: int
    minutes: float
    tags: list[str]
    covers: list[str]


class Banks(ABC):
    """The topics in check-list order and their items, which may still be packed."""

    topics: tuple[Topic, ...]
    mistake_names: dict[str, str]

    @abstractmethod
    def heads_of(self, topic_id: str) -> list[Head]:
        """The items of a topic in the order of its bank; none when it has no bank yet."""

    @abstractmethod
    def item(self, item_id: str) -> Item:
        """The item with this id; KeyError when there is none."""

    @abstractmethod
    def library(self) -> "Library":
        """All of it unpacked."""

    def title_of(self, topic_id: str) -> str:
        """What a topic is called; of one that is no longer there, its id in words."""
        return next((t.title for t in self.topics if t.id == topic_id), in_words(topic_id))

    def name_of(self, mistake: str) -> str:
        """What was done wrong, in a few words; where no bank says it, the id in words."""
        return self.mistake_names.get(mistake) or in_words(mistake)


class Library(Banks):
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
        self.mistake_names = names_in(self.banks.values())

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

    def heads_of(self, topic_id: str) -> list[Head]:
        """What a list tells of the items of a topic."""
        return [_head(item) for item in self.items_of(topic_id)]

    def item(self, item_id: str) -> Item:
        """The item with this id; KeyError when there is none."""
        return self.items[item_id]

    def library(self) -> "Library":
        """All of it, as it is."""
        return self

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

    def lesson_on(self, topic_id: str) -> str:
        """The lesson of a topic; empty where there is none."""
        bank = self.banks.get(topic_id)
        return bank.lesson if bank is not None else ""

    def asks(self, item: Item) -> bool:
        """Whether its kind is not set aside."""
        return kind_of(item) not in self.set_aside


def _head(item: Item) -> Head:
    return Head(
        kind=kind_of(item),
        id=item.id,
        title=item.title,
        level=item.level,
        difficulty=item.difficulty,
        minutes=item.minutes,
        tags=item.tags,
        covers=item.covers,
    )
