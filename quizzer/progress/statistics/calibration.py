"""Whether the learner knows what they know: confidence before the reveal against what was right."""

from collections.abc import Iterable
from math import sqrt

from msgspec import Struct

from quizzer.progress.attempt import Attempt
from quizzer.progress.statistics.shares import NORMAL_95, Share

PREDICTED = (0.25, 0.5, 0.75, 0.95)  # a guess, fifty-fifty, likely, sure
SURE = 3


class ConfidenceBin(Struct, frozen=True, kw_only=True):
    """All answers given with one confidence."""

    confidence: int
    predicted: float
    right: Share


class Calibration(Struct, frozen=True, kw_only=True):
    """First answers with a confidence; `brier` is 0 at best, and 0.25 for always fifty-fifty."""

    bins: tuple[ConfidenceBin, ...]
    n: int
    brier: float | None  # none without answers
    bias: float | None  # mean predicted minus share right: above 0 is too sure
    sure_and_wrong: tuple[Attempt, ...]  # the latest first

    @property
    def by_chance(self) -> float:
        """The bias that chance alone exceeds in 5 of 100 cases, if the learner judges rightly."""
        varies = sum(own.right.n * own.predicted * (1 - own.predicted) for own in self.bins)
        return NORMAL_95 * sqrt(varies) / self.n if self.n else 1.0


def calibration(firsts: Iterable[Attempt]) -> Calibration:
    """The calibration of first answers; after the solution was shown, confidence says nothing."""
    rated = [
        (attempt, attempt.confidence)
        for attempt in firsts
        if attempt.confidence is not None and not attempt.solution_seen
    ]
    pairs = [(PREDICTED[level], attempt.status == "right") for attempt, level in rated]
    n = len(pairs)
    return Calibration(
        bins=tuple(
            _bin(level, [a for a, own in rated if own == level]) for level in range(len(PREDICTED))
        ),
        n=n,
        brier=sum((chance - right) ** 2 for chance, right in pairs) / n if n else None,
        bias=sum(chance - right for chance, right in pairs) / n if n else None,
        sure_and_wrong=tuple(
            attempt for attempt, level in reversed(rated) if level == SURE and not attempt.passed
        ),
    )


def _bin(level: int, attempts: list[Attempt]) -> ConfidenceBin:
    right = sum(attempt.status == "right" for attempt in attempts)
    return ConfidenceBin(
        confidence=level, predicted=PREDICTED[level], right=Share(hits=right, n=len(attempts))
    )
