"""What breaks when something is done wrongly: numbers of the right pass beside the broken one."""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from quizzer.explorer import measures
from quizzer.explorer.model import Model
from quizzer.explorer.tensors import Step
from quizzer.explorer.walk import walk
from quizzer.explorer.what_ifs import WHAT_IFS, WhatIf
from reference.arrays import Array

Row = tuple[str, tuple[float, ...]]
_Told = tuple[str, tuple[str, ...], tuple[Row, ...]]  # a sentence, names of columns, rows


@dataclass(frozen=True)
class Finding:
    """One thing that breaks at one step: a sentence, and numbers before and after in columns."""

    what_if: str
    says: str
    columns: tuple[str, ...] = ()
    rows: tuple[Row, ...] = field(default=())


@dataclass(frozen=True)
class Fault:
    """One fault alone, beside the right pass. Every number is measured on this very sentence."""

    model: Model
    what_if: WhatIf
    right: dict[str, Step]

    @cached_property
    def broken(self) -> dict[str, Step]:
        """The pass with this fault and no other."""
        return walk(self.model, [self.what_if.name])

    def findings(self, name: str, head: int) -> Iterator[Finding]:
        """What this fault does at a step, in one head."""
        kind = self.right[name].kind.name
        tell = {
            "no-scale": self._without_scale,
            "no-mask": self._without_mask,
            "no-positions": self._without_positions,
            "wrong-axis": self._along_the_wrong_axis,
        }[self.what_if.name]
        for says, columns, rows in tell(name, kind, head):
            yield Finding(self.what_if.name, says, columns, rows)
        if kind == "probabilities":
            yield Finding(self.what_if.name, self._next_words(name))

    def _next_words(self, name: str) -> str:
        """What the model would write after each target token."""
        right, broken = (
            [self.model.target_vocabulary[place] for place in rows.argmax(axis=-1)]
            for rows in self._matrices(name, 0)
        )
        changed = sum(one != other for one, other in zip(right, broken, strict=True))
        return (
            f"The most likely next words, row by row: right “{' '.join(right)}”, "
            f"broken “{' '.join(broken)}”; {changed} of {len(right)} changed."
        )

    # No √d_k.

    def _without_scale(self, name: str, kind: str, head: int) -> Iterator[_Told]:
        before, after = self._matrices(name, head)
        if kind == "scores":
            d_k = self.model.configuration.d_model // self.model.configuration.num_heads
            yield (
                (
                    f"The scores are not divided by √{d_k} = {math.sqrt(d_k):.3g}: their standard "
                    f"deviation goes from {np.std(before):.2f} to {np.std(after):.2f}."
                ),
                (),
                (),
            )
        elif kind == "weights":
            yield self._sharpness(name, before, after)
            yield _SATURATION, _SATURATION_COLUMNS, _saturation()

    def _sharpness(self, name: str, before: Array, after: Array) -> _Told:
        both = [
            (measure(before), measure(after))
            for measure in (measures.entropy, measures.sharpest, measures.slope)
        ]
        (e0, e1), (w0, w1), (j0, j1) = (tuple(map(np.mean, pair)) for pair in both)
        sharper = "Larger scores make a sharper softmax"
        if e1 > e0:
            sharper = "Earlier steps changed queries and keys: this softmax is no sharper"
        says = (
            f"{sharper}. The mean entropy of a row goes from {e0:.2f} to {e1:.2f} nats, its "
            f"largest weight from {w0:.2f} to {w1:.2f}. ‖J‖, the softmax's Jacobian that every "
            f"gradient of Q and K passes, goes from {j0:.3f} to {j1:.3f}."
        )
        columns = ("entropy", "without", "largest", "without", "‖J‖", "without")
        numbers = np.stack([part for pair in both for part in pair], axis=-1)
        return says, columns, _rows(self._queries(name), numbers)

    # No mask.

    def _without_mask(self, name: str, kind: str, head: int) -> Iterator[_Told]:
        step = self.right[name]
        if kind == "masked_scores":
            hidden = int(np.isneginf(step.output.value).sum()) // max(step.num_heads, 1)
            yield f"{hidden} scores that should be −∞ stay as they are.", (), ()
        elif kind == "weights" and (mask := self._mask(name)) is not None:
            yield self._forbidden(name, head, mask)
        if kind in ("weights", "logits", "probabilities"):
            yield from self._leaks(name)
        if kind in ("logits", "probabilities"):
            yield from self._padding_leaks(name)

    def _mask(self, name: str) -> Array | None:
        step = self.right.get(name.removesuffix("weights") + "mask")
        return None if step is None else step.output.value

    def _forbidden(self, name: str, head: int, mask: Array) -> _Told:
        before, after = (
            np.where(mask, 0.0, weights).sum(axis=-1) for weights in self._matrices(name, head)
        )
        what = "padding" if mask.shape[0] == 1 else "tokens that are not written yet"
        worst = int(after.argmax())
        queries = self._queries(name)
        says = (
            f"Weight goes to {what}: “{queries[worst]}” spends {after[worst]:.0%} of its attention "
            f"on it, and the rest of its row shrinks."
        )
        numbers = np.stack([before, after], axis=-1)
        return says, ("hidden keys get", "without"), _rows(queries, numbers)

    def _leaks(self, name: str) -> Iterator[_Told]:
        """Another last word of the target must not change what stands in the first row."""
        of_the_source = name.startswith("encoder") or "cross_attention" in name
        if of_the_source or (changed := _with_another_end(self.model)) is None:
            return
        first, last, other = self.model.target[0], self.model.target[-1], changed.target[-1]
        before = _first_row_change(self.right[name], walk(changed)[name])
        after = _first_row_change(self.broken[name], walk(changed, [self.what_if.name])[name])
        says = (
            f"The last target token “{last}” is changed to “{other}”. The first row, “{first}”, "
            f"must not notice: right it changes by {before:.4f}, broken by {after:.4f}. In "
            "training the model would read the answer."
        )
        yield says, (), ()

    def _padding_leaks(self, name: str) -> Iterator[_Told]:
        """Padding must not change what is written: each pass beside itself without padding."""
        if self.model.pad is None:
            return
        count = self.model.source.count(self.model.source_vocabulary[self.model.pad])
        bare = replace(self.model, source=self.model.source[:-count], pad=None)
        before, after = (
            measures.largest_difference(alone[name].output.value, steps[name].output.value)
            for alone, steps in (
                (walk(bare), self.right),
                (walk(bare, [self.what_if.name]), self.broken),
            )
        )
        says = (
            f"Without its padding the sentence must give the same: right the difference is "
            f"{before:.4f}, broken {after:.4f}. What else is in the batch would change the answer."
        )
        yield says, (), ()

    # No positions.

    def _without_positions(self, name: str, kind: str, head: int) -> Iterator[_Told]:
        if kind == "embedded":
            yield from self._same_words_same_rows(name)
        last = [step for step in self.right if step.startswith("encoder.")][-1]
        if name in ("source_embedding.output", last):
            yield from self._swapped(name)

    def _same_words_same_rows(self, name: str) -> Iterator[_Told]:
        tokens = self.right[name].output.axes[0].labels
        again = next((word for word in tokens if tokens.count(word) > 1), None)
        if again is not None:
            first, second = [place for place, word in enumerate(tokens) if word == again][:2]
            right, broken = (steps[name].output.value for steps in (self.right, self.broken))
            before, after = (
                measures.largest_difference(rows[first], rows[second]) for rows in (right, broken)
            )
            says = (
                f"“{again}” stands in two places. Right its two rows differ by {before:.2f}, "
                f"broken by {after:.2f}: nothing tells them apart any more."
            )
            yield says, (), ()

    def _swapped(self, name: str) -> Iterator[_Told]:
        """Two words of the source change places; the rows are put back and compared."""
        if (places := _two_different(self.model.source)) is None:
            return
        order = np.arange(len(self.model.source))
        order[list(places)] = order[list(reversed(places))]
        swapped = replace(self.model, source=tuple(self.model.source[place] for place in order))
        before, after = (
            np.abs(steps[name].output.value[order] - walk(swapped, faults)[name].output.value).max(
                -1
            )
            for steps, faults in ((self.right, []), (self.broken, [self.what_if.name]))
        )
        first, second = (self.model.source[place] for place in places)
        noticed = "their own rows notice" if "embedding" in name else "every row notices"
        says = (
            f"“{first}” and “{second}” change places, and the rows are put back. Right, {noticed} "
            f"(by up to {before.max():.2f}): a word means something else in another place. Without "
            f"positions the rows differ by {after.max():.2f}: the encoder sees a bag of words."
        )
        numbers = np.stack([before, after], axis=-1)
        yield says, ("row moves by", "without"), _rows(swapped.source, numbers)

    # Softmax along the wrong axis.

    def _along_the_wrong_axis(self, name: str, kind: str, head: int) -> Iterator[_Told]:
        if kind == "weights":
            before, after = self._matrices(name, head)
            rows, columns = after.sum(axis=-1), after.sum(axis=-2)
            says = (
                f"The rows do not sum to 1 but to {rows.min():.2f} … {rows.max():.2f}; the "
                "columns do. Each key shares itself out among the queries: an output is no "
                "weighted mean of the values any more."
            )
            numbers = np.stack([before.sum(axis=-1), rows], axis=-1)
            yield says, ("row sums to", "wrong axis"), _rows(self._queries(name), numbers)
            keys = self.right[name].output.axes[-1].labels
            sums = np.stack([before.sum(axis=-2), columns], axis=-1)
            down = "And down the columns:"
            if not columns.all():
                down = "And down the columns, 0 where a key is hidden from every query:"
            yield down, ("column sums to", "wrong axis"), _rows(keys, sums)
        if kind in ("weights", "logits", "probabilities"):
            yield from self._leaks(name)

    def _matrices(self, name: str, head: int) -> tuple[Array, Array]:
        right, broken = (steps[name].matrix(head).value for steps in (self.right, self.broken))
        return right, broken

    def _queries(self, name: str) -> tuple[str, ...]:
        return self.right[name].output.axes[-2].labels


