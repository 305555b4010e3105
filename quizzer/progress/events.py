"""The events of the log: what happened, when and on which device; never changed, never deleted."""

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

Mode: TypeAlias = Literal["practice", "review", "interview"]


class Event(Struct, frozen=True, kw_only=True, tag_field="event"):
    """Base of all events. `at` is UTC in milliseconds, `offset` the local zone in minutes then."""

    id: str
    device: str
    at: int
    offset: int = 0


class Planned(Struct, frozen=True, kw_only=True):
    """One place in the plan of a session."""

    item: str
    variant: int


class SessionStarted(Event, frozen=True, kw_only=True, tag="session-started"):
    """A session began with this plan; its id is this event's id."""

    mode: Mode
    topic: str | None
    plan: list[Planned]


class Attempted(Event, frozen=True, kw_only=True, tag="attempted"):
    """One answered item."""

    session: str | None  # none: answered from the command line
    item: str
    item_version: int
    topic: str
    kind: str
    variant: dict[str, Any]  # a Variant as plain data
    answer: dict[str, str]  # part -> what was entered, as entered
    status: Literal["right", "partly", "wrong"]
    score: str  # an exact fraction, "2/3"
    parts: dict[str, str] = {}  # part -> its status
    mistakes: list[str] = []
    hints: int = 0
    solution_seen: bool = False  # the learner asked for the solution instead of answering
    seconds: float = 0.0
    confidence: Annotated[int, Meta(ge=0, le=3)] | None = None
    app_version: str = ""


class Undone(Event, frozen=True, kw_only=True, tag="undone"):
    """An earlier event does not count."""

    target: str


class SessionEnded(Event, frozen=True, kw_only=True, tag="session-ended"):
    """A session came to its end or was left for good."""

    session: str
    finished: bool


LogEvent: TypeAlias = SessionStarted | Attempted | Undone | SessionEnded
