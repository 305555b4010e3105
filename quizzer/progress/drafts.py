"""A draft: what was entered for a question that is not answered yet."""

from msgspec import Struct

from quizzer.progress.events import Seconds


class Draft(Struct, frozen=True, kw_only=True):
    """Kept beside the log, overwritten freely, and dropped once the question is answered."""

    answer: dict[str, str] = {}
    hints: int = 0
    solution_seen: bool = False  # shown for an attempt that was then undone
    seconds: Seconds = 0.0
    at: int = 0  # when it was kept, UTC in milliseconds: the last sign of life of its session

    @property
    def is_empty(self) -> bool:
        """Whether nothing would be lost without it."""
        return not (self.hints or self.solution_seen or any(self.answer.values()))
