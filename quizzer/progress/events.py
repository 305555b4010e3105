"""The events of the log: what happened, when and on which device; never changed, never deleted."""

from datetime import date
from typing import Annotated, Any, Final, Literal, NotRequired, TypeAlias, TypedDict

from msgspec import Meta, Struct

Mode: TypeAlias = Literal["practice", "review", "interview"]


# What SQLite holds, and the file of what was derived.
Whole: TypeAlias = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
Confidence: TypeAlias = Annotated[int, Meta(ge=0, le=3)]  # guess, 50 %, 75 %, 95 %
# An exact fraction, such as "2/3"; computing with far longer ones would fail.
SCORE: Final = r"^\d{1,99}(/[1-9]\d{0,99})?$"
Score: TypeAlias = Annotated[str, Meta(pattern=SCORE)]
Seconds: TypeAlias = Annotated[float, Meta(ge=0, le=1e9)]  # thirty years; sums stay finite


class PlainVariant(TypedDict):
    """What was drawn for one attempt, a `Variant`, as plain data."""

    item: str
    version: Whole
    number: Whole
    seed: str
    drawn: NotRequired[dict[str, Any]]


class Event(Struct, frozen=True, kw_only=True, tag_field="event"):
    """Base of all events. `at` is UTC in milliseconds, `offset` the local zone in minutes then."""

    id: str
    device: str
    at: Whole
    offset: Whole = 0


class Planned(Struct, frozen=True, kw_only=True):
    """One place in the plan of a session."""

    item: str
    variant: Whole


class SessionStarted(Event, frozen=True, kw_only=True, tag="session-started"):
    """A session began with this plan; its id is this event's id."""

    mode: Mode
    topic: str | None
    plan: list[Planned]
    blueprint: dict[str, Any] | None = None  # what an interview is made of, as plain data
    # "placement", "plan", "chosen", "again", "step", "easier", or "drill: " and the mistake
    purpose: str = ""


class PlanGrew(Event, frozen=True, kw_only=True, tag="plan-grew"):
    """A place was added to the plan of a session because of an answer.

    An interview asks it next; other sessions ask it last. It is gone when the answer is undone.
    """

    session: str
    item: str
    variant: Whole
    after: str  # the event of the answer; of an interview also a `PlanShrank` that it makes up for
    because: str = ""  # "right", "wrong", "always", a mistake's id, "missed-2", "again", "time"
    depth: Whole = 0  # how deep in a chain of follow-ups


class PlanShrank(Event, frozen=True, kw_only=True, tag="plan-shrank"):
    """A place in the plan of an interview will not be asked."""

    session: str
    item: str
    variant: Whole
    because: Literal["time", "flaw"]  # too long for what the clock has left; or it cannot be asked
    says: str = ""  # of a flaw: what is wrong, in words


class PutOff(Event, frozen=True, kw_only=True, tag="put-off"):
    """A question of a session is put off until after all others that the plan has by then."""

    session: str
    item: str
    variant: Whole


class Written(Event, frozen=True, kw_only=True, tag="written"):
    """An open answer that the learner will judge later; the judgement is an `Attempted`."""

    session: str
    item: str
    item_version: Whole
    topic: str
    variant: PlainVariant
    answer: dict[str, str]
    aloud: bool = False  # spoken: nothing was written
    hints: Whole = 0
    seconds: Seconds = 0.0
    confidence: Confidence | None = None


class SessionResumed(Event, frozen=True, kw_only=True, tag="session-resumed"):
    """The clock of an interview runs again; it was stopped from `left` on (UTC in milliseconds)."""

    session: str
    left: Whole


class Attempted(Event, frozen=True, kw_only=True, tag="attempted"):
    """One answered item."""

    session: str | None  # none: answered from the command line
    item: str
    item_version: Whole
    topic: str
    kind: str
    variant: PlainVariant
    answer: dict[str, str]  # part -> what was entered, as entered
    status: Literal["right", "partly", "wrong"]
    score: Score
    parts: dict[str, str] = {}  # part -> its status
    mistakes: list[str] = []
    hints: Whole = 0
    solution_seen: bool = False  # the learner asked for the solution instead of answering
    seconds: Seconds = 0.0
    confidence: Confidence | None = None
    judges: str | None = None  # the `Written` answer that this is the judgement of
    app_version: str = ""


class Undone(Event, frozen=True, kw_only=True, tag="undone"):
    """An earlier event no longer counts."""

    target: str


class SessionEnded(Event, frozen=True, kw_only=True, tag="session-ended"):
    """A session came to its end or was left for good."""

    session: str
    finished: bool
    because: str = ""  # of an interview: "time", "no-question", "passed-over" or "learner"


class Bookmarked(Event, frozen=True, kw_only=True, tag="bookmarked"):
    """An item was marked to be found again, or its mark was removed."""

    item: str
    on: bool


class InterviewDated(Event, frozen=True, kw_only=True, tag="interview-dated"):
    """The learner's interview is on this day; none: there is no interview any more."""

    day: date | None


LogEvent: TypeAlias = (
    SessionStarted
    | PlanGrew
    | PlanShrank
    | PutOff
    | Written
    | SessionResumed
    | Attempted
    | Undone
    | SessionEnded
    | Bookmarked
    | InterviewDated
)
