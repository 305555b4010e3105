"""The log keeps every event, in order, for ever, and says plainly when it cannot."""

import hashlib
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from quizzer.progress import connecting
from quizzer.progress.drafts import Draft
from quizzer.progress.events import Attempted, SessionEnded, Undone
from quizzer.progress.log import Log, LogError
from tests.progress.builders import attempted, no_file_beyond, session_started


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "folder" / "progress.sqlite3"


def test_every_kind_of_event_comes_back_as_it_was(log: Log, path: Path) -> None:
    started = session_started(log)
    answer = attempted(
        log,
        session=started.id,
        answer={"x": "√d_k | a[i] \x00 é"},
        mistakes=["no-scale"],
        confidence=0,
    )
    undone = Undone(id=log.new_id(), device=log.device, at=5, target=answer.id)
    ended = SessionEnded(
        id=log.new_id(), device=log.device, at=6, offset=-90, session=started.id, finished=True
    )
    for event in (started, answer, undone, ended):
        log.append(event)
    log.close()
    reopened = Log.open(path)
    assert reopened.events() == [started, answer, undone, ended]
    assert reopened.event(answer.id) == answer
    reopened.close()


def test_undone_attempts_do_not_count_but_stay(log: Log) -> None:
    first, second = attempted(log), attempted(log)
    log.append(first, second)
    log.append(Undone(id=log.new_id(), device=log.device, at=0, target=first.id))
    assert log.attempts() == [second]
    assert first in log.events()


def test_an_event_that_is_not_there_is_a_key_error(log: Log) -> None:
    with pytest.raises(KeyError):
        log.event("nothing")


def test_the_device_is_the_same_after_reopening_and_differs_elsewhere(
    log: Log, path: Path, tmp_path: Path
) -> None:
    reopened, other = Log.open(path), Log.open(tmp_path / "other.sqlite3")
    assert log.device == reopened.device != other.device
    reopened.close()
    other.close()


def test_ids_sort_by_time_even_when_the_clock_is_set_back(
    log: Log, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = [log.new_id() for _ in range(200)]
    log.append(attempted(log, id=ids[-1]))
    monkeypatch.setattr(time, "time_ns", lambda: 10**18)  # the year 2001
    reopened = Log.open(path)
    ids += [reopened.new_id() for _ in range(200)]
    assert ids == sorted(ids)
    assert len(set(ids)) == 400
    reopened.close()


def test_several_events_are_written_all_or_none(log: Log) -> None:
    first = attempted(log)
    log.append(first)
    with pytest.raises(LogError, match="already"):
        log.append(attempted(log), first)
    assert log.events() == [first]


def test_who_reads_the_log_through_is_not_disturbed_by_what_is_written_meanwhile(log: Log) -> None:
    events = [attempted(log) for _ in range(2100)]  # more than are read at a time
    log.append(*events)
    expected, (_, position) = log.fingerprint(), log.outline()
    digest = hashlib.sha256()
    reading = log.read_through(position, digest)
    read = [next(reading).id]
    log.append(attempted(log))
    with pytest.raises(LogError, match="already"):
        log.append(events[0])
    read += [event.id for event in reading]
    assert read == [event.id for event in events]
    assert digest.hexdigest() == expected


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE events SET data = '{}'",
        "DELETE FROM events",
        "INSERT OR REPLACE INTO events SELECT * FROM events",
    ],
)
def test_the_file_itself_refuses_to_change_history(log: Log, path: Path, statement: str) -> None:
    log.append(attempted(log))
    raw = sqlite3.connect(path)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        raw.execute(statement)
    raw.close()


def test_drafts_are_kept_by_question_and_are_no_part_of_the_log(log: Log, path: Path) -> None:
    before = log.fingerprint()
    log.save_draft("s", "item", 0, Draft(answer={"x": "1"}))
    log.save_draft("s", "item", 0, Draft(answer={"x": "1 2"}, hints=1, seconds=3.5))
    log.save_draft("s", "item", 1, Draft(answer={"x": "other"}, at=7))
    reopened = Log.open(path)
    assert reopened.draft("s", "item", 0) == Draft(answer={"x": "1 2"}, hints=1, seconds=3.5)
    assert reopened.drafted() == {"s": 7}
    assert log.events() == []
    assert log.fingerprint() == before
    reopened.close()


@pytest.mark.parametrize(
    "draft",
    [
        Draft(seconds=9.0),
        Draft(answer={"x": ""}),
        Draft(answer={"x": "", "y": "1"}),
        Draft(hints=1),
        Draft(solution_seen=True),
    ],
)
def test_a_session_is_drafted_where_its_draft_is_not_empty(log: Log, draft: Draft) -> None:
    log.save_draft("s", "item", 0, draft)
    assert ("s" in log.drafted()) is not draft.is_empty


