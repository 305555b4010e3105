"""One forward pass with everything there is to see in it: steps, changes, and what breaks."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from quizzer.explorer import measures
from quizzer.explorer.breaking.fault import Fault, Finding
from quizzer.explorer.breaking.faults import faults_of
from quizzer.explorer.model import Model, drawn
from quizzer.explorer.settings import Settings
from quizzer.explorer.tensors import Step, Tensor
from quizzer.explorer.walk import walk
from quizzer.explorer.what_ifs import WHAT_IFS

SMALLEST_CHANGE: Final = 5e-4  # a smaller one would be 0.000 in three decimals


@dataclass(frozen=True)
class Exploration:
    """The pass with these settings, and, if they do something wrongly, the right one beside it."""

    settings: Settings
    model: Model

    @cached_property
    def steps(self) -> dict[str, Step]:
        """All steps by name, in order."""
        what_ifs = self.settings.what_ifs
        return walk(self.model, what_ifs) if what_ifs else self.right

    @cached_property
    def right(self) -> dict[str, Step]:
        """The same steps, all done right."""
        return walk(self.model)

    @cached_property
    def changes(self) -> dict[str, float]:
        """For each step, its largest difference from the right one in any entry."""
        return {
            name: measures.largest_difference(step.output.value, self.right[name].output.value)
            for name, step in self.steps.items()
        }

    def is_changed(self, name: str) -> bool:
        """Whether a step differs visibly from the right one."""
        return self.changes[name] > SMALLEST_CHANGE

    @cached_property
    def _faults(self) -> list[Fault]:
        return faults_of(self.model, self.right, self.settings.what_ifs)

    def findings(self, name: str, head: int = 0) -> tuple[Finding, ...]:
        """What breaks at this step; each fault is measured on its own."""
        return tuple(found for fault in self._faults for found in fault.findings(name, head))

    def heading_of(self, finding: Finding, name: str, head: int = 0) -> str:
        """What stands above the findings of a what-if at a step: it may be one of several."""
        alone = " alone" if len(self.settings.what_ifs) > 1 else ""
        where = f", head {head + 1}" if self.steps[name].has_heads else ""
        return f"What breaks: {WHAT_IFS[finding.what_if].title}{alone}{where}"

    def flow(self, name: str) -> tuple[Tensor, ...]:
        """The tensors that lead to a step, in order, along the first input of each step."""
        way = [self.steps[name].output]
        while (made := self.steps.get(way[0].step)) is not None and made.inputs:
            way.insert(0, made.inputs[0])
        return tuple(way)

    def other_layer(self, name: str) -> str:
        """The same step in the next layer; after the last layer, in the first."""
        stack, *place = name.split(".", 2)
        if len(place) < 2 or not place[0].isdecimal():
            return name
        following = f"{stack}.{int(place[0]) + 1}.{place[1]}"
        return following if following in self.steps else f"{stack}.0.{place[1]}"


def explore(settings: Settings) -> Exploration:
    """Follow a sentence through a model with random weights."""
    return Exploration(settings, drawn(settings))
