"""The log without what was undone: all of it, or the part about one session or item."""

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
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

    def in_session(self, session: str) -> "SessionChronicle":
        """The part about one session."""
        others = self._others.get(session, [])
        return SessionChronicle(session, self._sessions.get(session), self.attempts, others)


class SessionChronicle:
    """What happened in one session, each kind of event in order; nothing in it changes."""

    def __init__(
        self,
        session: str,
        started: SessionStarted | None,
        attempts: Sequence[Attempt],
        others: Sequence[Outline],
    ) -> None:
        self.started = started  # none if there is no such session
        self._session = session
        self._among = attempts
        self._others = others

    @cached_property
    def attempts(self) -> list[Attempt]:
        """Its attempts that count; looked for only here, as they may be among those of years."""
        return [attempt for attempt in self._among if attempt.session == self._session]

    @property
    def end(self) -> SessionEnded | None:
        """How it ended; none while it is open."""
        return next(reversed(self._of(SessionEnded)), None)

    @property
    def growth(self) -> list[PlanGrew]:
        """What was added to its plan by answers that count."""
        return self._of(PlanGrew)

    @property
    def shrinking(self) -> list[PlanShrank]:
        """The places in its plan that will not be asked, if it is an interview."""
        return self._of(PlanShrank)

    @property
    def put_off(self) -> list[PutOff]:
        """What was put off to its end."""
        return self._of(PutOff)

    @property
    def written(self) -> list[WrittenOutline]:
        """Its open answers, judged since or not yet."""
        return self._of(WrittenOutline)

    @property
    def resumptions(self) -> list[SessionResumed]:
        """When its clock was stopped."""
        return self._of(SessionResumed)

    def _of(self, kind: type[T]) -> list[T]:
        return [event for event in self._others if isinstance(event, kind)]


_OF_A_SESSION = (PlanGrew, PlanShrank, PutOff, WrittenOutline, SessionResumed, SessionEnded)
