"""Arrays that know the names of their axes and what stands along them; steps made of such."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from quizzer.explorer.kinds import Kind
from reference.arrays import Array


@dataclass(frozen=True)
class Axis:
    """One axis of a tensor; its labels are words where there are any."""

    name: str
    labels: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.labels)


@dataclass(frozen=True, eq=False)
class Tensor:
    """A value with its letter in the formula, its axes, and the step that made it, if one did."""

    symbol: str
    axes: tuple[Axis, ...]
    value: Array
    step: str = ""

    @property
    def shape(self) -> tuple[int, ...]:
        """As NumPy has it."""
        return tuple(map(len, self.axes))

    @property
    def shape_in_words(self) -> str:
        """`(2 heads, 5 queries, 6 keys)`."""
        return f"({', '.join(f'{len(axis)} {axis.name}' for axis in self.axes)})"


@dataclass(frozen=True, eq=False)
class Step:
    """One step of the pass: what goes in, what comes out, and which function did it."""

    name: str  # "encoder.0.self_attention.weights", as in a trace of the reference
    kind: Kind
    place: str  # "Encoder layer 1 · self-attention"
    inputs: tuple[Tensor, ...]
    output: Tensor
    function: str  # "activations.softmax", or the mistake that took its place

    @property
    def title(self) -> str:
        """The name of its kind; of what is split, which of three."""
        split = self.kind.name == "split"
        return f"{self.kind.title}: {self.output.symbol}" if split else self.kind.title

    @property
    def has_heads(self) -> bool:
        """Whether there is a matrix for each head."""
        return self.output.axes[0].name == "heads"

    @property
    def num_heads(self) -> int:
        """How many matrices there are to choose from; 0 where there are no heads."""
        return len(self.output.axes[0]) if self.has_heads else 0

    def matrix(self, head: int) -> Tensor:
        """The tensor of one head; the whole tensor where there are no heads."""
        if not self.has_heads:
            return self.output
        whole = self.output
        return replace(
            whole, axes=whole.axes[1:], value=whole.value[min(head, len(whole.axes[0]) - 1)]
        )


def darkest(steps: Iterable[Step]) -> float:
    """What the darkest cell stands for in heat maps of the same step, right and broken.

    Among shares that is 1 everywhere, so that maps of different steps can be compared.
    """
    most = 0.0
    for step in steps:
        value = step.output.value
        if step.kind.shares or value.dtype.kind == "b":
            return 1.0
        most = max(most, float(np.abs(value[np.isfinite(value)]).max(initial=0)))
    return most
