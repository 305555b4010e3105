"""Which items cover each point of the check-list, and which points lack one."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from quizzer.bank.library import Library
from quizzer.bank.schema import KINDS, CodeItem, ComputeItem, Item, Kind, Point, Topic, kind_of

Gap = Literal["no item", "no hands-on item"]


@dataclass(frozen=True, slots=True)
class Covered:
    """A point and the items that cover it, from any topic."""

    topic: Topic
    point: Point
    items: tuple[Item, ...]

    @property
    def by_kind(self) -> dict[Kind, int]:
        """How many items of each kind there are, including kinds with none."""
        found = Counter(map(kind_of, self.items))
        return {kind: found[kind] for kind in KINDS}

    @property
    def hands_on(self) -> int:
        """How many items have learners work something out: they compute, or they code."""
        return sum(isinstance(item, ComputeItem | CodeItem) for item in self.items)

    @property
    def gap(self) -> Gap | None:
        """What is missing; for a concept, questions in words are enough."""
        if not self.items:
            return "no item"
        if self.point.subject != "concept" and not self.hands_on:
            return "no hands-on item"
        return None


def coverage(library: Library) -> list[Covered]:
    """Every point in the order of the check-list."""
    covering: dict[str, list[Item]] = {}
    for item in library.items.values():
        for point in item.covers:
            covering.setdefault(point, []).append(item)
    return [
        Covered(topic, point, tuple(covering.get(point.id, ())))
        for topic in library.topics
        for point in topic.points
    ]
