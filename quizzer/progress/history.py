"""What the log says so far, kept current: a record for each item, and what sessions need."""

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from itertools import groupby
from operator import attrgetter
from pathlib import Path

from quizzer.progress.attempt import Attempt, attempt_of
from quizzer.progress.chronicle import Chronicle, SessionChronicle
from quizzer.progress.days import study_day
from quizzer.progress.derived import Derived, read_kept, write_kept
from quizzer.progress.events import (
    Attempted,
    Bookmarked,
    InterviewDated,
    LogEvent,
    Mode,
    SessionEnded,
    SessionStarted,
    Undone,
)
from quizzer.progress.outline import Answer, AttemptOutline, Outline
from quizzer.progress.record import Record, record_of
from quizzer.progress.schedule import CardState, Settings
from quizzer.progress.store import Store

PAGE = 2000  # events at a time: all of a long log at once would take much memory
MANY_EVENTS = 10_000  # reading so many and replaying them takes a fifth of a second
COST_OF_ITEM = 20  # reading one item by itself takes as long as reading so many events in a row


class History:
    """Derived from the store. Methods may be called from any thread.

    Only what is needed all the time is held in memory; a session or the attempts at an item are
    read when they are asked for. The file `kept` holds what was derived before; it may be missing.
    If it lacks many events, `derive_elsewhere` is called to add them, where it is given.
    """

    def __init__(
        self,
        store: Store,
        settings: Settings | None = None,
        kept: Path | None = None,
        derive_elsewhere: Callable[[], None] | None = None,
    ) -> None:
        self.store = store
        self.settings = settings or Settings()
        self._kept = kept
        self._lock = threading.RLock()
        self._derived = self._read_kept()
        if derive_elsewhere is not None and store.last() - self._derived.position > MANY_EVENTS:
            derive_elsewhere()
            self._derived = self._read_kept()
        self._grew = False  # whether more was derived since it was kept
        self._sessions: dict[str, SessionChronicle] = {}  # those read since the last event
        self.refresh()

    def append(self, *events: LogEvent) -> None:
        """Put events into the store and take note of them."""
        self.store.append(*events)
        self.refresh()

    def refresh(self) -> None:
        """Take note of what arrived in the store, from here or from another process."""
        most: int | None = PAGE
        with self._lock:
            while True:
                derived = self._derived
                events, position = self.store.outline(derived.position, most)
                if events and events[0].id < derived.last_id:  # an older one, as after a merge
                    self._derived = derived.started_over()
                    most = None  # all at once, so that they come in the order of their ids
                    continue
                for event in events:
                    self._fold(event)
                if events:
                    derived.position, derived.last_id = position, events[-1].id
                    derived.events += len(events)
                    self._sessions.clear()
                    self._grew = True
                if most is None or len(events) < most:
                    return

    def _read_kept(self) -> Derived:
        return read_kept(self._kept, self.store, self.settings) if self._kept else Derived()

    def keep(self) -> None:
        """Write what has been derived to the file, for the next start."""
        with self._lock:
            if self._grew and self._kept is not None:
                write_kept(self._kept, self.store, self.settings, self._derived)
            self._grew = False

    @property
    def events_seen(self) -> int:
        """How many events the log held when it was last looked at."""
        return self._derived.events

    def chronicle(self) -> Chronicle:
        """All of the log, read again each time: for what looks at everything, as reports do."""
        from hashlib import sha256  # here, because it takes 0.6 MiB, and most starts do without it

        with self._lock:
            digest = sha256()
            chronicle = self._chronicle_of(self.store.read_through(self._derived.position, digest))
            chronicle.fingerprint = digest.hexdigest()
            return chronicle

    def answers(self) -> Iterator[tuple[Mode | None, Answer]]:
        """The attempts that count with what was answered, oldest first, each with its mode.

        They are read from the log a page at a time, for exports of all of them.
        """
        modes: dict[str | None, Mode] = {}
        for event in self.store.answers(self._derived.position):
            if isinstance(event, SessionStarted):
                modes[event.id] = event.mode
            elif event.id not in self._derived.undone:
                yield modes.get(event.session), event

    def records(self) -> dict[str, Record]:
        """What the log says about each item with an attempt that counts."""
        with self._lock:
            derived = self._derived
            if len(derived.stale) * COST_OF_ITEM > derived.events:
                self._renew_in_one_reading()
            for item in list(derived.stale):
                self.record_of(item)
            return dict(derived.records)

    def record_of(self, item: str) -> Record | None:
        """What the log says about an item; none while it has no attempt that counts."""
        with self._lock:
            derived = self._derived
            if item in derived.stale:
                chronicle = self._chronicle_of(self.store.outline_at(item, derived.position))
                self._renew(item, chronicle.attempts)
            return derived.records.get(item)

    def card(self, item: str) -> CardState | None:
        """Where one item stands in the schedule; none while it is new."""
        record = self.record_of(item)
        return record.card if record else None

    def is_mastered(self, item: str) -> bool:
        """Whether the latest first answer to an item passed."""
        record = self.record_of(item)
        return record is not None and record.mastery.mastered

    def numbers_used(self, item: str) -> list[int]:
        """The variants of an item that were ever answered, including those of undone attempts."""
        return self.store.numbers_used(item)

    def open_sessions(self) -> list[SessionStarted]:
        """The sessions that have not ended, including interviews, the latest last."""
        return _in_order(self._derived.open)

    def interviews(self) -> list[SessionStarted]:
        """All interviews, the latest last."""
        return _in_order(self._derived.interviews)

    def latest(self, purpose: str) -> SessionStarted | None:
        """The latest session with this purpose."""
        return self._derived.latest.get(purpose)

    def answered_last(self) -> str | None:
        """The session of the latest attempt that counts and was made in a session."""
        most = 8
        while True:
            found = self.store.latest_in_sessions(most)
            for event in found:
                if isinstance(event, AttemptOutline) and event.id not in self._derived.undone:
                    return event.session
            if len(found) < most:
                return None
            most *= 8

    def in_session(self, session: str) -> SessionChronicle:
        """What happened in one session, without what was undone."""
        with self._lock:
            if session not in self._sessions:
                events = self.store.outline_in(session, self._derived.position)
                self._sessions[session] = self._chronicle_of(events).in_session(session)
            return self._sessions[session]

    @property
    def interview_day(self) -> date | None:
        """The day of the learner's interview: that of the settings, or one set once it was over."""
        day = self.settings.interview_day
        for event in self._derived.interview_days:
            if not self._settled(event):
                day = event.day
        return day

    def bookmarks(self) -> set[str]:
        """The items that are marked to be found again."""
        with self._lock:
            return {item for item, on in self._derived.bookmarks.items() if on}

    def _renew(self, item: str, attempts: Sequence[Attempt]) -> None:
        """Make the record of an item from all its attempts."""
        derived = self._derived
        before = derived.records.pop(item, None)
        if attempts:
            derived.records[item] = record_of(attempts, self.settings, before)
        derived.stale.discard(item)
        self._grew = True

    def _renew_in_one_reading(self) -> None:
        """The same for all stale items with an attempt that counts, in one pass over the log."""
        derived, rollover_hour = self._derived, self.settings.rollover_hour
        modes = {started.id: started.mode for started in self.store.sessions(derived.position)}
        attempts = (
            attempt_of(event, modes.get(event.session or ""), rollover_hour)
            for event in self.store.outline_by_item(derived.position)
            if isinstance(event, AttemptOutline) and event.id not in derived.undone
        )
        for item, own in groupby(attempts, attrgetter("item")):
            if item in derived.stale:
                self._renew(item, list(own))

    def _fold(self, event: Outline) -> None:
        derived = self._derived
        match event:
            case AttemptOutline():
                derived.stale.add(event.item)
            case SessionStarted():
                derived.open[event.id] = event
                if event.mode == "interview":
                    derived.interviews[event.id] = event
                if event.purpose:
                    derived.latest[event.purpose] = event
            case SessionEnded():
                if event.id not in derived.undone:
                    derived.open.pop(event.session, None)
            case Bookmarked():
                derived.bookmarks[event.item] = event.on
            case InterviewDated():
                derived.interview_days.append(event)
            case Undone():
                derived.undone.add(event.target)
                self._fold_undone(event.target)

    def _fold_undone(self, target: str) -> None:
        with suppress(KeyError):  # it may be in the log of another machine
            event = self.store.event(target)
            if isinstance(event, Attempted):
                self._derived.stale.add(event.item)
            elif isinstance(event, SessionEnded):
                events = self.store.outline_in(event.session)
                told = self._chronicle_of(events).in_session(event.session)
                if told.started is not None and told.end is None:
                    self._derived.open[event.session] = told.started

    def _settled(self, event: InterviewDated) -> bool:
        """Whether the settings named a day that was not over when the event came."""
        day, rollover_hour = self.settings.interview_day, self.settings.rollover_hour
        return day is not None and study_day(event.at, event.offset, rollover_hour) <= day

    def _chronicle_of(self, events: Iterable[Outline]) -> Chronicle:
        return Chronicle(events, self._derived.undone, self.settings.rollover_hour)


def _in_order(sessions: dict[str, SessionStarted]) -> list[SessionStarted]:
    return [sessions[session] for session in sorted(sessions)]