_SATURATION = (
    "A head of the paper is 64 wide. Queries and keys drawn with variance 1, for 6 keys: the wider "
    "the head, the harder the softmax without √d_k, and the less of a gradient is left."
)
_SATURATION_COLUMNS = ("largest", "without", "‖J‖", "without")


def _saturation() -> tuple[Row, ...]:
    return tuple(
        (f"d_k {width}", tuple(map(float, numbers))) for width, numbers in measures.saturation()
    )


def _rows(labels: tuple[str, ...], numbers: Array) -> tuple[Row, ...]:
    return tuple(
        (label, tuple(map(float, row))) for label, row in zip(labels, numbers, strict=True)
    )


def _with_another_end(model: Model) -> Model | None:
    """The same target with another last word, if it has more than one token."""
    *first, last = model.target
    if not first:
        return None
    words = [word for word in reversed(model.target_vocabulary) if word not in (last, first[0])]
    return replace(model, target=(*first, next(iter(words), first[0])))


def _first_row_change(first: Step, second: Step) -> float:
    """Over all heads."""
    one, other = (step.output.value[..., 0, :] for step in (first, second))
    return measures.largest_difference(one, other)


def _two_different(tokens: tuple[str, ...]) -> tuple[int, int] | None:
    """The first two neighbours that are not the same word."""
    return next(
        (
            (place, place + 1)
            for place in range(len(tokens) - 1)
            if tokens[place] != tokens[place + 1]
        ),
        None,
    )


def faults_of(model: Model, right: dict[str, Step], names: frozenset[str]) -> list[Fault]:
    """One for each what-if, in the order of the table."""
    return [Fault(model, what_if, right) for name, what_if in WHAT_IFS.items() if name in names]
