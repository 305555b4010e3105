"""Damage is found and told, and everything that is readable anywhere is saved."""

import json
import math
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from quizzer.progress.backups import write_compressed
from quizzer.progress.doctor import examine, repair
from quizzer.progress.drafts import Draft
from quizzer.progress.events import Attempted, LogEvent, Undone
from quizzer.progress.failures import LogError
from quizzer.progress.log import Log
from tests.progress.builders import attempted, no_file_beyond

PAGE = 4096


@pytest.fixture
def events(path: Path) -> list[LogEvent]:
    """A log of 200 answers and a draft, on about 40 pages, closed."""
    with closing(Log.open(path)) as log:
        log.append(*(attempted(log, answer={"x": f"{n} √d_k " * 9}) for n in range(200)))
        log.save_draft("s", "item", 0, Draft(answer={"x": "half an answer"}))
        written = log.events()
    for backup in (path.parent / "backups").iterdir():
        backup.unlink()  # tests that are about backups make their own
    return written


def overwrite(path: Path, start: int, stop: int) -> bytes:
    content = bytearray(path.read_bytes())
    content[start:stop] = b"\xa5" * (stop - start)
    path.write_bytes(content)
    return bytes(content)


def events_in(path: Path) -> list[LogEvent]:
    with closing(Log.open_to_read(path)) as log:
        return log.events()


def crash_after_an_answer(path: Path) -> None:
    """What the last run wrote is still beside the log, in the write-ahead file."""
    script = (
        "import os, sys; from pathlib import Path; from quizzer.progress.log import Log;"
        "from tests.progress.builders import attempted;"
        "log = Log.open(Path(sys.argv[1])); log.append(attempted(log, item='last')); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=False)


# Looking


def test_no_log_is_no_problem(path: Path) -> None:
    health = examine(path)
    assert (health.exists, health.problems) == (False, ())
    assert not path.exists()


def test_a_sound_log_is_told_sound_with_what_is_in_it(path: Path) -> None:
    with closing(Log.open(path)) as log:
        first, second = attempted(log), attempted(log, item="other")
        undone = Undone(id=log.new_id(), device=log.device, at=0, target=second.id)
        log.append(first, second, undone)
    health = examine(path)
    assert (health.problems, health.notes) == ((), ())
    assert (health.events, health.attempts, health.undone, health.items) == (3, 1, 1, 1)
    assert health.backups == 1


def test_a_damaged_page_is_found(path: Path, events: list[LogEvent]) -> None:
    overwrite(path, 10 * PAGE, 11 * PAGE)
    assert examine(path).problems


def test_a_damaged_index_is_found_and_made_anew(path: Path, events: list[LogEvent]) -> None:
    with closing(sqlite3.connect(path)) as raw:
        (root,) = raw.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'events_by_item'"
        ).fetchone()
        raw.execute("PRAGMA journal_mode = DELETE")
    overwrite(path, (root - 1) * PAGE, root * PAGE)
    assert examine(path).problems
    assert repair(path).events == 200
    assert examine(path).problems == ()


def test_an_entry_changed_by_hand_is_found(path: Path, events: list[LogEvent]) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        raw.execute("DROP TRIGGER events_are_never_changed")
        raw.execute("UPDATE events SET item = 'easier' WHERE position = 7")
    (problem,) = examine(path).problems
    assert events[6].id in problem


def test_loose_ends_are_a_note_not_a_problem(path: Path) -> None:
    with closing(Log.open(path)) as log:
        log.append(attempted(log, session="elsewhere"))
    health = examine(path)
    assert health.problems == ()
    assert health.notes[0].startswith("1 event that others refer to is not in this log.")
    assert "quizzer merge" in health.notes[0]


def test_a_file_of_another_program_is_not_touched(path: Path) -> None:
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE bookmarks (url TEXT)")
        raw.commit()
    with pytest.raises(LogError, match="another program"):
        examine(path)


def test_an_entry_of_a_newer_quizzer_is_not_to_be_repaired_away(
    path: Path, events: list[LogEvent]
) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute(
            "INSERT INTO events (id, device, at, event, data) VALUES"
            """ ('00ff', 'd', 1, 'danced', '{"event": "danced", "id": "00ff"}')"""
        )
        raw.commit()
    with pytest.raises(LogError, match=r"00ff.*newer quizzer"):
        examine(path)


def test_a_full_disk_is_no_damage(path: Path, events: list[LogEvent]) -> None:
    with no_file_beyond(1000):
        assert examine(path).problems == ()


# Repairing


