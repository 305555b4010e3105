"""What the explorer screen shows, computed in the background: a forward pass and one of its steps.

NumPy and the reference are imported only when there is something to compute.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quizzer.tui.documents.explorer import step_elements

if TYPE_CHECKING:
    from collections.abc import Sequence

    from quizzer.bank.library import Library
    from quizzer.bank.schema import Item
    from quizzer.explorer.exploring import Exploration
    from quizzer.explorer.settings import Settings
    from quizzer.tui.documents.document import Element
    from quizzer.tui.documents.explorer import View


@dataclass(frozen=True)
class Seen:
    """A step of a pass, ready to be shown."""

    exploration: Exploration
    name: str
    items: Sequence[Item]
    elements: Sequence[Element]


def look(exploration: Exploration, name: str, view: View, library: Library | None) -> Seen:
    """Lay out one step of a pass, with the items of the library that are about it."""
    from quizzer.explorer.links import items_about

    kind = exploration.steps[name].kind
    items = () if library is None else items_about(library, kind)
    return Seen(exploration, name, items, step_elements(exploration, name, view, items))


def walk_and_look(
    settings: Settings, at: str, kinds: Sequence[str], view: View, library: Library | None
) -> Seen:
    """Run a pass and look at the step `at`; if it is empty, at the first step of these kinds."""
    from quizzer.explorer.exploring import explore
    from quizzer.explorer.learning import explore_trained

    trained = settings.weights == "trained"
    exploration = explore_trained(settings) if trained else explore(settings)
    return look(exploration, _place(exploration, at, kinds), view, library)


def _place(exploration: Exploration, at: str, kinds: Sequence[str]) -> str:
    """The step to show in a new pass: the same, or one near it if it no longer exists.

    With other settings a step can vanish, as the padding mask does.
    """
    from quizzer.explorer.links import first_step

    steps = exploration.steps
    if not at:
        return first_step(steps, kinds) or next(iter(steps))
    scope = at.rpartition(".")[0]
    near = [name for name in steps if scope and name.startswith(scope)]
    return at if at in steps else next(iter(near or steps))
