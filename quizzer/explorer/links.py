"""From a step to the items about it, and from an item or a component to a step."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from quizzer.bank.library import Library
from quizzer.bank.schema import Item
from quizzer.explorer.kinds import KINDS, Kind, kinds_of
from quizzer.explorer.tensors import Step
from quizzer.handbook.using import used_by


@lru_cache(maxsize=2 * len(KINDS))  # asked for at every step shown, and it goes through all items
def items_about(library: Library, kind: Kind) -> tuple[Item, ...]:
    """Items that use or implement the component of this kind of step, or cover one of its points.

    The closest come first. Many kinds of steps are a `linear`, so an item that covers a point is
    closer than one that uses the component.
    """

    def closeness(item: Item) -> int:
        uses = any(kind.name in kinds_of(name) for name in used_by(item))
        return 2 * bool({*kind.points} & {*item.covers}) + uses

    close = {item.id: closeness(item) for item in library.items.values()}
    found = [item for item in library.items.values() if close[item.id] and library.asks(item)]
    return tuple(sorted(found, key=lambda item: -close[item.id]))


def kinds_about(item: Item) -> tuple[str, ...]:
    """The kinds of steps that an item is about.

    First those that its functions and its points both name, then by functions, then by points.
    """
    by_function = [kind for name in used_by(item) for kind in kinds_of(name)]
    covered = {*item.covers}
    by_point = [kind.name for kind in KINDS.values() if covered & {*kind.points}]
    both = [kind for kind in by_function if kind in by_point]
    return tuple(dict.fromkeys([*both, *by_function, *by_point]))


def first_step(steps: Mapping[str, Step], kinds: Iterable[str]) -> str | None:
    """The first step of the first kind that occurs in a pass."""
    for kind in kinds:
        for name, step in steps.items():
            if step.kind.name == kind:
                return name
    return None
