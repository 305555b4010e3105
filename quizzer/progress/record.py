"""What the log says about one item, in short: all that choosing and the check-list need to know."""

from collections.abc import Sequence

from msgspec import Struct

from quizzer.progress.attempt import Attempt
from quizzer.progress.schedule import CardState, Replay, Settings, replay
from quizzer.progress.statistics.mastery import ItemMastery, item_mastery
from quizzer.progress.statistics.mistakes import Made, made_in


class Record(Struct, frozen=True, kw_only=True, array_like=True, gc=False):
    """What the attempts at one item that count have led to; there is at least one.

    Its size hardly grows with their number: of a long log, only these records are in memory.
    """

    replay: Replay
    mastery: ItemMastery
    made: tuple[Made, ...]  # mistakes
    passed: bool  # by the latest attempt
    confidence: int | None  # of the latest attempt

    @property
    def card(self) -> CardState:
        """Where the item stands in the schedule."""
        return self.replay.card

    @property
    def answers(self) -> int:
        """How many attempts there are."""
        return self.replay.answers


def record_of(
    attempts: Sequence[Attempt], settings: Settings, before: Record | None = None
) -> Record:
    """The record of all attempts at an item; what was replayed for an earlier one is reused."""
    latest = attempts[-1]
    return Record(
        replay=replay(attempts, settings, before.replay if before else None),
        mastery=item_mastery(attempts),
        made=made_in(attempts),
        passed=latest.passed,
        confidence=latest.confidence,
    )
