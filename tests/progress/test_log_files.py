"""The file of the log: what can go wrong with it, and reading where nothing can be written."""

import os
import sqlite3
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from quizzer.progress import connecting
from quizzer.progress.doctor import examine
from quizzer.progress.failures import LogError
from quizzer.progress.history import History
from quizzer.progress.log import Log
from tests.progress.builders import attempted, no_file_beyond, variant

# What can go wrong with the file


def test_a_file_of_a_newer_quizzer_is_refused_unchanged(path: Path) -> None:
    Log.open(path).close()
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA user_version = 999")
    raw.close()
    with pytest.raises(LogError, match=r"progress\.sqlite3.*newer.*Update quizzer"):
        Log.open(path)


def test_a_database_of_another_program_is_refused_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "bookmarks.sqlite3"
    raw = sqlite3.connect(path)
    raw.execute("CREATE TABLE bookmarks (url TEXT)")
    raw.commit()
    with pytest.raises(LogError, match="another program"):
        Log.open(path)
    assert raw.execute("SELECT name FROM sqlite_master").fetchall() == [("bookmarks",)]
    raw.close()


def test_a_file_that_is_no_database_is_refused_unchanged(tmp_path: Path) -> None:
    path = tmp_path / "progress.sqlite3"
    path.write_text("dear diary, " * 500)
    with pytest.raises(LogError, match=r"progress\.sqlite3.*not a database.*quizzer doctor"):
        Log.open(path)
    assert path.read_text() == "dear diary, " * 500


def test_a_damaged_file_is_told_and_not_touched(path: Path) -> None:
    log = Log.open(path)
    for _ in range(50):
        log.append(attempted(log, answer={"x": "y" * 3000}))
    log.close()
    damaged = bytearray(path.read_bytes())
    damaged[8192:-8192] = b"\xff" * (len(damaged) - 16384)
    path.write_bytes(damaged)
    with pytest.raises(LogError, match=r"damaged.*quizzer doctor"):
        Log.open(path).events()
    assert path.read_bytes() == damaged


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(LogError, match=r"file.*QUIZZER_HOME"):
        Log.open(tmp_path / "file" / "progress.sqlite3")


