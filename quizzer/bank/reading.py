"""Reading banks from YAML: their form, each item by itself, and how all fit together."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from quizzer.bank.conform import INVALID, Conformer, form_of
from quizzer.bank.diagnostics import Fault, Finding, Problem, did_you_mean
from quizzer.bank.files import CHECKLIST
from quizzer.bank.library import Library
from quizzer.bank.links import Links, circle
from quizzer.bank.nodes import Node
from quizzer.bank.rules import findings
from quizzer.bank.schema import Bank, Checklist, Item, Topic
from quizzer.bank.source import Source, read_source

_T = TypeVar("_T")


@dataclass(slots=True)
class Reading:
    """What was read from some files: the library of all that is sound, and every problem."""

    library: Library
    problems: list[Problem]
    sources: dict[str, Source]  # by path
    source_by_item: dict[str, Source]
    asked: frozenset[str]  # the paths that were asked about; the others are their context

    @property
    def items(self) -> list[Item]:
        """The sound items in the files that were asked about."""
        everything = self.library.items.values()
        return [item for item in everything if self.source_by_item[item.id].path in self.asked]

    def locate(self, item_id: str, finding: Finding) -> Problem:
        """What was found in an item, as a problem at its place in the file."""
        return self.source_by_item[item_id].finding(finding, item_id)

    def line(self, problem: Problem) -> str | None:
        """The source line that a problem is in."""
        source = self.sources.get(problem.path)
        return source.line(problem.line) if source else None


def read(files: Iterable[Path]) -> Reading:
    """Read check-lists (files of that name) and banks (all others)."""
    reader = _Reader()
    for file in files:
        reader.add(read_source(file), is_checklist=file.name == CHECKLIST)
    return reader.reading()


@dataclass(slots=True)
class _Places:
    """Where topics, points or items are; each id exists once."""

    sources: dict[str, Source] = field(default_factory=dict)
    nodes: dict[str, Node] = field(default_factory=dict)

    def add(self, name: str, source: Source, node: Node) -> list[Problem]:
        """Note a place; the problem is that the id is taken already."""
        if name not in self.nodes:
            self.sources[name], self.nodes[name] = source, node
            return []
        first = f"{self.sources[name].path}:{self.nodes[name].line}:{self.nodes[name].column}"
        message = f"the id '{name}' is used already, at {first}"
        hint = "ids must differ, also between files"
        fault = Fault(node.line, node.column, message, hint, node.width)
        return [source.problem(fault, name)]


class _Reader:
    """Gathers what stands in the files, then checks what needs all of it."""

    def __init__(self) -> None:
        self._sources: dict[str, Source] = {}
        self._problems: list[Problem] = []
        self._topics: list[Topic] = []
        self._banks: list[tuple[Source, Bank]] = []
        self._items: dict[str, Item] = {}  # the flawed ones too
        self._topic_places, self._point_places, self._item_places = _Places(), _Places(), _Places()

    def add(self, source: Source, *, is_checklist: bool) -> None:
        """Take in one file."""
        self._sources[source.path] = source
        self._problems += source.problems
        if source.root is not None:
            conformer = Conformer(source)
            form = Checklist if is_checklist else Bank
            data = conformer.walk(source.root, form_of(form))
            self._problems += conformer.problems
            if is_checklist and data is not INVALID:
                self._add_checklist(source, msgspec.convert(data, Checklist))
            elif not is_checklist:
                self._add_bank(source, data, conformer)

    def reading(self) -> Reading:
        """Everything that was taken in, and all that is wrong with it."""
        self._check_topics()
        self._check_items()
        self._check_circle()
        order = {path: number for number, path in enumerate(self._sources)}
        problems = sorted(self._problems, key=lambda p: (order[p.path], p.line, p.column))
        by_item = self._item_places.sources
        return Reading(self._library(), problems, self._sources, by_item, frozenset(self._sources))

    def _add_checklist(self, source: Source, checklist: Checklist) -> None:
        for index, topic in enumerate(checklist.topics):
            node = source.locate(("topics", index, "id"))
            taken = self._topic_places.add(topic.id, source, node)
            self._problems += taken
            if not taken:
                self._topics.append(topic)
            for number, point in enumerate(topic.points):
                node = source.locate(("topics", index, "points", number, "id"))
                self._problems += self._point_places.add(point.id, source, node)

    def _add_bank(self, source: Source, data: Any, conformer: Conformer) -> None:
        for name, node in source.ids():
            self._problems += self._item_places.add(name, source, node)
        items = [self._new_item(entry) for entry in conformer.items]
        for entry in conformer.flawed_items:
            self._new_item(entry)
        if data is not INVALID:
            sound = [item for item in items if item is not None]
            bank = msgspec.convert({**data, "items": []}, Bank)
            self._banks.append((source, msgspec.structs.replace(bank, items=sound)))

    def _new_item(self, data: Any) -> Item | None:
        item: Item = msgspec.convert(data, Item)
        if self._items.setdefault(item.id, item) is item:
            return item
        return None

    def _check_topics(self) -> None:
        lessons: dict[str, Source] = {}
        for source, bank in self._banks:
            if self._topics and bank.topic not in self._topic_places.nodes:
                message = f"there is no topic '{bank.topic}' in the check-list"
                hint = did_you_mean(bank.topic, self._topic_places.nodes)
                self._problems.append(source.finding(Finding(("topic",), message, hint)))
            if bank.lesson and lessons.setdefault(bank.topic, source) is not source:
                message = f"{lessons[bank.topic].path} has a lesson on this topic already"
                self._problems.append(source.finding(Finding(("lesson",), message, "keep one")))

    def _check_items(self) -> None:
        links = Links(self._item_places.nodes, self._point_places.nodes)
        for item in self._items.values():
            source = self._item_places.sources[item.id]
            for finding in (*findings(item), *links.findings(item)):
                self._problems.append(source.finding(finding, item.id))

    def _check_circle(self) -> None:
        around = circle(self._items)
        if around:
            source = self._item_places.sources[around[0]]
            message = f"a circle of prerequisites: {' before '.join(around)}"
            finding = Finding(("prerequisites",), message, "remove one of the links")
            self._problems.append(source.finding(finding, around[0]))

    def _library(self) -> Library:
        """All that is sound; a topic may have several banks."""
        bad = {(problem.path, problem.item) for problem in self._problems}
        banks: dict[str, Bank] = {}
        for source, bank in self._banks:
            before = banks.get(bank.topic, Bank(topic=bank.topic, items=[]))
            sound = [item for item in bank.items if (source.path, item.id) not in bad]
            lesson = before.lesson or bank.lesson
            items = [*before.items, *sound]
            banks[bank.topic] = Bank(topic=bank.topic, items=items, lesson=lesson)
        return Library(self._topics, banks.values())
