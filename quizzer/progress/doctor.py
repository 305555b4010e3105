"""Looks after the log: says what is wrong with it, and makes a sound log out of a damaged one."""

import sqlite3
from contextlib import closing
from pathlib import Path

from msgspec import Struct

from quizzer.progress.backups import automatic_backups
from quizzer.progress.connecting import connect
from quizzer.progress.copies import fresh_beside, keep_damaged, put_in_place
from quizzer.progress.events import Attempted, LogEvent, SessionEnded, Undone
from quizzer.progress.failures import DamagedError, LogError, explain
from quizzer.progress.history import History
from quizzer.progress.log import Log
from quizzer.progress.rows import is_id
from quizzer.progress.salvage import Salvaged, salvage
from quizzer.words import counted

SHOWN = 5  # complaints of SQLite about one file


class Health(Struct, frozen=True, kw_only=True):
    """The state of a log. Problems can be repaired; notes are just good to know."""

    exists: bool
    events: int = 0
    attempts: int = 0
    undone: int = 0
    items: int = 0  # in the schedule, which was computed again for this
    backups: int = 0  # automatic ones
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Repaired(Struct, frozen=True, kw_only=True):
    """What was saved from a damaged log."""

    kept: Path  # the damaged file under its new name
    events: int
    from_backups: int  # of them, found only in backups
    drafts: int


def examine(path: Path) -> Health:
    """Look at everything: the file, each event, and what is derived from them."""
    backups = len(automatic_backups(path))
    if not path.exists():
        return Health(exists=False, backups=backups)
    try:
        with closing(Log.open_to_read(path)) as log:
            if odd := log.odd_parts():
                return Health(exists=True, backups=backups, problems=tuple(odd[:SHOWN]))
            problems = log.integrity_problems()[:SHOWN] + log.odd_entries()[:SHOWN]
            events = log.events()
            history = History(log)
            records, undone = history.records(), history.chronicle().attempts_undone
    except DamagedError as error:  # not of a newer quizzer: a repair would leave out its entries
        return Health(exists=True, backups=backups, problems=(str(error),))
    return Health(
        exists=True,
        events=len(events),
        attempts=sum(record.answers for record in records.values()),
        undone=undone,
        items=len(records),
        backups=backups,
        problems=tuple(problems),
        notes=tuple(_loose_ends(events)),
    )


def repair(path: Path) -> Repaired:
    """Replace a damaged log with a sound one that has all that is readable in it and in backups.

    The damaged file is kept. The new log is written in full before it takes its place.
    """
    kept = keep_damaged(path)
    found = salvage(kept)
    backed_up = _in_backups(path)
    events = {known: each for known, each in (backed_up | found.events).items() if is_id(known)}
    fresh = fresh_beside(path)
    _write(fresh, found, events)
    put_in_place(fresh, path)
    return Repaired(
        kept=kept,
        events=len(events),
        from_backups=len(backed_up.keys() - found.events.keys()),
        drafts=len(found.drafts),
    )


def _loose_ends(events: list[LogEvent]) -> list[str]:
    """References to events that are not there: another machine's log may hold them."""
    ids = {event.id for event in events}
    missing = {
        target
        for event in events
        for target in _references(event)
        if target is not None and target not in ids
    }
    if not missing:
        return []
    be = "is" if len(missing) == 1 else "are"
    return [
        f"{counted(len(missing), 'event')} that others refer to {be} not in this log. The log of "
        "another machine may have more of them: see `quizzer merge`."
    ]


def _references(event: LogEvent) -> tuple[str | None, ...]:
    match event:
        case Attempted() | SessionEnded():
            return (event.session,)
        case Undone():
            return (event.target,)
        case _:
            return ()


def _in_backups(path: Path) -> dict[str, LogEvent]:
    """All events of all readable automatic backups."""
    events: dict[str, LogEvent] = {}
    for file in automatic_backups(path).values():
        try:
            with closing(Log.open_to_read(file)) as backup:
                events |= {event.id: event for event in backup.events()}
        except LogError:
            continue  # a damaged backup is what the others are for
    return events


def _write(fresh: Path, found: Salvaged, events: dict[str, LogEvent]) -> None:
    try:
        with closing(connect(fresh)) as connection:
            if found.device is not None:
                connection.execute(
                    "UPDATE facts SET value = ? WHERE name = 'device'", (found.device,)
                )
    except (sqlite3.Error, OSError) as error:
        raise explain(error, fresh, "written") from error
    with closing(Log.open(fresh)) as log:
        log.append(*(events[event_id] for event_id in sorted(events)))
        for kept in found.drafts:
            log.save_draft(kept.session, kept.item, kept.variant, kept.draft)