def test_a_folder_in_place_of_the_file_is_told(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="cannot be opened: it is not a file"):
        Log.open(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(LogError, match="QUIZZER_HOME"):
        Log.open(tmp_path / "progress.sqlite3")


@pytest.mark.skipif(os.name == "nt", reason="Windows deletes no file that is in use")
def test_a_log_that_was_deleted_while_in_use_takes_no_answer(log: Log, path: Path) -> None:
    moved = path.rename(path.with_name("moved"))
    with pytest.raises(LogError, match=r"no longer there.*Put it back"):
        log.append(attempted(log))
    moved.rename(path)
    log.append(attempted(log))
    assert len(log.events()) == 1


@pytest.mark.skipif(os.name == "nt", reason="Windows replaces no file that is in use")
def test_a_log_that_another_took_the_place_of_takes_no_answer(log: Log, path: Path) -> None:
    """As programs do that keep folders on two machines alike."""
    copy = path.with_name("copy")
    copy.write_bytes(path.read_bytes())
    copy.replace(path)
    with pytest.raises(LogError, match=r"replaced while quizzer ran.*start quizzer again"):
        log.append(attempted(log))


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    """To a log; what is said to it holds for whoever uses it."""
    path.parent.mkdir(parents=True)
    with closing(connecting.connect(path)) as connection:
        yield connection


def test_a_log_that_became_read_only_is_told_and_can_be_read(
    connection: sqlite3.Connection, path: Path
) -> None:
    log = Log(connection, path)
    log.append(attempted(log))
    connection.execute("PRAGMA query_only = ON")  # as SQLite treats a read-only file
    with pytest.raises(LogError, match=r"read-only.*QUIZZER_HOME"):
        log.append(attempted(log))
    assert len(log.events()) == 1


def test_a_full_disk_is_told_and_loses_nothing(connection: sqlite3.Connection, path: Path) -> None:
    log = Log(connection, path)
    log.append(attempted(log))
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    connection.execute(f"PRAGMA max_page_count = {pages}")  # as if the disk ended here
    with pytest.raises(LogError, match=r"disk is full.*Free some space"):
        log.append(attempted(log, answer={"x": "y" * 100_000}))
    connection.execute("PRAGMA max_page_count = 1000000")
    log.append(attempted(log))
    reopened = Log.open(path)
    assert len(reopened.events()) == 2
    reopened.close()


def test_a_locked_file_is_told(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "BUSY_SECONDS", 0.05)
    log = Log.open(path)
    raw = sqlite3.connect(path, isolation_level=None)
    raw.execute("BEGIN IMMEDIATE")
    with pytest.raises(LogError, match="another program is using it"):
        log.append(attempted(log))
    raw.execute("ROLLBACK")
    log.append(attempted(log))
    raw.close()
    log.close()


def test_an_entry_that_cannot_be_read_is_named(log: Log, path: Path) -> None:
    raw = sqlite3.connect(path)
    raw.execute(
        "INSERT INTO events (id, device, at, event, data) VALUES"
        """ ('00ff', 'd', 1, 'danced', '{"event": "danced", "id": "00ff"}')"""
    )
    raw.commit()
    raw.close()
    with pytest.raises(LogError, match=r"00ff.*newer quizzer"):
        log.events()


@pytest.mark.parametrize(
    "spoiled",
    [
        {"confidence": 4},
        {"seconds": -1.0},
        {"seconds": 1e308},
        {"offset": 10**30},
        {"hints": -(10**30)},
    ],
)
def test_an_answer_that_cannot_be_counted_is_named(
    log: Log, path: Path, spoiled: dict[str, Any]
) -> None:
    answer = attempted(log, **spoiled)
    log.append(answer)
    for look in (log.events, log.outline):
        with pytest.raises(LogError, match=rf"{answer.id}.*newer quizzer.*doctor --repair"):
            look()
    assert answer.id in examine(path).problems[0]


@pytest.mark.parametrize("score", ["1/0", "one", "1e400", "-1/2", "9" * 5000])
def test_an_answer_whose_score_is_none_is_named(log: Log, path: Path, score: str) -> None:
    answer = attempted(log, score=score)
    log.append(answer)
    history = History(log)
    for look in (log.events, history.records, history.chronicle, lambda: list(history.answers())):
        with pytest.raises(LogError, match=rf"{answer.id}.*newer quizzer.*doctor --repair"):
            look()
    assert answer.id in examine(path).problems[0]


@pytest.mark.parametrize("spoiled", [{"version": "x"}, {"seed": None}, {"drawn": []}])
def test_an_answer_whose_variant_is_none_is_named(
    log: Log, path: Path, spoiled: dict[str, Any]
) -> None:
    answer = attempted(log, variant=variant(0) | spoiled)
    log.append(answer)
    for look in (log.events, lambda: log.event(answer.id)):
        with pytest.raises(LogError, match=rf"{answer.id}.*variant.*newer.*doctor --repair"):
            look()
    assert answer.id in examine(path).problems[0]


def test_an_entry_whose_id_is_none_is_told_when_the_next_wants_one(log: Log, path: Path) -> None:
    log.append(attempted(log, id="q1a2"))
    with pytest.raises(LogError, match=r"'q1a2' is not the id.*doctor --repair"):
        log.new_id()
    assert examine(path).problems == ("'q1a2' is not the id of an entry",)


def test_an_entry_with_another_id_in_it_is_told_where_it_is_looked_for(log: Log) -> None:
    with pytest.raises(LogError, match=r"the entry 00ff is missing.*doctor --repair"):
        log.event("00ff")


# Reading where nothing can be written


def test_a_log_that_is_read_is_not_written(log: Log, path: Path) -> None:
    log.append(attempted(log))
    with closing(Log.open_to_read(path)) as reading:
        assert reading.events() == log.events()
        log.append(attempted(log))
        assert len(reading.events()) == 2  # it is the file, not a copy
        with pytest.raises(LogError, match="read-only"):
            reading.append(attempted(reading))


def test_on_a_full_disk_the_log_can_be_read(log: Log, path: Path) -> None:
    log.append(attempted(log))
    log.close()
    with no_file_beyond(1000), closing(Log.open_to_read(path)) as reading:
        assert len(reading.events()) == 1


def test_reading_a_log_that_is_not_there_creates_nothing(path: Path) -> None:
    with closing(Log.open_to_read(path)) as reading:
        assert reading.events() == []
    assert not path.parent.exists()


def unprivileged(script: str, path: Path) -> str:
    """What a script prints that may not write to the folder; root steps down for it."""
    done = subprocess.run(
        [sys.executable, "-c", f"{STEP_DOWN}\n{textwrap.dedent(script)}", str(path)],
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


STEP_DOWN = """
import os, sys, urllib.parse
from pathlib import Path
from quizzer.progress.failures import LogError
from quizzer.progress.log import Log
from tests.progress.builders import attempted
# All is imported by now: the folders of Python may be for root alone.
path = Path(sys.argv[1])
if os.geteuid() == 0:
    os.setuid(65534)
"""


@pytest.fixture
def seen_by_all() -> Iterator[Path]:
    """A log in a folder that is not for one user alone, as those of pytest are."""
    with TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        (Path(folder) / "home").mkdir()
        yield Path(folder) / "home" / "progress.sqlite3"
        (Path(folder) / "home").chmod(0o755)


def only_readable(path: Path) -> None:
    for file in path.parent.iterdir():
        file.chmod(0o444)
    path.parent.chmod(0o555)


def test_in_a_folder_that_is_read_only_the_log_can_be_read(seen_by_all: Path) -> None:
    with closing(Log.open(seen_by_all)) as log:
        log.append(attempted(log))
    only_readable(seen_by_all)
    told = """
        print(len(Log.open_to_read(path).events()))
        try:
            Log.open(path)
        except LogError as error:
            print(error)
    """
    count, message = unprivileged(told, seen_by_all).splitlines()
    assert count == "1"
    assert "read-only" in message
    assert "QUIZZER_HOME" in message


def test_the_latest_answers_are_read_too_when_a_crash_left_them_beside_the_log(
    log: Log, path: Path, seen_by_all: Path
) -> None:
    log.append(attempted(log))
    log.append(attempted(log))
    for ending in ("", "-wal"):  # as they are now, without an orderly end
        source = path.with_name(path.name + ending)
        seen_by_all.with_name(source.name).write_bytes(source.read_bytes())
    only_readable(seen_by_all)
    assert unprivileged("print(len(Log.open_to_read(path).events()))", seen_by_all) == "2\n"
