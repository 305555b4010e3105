"""What is kept of the history never changes it: it is the same as derived from the beginning."""

import random
import shutil
import sqlite3
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizzer.progress.copies import back_up, restore
from quizzer.progress.derived import RULES
from quizzer.progress.events import (
    Attempted,
    Bookmarked,
    InterviewDated,
    LogEvent,
    PlanGrew,
    SessionEnded,
    SessionStarted,
    Undone,
)
from quizzer.progress.history import History
from quizzer.progress.log import Log
from quizzer.progress.outline import Outline
from quizzer.progress.schedule import Settings
from quizzer.progress.statistics import ItemMastery
from tests.progress.builders import DAY, NOON, attempted, session_started, variant

ITEMS = ("a", "b")
USUAL = ("answer",) * 6 + ("session", "session", "end", "undo", "undo", "grow", "mark", "date")


@st.composite
def histories(draw: st.DrawFn) -> list[list[LogEvent]]:
    """Answers of two weeks, some undone, some by a clock gone wrong, as they reached the log.

    In other batches than they were given in: that is how those of another machine arrive.
    """
    with TemporaryDirectory() as folder, closing(Log.open(Path(folder) / "log")) as log:
        events: list[LogEvent] = []
        at = NOON
        for _ in range(draw(st.integers(1, 18))):
            at += draw(st.sampled_from((0, 0, DAY, DAY, 3 * DAY, 9 * DAY, -DAY, -30 * DAY)))
            events.append(_event(draw, log, draw(st.sampled_from(USUAL)), events, at))
    arrived = draw(st.permutations(events)) if draw(st.booleans()) else events
    cuts = sorted(draw(st.sets(st.integers(1, len(events)), max_size=3)) | {0, len(events)})
    return [arrived[start:end] for start, end in pairwise(cuts)]


def _event(draw: st.DrawFn, log: Log, made: str, events: Sequence[LogEvent], at: int) -> LogEvent:
    stamp: dict[str, Any] = {"id": log.new_id(), "device": log.device, "at": at}
    sessions = [event.id for event in events if isinstance(event, SessionStarted)]
    answers = [event for event in events if isinstance(event, Attempted)]
    match made:
        case "session":
            mode = draw(st.sampled_from(("practice", "review", "interview")))
            purpose = draw(st.sampled_from(("", "placement", "plan")))
            return session_started(log, mode=mode, purpose=purpose, at=at)
        case "end" if sessions:
            return SessionEnded(**stamp, session=draw(st.sampled_from(sessions)), finished=True)
        case "undo" if answers:
            undoable = [event.id for event in events if isinstance(event, Attempted | SessionEnded)]
            return Undone(**stamp, target=draw(st.sampled_from(undoable)))
        case "grow" if sessions and answers:
            session, after = draw(st.sampled_from(sessions)), draw(st.sampled_from(answers)).id
            return PlanGrew(**stamp, session=session, item="a", variant=4, after=after)
        case "mark":
            return Bookmarked(**stamp, item=draw(st.sampled_from(ITEMS)), on=draw(st.booleans()))
        case "date":
            return InterviewDated(**stamp, day=draw(st.none() | st.dates()))
    status, score = draw(st.sampled_from((("right", "1"), ("partly", "2/3"), ("wrong", "0"))))
    return attempted(
        log,
        item=draw(st.sampled_from(ITEMS)),
        at=at,
        session=draw(st.sampled_from([None, *sessions])),
        variant=variant(draw(st.integers(0, 3))),
        status=status,
        score=score,
        mistakes=draw(st.sampled_from(([], ["x"], ["x", "y"]))),
        hints=draw(st.integers(0, 1)),
        confidence=draw(st.sampled_from((None, 0, 3))),
    )


def known(history: History) -> dict[str, object]:
    """All that a history says."""
    told = history.chronicle()
    sessions = [started.id for started in told.sessions]
    return {
        "records": history.records(),
        "attempts": (told.attempts, told.attempts_undone, history.events_seen),
        "open": history.open_sessions(),
        "interviews": history.interviews(),
        "purposes": [history.latest(purpose) for purpose in ("placement", "plan")],
        "answered last": history.answered_last(),
        "ends": [history.in_session(session).end for session in sessions],
        "growth": [history.in_session(session).growth for session in sessions],
        "in sessions": [history.in_session(session).attempts for session in sessions],
        "marks": (history.bookmarks(), history.interview_day),
    }


def derived(log: Log, kept: Path | None = None, **changes: Any) -> dict[str, object]:
    history = History(log, Settings(**changes), kept)
    found = known(history)
    history.keep()
    return found


@settings(max_examples=40, deadline=None)
@given(histories())
def test_what_is_kept_and_what_is_new_give_what_the_whole_log_gives(
    batches: list[list[LogEvent]],
) -> None:
    with TemporaryDirectory() as folder, closing(Log.open(Path(folder) / "log")) as log:
        kept = Path(folder) / "kept"
        running = History(log, kept=kept)
        for batch in batches:
            running.append(*batch)
            expected = derived(log)
            assert known(running) == expected
            assert derived(log, kept) == expected
            assert derived(log, kept) == expected  # from what the line above has written


@settings(max_examples=40, deadline=None)
@given(histories())
def test_records_made_in_one_reading_are_those_made_one_by_one(
    batches: list[list[LogEvent]],
) -> None:
    with TemporaryDirectory() as folder, closing(Log.open(Path(folder) / "log")) as log:
        for batch in batches:
            log.append(*batch)
        at_once, one_by_one = History(log), History(log)
        single = {item: one_by_one.record_of(item) for item in ITEMS}
        assert at_once.records() == {item: made for item, made in single.items() if made}


@pytest.fixture
def studied(tmp_path: Path) -> Path:
    """A folder with a log of a few days."""
    with closing(Log.open(tmp_path / "log")) as log:
        for day in (0, 1, 4, 12):
            log.append(*(attempted(log, item=item, at=NOON + day * DAY) for item in ITEMS))
    return tmp_path


def test_what_is_kept_is_not_replayed_again(studied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Log.open(studied / "log")) as log:
        expected = derived(log, studied / "kept")
        monkeypatch.setitem(sys.modules, "fsrs", None)
        with pytest.raises(ImportError):
            derived(log)
        assert derived(log, studied / "kept") == expected


def test_nothing_is_replayed_but_what_is_new(
    studied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Log.open(studied / "log")) as log:
        derived(log, studied / "kept")
        log.append(attempted(log, item="a", at=NOON + 40 * DAY))
        expected = History(log).records()
        history = History(log, kept=studied / "kept")
        monkeypatch.setitem(sys.modules, "fsrs", None)
        assert history.record_of("b") == expected["b"]
        with pytest.raises(ImportError):
            history.record_of("a")
        monkeypatch.undo()
        assert history.records() == expected


def test_a_start_reads_only_what_is_new(studied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Log.open(studied / "log")) as log:
        derived(log, studied / "kept")
        log.append(attempted(log, item="b", at=NOON + 40 * DAY))
        read: list[str] = []
        outline = log.outline

        def watched(after: int = 0, most: int | None = None) -> tuple[list[Outline], int]:
            events, position = outline(after, most)
            read.extend(event.id for event in events)
            return events, position

        monkeypatch.setattr(log, "outline", watched)
        History(log, kept=studied / "kept")
        assert read == [log.events()[-1].id]


@pytest.mark.parametrize("more", [1, 2, 3])  # than the backup has; the log has two more
def test_a_restored_backup_is_not_taken_for_the_log_that_it_replaced(
    studied: Path, more: int
) -> None:
    shutil.copy(studied / "log", studied / "backup")  # of the same device
    with closing(Log.open(studied / "log")) as log:
        log.append(*(attempted(log, item="a", at=NOON + day * DAY) for day in (30, 90)))
        derived(log, studied / "kept")
    with closing(Log.open(studied / "backup")) as log:
        log.append(
            *(attempted(log, item="b", at=NOON + (n + 20) * DAY, score="0") for n in range(more))
        )
        assert derived(log, studied / "kept") == derived(log)


def test_what_a_running_copy_still_knows_of_a_log_that_was_replaced_is_not_kept(
    studied: Path,
) -> None:
    backup = back_up(studied / "log").path
    with closing(Log.open(studied / "log")) as log:
        running = History(log, kept=studied / "kept")
        running.append(attempted(log, item="a", at=NOON + 30 * DAY, score="0", status="wrong"))
        running.records()
        restore(backup, studied / "log")
        running.append(attempted(log, item="b", at=NOON + 31 * DAY))
        running.records()
        running.keep()
        assert derived(log, studied / "kept") == derived(log)


def test_a_log_that_lost_an_entry_is_not_taken_for_the_whole_one(studied: Path) -> None:
    with closing(Log.open(studied / "log")) as log:
        derived(log, studied / "kept")
    with closing(sqlite3.connect(studied / "log")) as connection:
        connection.execute("DROP TRIGGER events_are_never_deleted")
        connection.execute("DELETE FROM events WHERE position = 3")
        connection.commit()
    with closing(Log.open(studied / "log")) as log:
        assert derived(log, studied / "kept") == derived(log)


def test_what_was_replayed_by_other_rules_is_replayed_again(
    studied: Path, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Log.open(studied / "log")) as log:
        derived(log, studied / "kept")
        monkeypatch.setattr("fsrs.Scheduler.review_card", replays)
        derived(log, in_a_new_process(studied / "kept"))
        (rules / "schedule.py").write_text("# other intervals")
        with pytest.raises(ReplayedError):
            derived(log, in_a_new_process(studied / "kept"))


def test_of_what_other_rules_derived_only_replays_are_used(
    studied: Path, rules: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Log.open(studied / "log")) as log:
        usual: Any = derived(log, studied / "kept")
        monkeypatch.setattr("fsrs.Scheduler.review_card", replays)
        monkeypatch.setattr("quizzer.progress.record.item_mastery", lambda attempts: NOTHING)
        assert derived(log, in_a_new_process(studied / "kept")) == usual
        (rules / "statistics" / "mastery.py").write_text("# nobody masters anything")
        found = History(log, kept=in_a_new_process(studied / "kept")).records()
        assert {record.mastery for record in found.values()} == {NOTHING}
        cards = {item: record.card for item, record in found.items()}
        assert cards == {item: record.card for item, record in usual["records"].items()}


NOTHING = ItemMastery(mastered=False, evidence=b"")


class ReplayedError(Exception):
    """FSRS was asked."""


def replays(*arguments: object) -> None:
    raise ReplayedError


@pytest.fixture
def rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The source of the rules, to be changed."""
    folder = shutil.copytree(RULES, tmp_path / "rules")
    monkeypatch.setattr("quizzer.progress.derived.RULES", folder)
    return folder


def in_a_new_process(kept: Path) -> Path:
    """What is kept, in another folder: a process looks at the rules once for each."""
    folder = Path(tempfile.mkdtemp(dir=kept.parent))
    return Path(shutil.copy(kept, folder))


def test_other_settings_give_another_schedule_whatever_is_kept(studied: Path) -> None:
    with closing(Log.open(studied / "log")) as log:
        usual = derived(log, studied / "kept")
        for changes in ({"desired_retention": 0.8}, {"maximum_interval": 3}, {"rollover_hour": 13}):
            other = derived(log, studied / "kept", **changes)
            assert other == derived(log, **changes) != usual


def test_a_damaged_file_changes_nothing_and_is_made_anew(studied: Path) -> None:
    kept, chance = studied / "kept", random.Random(7)
    with closing(Log.open(studied / "log")) as log:
        expected = derived(log, kept)
        whole = kept.read_bytes()
        for _ in range(40):
            place = chance.randrange(len(whole))
            damaged = [
                whole[:place],
                whole[:place] + bytes([whole[place] ^ 0x40]) + whole[place + 1 :],
                whole + whole[:place],
            ]
            kept.write_bytes(chance.choice(damaged))
            assert derived(log, kept) == expected
            assert kept.read_bytes() == whole


def test_two_that_keep_at_once_leave_one_whole_file(studied: Path) -> None:
    kept = studied / "kept"
    with closing(Log.open(studied / "log")) as log:
        one, other = History(log, kept=kept), History(log, kept=kept)
        one.record_of("a")
        other.record_of("b")
        one.keep()
        other.keep()
        assert derived(log, kept) == derived(log)
    assert {path.name for path in studied.glob("kept*")} == {"kept"}


def test_where_nothing_can_be_kept_everything_is_the_same(studied: Path) -> None:
    (studied / "file").touch()
    with closing(Log.open(studied / "log")) as log:
        assert derived(log, studied / "file" / "kept") == derived(log)
