"""`quizzer list`: the topics and their items."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from quizzer.commands import errors, library, names, output, prose

if TYPE_CHECKING:
    from quizzer.bank.library import Library
    from quizzer.bank.schema import Item, Topic

SUMMARY = "list topics and items"
_TABLE_FROM: Final = 100  # columns


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--topic", metavar="TOPIC", help="only this topic")
    parser.add_argument("--kind", metavar="KIND", help="only items of this kind: choice, fill, ...")
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    from typing import get_args

    from quizzer.bank.schema import Kind

    if arguments.kind is not None:
        names.expect("kind", arguments.kind, get_args(Kind))
    banks = library.load()
    if arguments.topic is not None:
        library.expect_topic(banks, arguments.topic)
    chosen = [
        (topic, _items(banks, topic, arguments.kind))
        for topic in banks.topics
        if arguments.topic in (None, topic.id)
    ]
    if arguments.json:
        output.write_json("list/1", {"topics": [_topic_data(*entry) for entry in chosen]})
    else:
        _print(chosen)
    return errors.DONE


def _items(banks: "Library", topic: "Topic", kind: str | None) -> "list[Item]":
    return [item for item in banks.items_of(topic.id) if kind in (None, library.kind_of(item))]


def _topic_data(topic: "Topic", items: "list[Item]") -> dict[str, Any]:
    return {
        "id": topic.id,
        "title": topic.title,
        "about": topic.about,
        "items": [_item_data(item) for item in items],
    }


def _item_data(item: "Item") -> dict[str, Any]:
    from quizzer.grading.grade import available

    return {
        "id": item.id,
        "kind": library.kind_of(item),
        "title": item.title,
        "level": item.level,
        "difficulty": item.difficulty,
        "minutes": item.minutes,
        "tags": item.tags,
        "covers": item.covers,
        "available": available(item),
    }


def _print(chosen: "list[tuple[Topic, list[Item]]]") -> None:
    columns = output.width()
    for topic, items in chosen:
        print(output.styled(prose.wrap(f"{topic.title} ({topic.id})", columns), "bold"))
        print("\n".join(_lines(items, columns)) if items else "  none here")
        print()
    total = sum(len(items) for _, items in chosen)
    print(f"{prose.counted(total, 'item')}. `quizzer show ITEM` shows one.")


def _lines(items: "list[Item]", columns: int) -> Iterator[str]:
    """A table where the titles have room in it, else each title below its item."""
    rows = [(f"  {item.id}", library.kind_of(item), item.level, item.title) for item in items]
    if columns >= _TABLE_FROM:
        yield from prose.table(rows, columns)
        return
    for name, kind, level, title in rows:
        yield prose.wrap(f"{name.strip()} ({kind}, {level})", columns, "  ")
        yield prose.wrap(title, columns, "      ")
