"""Old files open in new versions; whatever goes wrong on the way, nothing is lost."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from quizzer.progress.drafts import Draft
from quizzer.progress.history import History
from quizzer.progress.log import Log
from quizzer.progress.migrations import MIGRATIONS, backup_path, migrate

VERSION_1 = Path(__file__).parent / "files" / "version_1.sql"
SESSION = "019cae0400000000000000000000000a"


@pytest.fixture
def old_file(tmp_path: Path) -> Path:
    path = tmp_path / "progress.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(VERSION_1.read_text())
    return path


@pytest.fixture
def connection(old_file: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(old_file, isolation_level=None)) as connection:
        yield connection


def test_a_file_of_version_1_opens_with_everything_in_it(old_file: Path) -> None:
    with closing(Log.open(old_file)) as log:
        assert log.device == "0123456789abcdef"
        (attempt,) = log.attempts()
        assert (attempt.item, attempt.answer, attempt.hints) == ("why-scale", {"choice": "B"}, 1)
        assert attempt.variant["drawn"] == {"order": [1, 0]}
        assert log.draft(SESSION, "sdpa-by-hand", 3) == Draft(answer={"scores": "1 2"}, seconds=40)
        history = History(log)
        assert [entry.id for entry in history.chronicle().sessions] == [SESSION]
        assert history.numbers_used("sdpa-by-hand") == [3]
        assert history.card("sdpa-by-hand") is None


def test_a_step_is_taken_once_and_after_a_backup(
    old_file: Path, connection: sqlite3.Connection
) -> None:
    steps = [*MIGRATIONS, ("ALTER TABLE facts ADD COLUMN since INTEGER",)]
    for _ in range(2):
        migrate(connection, old_file, steps)
    assert connection.execute("PRAGMA user_version").fetchone() == (len(steps),)
    assert connection.execute("SELECT since FROM facts").fetchone() == (None,)
    with closing(Log.open(backup_path(old_file, len(MIGRATIONS)))) as backup:
        assert len(backup.events()) == 4


def test_a_step_that_fails_leaves_the_file_as_it_was(
    old_file: Path, connection: sqlite3.Connection
) -> None:
    steps = [*MIGRATIONS, ("DROP TABLE drafts", "SELECT nonsense FROM nowhere")]
    with pytest.raises(sqlite3.OperationalError):
        migrate(connection, old_file, steps)
    connection.close()
    with closing(Log.open(old_file)) as log:
        assert log.draft(SESSION, "sdpa-by-hand", 3) is not None
        assert len(log.events()) == 4


def test_a_new_file_needs_no_backup(tmp_path: Path) -> None:
    Log.open(tmp_path / "progress.sqlite3").close()
    assert not list(tmp_path.glob("*.backup"))
