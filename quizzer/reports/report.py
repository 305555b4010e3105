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
    # What the forecast of recall expected it to be; None unless the report has all answers so far.
    retention_expected: float | None
    time: TimeSpent


class PointRow(PointProgress, frozen=True, kw_only=True):
    """One point of the check-list and the items that cover it."""

    id: str
    text: str
    subject: Subject


class TopicRow(Struct, frozen=True, kw_only=True):
    """One topic; recall is predicted for today, and for the day of the interview if that is set."""

    id: str
    title: str
    progress: TopicProgress
    recall: Recall
    recall_then: Recall | None
    points: tuple[PointRow, ...]

    @property
    def untouched(self) -> bool:
        """Whether nothing in it was ever answered, although it has items."""
        return self.progress.last_day is None and self.progress.items > 0


class Example(Struct, frozen=True, kw_only=True):
    """An answer worth looking at; `entered` has what was entered, by part."""

    item: str
    title: str
    topic: str
    day: date
    entered: dict[str, str]


class MistakeRow(Struct, frozen=True, kw_only=True):
    """A named mistake; `chances` are the answers in which it could be made."""

    id: str
    name: str
    says: str  # what the verdict said when it was last made
    count: int
    chances: int
    example: Example
    weeks: tuple[WeekOfMistakes, ...]


class SessionRow(Struct, frozen=True, kw_only=True):
    """One session in which something was answered; `total` is the number of planned questions."""

    id: str
    day: date
    mode: Mode
    called: str  # what it was started for, in a word or two
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
    """One finished interview with its score card; the first one ever has number 1."""

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
    mastered: bool  # whether the latest first answer passed; the next two are about it as well
    first_score: Fraction
    solution_seen: bool
    last_day: date
    last_score: Fraction  # of the last answer, which may be a later one on that day
    due_day: date | None


class Habits(Struct, frozen=True, kw_only=True):
    """The days and weeks of study, and what comes back in the next days."""

    streak: Streak
    calendar: tuple[DayStudied, ...]
    time: tuple[WeekOfTime, ...]
    retention: tuple[WeekOfReviews, ...]
    desired_retention: float  # what the schedule aims at
    forecast: tuple[DueOn, ...]


class Confidence(Struct, frozen=True, kw_only=True):
    """What the learner believed before the reveal, and where they were sure and wrong."""

    calibration: Calibration
    sure_and_wrong: tuple[Example, ...]  # the latest first


class Report(Struct, frozen=True, kw_only=True):
    """Everything that a report says."""

    version: str
    at: int  # when it was made, in milliseconds since 1970 (UTC)
    offset: int  # of local time from UTC, in minutes
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
