"""No mask: tokens attend to what is not written yet, and to padding."""

from collections.abc import Iterator
from typing import Final

import numpy as np

from quizzer.explorer.breaking import leaks
from quizzer.explorer.breaking.fault import Fault, Finding, rows
from quizzer.words import counted
from reference.arrays import Array

SMALLEST_SHARE: Final = 0.01  # of attention that is told as a number: less could be 0%


class WithoutMask(Fault):
    """The mask is built and never used."""

    def own_findings(self, name: str, kind: str, head: int) -> Iterator[Finding]:
        """What is no longer hidden, which tokens attend to it, and what that changes."""
        if kind == "masked_scores":
            yield self._unhidden(name)
        elif kind == "weights" and (mask := self._mask(name)) is not None:
            yield self._forbidden(name, head, mask)
        if kind in ("weights", "logits", "probabilities"):
            yield from leaks.of_the_future(self, name)
        if kind in ("logits", "probabilities"):
            yield from leaks.of_padding(self, name)

    def _unhidden(self, name: str) -> Finding:
        step = self.right[name]
        hidden = int(np.isneginf(step.output.value).sum()) // max(step.num_heads, 1)
        stay = "stays as it is" if hidden == 1 else "stay as they are"
        return self.finding(f"{counted(hidden, 'score')} that should be −∞ {stay}.")

    def _mask(self, name: str) -> Array | None:
        step = self.right.get(name.removesuffix("weights") + "mask")
        return None if step is None else step.output.value

    def _forbidden(self, name: str, head: int, mask: Array) -> Finding:
        before, after = (
            np.where(mask, 0.0, weights).sum(axis=-1) for weights in self.matrices(name, head)
        )
        what = "padding" if mask.shape[0] == 1 else "tokens that are not written yet"
        worst = int(after.argmax())
        queries = self.queries(name)
        share = f"{after[worst]:.0%}" if after[worst] >= SMALLEST_SHARE else "less than 1%"
        says = (
            f"Weight goes to {what}: “{queries[worst]}” spends {share} of its attention there, "
            "and the rest of its row shrinks."
        )
        numbers = np.stack([before, after], axis=-1)
        return self.finding(says, ("hidden keys get", "without"), rows(queries, numbers))
