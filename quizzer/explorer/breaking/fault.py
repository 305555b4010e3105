"""What all faults share: the right pass beside the broken one, and findings about the two."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from quizzer.explorer.model import Model
from quizzer.explorer.tensors import Step
from quizzer.explorer.walk import walk
from quizzer.explorer.what_ifs import WhatIf
from reference.arrays import Array

Row = tuple[str, tuple[float, ...]]


@dataclass(frozen=True)
class Finding:
    """One thing that breaks at one step: a sentence, and columns of numbers, right and broken."""

    what_if: str
    says: str
    columns: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()


@dataclass(frozen=True)
class Fault:
    """One fault on its own, beside the right pass. All numbers are measured on this sentence."""

    model: Model
    what_if: WhatIf
    right: dict[str, Step]

    @cached_property
    def broken(self) -> dict[str, Step]:
        """The pass with this fault and no other."""
        return walk(self.model, [self.what_if.name])

    def findings(self, name: str, head: int) -> Iterator[Finding]:
        """What this fault does at a step, in one head (counted from 0)."""
        kind = self.right[name].kind.name
        yield from self.own_findings(name, kind, head)
        if kind == "probabilities":
            yield self.finding(self._next_words(name))

    def own_findings(self, name: str, kind: str, head: int) -> Iterator[Finding]:
        """What is special about this fault at a step of this kind."""
        raise NotImplementedError

    def finding(
        self, says: str, columns: tuple[str, ...] = (), rows: tuple[Row, ...] = ()
    ) -> Finding:
        """A finding about this fault."""
        return Finding(self.what_if.name, says, columns, rows)

    def matrices(self, name: str, head: int) -> tuple[Array, Array]:
        """The matrix of a step in the right pass, and in the broken one."""
        right, broken = (steps[name].matrix(head).value for steps in (self.right, self.broken))
        return right, broken

    def queries(self, name: str) -> tuple[str, ...]:
        """The tokens of the rows of a step's matrix."""
        return self.right[name].output.axes[-2].labels

    def _next_words(self, name: str) -> str:
        """What the model would write after each target token."""
        right, broken = (
            [self.model.target_vocabulary[place] for place in rows.argmax(axis=-1)]
            for rows in self.matrices(name, 0)
        )
        changed = sum(one != other for one, other in zip(right, broken, strict=True))
        return (
            f"The most likely next words, row by row: right “{' '.join(right)}”, "
            f"broken “{' '.join(broken)}”; {changed} of {len(right)} changed."
        )


def rows(labels: tuple[str, ...], numbers: Array) -> tuple[Row, ...]:
    """A row of numbers for each label."""
    return tuple(
        (label, tuple(map(float, row))) for label, row in zip(labels, numbers, strict=True)
    )
