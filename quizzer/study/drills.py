"""Drills: the mistakes made, and the items and variants in which exactly such a mistake shows.

No variant is drawn in which a declared mistake gives the right answer or the answer of another
mistake, so every fresh variant of an item that names the mistake will do.
"""

from collections.abc import Iterable
from itertools import cycle, islice
from typing import Final

from msgspec import Struct

from quizzer.bank.library import Library
from quizzer.bank.packing import Head
from quizzer.bank.schema import Item, Kind
from quizzer.emphasis import plain
from quizzer.progress.history import History
from quizzer.progress.statistics import Answered, mistakes
from quizzer.study import engine
from quizzer.study.mistakes import MistakeMade

LIMIT = 6
FRESH: Final[frozenset[Kind]] = frozenset({"compute", "code"})  # with other cases each time


class Drill(Struct, frozen=True, kw_only=True):
    """A mistake that can be drilled: made in `count` of the `chances` answers to its items."""

    mistake: str
    name: str
    count: int
    chances: int


def drills(library: Library, history: History) -> tuple[Drill, ...]:
    """The mistakes made so far that can be drilled, the most frequent first."""
    names = {head.id: head.mistakes for head in library.heads}
    made = mistakes(
        Answered(item=item, answers=record.answers, made=record.made, names=names.get(item, ()))
        for item, record in history.records().items()
    )
    telling = _by_mistake(library)
    return tuple(
        Drill(
            mistake=entry.id,
            name=library.name_of(entry.id),
            count=entry.count,
            chances=entry.chances,
        )
        for entry in made
        if entry.id in telling
    )


def all_drills(library: Library, history: History) -> tuple[Drill, ...]:
    """All mistakes that can be drilled: those made as in `drills`, then the others by name."""
    own = drills(library, history)
    known = {drill.mistake for drill in own}
    others = [
        Drill(mistake=mistake, name=library.name_of(mistake), count=0, chances=0)
        for mistake in _by_mistake(library)
        if mistake not in known
    ]
    return (*own, *sorted(others, key=lambda drill: plain(drill.name).casefold()))


def drilled_by(mistake: str, library: Library) -> list[Item]:
    """The items that tell this mistake from all others, in the order of the check-list."""
    return [library.items[head.id] for head in _by_mistake(library).get(mistake, [])]


def to_drill(made: Iterable[MistakeMade], library: Library) -> tuple[MistakeMade, ...]:
    """Those that can be drilled: the most frequent first, and with a tie those with fresh cases."""
    telling = _by_mistake(library)

    def urgency(mistake: MistakeMade) -> tuple[int, bool]:
        return mistake.count, any(head.kind in FRESH for head in telling[mistake.id])

    return tuple(sorted((one for one in made if one.id in telling), key=urgency, reverse=True))


def _by_mistake(library: Library) -> dict[str, list[Head]]:
    found: dict[str, list[Head]] = {}
    for head in library.heads:
        if engine.available_kind(head.kind, library):
            for mistake in head.mistakes:
                found.setdefault(mistake, []).append(head)
    return found


def drill_items(mistake: str, library: Library, limit: int) -> list[Head]:
    """What a drill asks: the easiest first, each once, then those with fresh cases in turn."""
    once = sorted(_by_mistake(library).get(mistake, []), key=lambda item: item.difficulty)
    fresh = [item for item in once if item.kind in FRESH]
    return [*once, *islice(cycle(fresh), max(0, limit - len(once)))][:limit]
