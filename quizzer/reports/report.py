"""What a report holds: plain data, made by `build`, shown by `markdown`, `html` and `json`."""

from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING

from msgspec import Struct

from quizzer.bank.schema import Subject
from quizzer.progress.events import Mode
from quizzer.progress.statistics import (
    Calibration,
    DayStudied,
    DueOn,
    PointProgress,
    Recall,
    Share,
    Streak,
    TimeSpent,
    TopicProgress,
    WeekOfMistakes,
    WeekOfReviews,
    WeekOfTime,
)
from quizzer.reports.scope import Scope
from quizzer.study.next_steps import Step

if TYPE_CHECKING:
    from quizzer.study.interview.debrief import Debrief
    from quizzer.study.interview.scorecard import ScoreCard
    from quizzer.study.preparation import Plan


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
    # What the forecast of recall expected of it, where the report is on all that was ever answered
    retention_expected: float | None
    time: TimeSpent


class PointRow(PointProgress, frozen=True, kw_only=True):
    """One point of the check-list and the items that cover it."""

    id: str
    text: str
    subject: Subject


class TopicRow(Struct, frozen=True, kw_only=True):
    """One topic; recall is predicted for today, and for the day of the interview if it is known."""

    id: str
    title: str
    progress: TopicProgress
    recall: Recall
    recall_then: Recall | None
    points: tuple[PointRow, ...]

    @property
    def untouched(self) -> bool:
        """Whether nothing in it was ever answered although something could be."""
        return self.progress.last_day is None and self.progress.items > 0


class Example(Struct, frozen=True, kw_only=True):
    """An answer worth looking at: what was entered, by part."""

    item: str
    title: str
    topic: str
    day: date
    entered: dict[str, str]


class MistakeRow(Struct, frozen=True, kw_only=True):
    """A named mistake; `chances` are the answers in which it could be made."""

    id: str
    name: str
    says: str  # of the latest
    count: int
    chances: int
    example: Example
    weeks: tuple[WeekOfMistakes, ...]


class SessionRow(Struct, frozen=True, kw_only=True):
    """One session in which something was answered; `total` is the length of its plan."""

    id: str
    day: date
    mode: Mode
    called: str  # what it was begun for, in a word or two
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


class InterviewRow(Struct, frozen=True, kw_only=True):
    """One interview that is over, by its number from the first one on, and its score card."""

    number: int
    day: date
    debrief: "Debrief"
    card: "ScoreCard"


class ItemRow(Struct, frozen=True, kw_only=True):
    """One item that was answered."""

    id: str
    title: str
    topic: str
    kind: str
    attempts: int
    first_try: Share
    mastered: bool  # by the latest first answer, to which the next two belong
    first_score: Fraction
    solution_seen: bool
    last_day: date
    last_score: Fraction  # of the last answer, which may be a later one of that day
    due_day: date | None


class Habits(Struct, frozen=True, kw_only=True):
    """The days and weeks of study, and what comes back in the next days."""

    streak: Streak
    calendar: tuple[DayStudied, ...]
    time: tuple[WeekOfTime, ...]
    retention: tuple[WeekOfReviews, ...]
    forecast: tuple[DueOn, ...]


class Confidence(Struct, frozen=True, kw_only=True):
    """What the learner believed before the reveal, and where they were sure and wrong."""

    calibration: Calibration
    sure_and_wrong: tuple[Example, ...]  # the latest first


class Report(Struct, frozen=True, kw_only=True):
    """Everything that is reported."""

    version: str
    at: int
    offset: int
    day: date
    scope: Scope
    interview_day: date | None
    data: DataNote
    totals: Totals
    topics: tuple[TopicRow, ...]
    mistakes: tuple[MistakeRow, ...]
    interviews: tuple[InterviewRow, ...]  # the latest first
    habits: Habits
    confidence: Confidence
    sessions: tuple[SessionRow, ...]
    items: tuple[ItemRow, ...]
    next_steps: tuple[Step, ...]
    plan: "Plan | None" = None  # of a report on all topics, while the interview is ahead

    @property
    def untouched(self) -> tuple[TopicRow, ...]:
        """The topics in which nothing was answered yet."""
        return tuple(row for row in self.topics if row.untouched)
