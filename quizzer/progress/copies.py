"""Taking progress along: backing up, going back to a backup, and merging two machines' logs."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from quizzer.progress.backups import stamped, write_compressed
from quizzer.progress.connecting import beside, connect, connect_to_read, refuse_while_in_use
from quizzer.progress.days import moment
from quizzer.progress.failures import DamagedError, LogError, explain
from quizzer.progress.log import Log
from quizzer.progress.places import PlaceError, make
from quizzer.words import reason_of

BESIDE = ("", "-wal", "-shm")  # the files that make up one database


class Contents(Struct, frozen=True, kw_only=True):
    """What a log or a backup holds."""

    path: Path
    device: str
    events: int
    answers: int  # that count
    last: datetime | None  # when the last event happened
    sha256: str


class Restored(Struct, frozen=True, kw_only=True):
    """What restoring changed, or would change."""

    backup: Contents
    present: Contents | None  # none: there was no log, or it cannot be read
    missing: int  # events of the present log that the backup does not hold
    kept: Path | None  # where the present log is kept; none in a dry run or when there was none


class Merged(Struct, frozen=True, kw_only=True):
    """What merging added."""

    added: int  # events
    known: int  # events of the other log that were here already
    after: Contents


def look(path: Path) -> Contents:
    """What a log or a backup holds; LogError when it is missing, damaged or not ours."""
    with closing(_sound(path)) as log:
        return _contents(log)


def back_up(path: Path, target: Path | None = None) -> Contents:
    """Copy the log, even while it is in use, and check that the copy is complete."""
    with closing(_sound(path)) as log:
        original = _contents(log)
    if target is None:
        target = stamped(path, "kept")
    elif target.exists():
        raise LogError(f"{target} is there already. Move it away, or choose another name.")
    _copy(path, target)
    copy = look(target)
    if copy.events < original.events:
        raise LogError(f"The backup {target} is incomplete. Check the disk, then try again.")
    return copy


def restore(source: Path, path: Path, *, dry_run: bool = False) -> Restored:
    """Put a backup in the place of the log; the log as it was is kept beside it."""
    with _as_another_file(source), closing(_sound(source)) as backup:
        contents = _contents(backup)
        held = {event.id for event in backup.events()}
    present, missing = _present(path, held)
    if dry_run:
        return Restored(backup=contents, present=present, missing=missing, kept=None)
    kept = None
    if present is not None:
        kept = stamped(path, "before-restore")
        _copy(path, kept)
        _fill(path, source, present.device)
    elif path.exists():
        kept = keep_damaged(path)
        fresh = fresh_beside(path)
        _fill(fresh, source, contents.device)
        put_in_place(fresh, path)
    else:
        _fill(path, source, contents.device)
    return Restored(backup=contents, present=present, missing=missing, kept=kept)


def merge(other: Path, path: Path) -> Merged:
    """Add the events of another machine's log that this one does not have.

    Drafts are not merged: they change with every key, so neither of two is the right one, and a
    draft from elsewhere could replace what is being typed here.
    """
    with (
        _as_another_file(other),
        closing(_sound(other)) as theirs,
        closing(Log.open(path)) as ours,
    ):
        added = ours.absorb(theirs)
        known = len(theirs.events()) - added
        return Merged(added=added, known=known, after=_contents(ours))


def keep_damaged(path: Path) -> Path:
    """Copy the files of a damaged log, as they are, to another name, which is returned.

    Refused while another copy of quizzer has the log open: its next answers would be lost.
    """
    kept = path.with_name(f"{path.name}.damaged-{datetime.now(UTC):%Y%m%dT%H%M%S}Z")
    try:
        for ending in BESIDE:
            if beside(path, ending).exists():
                shutil.copyfile(beside(path, ending), beside(kept, ending))
        refuse_while_in_use(path)
    except (sqlite3.Error, OSError) as error:
        for ending in BESIDE:
            beside(kept, ending).unlink(missing_ok=True)
        raise explain(error, path, "repaired") from error
    return kept


def fresh_beside(path: Path) -> Path:
    """Where to write a log that will replace this one."""
    fresh = beside(path, ".fresh")
    for ending in BESIDE:  # left over from an attempt that was interrupted
        beside(fresh, ending).unlink(missing_ok=True)
    return fresh


def put_in_place(fresh: Path, path: Path) -> None:
    """Replace a damaged log with one that is complete and closed."""
    try:
        for ending in BESIDE[1:]:
            beside(path, ending).unlink(missing_ok=True)
        fresh.replace(beside(path, ""))
    except OSError as error:
        raise explain(error, path, "replaced") from error


@contextmanager
def _as_another_file(path: Path) -> Iterator[None]:
    """If this file is damaged, do not propose the repair, which works on the log in use."""
    try:
        yield
    except DamagedError as error:
        if error.path != path:
            raise
        raise LogError(f"{error.found} Nothing was changed. Use another backup or copy.") from error


def _sound(path: Path) -> Log:
    """The file, opened for reading, once its integrity has been checked."""
    if not path.exists():
        raise LogError(f"There is no file {path}.")
    if path.is_dir():
        raise LogError(f"{path} is a folder. Name a backup in it. Nothing was changed.")
    if not path.is_file():
        raise LogError(f"{path} is not a file. Name a log or a backup. Nothing was changed.")
    if path.stat().st_size == 0:
        raise LogError(f"{path} is an empty file, not a log of quizzer. Nothing was changed.")
    log = Log.open_to_read(path)
    if problems := log.odd_parts() or log.integrity_problems():
        log.close()
        raise LogError(f"{path} is damaged ({problems[0]}). Nothing was changed.")
    return log


def _contents(log: Log) -> Contents:
    events = log.events()
    last = max((event.at for event in events), default=None)
    return Contents(
        path=log.path,
        device=log.device,
        events=len(events),
        answers=len(log.attempts()),
        last=None if last is None else moment(last).replace(tzinfo=UTC),
        sha256=log.fingerprint(),
    )


def _present(path: Path, held: set[str]) -> tuple[Contents | None, int]:
    """The log that is there now, and how many of its events are not among those `held`."""
    try:
        with closing(_sound(path)) as log:
            return _contents(log), sum(event.id not in held for event in log.events())
    except LogError:
        return None, 0


def _copy(path: Path, target: Path) -> None:
    try:
        make(target.parent)
        with closing(connect_to_read(path)) as connection:
            if target.suffix == ".gz":
                write_compressed(connection, target)
                return
            with closing(sqlite3.connect(target)) as copy:
                connection.backup(copy)
                copy.execute("PRAGMA journal_mode = DELETE")  # one file, easy to carry
    except (sqlite3.Error, OSError, PlaceError) as error:
        with suppress(OSError):
            target.unlink()
        raise _not_written(error, target) from error


def _fill(path: Path, source: Path, device: str) -> None:
    """Fill a log with a backup, through SQLite: another running copy sees all or nothing."""
    try:
        make(path.parent)
        with closing(connect_to_read(source)) as backup, closing(connect(path)) as live:
            known = live.execute("SELECT max(position) FROM events").fetchone()[0]
            backup.backup(live)
            live.execute("UPDATE facts SET value = ? WHERE name = 'device'", (device,))
            _count_on_from(live, known or 0)
    except PlaceError as error:
        raise LogError(str(error)) from error
    except (sqlite3.Error, OSError) as error:
        raise explain(error, path, "written") from error


def _count_on_from(live: sqlite3.Connection, known: int) -> None:
    """Number the next event beyond all that a running copy has read, so that the copy reads it."""
    live.execute("DELETE FROM sqlite_sequence WHERE name = 'events'")
    live.execute(
        "INSERT INTO sqlite_sequence"
        " SELECT 'events', max(?, coalesce(max(position), 0)) FROM events",
        (known,),
    )


def _not_written(error: Exception, target: Path) -> LogError:
    return LogError(
        f"The backup {target} cannot be written: {reason_of(error)}. Choose another place."
    )
