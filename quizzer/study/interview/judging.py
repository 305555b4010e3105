"""Judging an open answer of an interview against its key points, when the learner has time to."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from quizzer.bank.schema import OpenItem
from quizzer.exercises.variant import Variant
from quizzer.grading.scoring import invalid, not_understood
from quizzer.grading.verdict import Status, Verdict
from quizzer.progress.attempt import Attempt
from quizzer.progress.events import Attempted, LogEvent, Written
from quizzer.progress.history import History
from quizzer.study import engine
from quizzer.study.event_maker import EventMaker

if TYPE_CHECKING:
    from quizzer.grading.rubric import Suggestion

_NOTHING_TO_GO_BY = "There is no text to suggest marks from: give each key point 1, ½ or 0."


class Judging:
    """An open answer and its rubric. It may be judged again: the last judgement counts."""

    def __init__(
        self,
        written: Written,
        item: OpenItem,
        attempt: Attempt | None,
        history: History,
        make: EventMaker,
        judged: Callable[[Verdict], None],
    ) -> None:
        from quizzer.grading.rubric import SAID_ALOUD

        self.item = item
        self.aloud = written.aloud
        self.answer = SAID_ALOUD if written.aloud else written.answer.get("answer", "")
        self._written = written
        self._attempt = attempt
        self._history = history
        self._make = make
        self._on_judged = judged

    @property
    def suggestions(self) -> "tuple[Suggestion, ...]":
        """For each key point, the mark that the words of the answer suggest; none for a spoken one.

        They are based on single words: the learner decides.
        """
        from quizzer.grading.rubric import suggest

        return () if self.aloud else suggest(self.item, self.answer)

    @property
    def points(self) -> str:
        """The marks given so far, as entered; empty while it is not judged."""
        event = self._history.store.event(self._attempt.id) if self._attempt else None
        return event.answer.get("points", "") if isinstance(event, Attempted) else ""

    def judge(self, points: str) -> Verdict:
        """Log the learner's marks, one per key point: `1 ½ 0`. If not understood, nothing counts.

        The attempt counts as of the time when the answer was given.
        """
        from msgspec import convert

        from quizzer.grading.rubric import POINTS, UNDECIDED

        if self.aloud and UNDECIDED in points:
            return invalid([not_understood(POINTS, points, _NOTHING_TO_GO_BY)])
        answer = {"answer": self.answer, "points": points}
        verdict = engine.grade(self.item, convert(self._written.variant, Variant), answer)
        if verdict.status is Status.INVALID:
            return verdict
        events: list[LogEvent] = []
        if self._attempt:
            events.append(self._make.undone(self._attempt.id))
        self._history.append(*events, self._make.judged(self._written, self.item, answer, verdict))
        self._on_judged(verdict)
        return verdict
