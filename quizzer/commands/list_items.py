"""`quizzer list`: the topics with their items, or with the points that these cover."""

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from quizzer.commands.running import errors, library, names
from quizzer.commands.text import output, prose
from quizzer.emphasis import plain
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.bank.library import Library
    from quizzer.bank.packing import Head
    from quizzer.bank.schema import Point, Topic
    from quizzer.progress.statistics import PointProgress

_TABLE_FROM: Final = 100  # columns


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--topic", metavar="TOPIC", help="only this topic")
    parser.add_argument("--kind", metavar="KIND", help="only items of this kind: choice, fill, ...")
    parser.add_argument(
        "--points",
        action="store_true",
        help="list the points of the check-list and which of them you can do",
    )
    parser.add_argument("--json", action="store_true", help="write JSON")


def run(arguments: argparse.Namespace) -> int:
    from quizzer.bank.schema import KINDS

    if arguments.kind is not None:
        names.expect("kind", arguments.kind, KINDS)
    banks = library.load()
    if arguments.topic is not None:
        library.expect_topic(banks, arguments.topic)
    chosen = [
        (topic, _items(banks, topic, arguments.kind))
        for topic in banks.topics
        if arguments.topic in (None, topic.id)
    ]
    points = _points(banks, chosen) if arguments.points else {}
    if arguments.json:
        content = [_topic_data(topic, items, points) for topic, items in chosen]
        output.write_json("list/1", {"topics": content})
    elif arguments.points:
        _print_points([topic for topic, _ in chosen], points)
    else:
        _print(chosen)
    return errors.DONE


def _items(banks: "Library", topic: "Topic", kind: str | None) -> "list[Head]":
    return [item for item in banks.heads_of(topic.id) if kind in (None, item.kind)]


def _points(
    banks: "Library", chosen: "list[tuple[Topic, list[Head]]]"
) -> "dict[str, PointProgress]":
    """The learner's progress on every point of these topics, by the chosen items that cover it."""
    from quizzer.progress.places import home
    from quizzer.progress.statistics import no_items, points_progress

    known = {}
    if home().database.exists():
        with library.study_to_read(banks) as memory:
            known = {item: record.mastery for item, record in memory.history.records().items()}
    covers = {item.id: item.covers for _, items in chosen for item in items}
    found = points_progress(covers, known)
    every = (point.id for topic, _ in chosen for point in topic.points)
    return {point: found.get(point, no_items()) for point in every}


def _topic_data(
    topic: "Topic", items: "list[Head]", points: "dict[str, PointProgress]"
) -> dict[str, Any]:
    return {
        "id": topic.id,
        "title": topic.title,
        "about": topic.about,
        "items": [_item_data(item) for item in items],
        "points": [_point_data(point, points[point.id]) for point in topic.points if points],
    }


def _point_data(point: "Point", progress: "PointProgress") -> dict[str, Any]:
    return {
        "id": point.id,
        "text": point.text,
        "subject": point.subject,
        "standing": progress.standing,
        "covered_by": progress.items,
        "seen": progress.seen,
        "mastered": progress.mastered,
    }


def _item_data(item: "Head") -> dict[str, Any]:
    from quizzer.grading.availability import available_kind

    return {
        "id": item.id,
        "kind": item.kind,
        "title": item.title,
        "level": item.level,
        "difficulty": item.difficulty,
        "minutes": item.minutes,
        "tags": item.tags,
        "covers": item.covers,
        "available": available_kind(item.kind),
    }


def _print(chosen: "list[tuple[Topic, list[Head]]]") -> None:
    columns = output.width()
    for topic, items in chosen:
        print(output.styled(prose.wrap(f"{topic.title} ({topic.id})", columns), "bold"))
        print("\n".join(_lines(items, columns)) if items else "  none here")
        print()
    total = sum(len(items) for _, items in chosen)
    print(prose.wrap(f"{counted(total, 'item')}. `quizzer show ITEM` shows one.", columns))


def _print_points(topics: "list[Topic]", points: "dict[str, PointProgress]") -> None:
    from quizzer.reports.words import STANDINGS, passed

    columns = output.width()
    for topic in topics:
        print(output.styled(prose.wrap(f"{topic.title} ({topic.id})", columns), "bold"))
        shown = [(plain(point.text), points[point.id]) for point in topic.points]
        rows = [(f"  {STANDINGS[own.standing]}", f"{t} ({passed(own)})") for t, own in shown]
        print("\n".join(prose.table(rows, columns)) if rows else "  none here")
        print()
    can = sum(own.standing == "can" for own in points.values())
    signs = "~ partly; ✗ cannot yet; · not yet seen."
    summary = f"✓ can: {can} of {counted(len(points), 'point')}; {signs}"
    print(prose.wrap(summary, columns))


def _lines(items: "list[Head]", columns: int) -> Iterator[str]:
    """A table if the titles have room in it; otherwise each title is below its item."""
    rows = [(f"  {item.id}", item.kind, item.level, item.title) for item in items]
    if columns >= _TABLE_FROM:
        yield from prose.table(rows, columns)
        return
    for name, kind, level, title in rows:
        yield prose.wrap(f"{name.strip()} ({kind}, {level})", columns, "  ")
        yield prose.wrap(title, columns, "      ")
