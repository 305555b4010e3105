"""Progress can be carried about: backups, going back, and the union of several machines."""

import gzip
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizzer.progress.copies import back_up, look, merge, restore
from quizzer.progress.doctor import examine, repair
from quizzer.progress.drafts import Draft
from quizzer.progress.events import LogEvent, SessionEnded, Undone
from quizzer.progress.failures import LogError
from quizzer.progress.history import History
from quizzer.progress.log import Log
from tests.progress.builders import DAY, NOON, attempted, session_started


def events_in(path: Path) -> list[LogEvent]:
    with closing(Log.open_to_read(path)) as log:
        return log.events()


# Backup


def test_a_backup_of_a_log_in_use_holds_everything(log: Log, path: Path, tmp_path: Path) -> None:
    log.append(attempted(log))
    log.save_draft("s", "item", 0, Draft(answer={"x": "1"}))
    copy = back_up(path, tmp_path / "away" / "copy.sqlite3")
    assert (copy.events, copy.answers, copy.device) == (1, 1, log.device)
    assert copy.sha256 == log.fingerprint()
    with closing(Log.open_to_read(copy.path)) as opened:
        assert opened.draft("s", "item", 0) == Draft(answer={"x": "1"})
    assert [file.name for file in copy.path.parent.iterdir()] == ["copy.sqlite3"]


def test_a_backup_is_packed_when_its_name_says_so(log: Log, path: Path, tmp_path: Path) -> None:
    log.append(attempted(log))
    copy = back_up(path, tmp_path / "copy.sqlite3.gz")
    assert gzip.decompress(copy.path.read_bytes()).startswith(b"SQLite format 3\0")
    assert copy.events == 1


def test_a_backup_without_a_name_is_among_the_backups_and_stays(log: Log, path: Path) -> None:
    log.append(attempted(log))
    first, second = back_up(path), back_up(path)
    assert first.path.parent == path.parent / "backups"
    assert first.path != second.path
    assert events_in(first.path) == events_in(second.path) == log.events()


def test_a_backup_overwrites_nothing(log: Log, path: Path, tmp_path: Path) -> None:
    (tmp_path / "thesis.sqlite3").write_text("my thesis")
    with pytest.raises(LogError, match=r"thesis\.sqlite3 is there already"):
        back_up(path, tmp_path / "thesis.sqlite3")
    assert (tmp_path / "thesis.sqlite3").read_text() == "my thesis"


