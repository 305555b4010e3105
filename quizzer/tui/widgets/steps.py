"""A list of the steps of the forward pass by place in the model; changed steps have a mark."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, ClassVar

from textual.widgets.option_list import Option

from quizzer.tui.actions import bindings
from quizzer.tui.text import plain
from quizzer.tui.widgets.steady_list import SteadyList

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from textual.binding import BindingType

    from quizzer.explorer.tensors import Step

CHANGED = "≠"


class StepList(SteadyList, inherit_bindings=False):
    """One line per step; the places cannot be chosen."""

    BINDINGS: ClassVar[list[BindingType]] = [*bindings("steps")]

    def __init__(self) -> None:
        super().__init__(markup=False)
        self.can_focus = False  # the screen lets it have the focus only while it is open

    def show(self, steps: Sequence[Step], changed: Collection[str]) -> None:
        """Show these steps, and mark those whose values changed."""
        options = []
        for place, group in groupby(steps, key=lambda step: step.place):
            options.append(Option(plain(place, "bold"), disabled=True))
            for step in group:
                mark = CHANGED if step.name in changed else " "
                style = "$text-warning" if step.name in changed else ""
                options.append(Option(plain(f"{mark} {step.title}", style), id=step.name))
        self.clear_options()
        self.add_options(options)

    def stand_at(self, name: str) -> None:
        """Put the cursor on a step."""
        self.highlighted = self.get_option_index(name)
