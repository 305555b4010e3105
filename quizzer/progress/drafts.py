"""A draft: what was entered for a question that is not answered yet."""

import msgspec
from msgspec import Struct

from quizzer.progress.events import Seconds, Whole


class Draft(Struct, frozen=True, kw_only=True):
    """Kept beside the log, overwritten freely, and dropped once the question is answered."""

    answer: dict[str, str] = {}
    hints: Whole = 0
    solution_seen: bool = False  # shown for an attempt that was then undone
    seconds: Seconds = 0.0
    at: Whole = 0  # when it was kept, UTC in milliseconds: the last sign of life of its session

    @property
    def is_empty(self) -> bool:
        """Whether nothing would be lost without it."""
        return not (self.hints or self.solution_seen or any(self.answer.values()))


def read_draft(data: str) -> Draft | None:
    """The draft that a file holds: only its answer, or none, if the rest cannot be read.

    What was not submitted must not keep anybody from answering the question, or from a report.
    """
    try:
        return _DRAFT.decode(data)
    except (msgspec.MsgspecError, UnicodeError):
        pass
    try:
        return Draft(answer=_ANSWER.decode(data).answer)
    except (msgspec.MsgspecError, UnicodeError):
        return None


class _Answer(Struct):
    """All of a draft that a learner would miss."""

    answer: dict[str, str]


_DRAFT: "msgspec.json.Decoder[Draft]" = msgspec.json.Decoder(Draft)
_ANSWER: "msgspec.json.Decoder[_Answer]" = msgspec.json.Decoder(_Answer)
