"""How the clock of an interview stands."""

from dataclasses import dataclass

from quizzer.study.interview.transcript import Transcript, Turn


@dataclass(frozen=True, kw_only=True)
class Time:
    """Seconds, of the whole interview and of the question on the screen."""

    elapsed: float
    total: float
    question: float
    question_total: float  # the budget of the question; 0 when there is none

    @property
    def remaining(self) -> float:
        """Until the end; 0 in overtime."""
        return max(0.0, self.total - self.elapsed)

    @property
    def overtime(self) -> float:
        """Beyond the end."""
        return max(0.0, self.elapsed - self.total)


def time_at(transcript: Transcript, moment: int, shown: Turn | None = None) -> Time:
    """How the clock stands at a moment; after the end of the interview, how it stood at the end.

    While the answer given last is `shown`, it stands as it stood then.
    """
    last, turn = transcript.last, shown or transcript.turn
    at = moment if transcript.ended_at is None else transcript.ended_at
    elapsed = transcript.elapsed(last.at if shown and last else at)
    before = transcript.elapsed(last.at) if last else 0.0
    on_this = last.seconds if shown and last else max(0.0, elapsed - before)
    return Time(
        elapsed=elapsed,
        total=transcript.blueprint.minutes * 60,
        question=on_this,
        question_total=transcript.item(turn).minutes * 60 if turn else 0.0,
    )
