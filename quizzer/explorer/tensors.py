"""Arrays whose axes have names and labels, and the steps of a pass, which are made of them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from quizzer.explorer.kinds import Kind
from reference.arrays import Array


@dataclass(frozen=True)
class Axis:
    """One axis of a tensor; its labels are tokens, or numbers if it has no tokens."""

    name: str
    labels: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.labels)


@dataclass(frozen=True, eq=False)
class Tensor:
    """A value with its letter in the formula, its axes, and the name of the step that made it."""

    symbol: str
    axes: tuple[Axis, ...]
    value: Array
    step: str = ""

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape, as NumPy's."""
        return tuple(map(len, self.axes))

    @property
    def shape_in_words(self) -> str:
        """The shape with the names of the axes: `(2 heads, 5 queries, 6 keys)`."""
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
        """The title of its kind; for a split, also which of Q, K and V is split."""
        split = self.kind.name == "split"
        return f"{self.kind.title}: {self.output.symbol}" if split else self.kind.title

    @property
    def has_heads(self) -> bool:
        """Whether there is a matrix for each head."""
        return self.output.axes[0].name == "heads"

    @property
    def num_heads(self) -> int:
        """How many heads there are to choose from; 0 if there are none."""
        return len(self.output.axes[0]) if self.has_heads else 0

    def matrix(self, head: int) -> Tensor:
        """The tensor of one head, counted from 0; the whole tensor if there are no heads."""
        if not self.has_heads:
            return self.output
        whole = self.output
        return replace(
            whole, axes=whole.axes[1:], value=whole.value[min(head, len(whole.axes[0]) - 1)]
        )


def darkest(steps: Iterable[Step]) -> float:
    """The number that gets the darkest cell in heat maps of the same step, right and broken.

    For shares it is always 1, so that maps of different steps can be compared.
    """
    most = 0.0
    for step in steps:
        value = step.output.value
        if step.kind.shares or value.dtype.kind == "b":
            return 1.0
        most = max(most, float(np.abs(value[np.isfinite(value)]).max(initial=0)))
    return most
