"""Connections to the log's file: one to write, and one that reads where nothing can be written."""

import gzip
import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from quizzer.progress.migrations import is_current, migrate

BUSY_SECONDS = 5.0
CACHE_KIB = 256  # what is read of a long log is seldom read again soon; the usual 2 MiB would stay
GZIP_MAGIC = b"\x1f\x8b"
# A folder that is read-only, or a disk that is full, has no room for the file readers share.
_CANNOT_SHARE = (
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
)


def connect(path: Path) -> sqlite3.Connection:
    """A connection for reading and writing, to a file that is brought to the newest layout."""
    _expect_a_file(path)
    connection = _opened(str(path))
    try:
        _switch_to_wal(connection)
        connection.execute("PRAGMA synchronous = FULL")
        migrate(connection, path)
    except BaseException:
        connection.close()
        raise
    return connection


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that refuses to write: to the file, a compressed backup, or nothing at all.

    Reading must also work where nothing can be written. SQLite then needs help: it cannot make
    the file beside the log that readers share, and an old layout cannot be brought up to date.
    """
    _expect_a_file(path)
    if not path.exists():
        connection = _in_memory(None)
    elif _is_compressed(path):
        connection = _in_memory(path)
    else:
        connection = _read_in_place(path) or _in_memory(path)
    connection.execute("PRAGMA query_only = ON")
    return connection


def refuse_while_in_use(path: Path) -> None:
    """Raise when another program has the log open; what is damaged beyond telling is in no use.

    Only the last connection to a log may leave the mode in which it is written.
    """
    try:
        with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
            raise


def write_ahead_file(path: Path) -> Path:
    """The file beside the log that holds the latest answers until SQLite moves them over."""
    return beside(path, "-wal")


def beside(path: Path, ending: str) -> Path:
    """A file that belongs to the log. SQLite has its own where a link leads, not where it is."""
    real = Path(os.path.realpath(path))
    return real.with_name(real.name + ending)


def _read_in_place(path: Path) -> sqlite3.Connection | None:
    """A connection to the file itself; none when the file would have to be changed to read it."""
    shared, alone = f"{path.absolute().as_uri()}?mode=ro", "&immutable=1"
    try:
        return _current(_opened(shared))
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF not in _CANNOT_SHARE:
            raise
        if _holds_anything(write_ahead_file(path)):
            return None
        return _current(_opened(shared + alone))


def _current(connection: sqlite3.Connection) -> sqlite3.Connection | None:
    try:
        if is_current(connection):
            return connection
    except BaseException:
        connection.close()
        raise
    connection.close()
    return None


def _in_memory(path: Path | None) -> sqlite3.Connection:
    """The content of a file, with its latest answers and in the newest layout; or an empty log."""
    connection = _opened(":memory:")
    if path is None:
        migrate(connection, Path(":memory:"))
        return connection
    with TemporaryDirectory(prefix="quizzer-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        _copy(path, copy)
        with closing(connect(copy)) as source:
            source.execute("PRAGMA journal_mode = DELETE")  # memory knows no other file
            source.backup(connection)
    return connection


def _copy(path: Path, target: Path) -> None:
    if _is_compressed(path):
        with gzip.open(path) as source, target.open("wb") as file:
            shutil.copyfileobj(source, file)
        return
    shutil.copyfile(path, target)
    if _holds_anything(write_ahead_file(path)):
        shutil.copyfile(write_ahead_file(path), write_ahead_file(target))


def _expect_a_file(path: Path) -> None:
    if os.path.exists(path) and not os.path.isfile(path):  # neither fails where one may not look
        raise OSError("it is not a file")  # a pipe would be waited for


def _is_compressed(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(2) == GZIP_MAGIC


def _holds_anything(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _opened(name: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        name,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
        uri=name.startswith("file:"),
    )
    connection.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    return connection


def _switch_to_wal(connection: sqlite3.Connection) -> None:
    """A log written ahead: one write makes an answer durable, and reports read meanwhile.

    With a journal to roll back, two copies at once take two to six times as long for an answer.
    The price is the file beside the log that they map into memory: who cuts it off ends them.
    SQLite does not wait by itself when two processes switch a new file at the same time.
    """
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.01)


def identity(path: Path) -> tuple[int, int] | None:
    """Which file has this name now, whatever was written into it."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