def test_a_place_that_cannot_be_written_is_told(log: Log, path: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(LogError, match="file"):
        back_up(path, tmp_path / "file" / "copy.sqlite3")


# Going back


def test_restoring_goes_back_and_keeps_what_was_there(log: Log, path: Path) -> None:
    log.append(attempted(log))
    backup = back_up(path)
    log.append(attempted(log))
    now = log.events()
    restored = restore(backup.path, path)
    assert (restored.missing, restored.backup.events) == (1, 1)
    assert len(events_in(path)) == 1
    assert restored.kept is not None
    assert events_in(restored.kept) == now


def test_another_running_copy_goes_on_in_the_restored_log(log: Log, path: Path) -> None:
    running = History(log)
    running.append(attempted(log))
    backup = back_up(path)
    running.append(attempted(log), attempted(log))
    restore(backup.path, path)
    answer = attempted(log)
    running.append(answer)
    assert running.chronicle().attempts[-1].id == answer.id
    assert [event.id for event in log.events()][1:] == [answer.id]


def test_merging_what_was_kept_brings_both_together(log: Log, path: Path) -> None:
    log.append(attempted(log))
    backup = back_up(path)
    log.append(attempted(log))
    before = log.fingerprint()
    restored = restore(backup.path, path)
    assert restored.kept is not None
    merge(restored.kept, path)
    assert look(path).sha256 == before


def test_a_dry_run_changes_nothing(log: Log, path: Path) -> None:
    log.append(attempted(log))
    backup = back_up(path)
    log.append(attempted(log), attempted(log))
    files = sorted(path.parent.rglob("*"))
    told = restore(backup.path, path, dry_run=True)
    assert (told.missing, told.kept) == (2, None)
    assert told.present is not None
    assert (told.present.events, told.backup.events) == (3, 1)
    assert len(log.events()) == 3
    assert sorted(path.parent.rglob("*")) == files


def test_restoring_on_a_new_machine(log: Log, path: Path, tmp_path: Path) -> None:
    log.append(attempted(log))
    backup = back_up(path)
    elsewhere = tmp_path / "elsewhere" / "progress.sqlite3"
    restored = restore(backup.path, elsewhere)
    assert (restored.present, restored.kept) == (None, None)
    assert events_in(elsewhere) == log.events()


def test_a_machine_stays_itself_when_it_takes_over_a_backup_of_another(
    log: Log, path: Path, tmp_path: Path
) -> None:
    with closing(Log.open(tmp_path / "other.sqlite3")) as other:
        other.append(attempted(other))
        restore(tmp_path / "other.sqlite3", path)
        assert look(path).device == log.device != other.device


def test_a_damaged_log_is_kept_as_it_is_when_a_backup_takes_its_place(path: Path) -> None:
    with closing(Log.open(path)) as log:
        log.append(attempted(log))
    backup = back_up(path)
    path.write_bytes(b"no longer a database")
    restored = restore(backup.path, path)
    assert restored.present is None
    assert restored.kept is not None
    assert restored.kept.read_bytes() == b"no longer a database"
    assert len(events_in(path)) == 1


@pytest.mark.parametrize("content", [b"", b"dear diary", gzip.compress(b"dear diary", mtime=0)])
def test_what_is_no_backup_is_refused_and_nothing_changes(
    log: Log, path: Path, tmp_path: Path, content: bytes
) -> None:
    log.append(attempted(log))
    file = tmp_path / "diary"
    file.write_bytes(content)
    for use in (restore, merge):
        with pytest.raises(LogError, match="diary"):
            use(file, path)
    assert len(log.events()) == 1


ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c"
ODD = {
    "the trigger t in it": "CREATE TRIGGER t AFTER INSERT ON drafts BEGIN DELETE FROM drafts; END",
    "the view events in it": f"DROP TABLE events; CREATE VIEW events AS {ENDLESS}",
    "the table drafts is missing": "ALTER TABLE drafts RENAME TO others",
}


@pytest.mark.parametrize("says", ODD)
def test_what_could_take_answers_away_or_never_end_is_no_log(
    log: Log, path: Path, tmp_path: Path, says: str
) -> None:
    log.append(attempted(log))
    file = back_up(path, tmp_path / "odd").path
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(ODD[says])
    for use in (restore, merge):
        with pytest.raises(LogError, match=says):
            use(file, path)
    assert says in " ".join(examine(file).problems)
    repair(file)
    assert len(log.events()) == 1
    assert examine(file).problems == ()


def test_a_backup_cut_short_is_refused(log: Log, path: Path, tmp_path: Path) -> None:
    log.append(*(attempted(log) for _ in range(50)))
    backup = back_up(path)
    cut = tmp_path / "cut.sqlite3.gz"
    cut.write_bytes(backup.path.read_bytes()[:-2000])
    with pytest.raises(LogError, match="cut"):
        restore(cut, path)


def test_a_backup_that_is_missing_is_told(path: Path, tmp_path: Path) -> None:
    with pytest.raises(LogError, match=r"There is no file .*nowhere"):
        restore(tmp_path / "nowhere", path)


def test_a_backup_of_a_newer_quizzer_is_refused(log: Log, path: Path, tmp_path: Path) -> None:
    newer = back_up(path, tmp_path / "newer.sqlite3").path
    with closing(sqlite3.connect(newer)) as raw:
        raw.execute("PRAGMA user_version = 999")
    for use in (restore, merge):
        with pytest.raises(LogError, match="newer quizzer"):
            use(newer, path)


# Union


def test_merging_twice_adds_nothing_more(log: Log, path: Path, tmp_path: Path) -> None:
    log.append(attempted(log))
    other = tmp_path / "other.sqlite3"
    with closing(Log.open(other)) as theirs:
        theirs.append(attempted(theirs), attempted(theirs))
    first, second = merge(other, path), merge(other, path)
    assert (first.added, first.known, first.after.events) == (2, 0, 3)
    assert (second.added, second.known, second.after.events) == (0, 2, 3)


def test_merging_keeps_what_a_newer_version_wrote_into_an_event(
    log: Log, path: Path, tmp_path: Path
) -> None:
    """Fields are added in time; an older version that merges must not drop them."""
    other = tmp_path / "other.sqlite3"
    with closing(Log.open(other)) as theirs:
        theirs.append(attempted(theirs))
    with closing(sqlite3.connect(other, isolation_level=None)) as raw:
        raw.execute("DROP TRIGGER events_are_never_changed")
        raw.execute("UPDATE events SET data = json_set(data, '$.mood', 'calm')")
    merge(other, path)
    with closing(sqlite3.connect(path)) as raw:
        assert raw.execute("SELECT json_extract(data, '$.mood') FROM events").fetchall() == [
            ("calm",)
        ]


def test_one_event_told_in_two_ways_is_refused(log: Log, path: Path, tmp_path: Path) -> None:
    event = attempted(log)
    log.append(event)
    other = tmp_path / "other.sqlite3"
    with closing(Log.open(other)) as theirs:
        theirs.append(attempted(theirs), attempted(theirs, id=event.id, score="0", status="wrong"))
    with pytest.raises(
        LogError, match=rf"different versions of one event \({event.id}\).*Nothing was merged"
    ):
        merge(other, path)
    assert log.events() == [event]


def test_a_log_that_cannot_be_read_in_full_is_not_merged(
    log: Log, path: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other.sqlite3"
    Log.open(other).close()
    with closing(sqlite3.connect(other)) as raw:
        raw.execute(
            "INSERT INTO events (id, device, at, event, data) VALUES"
            """ ('00ff', 'd', 1, 'danced', '{"event": "danced", "id": "00ff"}')"""
        )
        raw.commit()
    with pytest.raises(LogError, match=r"00ff.*newer quizzer"):
        merge(other, path)


def a_life(log: Log) -> list[LogEvent]:
    """Two sessions, several days, undone answers, an end that was taken back."""
    first, second = session_started(log), session_started(log, mode="review", topic=None)
    answers = [
        attempted(
            log, item=f"item-{n % 3}", at=NOON + n * DAY, session=(first, second)[n % 2].id, **score
        )
        for n, score in enumerate(
            [{}, {"status": "wrong", "score": "0"}, {}, {}, {"status": "partly", "score": "2/3"}]
        )
    ]
    end = SessionEnded(id=log.new_id(), device="d", at=NOON, session=first.id, finished=True)
    undone = [
        Undone(id=log.new_id(), device="d", at=NOON, target=target.id)
        for target in (answers[1], end)
    ]
    return [first, second, *answers, end, *undone]


def state_of(path: Path) -> tuple[object, ...]:
    with closing(Log.open_to_read(path)) as log:
        history = History(log)
        told = history.chronicle()
        return (
            log.fingerprint(),
            told.attempts,
            [history.card(f"item-{n}") for n in range(3)],
            [(session.id, history.in_session(session.id).end) for session in told.sessions],
        )


@settings(max_examples=10)
@given(
    shares=st.lists(st.sets(st.integers(0, 9), min_size=1), min_size=2, max_size=3),
    data=st.data(),
)
def test_any_order_of_merging_gives_the_same_state(
    shares: Sequence[set[int]], data: st.DataObject
) -> None:
    """Machines hold overlapping parts of one life, cut anywhere; each merges all the others."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        machines = [folder / f"machine-{n}" / "progress.sqlite3" for n in range(len(shares))]
        with closing(Log.open(folder / "maker.sqlite3")) as maker:
            life = a_life(maker)
        for machine, share in zip(machines, shares, strict=True):
            with closing(Log.open(machine)) as log:
                log.append(*(life[n] for n in data.draw(st.permutations(sorted(share)))))
        everything = folder / "everything.sqlite3"
        with closing(Log.open(everything)) as log:
            log.append(*(life[n] for n in sorted(set().union(*shares))))
        for target in [folder / "new.sqlite3", *machines]:
            for other in data.draw(st.permutations([*machines, machines[0]])):
                if other != target:
                    merge(other, target)
            assert state_of(target) == state_of(everything)
