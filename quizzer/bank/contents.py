"""The contents of one file, and what can be said about them without the other files."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct, convert

from quizzer.bank.conform import INVALID, Conformer, form_of
from quizzer.bank.nodes import Node
from quizzer.bank.rules import findings
from quizzer.bank.schema import Bank, Checklist, Item, Topic
from quizzer.bank.source import Source
from quizzer.diagnostics import Problem


class Place(Struct, frozen=True):
    """An id, and where it is in its file."""

    name: str
    line: int
    column: int
    width: int


class Section(Struct, frozen=True):
    """A topic of a check-list, and where its id and the ids of its points are."""

    topic: Topic
    place: Place
    points: tuple[Place, ...]


class Entry(Struct, frozen=True):
    """An item, and what is wrong with it beyond its form.

    In an item that is not `sound`, stand-ins replace what is wrong in its form.
    """

    item: Item
    sound: bool
    problems: tuple[Problem, ...]


class Contents(Struct, frozen=True):
    """What was read from a file, and what is wrong with its text and its form."""

    problems: tuple[Problem, ...] = ()
    sections: tuple[Section, ...] = ()  # of a check-list
    bank: Bank | None = None  # without its items; None if the file is not a bank
    ids: tuple[Place, ...] = ()  # of all its items, including those that cannot be read
    entries: tuple[Entry, ...] = ()


def contents_of(source: Source, *, is_checklist: bool) -> Contents:
    """The contents of a file."""
    if source.root is None:
        return Contents(tuple(source.problems))
    conformer = Conformer(source)
    data = conformer.walk(source.root, form_of(Checklist if is_checklist else Bank))
    problems = (*source.problems, *conformer.problems)
    if not is_checklist:
        return Contents(
            problems=problems,
            bank=None if data is INVALID else convert({**data, "items": []}, Bank),
            ids=tuple(_place(name, node) for name, node in source.ids()),
            entries=(
                *_entries(conformer.items, source, sound=True),
                *_entries(conformer.flawed_items, source, sound=False),
            ),
        )
    sections = () if data is INVALID else _sections(convert(data, Checklist), source)
    return Contents(problems, tuple(sections))


def _sections(checklist: Checklist, source: Source) -> Iterator[Section]:
    for index, topic in enumerate(checklist.topics):
        path = ("topics", index)
        points = (
            _place(point.id, source.locate((*path, "points", number, "id")))
            for number, point in enumerate(topic.points)
        )
        place = _place(topic.id, source.locate((*path, "id")))
        yield Section(topic, place, tuple(points))


def _entries(items: list[Any], source: Source, *, sound: bool) -> Iterator[Entry]:
    for data in items:
        item: Item = convert(data, Item)
        problems = (source.finding(finding, item.id) for finding in findings(item))
        yield Entry(item, sound, tuple(problems))


def _place(name: str, node: Node) -> Place:
    return Place(name, node.line, node.column, node.width)
