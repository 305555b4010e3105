"""What the rest of quizzer asks of storage. One class offers it, `Log`; others could."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from quizzer.progress.drafts import Draft
from quizzer.progress.events import LogEvent, SessionStarted
from quizzer.progress.outline import Answer, Outline


class Witness(NamedTuple):
    """What distinguishes the events up to a position from those of any other log.

    Ids are so random that the last one would be enough if a file could not lose entries.
    """

    device: str
    events: int
    last: str | None  # the id of the event at the position


class Hash(Protocol):
    """A hash as `hashlib` has them."""

    def update(self, data: bytes, /) -> None:
        """Take in more."""


class Store(Protocol):
    """What the rest of quizzer asks of storage; any class that offers this will do."""

    @property
    def device(self) -> str:
        """The id of the device that this log was begun on."""

    def new_id(self) -> str:
        """A globally unique id that sorts after every id of this log."""

    def append(self, *events: LogEvent) -> None:
        """Put events into the log, all or none; durable when this returns.

        The draft of a question that an event answers is dropped.
        """

    def event(self, event_id: str) -> LogEvent:
        """One event; KeyError when there is none of this id."""

    def answers(self, until: int) -> Iterator[SessionStarted | Answer]:
        """All attempts with their answers, even undone ones, and the sessions, up to a position.

        They come in order and are read a page at a time.
        """

    def numbers_used(self, item: str) -> list[int]:
        """The variants of an item that were ever answered, including those of undone attempts."""

    def outline(self, after: int = 0, most: int | None = None) -> tuple[list[Outline], int]:
        """The outlines of what arrived next after a position, and the position reached.

        These are all events, or at most so many, in the order in which they happened.
        """

    def read_through(self, until: int, into: Hash) -> Iterator[Outline]:
        """The outlines of all events up to a position in order, a page at a time.

        On the way, the events go `into` a hash: if two logs give the same SHA-256, they are the
        same.
        """

    def outline_at(self, item: str, until: int | None = None) -> list[Outline]:
        """The outlines of the events about an item and of the starts of their sessions, in order.

        Other events of these sessions are left out.
        """

    def sessions(self, until: int) -> list[SessionStarted]:
        """How all sessions up to a position began."""

    def outline_by_item(self, until: int) -> Iterator[Outline]:
        """The outlines of the events about items up to a position, item by item, each in order.

        They are read a page at a time.
        """

    def outline_in(self, session: str, until: int | None = None) -> list[Outline]:
        """The outlines of the events of a session, in order."""

    def latest_in_sessions(self, most: int) -> list[Outline]:
        """The outlines of the latest events of sessions, the last one first."""

    def last(self) -> int:
        """The position of the event that arrived last; 0 while there is none."""

    def witness(self, position: int) -> Witness:
        """What distinguishes the events up to a position from those of any other log."""

    def draft(self, session: str, item: str, variant: int) -> Draft | None:
        """What was entered for a question of a session and not yet submitted."""

    def drafted(self) -> dict[str, int]:
        """The sessions with a draft that is not empty, and when the latest one of each was kept."""

    def save_draft(self, session: str, item: str, variant: int, draft: Draft) -> None:
        """Keep a draft in place of the earlier one."""

    def close(self) -> None:
        """Let go of the file."""
