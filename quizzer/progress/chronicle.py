"""The log without what was undone: all of it, or the part about one session or item."""

from collections.abc import Collection, Iterable
from typing import TypeVar

from quizzer.progress.attempt import Attempt, attempt_of
from quizzer.progress.events import (
    Mode,
    PlanGrew,
    PlanShrank,
    PutOff,
    SessionEnded,
    SessionResumed,
    SessionStarted,
)
from quizzer.progress.outline import AttemptOutline, Outline, WrittenOutline

T = TypeVar("T")


class Chronicle:
    """Made from events in the order in which they happened; nothing in it changes."""

    def __init__(
        self, events: Iterable[Outline], undone: Collection[str], rollover_hour: int
    ) -> None:
        self.attempts: list[Attempt] = []  # that count, oldest first
        self.attempts_undone = 0
        self.fingerprint = ""  # of the whole log, where this is all of it
        self._sessions: dict[str, SessionStarted] = {}
        self._others: dict[str, list[Outline]] = {}  # what else happened, by session
        modes: dict[str | None, Mode] = {}
        for event in events:
            if isinstance(event, AttemptOutline):
                if event.id in undone:
                    self.attempts_undone += 1
                    continue
                mode = modes.get(event.session)
                self.attempts.append(attempt_of(event, mode, rollover_hour))
            elif isinstance(event, SessionStarted):
                self._sessions[event.id] = event
                modes[event.id] = event.mode
            elif isinstance(event, _OF_A_SESSION):
                cause = event.after if isinstance(event, PlanGrew) else event.id
                if cause not in undone:
                    self._others.setdefault(event.session, []).append(event)

    @property
    def sessions(self) -> list[SessionStarted]:
        """The sessions, the latest last."""
        return list(self._sessions.values())

    def end_of(self, session: str) -> SessionEnded | None:
        """How a session ended; none while it is open."""
        return next(reversed(self._of(session, SessionEnded)), None)

    def growth_of(self, session: str) -> list[PlanGrew]:
        """What was added to the plan of a session by answers that count, oldest first."""
        return self._of(session, PlanGrew)

    def shrinking_of(self, session: str) -> list[PlanShrank]:
        """The places in the plan of an interview that will not be asked, oldest first."""
        return self._of(session, PlanShrank)

    def put_off_in(self, session: str) -> list[PutOff]:
        """What was put off to the end of a session, oldest first."""
        return self._of(session, PutOff)

    def written_in(self, session: str) -> list[WrittenOutline]:
        """The open answers of a session, judged since or not yet, oldest first."""
        return self._of(session, WrittenOutline)

    def resumptions_of(self, session: str) -> list[SessionResumed]:
        """When the clock of a session was stopped, oldest first."""
        return self._of(session, SessionResumed)

    def _of(self, session: str, kind: type[T]) -> list[T]:
        return [event for event in self._others.get(session, ()) if isinstance(event, kind)]


_OF_A_SESSION = (PlanGrew, PlanShrank, PutOff, WrittenOutline, SessionResumed, SessionEnded)
