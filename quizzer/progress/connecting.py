"""Connections to the log's file: for writing, and for reading even where nothing can be written."""

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
CACHE_KIB = 256  # little of a long log is read again soon, and the usual 2 MiB would not be freed
GZIP_MAGIC = b"\x1f\x8b"
# In a read-only folder, or on a full disk, SQLite cannot make the file that readers share.
_CANNOT_SHARE = (
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
)


def connect(path: Path) -> sqlite3.Connection:
    """A connection for reading and writing; the file is brought to the newest layout first."""
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
    """Raise if another program has the log open.

    The test is to leave write-ahead mode, which only the last connection to a log may do. A file
    that is too damaged to tell counts as not in use.
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
    """A file beside the log that belongs to it. If the log is a link, it is beside the target.

    SQLite puts its own files there.
    """
    real = Path(os.path.realpath(path))
    return real.with_name(real.name + ending)


def _read_in_place(path: Path) -> sqlite3.Connection | None:
    """A connection to the file itself; none if it could not be read without changing it."""
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
    """A copy of a file, with its latest answers and in the newest layout; or an empty log."""
    connection = _opened(":memory:")
    if path is None:
        migrate(connection, Path(":memory:"))
        return connection
    with TemporaryDirectory(prefix="quizzer-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        _copy(path, copy)
        with closing(connect(copy)) as source:
            source.execute("PRAGMA journal_mode = DELETE")  # in memory, there is no second file
            source.backup(connection)
    return connection


def _copy(path: Path, target: Path) -> None:
    if _is_compressed(path):
        import zlib  # here, because few commands read a backup

        try:
            with gzip.open(path) as source, target.open("wb") as file:
                shutil.copyfileobj(source, file)
        except (gzip.BadGzipFile, zlib.error) as error:
            raise EOFError(str(error)) from error  # as where the file ends too early
        return
    shutil.copyfile(path, target)
    if _holds_anything(write_ahead_file(path)):
        shutil.copyfile(write_ahead_file(path), write_ahead_file(target))


def _expect_a_file(path: Path) -> None:
    if os.path.exists(path) and not os.path.isfile(path):  # neither raises where access is denied
        raise OSError("it is not a file")  # reading a pipe could wait for ever


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
    """Write ahead: one write makes an answer durable, and reports can read meanwhile.

    With a rollback journal, two copies of quizzer at once take two to six times as long per answer.
    The price is a file beside the log that both map into memory: truncating it would kill them.
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
    """Identifies the file that has this name now, whatever it contains; none if there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino
