"""Numbers in banks that the reference gives again: in explanations, and in blanks."""

from collections.abc import Callable
from dataclasses import dataclass

import pytest

from quizzer.bank.loading import Library
from quizzer.bank.schema import FillItem
from quizzer.grading.fill import grade_fill
from quizzer.grading.verdict import PartStatus


@dataclass(frozen=True)
class Claim:
    """A sentence in an explanation, and the number in it as it is computed."""

    item: str
    says: str
    number: float
    compute: Callable[[], float]
    decimals: int

    def check(self, library: Library) -> None:
        """It is said there, and it is so."""
        explanation = " ".join(library.items[self.item].explanation.split())
        assert self.says in explanation, f"{self.says!r} is not in {explanation!r}"
        computed = self.compute()
        assert computed == pytest.approx(self.number, abs=0.51 * 10.0**-self.decimals), computed


@dataclass(frozen=True)
class Answer:
    """A blank of a fill item, and what the reference gives for it."""

    item: str
    blank: str
    compute: Callable[[], object]

    def check(self, library: Library) -> None:
        """It is accepted."""
        item = library.items[self.item]
        assert isinstance(item, FillItem)
        computed = str(self.compute())
        parts = {part.name: part for part in grade_fill(item, {self.blank: computed}).parts}
        assert parts[self.blank].status is PartStatus.RIGHT, computed
