"""The log without its bulk: events as schedule and statistics need them, quick to read.

`gc=False`: nothing here can be part of a cycle, and the garbage collector, going through 100,000 of
them again and again while they are read, would take most of the time.
"""

from typing import Literal, TypeAlias

from msgspec import Raw, Struct

from quizzer.progress.events import (
    Bookmarked,
    Confidence,
    InterviewDated,
    PlanGrew,
    PlanShrank,
    PutOff,
    Score,
    Seconds,
    SessionEnded,
    SessionResumed,
    SessionStarted,
    Undone,
    Whole,
)


class VariantNumber(Struct, frozen=True, gc=False):
    """Which variant it was, without what was drawn."""

    number: Whole = 0


class AttemptOutline(
    Struct, frozen=True, kw_only=True, gc=False, tag_field="event", tag="attempted"
):
    """An `Attempted` without its given values and its answer."""

    id: str
    at: Whole
    offset: Whole = 0
    session: str | None
    item: str
    topic: str
    kind: str
    variant: VariantNumber
    status: Literal["right", "partly", "wrong"]
    score: str  # checked only when it is used: here that would take a third of the time
    mistakes: tuple[str, ...] = ()
    hints: Whole = 0
    solution_seen: bool = False
    seconds: Seconds = 0.0
    confidence: Confidence | None = None
    judges: str | None = None


class Answer(AttemptOutline, frozen=True, kw_only=True, gc=False, tag="attempted"):
    """An `Attempted` with its answer, but without its given values."""

    device: str
    item_version: Whole
    score: Score
    answer: Raw  # JSON
    app_version: str = ""


class WrittenOutline(Struct, frozen=True, kw_only=True, gc=False, tag_field="event", tag="written"):
    """A `Written` without its given values and its answer."""

    id: str
    at: Whole
    session: str
    item: str
    variant: VariantNumber
    aloud: bool = False
    hints: Whole = 0
    seconds: Seconds = 0.0


Outline: TypeAlias = (
    SessionStarted
    | PlanGrew
    | PlanShrank
    | PutOff
    | WrittenOutline
    | SessionResumed
    | AttemptOutline
    | Undone
    | SessionEnded
    | Bookmarked
    | InterviewDated
)
