"""A softmax along the wrong axis: each key divides its weight among the queries."""

from collections.abc import Iterator

import numpy as np

from quizzer.explorer.breaking import leaks
from quizzer.explorer.breaking.fault import Fault, Finding, rows


class AlongTheWrongAxis(Fault):
    """The softmax of the scores runs down the queries instead of along the keys."""

    def own_findings(self, name: str, kind: str, head: int) -> Iterator[Finding]:
        """What rows and columns sum to, and whether tokens notice those after them."""
        if kind == "weights":
            yield self._along_the_rows(name, head)
            yield self._down_the_columns(name, head)
        if kind in ("weights", "logits", "probabilities"):
            yield from leaks.of_the_future(self, name)

    def _along_the_rows(self, name: str, head: int) -> Finding:
        before, after = (weights.sum(axis=-1) for weights in self.matrices(name, head))
        says = (
            f"The rows sum to {after.min():.3f} … {after.max():.3f} instead of 1; now the columns "
            "sum to 1. Each key divides its weight among the queries: an output is no longer a "
            "weighted mean of the values."
        )
        sums = np.stack([before, after], axis=-1)
        return self.finding(says, ("row sums to", "wrong axis"), rows(self.queries(name), sums))

    def _down_the_columns(self, name: str, head: int) -> Finding:
        before, after = (weights.sum(axis=-2) for weights in self.matrices(name, head))
        says = "And down the columns:"
        if not after.all():
            says = "And down the columns, 0 where a key is hidden from every query:"
        keys = self.right[name].output.axes[-1].labels
        sums = np.stack([before, after], axis=-1)
        return self.finding(says, ("column sums to", "wrong axis"), rows(keys, sums))
