"""No √d_k: the scores grow with the width of a head, and the softmax saturates."""

import math
from collections.abc import Iterator

import numpy as np

from quizzer.explorer import measures
from quizzer.explorer.breaking.fault import Fault, Finding, Row, rows

_SATURATION = (
    "A head in the paper is 64 wide. Here queries and keys are drawn with variance 1, for 6 keys: "
    "the wider the head, the harder the softmax without √d_k, and the less gradient is left."
)
_SATURATION_COLUMNS = ("largest", "without", "‖J‖", "without")


class WithoutScale(Fault):
    """The scores are not divided by √d_k."""

    def own_findings(self, name: str, kind: str, head: int) -> Iterator[Finding]:
        """How far the scores spread, and how sharp the softmax becomes."""
        if kind == "scores":
            yield self._spread(name, head)
        elif kind == "weights":
            yield self._sharpness(name, head)
            yield self.finding(_SATURATION, _SATURATION_COLUMNS, _saturation())

    def _spread(self, name: str, head: int) -> Finding:
        before, after = self.matrices(name, head)
        d_k = self.model.configuration.d_model // self.model.configuration.num_heads
        smaller = np.std(after) < np.std(before)
        anyway = ", since earlier steps changed queries and keys" if smaller else ""
        return self.finding(
            f"The scores are not divided by √{d_k} = {math.sqrt(d_k):.3g}: their standard "
            f"deviation goes from {np.std(before):.3f} to {np.std(after):.3f}{anyway}."
        )

    def _sharpness(self, name: str, head: int) -> Finding:
        before, after = self.matrices(name, head)
        both = [
            (measure(before), measure(after))
            for measure in (measures.entropy, measures.sharpest, measures.slope)
        ]
        (e0, e1), (w0, w1), (j0, j1) = (tuple(map(np.mean, pair)) for pair in both)
        s0, s1 = map(np.std, self.matrices(f"{name.removesuffix('weights')}scores", head))
        sharper = "Larger scores make a sharper softmax"
        if s1 < s0 or e1 > e0 or w1 < w0:
            sharper = "Earlier steps changed queries and keys: this softmax is not clearly sharper"
        says = (
            f"{sharper}. The mean entropy of a row goes from {e0:.3f} to {e1:.3f} nats, its "
            f"largest weight from {w0:.3f} to {w1:.3f}. ‖J‖, the size of the softmax's Jacobian "
            f"that every gradient of Q and K passes through, goes from {j0:.3f} to {j1:.3f}."
        )
        columns = ("entropy", "without", "largest", "without", "‖J‖", "without")
        numbers = np.stack([part for pair in both for part in pair], axis=-1)
        return self.finding(says, columns, rows(self.queries(name), numbers))


def _saturation() -> tuple[Row, ...]:
    return tuple(
        (f"d_k {width}", tuple(map(float, numbers))) for width, numbers in measures.saturation()
    )