def answered(log: Log) -> Attempted:
    return attempted(log, session="s", item="item", variant={"number": 0})


def test_with_an_answer_goes_the_draft_of_its_question_and_no_other(log: Log) -> None:
    for number in (0, 1):
        log.save_draft("s", "item", number, Draft(answer={"x": "1"}))
    log.append(answered(log))
    assert log.draft("s", "item", 0) is None
    assert log.draft("s", "item", 1) is not None


def test_an_answer_whose_draft_cannot_go_is_not_there_either(log: Log, path: Path) -> None:
    log.save_draft("s", "item", 0, Draft(answer={"x": "1"}))
    raw = sqlite3.connect(path)
    full = "BEGIN SELECT RAISE(ABORT, 'as if the disk were full'); END"
    raw.execute(f"CREATE TRIGGER full BEFORE DELETE ON drafts {full}")
    raw.close()
    with pytest.raises(LogError):
        log.append(answered(log))
    assert log.events() == []
    assert log.draft("s", "item", 0) is not None


def test_halves_of_characters_are_kept_as_question_marks(log: Log) -> None:
    log.append(attempted(log, answer={"x": "a\udc80b"}))
    log.save_draft("s", "item", 0, Draft(answer={"x": "\ud800"}, hints=0, seconds=0.0))
    draft = log.draft("s", "item", 0)
    assert draft is not None
    assert (log.attempts()[0].answer, draft.answer) == ({"x": "a?b"}, {"x": "?"})


def test_the_fingerprint_tells_logs_apart(log: Log, path: Path) -> None:
    empty = log.fingerprint()
    log.append(attempted(log))
    one = log.fingerprint()
    assert empty != one
    reopened = Log.open(path)
    assert reopened.fingerprint() == one
    reopened.close()


def test_the_outline_tells_what_arrived_since(log: Log, path: Path) -> None:
    first = attempted(log, mistakes=["no-scale"], seconds=2.5)
    log.append(first)
    outlines, position = log.outline()
    assert [outline.id for outline in outlines] == [first.id]
    assert log.outline(position) == ([], position)
    elsewhere = Log.open(path)
    second = attempted(elsewhere)
    elsewhere.append(second)
    assert [outline.id for outline in log.outline(position)[0]] == [second.id]
    assert log.outline(most=1) == (outlines, position)
    elsewhere.close()


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
    with pytest.raises(LogError, match="cannot be opened"):
        Log.open(tmp_path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(LogError, match="QUIZZER_HOME"):
        Log.open(tmp_path / "progress.sqlite3")


@pytest.mark.skipif(os.name == "nt", reason="Windows deletes no file that is in use")
def test_a_log_that_was_deleted_while_in_use_takes_no_answer(log: Log, path: Path) -> None:
    moved = path.rename(path.with_name("moved"))
    with pytest.raises(LogError, match=r"not there any more.*Put it back"):
        log.append(attempted(log))
    moved.rename(path)
    log.append(attempted(log))
    assert len(log.events()) == 1


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
    with pytest.raises(LogError, match="another program holds it"):
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


# Several processes

APPENDING = """
import sys
from pathlib import Path
from quizzer.progress.log import Log
from tests.progress.builders import attempted
log = Log.open(Path(sys.argv[1]))
for n in range(int(sys.argv[2])):
    event = attempted(log, item=f"item-{n}")
    log.append(event)
    print(event.id, flush=True)
sys.stdin.read()
"""


def _append_elsewhere(path: Path, count: int) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(APPENDING), str(path), str(count)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def test_two_processes_may_begin_and_fill_one_log_at_once(path: Path) -> None:
    processes = [_append_elsewhere(path, 40) for _ in range(2)]
    printed = [process.communicate()[0].split() for process in processes]
    log = Log.open(path)
    assert [len(ids) for ids in printed] == [40, 40]
    assert sorted(event.id for event in log.events()) == sorted(printed[0] + printed[1])
    log.close()


def test_what_was_acknowledged_survives_a_kill(path: Path) -> None:
    process = _append_elsewhere(path, 3)
    assert process.stdout is not None
    acknowledged = [process.stdout.readline().strip() for _ in range(3)]
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    log = Log.open(path)
    assert [event.id for event in log.events()] == acknowledged
    log.close()


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
import os, sys
from pathlib import Path
from quizzer.progress.log import Log, LogError  # before: its folder may be for root alone
from tests.progress.builders import attempted
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
