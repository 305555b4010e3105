"""No positions: a sentence is a bag of words."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from quizzer.explorer import measures
from quizzer.explorer.breaking.fault import Fault, Finding, rows
from quizzer.explorer.walk import walk


class WithoutPositions(Fault):
    """Positions are never added to the words."""

    def own_findings(self, name: str, kind: str, head: int) -> Iterator[Finding]:
        """That equal words get equal rows, and that swapping two words only swaps their rows."""
        if kind == "embedded":
            yield from self._same_words_same_rows(name)
        last = [step for step in self.right if step.startswith("encoder.")][-1]
        if name in ("source_embedding.output", last):
            yield from self._swapped(name)

    def _same_words_same_rows(self, name: str) -> Iterator[Finding]:
        tokens = self.right[name].output.axes[0].labels
        again = next((word for word in tokens if tokens.count(word) > 1), None)
        if again is None:
            return
        first, second = [place for place, word in enumerate(tokens) if word == again][:2]
        right, broken = (steps[name].output.value for steps in (self.right, self.broken))
        before, after = (
            measures.largest_difference(words[first], words[second]) for words in (right, broken)
        )
        yield self.finding(
            f"“{again}” occurs in two places. Its two rows differ by {before:.2f} in the right "
            f"version and by {after:.2f} in the broken one: nothing tells them apart any more."
        )

    def _swapped(self, name: str) -> Iterator[Finding]:
        """Two words of the source swap places; the rows are put back in order and compared."""
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
            f"“{first}” and “{second}” swap places, and the rows are put back in order. In the "
            f"right version, {noticed} (by up to {before.max():.2f}): a word means something else "
            f"in another place. Without positions, the rows differ by {after.max():.2f}: the "
            "encoder sees a bag of words."
        )
        numbers = np.stack([before, after], axis=-1)
        yield self.finding(says, ("row moves by", "without"), rows(swapped.source, numbers))


def _two_different(tokens: tuple[str, ...]) -> tuple[int, int] | None:
    """The places of the first two neighbours that are not the same word."""
    return next(
        (
            (place, place + 1)
            for place in range(len(tokens) - 1)
            if tokens[place] != tokens[place + 1]
        ),
        None,
    )
