"""The log without its bulk: events as schedule and statistics need them, quick to read."""

from typing import Literal, TypeAlias

from msgspec import Struct

from quizzer.progress.events import SessionEnded, SessionStarted, Undone


class VariantNumber(Struct, frozen=True):
    """Which variant it was, without what was drawn."""

    number: int = 0


class AttemptOutline(Struct, frozen=True, kw_only=True, tag_field="event", tag="attempted"):
    """An `Attempted` without its given values and its answer."""

    id: str
    at: int
    offset: int = 0
    session: str | None
    item: str
    topic: str
    kind: str
    variant: VariantNumber
    status: Literal["right", "partly", "wrong"]
    score: str
    mistakes: tuple[str, ...] = ()
    hints: int = 0
    solution_seen: bool = False
    seconds: float = 0.0
    confidence: int | None = None


Outline: TypeAlias = SessionStarted | AttemptOutline | Undone | SessionEnded
