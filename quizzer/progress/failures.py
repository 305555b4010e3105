"""Failures of storage in words: what happened, to which file, and what to do."""

import sqlite3
from pathlib import Path

from quizzer.progress.migrations import ForeignFileError, NewerFileError
from quizzer.words import reason_of

_SAFE = "All your earlier answers are still in it."
_REPAIR = (
    "`quizzer doctor --repair` saves all that is readable in it or in backups, and keeps the "
    "damaged file."
)


class LogError(Exception):
    """The log cannot be used; the message says what is wrong, where, and what to do."""


def damaged(path: Path, what: str) -> LogError:
    """The error for a file that SQLite can read, but that is no longer a log."""
    return LogError(f"The log {path} is damaged: {what}. {_REPAIR}")


def unreadable(found: str, why: object) -> LogError:
    """The error for what this version cannot read; `found` may be `The log contains an entry`."""
    return LogError(
        f"{found} that cannot be read ({why}). "
        "It may come from a newer quizzer; update quizzer, or restore a backup."
    )


def explain(error: Exception, path: Path, verb: str) -> LogError:
    """The error for a failure while the log was being opened, read or written (the `verb`)."""
    if isinstance(error, NewerFileError):
        return LogError(
            f"The log {path} was written by a newer quizzer. Update quizzer; nothing was changed."
        )
    if isinstance(error, ForeignFileError):
        return LogError(
            f"{path} is a database of another program, not a quizzer log. Move it away or choose "
            "another folder with QUIZZER_HOME; nothing was changed."
        )
    if isinstance(error, OSError):
        return LogError(
            f"The log {path} cannot be {verb}: {reason_of(error)}. "
            "Check the file, its folder and the space on the disk, then try again."
        )
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # the low byte is the kind of failure
    what, advice = _WORDS.get(code, (str(error), "Try again; if that fails, restore a backup."))
    return LogError(f"The log {path} cannot be {verb}: {what}. {advice}")


_WORDS: dict[int, tuple[str, str]] = {
    sqlite3.SQLITE_READONLY: (
        "the file or its folder is read-only",
        f"Make it writable, or choose another folder with QUIZZER_HOME. {_SAFE}",
    ),
    sqlite3.SQLITE_CANTOPEN: (
        "the file cannot be opened or created",
        "Check that it is a file in a folder that you may write to, "
        "or choose another folder with QUIZZER_HOME.",
    ),
    sqlite3.SQLITE_FULL: (
        "the disk is full",
        f"Free some space and answer again. {_SAFE}",
    ),
    sqlite3.SQLITE_IOERR: (
        "the disk reports an error",
        f"Check the disk and its free space, then try again. {_SAFE}",
    ),
    sqlite3.SQLITE_BUSY: (
        "another program is using it",
        f"Close other copies of quizzer and programs that read the file, then try again. {_SAFE}",
    ),
    sqlite3.SQLITE_LOCKED: (
        "another part of quizzer is using it",
        f"Try again in a moment. {_SAFE}",
    ),
    sqlite3.SQLITE_CORRUPT: ("the file is damaged", _REPAIR),
    sqlite3.SQLITE_NOTADB: ("it is not a database, or its beginning is damaged", _REPAIR),
    sqlite3.SQLITE_CONSTRAINT: (
        "this event is in it already, or it would change an event",
        "The log only ever grows; nothing was changed.",
    ),
}