@pytest.mark.parametrize(
    "spoiled", [{"confidence": 4}, {"seconds": math.nan}, {"score": "one"}, {"id": "q1a2"}]
)
def test_an_entry_that_no_version_wrote_is_left_out(
    path: Path, events: list[LogEvent], spoiled: dict[str, Any]
) -> None:
    with closing(Log.open(path)) as log:
        log.append(attempted(log, **spoiled))
    repaired = repair(path)
    assert events_in(path) == events
    assert examine(path).problems == ()
    assert spoiled.keys() & json.loads(_last_entry(repaired.kept)).keys()


def _last_entry(path: Path) -> str:
    with closing(sqlite3.connect(path)) as raw:
        query = "SELECT data FROM events ORDER BY position DESC LIMIT 1"
        return str(raw.execute(query).fetchone()[0])


def test_everything_is_saved_when_only_the_beginning_is_damaged(
    path: Path, events: list[LogEvent]
) -> None:
    """Without its first page SQLite knows nothing of a file; the bytes still tell."""
    overwrite(path, 0, PAGE)
    assert "doctor --repair" in examine(path).problems[0]
    assert repair(path).events == 200
    assert events_in(path) == events
    assert examine(path).problems == ()


def test_pages_in_the_middle_cost_only_what_was_on_them(path: Path, events: list[LogEvent]) -> None:
    damaged = overwrite(path, 20 * PAGE, 22 * PAGE)
    repaired = repair(path)
    saved = events_in(path)
    assert 180 < len(saved) == repaired.events < 200
    assert all(event in events for event in saved)
    assert repaired.kept.read_bytes() == damaged
    with closing(Log.open(path)) as log:
        assert log.draft("s", "item", 0) == Draft(answer={"x": "half an answer"})
        log.append(attempted(log))


def test_backups_fill_the_holes(path: Path, events: list[LogEvent]) -> None:
    with closing(sqlite3.connect(path)) as raw:
        write_compressed(raw, path.parent / "backups" / "automatic-20260302T120000Z.sqlite3.gz")
    damaged_backup = path.parent / "backups" / "automatic-20260303T120000Z.sqlite3.gz"
    damaged_backup.write_bytes(b"\x1f\x8bnonsense")
    overwrite(path, 20 * PAGE, 22 * PAGE)
    repaired = repair(path)
    assert 0 < repaired.from_backups < 20
    assert events_in(path) == events


def test_the_latest_answers_are_saved_after_a_crash(path: Path, events: list[LogEvent]) -> None:
    crash_after_an_answer(path)
    overwrite(path, 0, PAGE)
    repair(path)
    *earlier, last = events_in(path)
    assert earlier == events
    assert isinstance(last, Attempted)
    assert last.item == "last"


def test_a_log_that_is_a_link_is_repaired_where_it_leads(
    path: Path, events: list[LogEvent], tmp_path: Path
) -> None:
    link = tmp_path / "link.sqlite3"
    link.symlink_to(path)
    crash_after_an_answer(link)
    overwrite(path, 0, PAGE)
    repair(link)
    assert link.is_symlink()
    assert len(events_in(path)) == len(events) + 1


def test_nothing_is_repaired_under_the_hands_of_a_running_copy(
    path: Path, events: list[LogEvent]
) -> None:
    with closing(Log.open(path)) as running:
        with pytest.raises(LogError, match="Close other copies"):
            repair(path)
        running.append(attempted(running))
    assert len(events_in(path)) == 201
    assert not list(path.parent.glob("*damaged*"))


def test_the_device_stays_the_same(path: Path, events: list[LogEvent]) -> None:
    with closing(Log.open_to_read(path)) as log:
        device = log.device
    overwrite(path, 20 * PAGE, 21 * PAGE)
    repair(path)
    with closing(Log.open_to_read(path)) as log:
        assert log.device == device


@pytest.mark.parametrize("damage", ["DELETE FROM facts", "UPDATE facts SET value = x'ff'"])
def test_a_log_without_its_device_is_repaired(
    path: Path, events: list[LogEvent], damage: str
) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute(damage)
        raw.commit()
    assert "the id of its device is missing" in examine(path).problems[0]
    repair(path)
    assert examine(path).problems == ()
    assert events_in(path) == events


def test_a_disk_too_full_to_repair_leaves_the_damaged_file(
    path: Path, events: list[LogEvent]
) -> None:
    damaged = overwrite(path, 20 * PAGE, 21 * PAGE)
    with no_file_beyond(100_000), pytest.raises(LogError, match="space"):
        repair(path)
    assert path.read_bytes() == damaged
    assert repair(path).events > 180
