"""The only door to storage: an append-only log of events in SQLite, and drafts beside it."""

import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path
from typing import Any

import msgspec

from quizzer.garbage import collection_paused
from quizzer.progress.backups import keep_automatically
from quizzer.progress.connecting import connect, connect_to_read, identity
from quizzer.progress.drafts import Draft, read_draft
from quizzer.progress.events import Attempted, LogEvent, SessionStarted, Undone, Written
from quizzer.progress.failures import LogError, MissingEntryError, damaged, explain, unreadable
from quizzer.progress.migrations import FileError, odd_parts
from quizzer.progress.outline import Answer, AttemptOutline, Outline
from quizzer.progress.places import PlaceError, make
from quizzer.progress.rows import COLUMNS, encoded, line, number_of, oddity, row_of
from quizzer.progress.store import Hash, Witness

PAGE = 200  # rows: few enough to stay in the cache of a processor until they are used
_ENDLESS = 2**63 - 1  # the greatest position there can be


class Log:
    """The store in one SQLite file. Safe for several threads and several processes at once."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self.path = path
        self._file = identity(path)
        self._connection = connection
        self._lock = threading.RLock()
        self._last_id = 0
        self._grew = False
        try:
            self._device = self._device_in_the_file()
        except LogError:
            connection.close()  # otherwise, the file could not be repaired
            raise

    @classmethod
    def open(cls, path: Path) -> "Log":
        """Open the log at `path`; begin one when there is none."""
        try:
            make(path.parent)
        except PlaceError as error:
            raise LogError(str(error)) from error
        try:
            connection = connect(path)
        except (sqlite3.Error, OSError, FileError) as error:
            raise explain(error, path, "opened") from error
        return cls(connection, path)

    @classmethod
    def open_to_read(cls, path: Path) -> "Log":
        """Open the log, or a backup of it, without writing anything; an empty log if missing."""
        try:
            connection = connect_to_read(path)
        except (sqlite3.Error, OSError, EOFError, FileError) as error:
            raise explain(error, path, "read") from error
        return cls(connection, path)

    @property
    def device(self) -> str:
        """The id of the device that this log was begun on."""
        return self._device

    def new_id(self) -> str:
        """A globally unique id (time, then random bits) that sorts after every id of this log.

        A clock that was set back cannot disturb the order: then the last id is counted up.
        """
        from secrets import randbits  # here, because it imports hashes, which take 0.6 MiB

        with self._lock, self._explaining("read"):
            row = self._connection.execute("SELECT max(id) FROM events").fetchone()
            last = max(self._last_id, self._number_of(row[0]) if row[0] else 0)
            fresh = (time.time_ns() // 1_000_000 << 80) | randbits(80)
            self._last_id = fresh if fresh > last else last + 1 + randbits(64)
            return f"{self._last_id:032x}"

    def _device_in_the_file(self) -> str:
        rows = self._read("SELECT value FROM facts WHERE name = 'device'")
        if not rows or not isinstance(rows[0][0], str):
            raise damaged(self.path, "the id of its device is missing")
        return rows[0][0]

    def _number_of(self, event_id: str) -> int:
        try:
            return number_of(event_id)
        except ValueError as error:
            raise damaged(self.path, f"{event_id!r} is not the id of an entry") from error

    def append(self, *events: LogEvent) -> None:
        """Put events into the log, all or none; durable when this returns.

        The draft of a question that an event answers is dropped in the same transaction: if that
        failed in a step of its own, an error would be reported although the answer is in the log.
        """
        rows = [row_of(event) for event in events]
        with self._writing():
            self._insert(rows)
            for event in events:
                if isinstance(event, Attempted | Written) and event.session:
                    self._clear_draft(event.session, event.item, event.variant["number"])

    def absorb(self, other: "Log") -> int:
        """Add all events of another log that are not here yet, unchanged; returns how many.

        Afterwards this log holds the union. An event that is in both must be the same.
        """
        other.events()  # refuses what this version cannot read
        theirs = other._read(f"SELECT {COLUMNS} FROM events ORDER BY id")
        with self._writing():
            ours = dict(self._connection.execute("SELECT id, data FROM events").fetchall())
            for event_id, *_, data in theirs:
                if ours.get(event_id, data) != data:
                    raise LogError(
                        f"{self.path} and {other.path} hold different versions of one event "
                        f"({event_id}), so one of them was changed by hand. Nothing was merged."
                    )
            fresh = [row for row in theirs if row[0] not in ours]
            self._insert(fresh)
        return len(fresh)

    def events(self) -> list[LogEvent]:
        """All events in the order in which they happened."""
        rows = self._read("SELECT id, data FROM events ORDER BY id")
        with collection_paused():
            return self._all_decoded(_EVENT, rows)

    def event(self, event_id: str) -> LogEvent:
        """One event; a KeyError, which is a LogError as well, when there is none of this id."""
        rows = self._read("SELECT data FROM events WHERE id = ?", event_id)
        if not rows:
            found = f"The log {self.path} is damaged: the entry {event_id} is missing."
            raise MissingEntryError(self.path, found)
        event: LogEvent = self._decoded(_EVENT, event_id, rows[0][0])
        return event

    def attempts(self) -> list[Attempted]:
        """All attempts that count: those that were not undone."""
        events = self.events()
        undone = {event.target for event in events if isinstance(event, Undone)}
        return [e for e in events if isinstance(e, Attempted) and e.id not in undone]

    def answers(self, until: int) -> Iterator[SessionStarted | Answer]:
        """All attempts with their answers, even undone ones, and the sessions, up to a position.

        They come in order and are read a page at a time.
        """
        query = """SELECT id, data FROM events
                   WHERE event IN ('session-started', 'attempted') AND position <= ?
                   ORDER BY id"""
        for rows in self._pages(query, until):
            yield from self._all_decoded(_ANSWER, rows)

    def numbers_used(self, item: str) -> list[int]:
        """The variants of an item that were ever answered, including those of undone attempts."""
        events = self._outlined("SELECT id, data FROM events WHERE item = ? ORDER BY id", item)
        return [event.variant.number for event in events if isinstance(event, AttemptOutline)]

    def outline(self, after: int = 0, most: int | None = None) -> tuple[list[Outline], int]:
        """The outlines of what arrived next after a position, and the position reached.

        These are all events, or at most so many, in the order in which they happened.
        """
        outlines: list[Outline] = []
        query = "SELECT id, data, position FROM events WHERE position > ? ORDER BY position LIMIT ?"
        values = (after, -1 if most is None else most)
        with self._lock, self._explaining("read"):
            # Row by row: what is left out of all rows together would take most of the app's memory.
            for event_id, data, position in self._connection.execute(query, values):
                outlines.append(self._decoded(_OUTLINE, event_id, data))
                after = position
        # Sorted here: SQLite would go through the index of all ids, even if nothing is new.
        outlines.sort(key=attrgetter("id"))
        return outlines, after

    def read_through(self, until: int, into: Hash) -> Iterator[Outline]:
        """The outlines of all events up to a position in order, a page at a time.

        On the way, the events go `into` a hash, as for the `fingerprint`.
        """
        query = "SELECT id, data FROM events WHERE position <= ? ORDER BY id"
        for rows in self._pages(query, until):
            for event_id, data in rows:
                into.update(line(event_id, data))
            yield from self._all_decoded(_OUTLINE, rows)

    def outline_at(self, item: str, until: int | None = None) -> list[Outline]:
        """The outlines of the events about an item and of the starts of its sessions, in order."""
        last = _ENDLESS if until is None else until
        return self._outlined(
            """SELECT id, data FROM events WHERE item = ? AND position <= ?
               UNION ALL SELECT id, data FROM events
               WHERE id IN (SELECT session FROM events WHERE item = ?) AND position <= ?
               ORDER BY id""",
            *(item, last) * 2,
        )

    def sessions(self, until: int) -> list[SessionStarted]:
        """How all sessions up to a position began."""
        query = "SELECT id, data FROM events WHERE event = 'session-started' AND position <= ?"
        return self._all_decoded(_OUTLINE, self._read(query, until))

    def outline_by_item(self, until: int) -> Iterator[Outline]:
        """The outlines of the events about items up to a position, item by item, each in order."""
        query = "SELECT id, data FROM events WHERE item > '' AND position <= ? ORDER BY item, id"
        for rows in self._pages(query, until):
            yield from self._all_decoded(_OUTLINE, rows)

    def outline_in(self, session: str, until: int | None = None) -> list[Outline]:
        """The outlines of the events of a session, in order."""
        last = _ENDLESS if until is None else until
        return self._outlined(
            """SELECT id, data FROM events WHERE id = ? AND position <= ?
               UNION ALL SELECT id, data FROM events WHERE session = ? AND position <= ?
               ORDER BY id""",
            *(session, last) * 2,
        )

    def latest_in_sessions(self, most: int) -> list[Outline]:
        """The outlines of the latest events of sessions, the last one first."""
        return self._outlined(
            """SELECT id, data FROM events WHERE id IN (
                 SELECT id FROM events WHERE session > '' ORDER BY id DESC LIMIT ?
               ) ORDER BY id DESC""",
            most,
        )

    def last(self) -> int:
        """The position of the event that arrived last; 0 while there is none."""
        ((last,),) = self._read("SELECT max(position) FROM events")
        return int(last or 0)

    def witness(self, position: int) -> Witness:
        """What distinguishes the events up to a position from those of any other log."""
        ((events, last),) = self._read(
            """SELECT count(*), (SELECT id FROM events WHERE position = ?)
               FROM events WHERE position <= ?""",
            *(position,) * 2,
        )
        return Witness(self.device, events, last)

    def fingerprint(self) -> str:
        """SHA-256 over all events in order: two logs with the same fingerprint are the same."""
        from hashlib import sha256

        digest = sha256()
        with self._lock, self._explaining("read"):
            rows = self._connection.execute("SELECT id, data FROM events ORDER BY id")
            for event_id, data in rows:
                digest.update(line(event_id, data))
        return digest.hexdigest()

    def odd_parts(self) -> list[str]:
        """What in the file's layout is not ours or is missing; if anything is, do not read it."""
        with self._lock, self._explaining("read"):
            return odd_parts(self._connection)

    def integrity_problems(self) -> list[str]:
        """What SQLite finds wrong with the file; nothing when it is sound."""
        try:
            rows = self._read("PRAGMA integrity_check")
        except LogError as error:
            return [str(error)]
        return [row[0] for row in rows if row[0] != "ok"]

    def odd_entries(self) -> list[str]:
        """What is wrong with entries whose columns do not agree with the event in them."""
        rows = self._read(f"SELECT {COLUMNS} FROM events ORDER BY id")
        return [odd for row in rows if (odd := oddity(row, self._decoded(_EVENT, row[0], row[-1])))]

    def draft(self, session: str, item: str, variant: int) -> Draft | None:
        """What was entered for a question of a session and not yet submitted."""
        rows = self._read(f"SELECT data FROM drafts {_THIS_DRAFT}", session, item, variant)
        return read_draft(rows[0][0]) if rows else None

    def drafted(self) -> dict[str, int]:
        """The sessions with a draft that is not empty, and when the latest one of each was kept."""
        at = "CASE WHEN json_valid(data) THEN CAST(json_extract(data, '$.at') AS INTEGER) END"
        query = f"SELECT session, max({at}) FROM drafts WHERE {_HOLDS_SOMETHING} GROUP BY session"
        rows = self._read(query)
        return {session: kept or 0 for session, kept in rows}

    def save_draft(self, session: str, item: str, variant: int, draft: Draft) -> None:
        """Keep a draft in place of the earlier one."""
        data = encoded(draft)
        with self._writing():
            self._connection.execute(
                "INSERT OR REPLACE INTO drafts VALUES (?, ?, ?, ?)", (session, item, variant, data)
            )

    def close(self) -> None:
        """Let go of the file; a log that grew is backed up now and then."""
        with self._lock:
            if self._grew:
                keep_automatically(self._connection, self.path)
                self._grew = False
            self._connection.close()

    def _clear_draft(self, session: str, item: str, variant: int) -> None:
        self._connection.execute(f"DELETE FROM drafts {_THIS_DRAFT}", (session, item, variant))

    def _insert(self, rows: Sequence[Sequence[str | int | None]]) -> None:
        self._connection.executemany(
            f"INSERT INTO events ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)", rows
        )
        self._grew = True

    def _outlined(self, query: str, *values: str | int) -> list[Outline]:
        return self._all_decoded(_OUTLINE, self._read(query, *values))

    def _read(self, query: str, *values: str | int) -> list[Any]:
        with self._lock, self._explaining("read"):
            return self._connection.execute(query, values).fetchall()

    def _pages(self, query: str, *values: str | int) -> Iterator[list[Any]]:
        """The rows of `_read`, a page at a time: all of a long log would take much memory."""
        with self._lock, self._explaining("read"):
            cursor = self._connection.execute(query, values)
        while True:
            with self._lock, self._explaining("read"):
                rows = cursor.fetchmany(PAGE)
            if not rows:
                return
            yield rows

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with self._lock, self._explaining("written"):
            self._expect_to_be_there()
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                if self._connection.in_transaction:
                    self._connection.execute("ROLLBACK")
                raise

    def _expect_to_be_there(self) -> None:
        """Raise if the file was deleted or replaced, as programs do that synchronise files.

        SQLite would go on writing into the old file, and all of that would be lost at the end.
        """
        if identity(self.path) != self._file:
            raise LogError(
                f"The log {self.path} is no longer there: it was moved, deleted or replaced "
                "while quizzer ran. Put it back, or start quizzer again."
            )

    @contextmanager
    def _explaining(self, verb: str) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise explain(error, self.path, verb) from error

    def _all_decoded(
        self, decoder: "msgspec.json.Decoder[Any]", rows: Sequence[tuple[str, str]]
    ) -> list[Any]:
        decode = decoder.decode
        try:
            return [decode(data) for _, data in rows]
        except (msgspec.MsgspecError, UnicodeError):
            return [self._decoded(decoder, *row) for row in rows]  # says which one it is

    def _decoded(self, decoder: "msgspec.json.Decoder[Any]", entry: str, data: str) -> Any:
        try:
            return decoder.decode(data)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise unreadable(entry, error, self.path) from error


_EVENT: "msgspec.json.Decoder[LogEvent]" = msgspec.json.Decoder(LogEvent)
_OUTLINE: "msgspec.json.Decoder[Outline]" = msgspec.json.Decoder(Outline)
_ANSWER: "msgspec.json.Decoder[SessionStarted | Answer]" = msgspec.json.Decoder(
    SessionStarted | Answer
)
_THIS_DRAFT = "WHERE session = ? AND item = ? AND variant = ?"
_HOLDS_SOMETHING = """CASE WHEN json_valid(data) THEN
    json_extract(data, '$.hints') OR json_extract(data, '$.solution_seen')
    OR EXISTS (SELECT 1 FROM json_each(data, '$.answer') WHERE value <> '')
    ELSE 1 END"""  # as Draft.is_empty; what cannot be read may hold something
