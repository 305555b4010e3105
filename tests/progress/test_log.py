"""The log keeps every event, in order, for ever, and says plainly when it cannot."""

import hashlib
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from contextlib import closing
from pathlib import Path

import pytest

from quizzer.progress.drafts import Draft
from quizzer.progress.events import Attempted, SessionEnded, Undone
from quizzer.progress.failures import LogError
from quizzer.progress.log import Log
from tests.progress.builders import attempted, session_started, variant


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
    return attempted(log, session="s", item="item", variant=variant(0))


@pytest.mark.parametrize(
    ("kept", "read"),
    [
        ('{"answer": {"x": "1"}, "seconds": null}', Draft(answer={"x": "1"})),
        ('{"answer": {"x": "1"}, "seconds": -1, "at": "noon"}', Draft(answer={"x": "1"})),
        ('{"answer": {"x": null}}', None),
        ("[]", None),
        ('{"answer": {"x"', None),
    ],
)
def test_of_a_draft_that_cannot_be_read_the_answer_is_left_or_nothing(
    log: Log, path: Path, kept: str, read: Draft | None
) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("INSERT INTO drafts VALUES ('s', 'item', 0, ?)", (kept,))
        raw.commit()
    assert log.draft("s", "item", 0) == read


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
