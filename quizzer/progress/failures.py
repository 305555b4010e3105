"""Failures of storage in words: what happened, to which file, and what to do."""

import sqlite3
from pathlib import Path

import msgspec

from quizzer.progress.migrations import ForeignFileError, NewerFileError
from quizzer.words import reason_of

_SAFE = "All your earlier answers are still in it."
_REPAIR = (
    "`quizzer doctor --repair` saves all that is readable in it or in backups, and keeps the "
    "damaged file."
)


class LogError(Exception):
    """The log cannot be used; the message says what is wrong, where, and what to do."""


class DamagedError(LogError):
    """A file is damaged, or an entry in it; `found` says what is wrong, without what to do.

    What to do is said for the log in use: the repair works on no other file.
    """

    def __init__(self, path: Path | None, found: str, otherwise: str = "") -> None:
        super().__init__(f"{found} {otherwise}{_REPAIR}")
        self.path = path
        self.found = found


class MissingEntryError(DamagedError, KeyError):
    """There is no entry of this id. Others may refer to one in the log of another machine."""

    __str__ = Exception.__str__


def damaged(path: Path, what: str) -> LogError:
    """The error for a file that SQLite can read, but that is no longer a log."""
    return DamagedError(path, f"The log {path} is damaged: {what}.")


def unreadable(entry: str, error: Exception, path: Path | None = None) -> LogError:
    """The error for an entry that this version cannot read."""
    log = f"The log {path}" if path else "The log"
    found = f"{log} contains an entry that cannot be read ({entry}: {error})."
    if is_newer(error):
        return LogError(
            f"{found} It may come from a newer quizzer; update quizzer, or restore a backup."
        )
    return DamagedError(
        path, found, "If a newer quizzer was used, update quizzer. Otherwise it is damaged: "
    )


def is_newer(error: BaseException | None) -> bool:
    """Whether an entry has a kind or a word that only a newer version can know.

    A newer version that keeps anything in another form has another layout of the file, which is
    told before any entry is read.
    """
    return isinstance(error, msgspec.ValidationError) and str(error).startswith("Invalid")


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
    if isinstance(error, EOFError):
        return DamagedError(
            path, f"The log {path} cannot be {verb}: its end is missing, or it is damaged."
        )
    if code in _DAMAGE:
        return DamagedError(path, f"The log {path} cannot be {verb}: {_DAMAGE[code]}.")
    what, advice = _WORDS.get(code, (str(error), "Try again; if that fails, restore a backup."))
    return LogError(f"The log {path} cannot be {verb}: {what}. {advice}")


_DAMAGE: dict[int, str] = {
    sqlite3.SQLITE_CORRUPT: "the file is damaged",
    sqlite3.SQLITE_NOTADB: "it is not a database, or its beginning is damaged",
}
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
    sqlite3.SQLITE_CONSTRAINT: (
        "this event is in it already, or it would change an event",
        "The log only ever grows; nothing was changed.",
    ),
}
