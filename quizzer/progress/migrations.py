"""The layout of the log's database, version by version, and the way from each to the next."""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeAlias

Migration: TypeAlias = tuple[str, ...]  # statements

APPLICATION_ID = 0x71756978  # "quix": tells our files from other SQLite files

_VERSION_1: Migration = (
    f"PRAGMA application_id = {APPLICATION_ID}",
    """CREATE TABLE events (
         position INTEGER PRIMARY KEY AUTOINCREMENT,  -- order of arrival in this file
         id       TEXT NOT NULL UNIQUE,               -- order of happening
         device   TEXT NOT NULL,
         at       INTEGER NOT NULL,
         event    TEXT NOT NULL,
         session  TEXT,
         item     TEXT,
         data     TEXT NOT NULL                       -- the whole event as JSON
       )""",
    "CREATE INDEX events_by_session ON events (session, id)",
    "CREATE INDEX events_by_item ON events (item, id)",
    """CREATE TRIGGER events_are_never_changed BEFORE UPDATE ON events
       BEGIN SELECT RAISE(ABORT, 'the log is append-only: no event is ever changed'); END""",
    """CREATE TRIGGER events_are_never_deleted BEFORE DELETE ON events
       BEGIN SELECT RAISE(ABORT, 'the log is append-only: no event is ever deleted'); END""",
    """CREATE TRIGGER events_are_never_replaced BEFORE INSERT ON events
       WHEN EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
       BEGIN SELECT RAISE(ABORT, 'the log is append-only: this event is already there'); END""",
    """CREATE TABLE drafts (
         session TEXT NOT NULL,
         item    TEXT NOT NULL,
         variant INTEGER NOT NULL,
         data    TEXT NOT NULL,
         PRIMARY KEY (session, item, variant)
       )""",
    "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
    "INSERT INTO facts VALUES ('device', lower(hex(randomblob(8))))",
)

MIGRATIONS: Sequence[Migration] = (_VERSION_1,)  # number n leads from version n to n + 1


class FileError(Exception):
    """The file is not one that this version can use."""


class NewerFileError(FileError):
    """The file was written by a newer quizzer."""


class ForeignFileError(FileError):
    """The file is a database, but not one of ours."""


def migrate(
    connection: sqlite3.Connection, path: Path, migrations: Sequence[Migration] = MIGRATIONS
) -> None:
    """Bring the file to the newest layout, one transaction per step, each after a backup."""
    version = _version_of_ours(connection)
    if version > len(migrations):
        raise NewerFileError
    for number in range(version, len(migrations)):
        if number > 0:  # an empty file holds nothing to lose
            _back_up(connection, backup_path(path, number))
        _take_step(connection, number, migrations[number])


def is_current(connection: sqlite3.Connection) -> bool:
    """Whether the file has the newest layout that we know; one with a newer layout is refused."""
    version = _version_of_ours(connection)
    if version > len(MIGRATIONS):
        raise NewerFileError
    return version == len(MIGRATIONS)


def backup_path(path: Path, version: int) -> Path:
    """Where the file is kept as it was before it left `version`."""
    return path.with_name(f"{path.name}.version-{version}.backup")


def odd_parts(connection: sqlite3.Connection) -> list[str]:
    """Parts of a file that could remove answers or never end, and the tables that it lacks.

    A trigger could delete what was just written; a view in place of a table could make up endless
    rows. Our own triggers may be missing: to edit a log by hand, you have to remove them.
    """
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as fresh:
        migrate(fresh, Path())
        wanted = _parts(fresh)
    found = _parts(connection)
    doing = {part: sql for part, sql in found.items() if part[0] in ("trigger", "view")}
    odd = [part for part, sql in doing.items() if wanted.get(part) != sql]
    lacking = sorted(name for kind, name in wanted.keys() - found.keys() if kind == "table")
    return [f"the {kind} {name} in it is not quizzer's" for kind, name in sorted(odd)] + [
        f"the table {name} is missing" for name in lacking
    ]


def _parts(connection: sqlite3.Connection) -> dict[tuple[str, str], str]:
    """The kind and the name of each part of the layout, and how it was made."""
    rows = connection.execute("SELECT type, name, sql FROM sqlite_master WHERE sql > ''")
    return {(kind, name): sql for kind, name, sql in rows}


def _version_of_ours(connection: sqlite3.Connection) -> int:
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    application: int = connection.execute("PRAGMA application_id").fetchone()[0]
    tables: int = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if tables and application != APPLICATION_ID:
        raise ForeignFileError
    return version


def _back_up(connection: sqlite3.Connection, target: Path) -> None:
    with closing(sqlite3.connect(target)) as copy:
        connection.backup(copy)


def _take_step(connection: sqlite3.Connection, number: int, statements: Migration) -> None:
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Another process may have taken this step while we waited for the file.
        if connection.execute("PRAGMA user_version").fetchone()[0] == number:
            for statement in statements:
                connection.execute(statement)
            connection.execute(f"PRAGMA user_version = {number + 1}")
        connection.execute("COMMIT")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
