"""Do items refer to items and points that exist?"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter

from quizzer.bank.schema import Item
from quizzer.diagnostics import FieldPath, Finding, did_you_mean


@dataclass(frozen=True, slots=True)
class Links:
    """What items may refer to. If there are no points (no readable check-list), none is checked."""

    items: Collection[str]
    points: Collection[str]

    def findings(self, item: Item) -> Iterator[Finding]:
        """The references of an item that lead nowhere, or back to itself."""
        for index, point in enumerate(item.covers if self.points else []):
            if point not in self.points:
                message = f"there is no point '{point}' in the check-list"
                yield Finding(("covers", index), message, did_you_mean(point, self.points))
        for index, other in enumerate(item.prerequisites):
            yield from self._item(item, other, ("prerequisites", index))
        for index, follow_up in enumerate(item.follow_ups):
            yield from self._item(item, follow_up.item, ("follow_ups", index, "item"))

    def _item(self, item: Item, other: str, path: FieldPath) -> Iterator[Finding]:
        if other == item.id:
            yield Finding(path, "the item refers to itself", "remove it")
        elif other not in self.items:
            yield Finding(path, f"there is no item '{other}'", did_you_mean(other, self.items))


def circle(items: Mapping[str, Item]) -> list[str]:
    """The ids along a circle of prerequisites, from one item back to itself; empty without one."""
    before = {name: set(item.prerequisites) - {name} for name, item in items.items()}
    try:
        TopologicalSorter(before).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []
