"""What the log says so far, folded once and kept current: attempts by item, sessions, schedule."""

import threading
from collections.abc import Iterable
from datetime import date
from pathlib import Path

from quizzer.progress.attempt import Attempt, attempt_of
from quizzer.progress.days import study_day
from quizzer.progress.events import (
    Bookmarked,
    InterviewDated,
    LogEvent,
    PlanGrew,
    PlanShrank,
    SessionEnded,
    SessionResumed,
    SessionStarted,
    Undone,
)
from quizzer.progress.log import Store
from quizzer.progress.outline import AttemptOutline, Outline, WrittenOutline
from quizzer.progress.replays import Replays
from quizzer.progress.schedule import CardState, ItemSchedule, Replay, Settings, told

PAGE = 2000  # events at a time: all of a long log at once would take twice the memory


class History:
    """Derived from the store. Methods may be called from any thread.

    In the file `kept` stands what takes longest to derive, the schedule; it may be missing.
    """

    def __init__(
        self, store: Store, settings: Settings | None = None, kept: Path | None = None
    ) -> None:
        self.store = store
        self.settings = settings or Settings()
        self._replays = Replays(self.settings, kept)
        self._lock = threading.RLock()
        self._forget()
        self.refresh()

    def _forget(self) -> None:
        self._position: int = 0
        self._last_id: str = ""
        self._count: int = 0
        self._attempts: dict[str, Attempt] = {}  # by id; like the next two with undone ones
        self._by_item: dict[str, list[Attempt]] = {}
        self._by_session: dict[str, list[Attempt]] = {}
        self._sessions: dict[str, SessionStarted] = {}
        self._ends: dict[str, list[SessionEnded]] = {}
        self._grown: dict[str, list[PlanGrew]] = {}
        self._shrunk: dict[str, list[PlanShrank]] = {}
        self._written: dict[str, list[WrittenOutline]] = {}
        self._resumed: dict[str, list[SessionResumed]] = {}
        self._bookmarks: dict[str, bool] = {}
        self._interview_day: date | None = self.settings.interview_day
        self._undone: set[str] = set()
        self._current: dict[str, Replay | None] = {}  # by item

    def record(self, *events: LogEvent) -> None:
        """Put events into the store and take note of them."""
        self.store.append(*events)
        self.refresh()

    def refresh(self) -> None:
        """Take note of what arrived in the store, from here or from another process."""
        most: int | None = PAGE
        with self._lock:
            while True:
                events, position = self.store.outline(self._position, most)
                if events and events[0].id < self._last_id:  # older than what was folded
                    self._forget()
                    most = None  # start over, in one piece: so they come in the order of their ids
                    continue
                for event in events:
                    self._fold(event)
                self._count += len(events)
                self._position = position
                self._last_id = events[-1].id if events else self._last_id
                if most is None or len(events) < most:
                    return

    @property
    def events_seen(self) -> int:
        """How many events the log held when it was last looked at."""
        return self._count

    @property
    def attempts_undone(self) -> int:
        """How many attempts do not count because they were undone."""
        with self._lock:
            return sum(attempt in self._undone for attempt in self._attempts)

    def attempts(self) -> list[Attempt]:
        """All attempts that count, in the order in which they were given."""
        with self._lock:
            return self._counted(self._attempts.values())

    def attempts_at(self, item: str) -> list[Attempt]:
        """The attempts at one item that count, oldest first."""
        with self._lock:
            return self._counted(self._by_item.get(item, []))

    def attempts_in(self, session: str) -> list[Attempt]:
        """The attempts of one session that count, oldest first."""
        with self._lock:
            return self._counted(self._by_session.get(session, []))

    def numbers_used(self, item: str) -> list[int]:
        """The variants of an item that were ever answered, those of undone attempts too."""
        return self.store.numbers_used(item)

    def sessions(self) -> list[SessionStarted]:
        """All sessions, the latest last."""
        with self._lock:
            return list(self._sessions.values())

    def session(self, session: str) -> SessionStarted | None:
        """How a session began; none when there is no session of this id."""
        with self._lock:
            return self._sessions.get(session)

    def end_of(self, session: str) -> SessionEnded | None:
        """How a session ended; none while it is open."""
        with self._lock:
            ends = self._ends.get(session, [])
            return next((end for end in reversed(ends) if end.id not in self._undone), None)

    def growth_of(self, session: str) -> list[PlanGrew]:
        """What was added to the plan of a session by answers that count, oldest first."""
        with self._lock:
            grown = self._grown.get(session, [])
            return [event for event in grown if event.after not in self._undone]

    def shrinking_of(self, session: str) -> list[PlanShrank]:
        """What of the plan of an interview will not be asked, oldest first."""
        with self._lock:
            return list(self._shrunk.get(session, []))

    def written_in(self, session: str) -> list[WrittenOutline]:
        """The open answers of a session that are judged later, or were, oldest first."""
        with self._lock:
            written = self._written.get(session, [])
            return [event for event in written if event.id not in self._undone]

    def resumptions_of(self, session: str) -> list[SessionResumed]:
        """When the clock of a session stood still, oldest first."""
        with self._lock:
            return list(self._resumed.get(session, []))

    def bookmarks(self) -> set[str]:
        """The items that are marked to be found again."""
        with self._lock:
            return {item for item, on in self._bookmarks.items() if on}

    @property
    def interview_day(self) -> date | None:
        """The day of the learner's interview: that of the settings, or as said since."""
        return self._interview_day

    def schedule(self, item: str) -> ItemSchedule | None:
        """The replay of one item; none while it has no attempt that counts."""
        with self._lock:
            replay = self._replay(item)
            return told(replay, self.attempts_at(item)) if replay else None

    def card(self, item: str) -> CardState | None:
        """Where one item stands in the schedule; none while it is new."""
        replay = self._replay(item)
        return replay.card if replay else None

    def is_mastered(self, item: str) -> bool:
        """Whether the latest first answer to an item passed."""
        with self._lock:
            replay = self._replay(item)
            return replay is not None and self.attempts_at(item)[replay.latest].passed

    def keep(self) -> None:
        """Write down what was derived, so that the next run need not derive it again."""
        with self._lock:
            self._replays.keep()

    def _replay(self, item: str) -> Replay | None:
        with self._lock:
            if item not in self._current:
                own = self.attempts_at(item)
                self._current[item] = self._replays.of(item, own) if own else None
            return self._current[item]

    def _fold(self, event: Outline) -> None:
        match event:
            case SessionStarted():
                self._sessions[event.id] = event
            case AttemptOutline():
                self._fold_attempt(event)
            case PlanGrew():
                self._grown.setdefault(event.session, []).append(event)
            case PlanShrank():
                self._shrunk.setdefault(event.session, []).append(event)
            case WrittenOutline():
                self._written.setdefault(event.session, []).append(event)
            case SessionResumed():
                self._resumed.setdefault(event.session, []).append(event)
            case Bookmarked():
                self._bookmarks[event.item] = event.on
            case InterviewDated():
                if not self._settled(event):
                    self._interview_day = event.day
            case Undone():
                self._undone.add(event.target)
                target = self._attempts.get(event.target)
                if target is not None:
                    self._current.pop(target.item, None)
            case SessionEnded():
                self._ends.setdefault(event.session, []).append(event)

    def _settled(self, event: InterviewDated) -> bool:
        """Whether the settings named a day that was not over when the event came."""
        day, rollover_hour = self.settings.interview_day, self.settings.rollover_hour
        return day is not None and study_day(event.at, event.offset, rollover_hour) <= day

    def _fold_attempt(self, event: AttemptOutline) -> None:
        session = self._sessions.get(event.session or "")
        attempt = attempt_of(event, session.mode if session else None, self.settings.rollover_hour)
        self._attempts[attempt.id] = attempt
        self._by_item.setdefault(attempt.item, []).append(attempt)
        if event.session is not None:
            self._by_session.setdefault(event.session, []).append(attempt)
        self._current.pop(attempt.item, None)

    def _counted(self, given: Iterable[Attempt]) -> list[Attempt]:
        if not self._undone:
            return list(given)
        return [attempt for attempt in given if attempt.id not in self._undone]
