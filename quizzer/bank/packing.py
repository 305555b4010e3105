"""Banks as they are stored: what lists show of each item, and the item itself, still packed."""

from functools import cache

from msgspec import Raw, Struct, msgpack

from quizzer.bank.mistakes import words_for
from quizzer.bank.schema import Bank, Item, Kind, Level, kind_of


class Head(Struct, frozen=True, gc=False):
    """What lists show of an item, and what they select it by."""

    kind: Kind
    id: str
    title: str
    level: Level
    difficulty: int
    minutes: float
    tags: list[str]
    covers: list[str]
    prerequisites: list[str]
    mistakes: list[str]  # those that it can name


class PackedItem(Struct, frozen=True):
    """An item as it is stored."""

    head: Head
    packed: Raw


class PackedBank(Struct, frozen=True):
    """A bank as it is stored."""

    topic: str
    items: list[PackedItem]
    lesson: str
    mistake_names: dict[str, str]


def packed(bank: Bank) -> PackedBank:
    """A bank with its items packed."""
    items = [PackedItem(head_of(item), Raw(msgpack.encode(item))) for item in bank.items]
    return PackedBank(bank.topic, items, bank.lesson, bank.mistake_names)


def unpacked(item: Raw) -> Item:
    """The whole item."""
    found: Item = _decoder().decode(item)
    return found


def head_of(item: Item) -> Head:
    """The head of an item."""
    return Head(
        kind=kind_of(item),
        id=item.id,
        title=item.title,
        level=item.level,
        difficulty=item.difficulty,
        minutes=item.minutes,
        tags=item.tags,
        covers=item.covers,
        prerequisites=item.prerequisites,
        mistakes=list(words_for(item)),
    )


@cache
def _decoder() -> "msgpack.Decoder[Item]":
    return msgpack.Decoder(Item)  # takes a millisecond, which lists save
