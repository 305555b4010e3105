"""What a report holds: plain data, made by `build`, shown by `markdown` and `json`."""

from datetime import date
from fractions import Fraction
from typing import Literal

from msgspec import Struct

from quizzer.progress.events import Mode
from quizzer.progress.statistics import Share, TimeSpent, TopicProgress


class DataNote(Struct, frozen=True, kw_only=True):
    """What the report was made from."""

    device: str
    events: int
    undone: int  # answers that were undone and do not count
    outside_sessions: int  # answers given from the command line
    log_sha256: str


class Totals(Struct, frozen=True, kw_only=True):
    """All topics together."""

    first_day: date | None
    last_day: date | None
    study_days: int
    attempts: int
    first_try: Share
    retention: Share
    time: TimeSpent


class PointRow(Struct, frozen=True, kw_only=True):
    """One point of the check-list and the items that cover it."""

    id: str
    text: str
    items: int
    mastered: int


class TopicRow(Struct, frozen=True, kw_only=True):
    """One topic."""

    id: str
    title: str
    progress: TopicProgress
    points: tuple[PointRow, ...]

    @property
    def untouched(self) -> bool:
        """Whether nothing in it was answered although something could be."""
        return self.progress.attempts == 0 and self.progress.items > 0


class Example(Struct, frozen=True, kw_only=True):
    """An answer in which a mistake was made: what was entered, by part."""

    item: str
    title: str
    topic: str
    day: date
    entered: dict[str, str]


class MistakeRow(Struct, frozen=True, kw_only=True):
    """A named mistake; `chances` are the answers to the items in which it was made."""

    id: str
    says: str
    count: int
    chances: int
    example: Example


class SessionRow(Struct, frozen=True, kw_only=True):
    """One session in which something was answered; `total` is the length of its plan."""

    id: str
    day: date
    mode: Mode
    topic: str | None
    total: int
    right: int
    partly: int
    wrong: int
    score: Fraction
    time: TimeSpent
    finished: bool

    @property
    def answered(self) -> int:
        """How many of its questions were answered."""
        return self.right + self.partly + self.wrong


class ItemRow(Struct, frozen=True, kw_only=True):
    """One item that was answered."""

    id: str
    title: str
    topic: str
    kind: str
    attempts: int
    first_try: Share
    mastered: bool
    last_day: date
    last_score: Fraction
    due_day: date | None


class NextStep(Struct, frozen=True, kw_only=True):
    """One thing to do next; `of` is the id of a topic or a mistake."""

    kind: Literal["review", "mistake", "strengthen", "begin", "continue", "return"]
    of: str | None
    text: str


class Report(Struct, frozen=True, kw_only=True):
    """Everything that is reported."""

    version: str
    at: int
    offset: int
    day: date
    topic: str | None  # the id of the only topic reported on; none: all
    data: DataNote
    totals: Totals
    topics: tuple[TopicRow, ...]
    mistakes: tuple[MistakeRow, ...]
    sessions: tuple[SessionRow, ...]
    items: tuple[ItemRow, ...]
    next_steps: tuple[NextStep, ...]

    @property
    def untouched(self) -> tuple[TopicRow, ...]:
        """The topics in which nothing was answered yet."""
        return tuple(row for row in self.topics if row.untouched)
