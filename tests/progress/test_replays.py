"""What is kept of the schedule never changes it: it is the same as replayed from the beginning."""

import random
import sys
from collections.abc import Sequence
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizzer.progress.events import Attempted, LogEvent, SessionStarted, Undone
from quizzer.progress.history import History
from quizzer.progress.log import Log
from quizzer.progress.schedule import ItemSchedule, Settings
from tests.progress.builders import DAY, NOON, attempted, session_started

ITEMS = ("a", "b")


@st.composite
def histories(draw: st.DrawFn) -> list[list[LogEvent]]:
    """Answers of two weeks, some undone, some by a clock gone wrong, as they reached the log.

    In other batches than they were given in: that is how those of another machine arrive.
    """
    with TemporaryDirectory() as folder, closing(Log.open(Path(folder) / "log")) as log:
        events: list[LogEvent] = []
        at = NOON
        for _ in range(draw(st.integers(1, 14))):
            at += draw(st.sampled_from((0, 0, DAY, DAY, 3 * DAY, 9 * DAY, -DAY, -30 * DAY)))
            made = draw(st.sampled_from(("answer", "answer", "answer", "session", "undo")))
            events.append(_event(draw, log, made, events, at))
    arrived = draw(st.permutations(events)) if draw(st.booleans()) else events
    cuts = sorted(draw(st.sets(st.integers(1, len(events)), max_size=3)) | {0, len(events)})
    return [arrived[start:end] for start, end in pairwise(cuts)]


def _event(draw: st.DrawFn, log: Log, made: str, events: Sequence[LogEvent], at: int) -> LogEvent:
    if made == "session":
        return session_started(log, mode=draw(st.sampled_from(("practice", "review"))), at=at)
    answers = [event for event in events if isinstance(event, Attempted)]
    if made == "undo" and answers:
        target = draw(st.sampled_from(answers)).id
        return Undone(id=log.new_id(), device=log.device, at=at, target=target)
    sessions = [event.id for event in events if isinstance(event, SessionStarted)]
    status, score = draw(st.sampled_from((("right", "1"), ("partly", "2/3"), ("wrong", "0"))))
    return attempted(
        log,
        item=draw(st.sampled_from(ITEMS)),
        at=at,
        session=draw(st.sampled_from([None, *sessions])),
        status=status,
        score=score,
        hints=draw(st.integers(0, 1)),
        confidence=draw(st.sampled_from((None, 0, 3))),
    )


def schedules(log: Log, kept: Path | None = None, **changes: Any) -> list[ItemSchedule | None]:
    history = History(log, Settings(**changes), kept)
    found = [history.schedule(item) for item in ITEMS]
    history.keep()
    return found


@settings(max_examples=30, deadline=None)
@given(histories())
def test_what_is_kept_is_what_a_replay_from_the_beginning_gives(
    batches: list[list[LogEvent]],
) -> None:
    with TemporaryDirectory() as folder, closing(Log.open(Path(folder) / "log")) as log:
        kept = Path(folder) / "kept"
        running = History(log, kept=kept)
        for batch in batches:
            running.record(*batch)
            expected = schedules(log)
            assert [running.schedule(item) for item in ITEMS] == expected
            assert schedules(log, kept) == expected
            assert schedules(log, kept) == expected  # from what the line above has written


@pytest.fixture
def studied(tmp_path: Path) -> Path:
    """A folder with a log of a few days."""
    with closing(Log.open(tmp_path / "log")) as log:
        for day in (0, 1, 4, 12):
            log.append(*(attempted(log, item=item, at=NOON + day * DAY) for item in ITEMS))
    return tmp_path


def test_what_is_kept_is_not_replayed_again(studied: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(Log.open(studied / "log")) as log:
        expected = schedules(log, studied / "kept")
        monkeypatch.setitem(sys.modules, "fsrs", None)
        with pytest.raises(ImportError):
            schedules(log)
        assert schedules(log, studied / "kept") == expected


def test_nothing_is_replayed_but_what_is_new(
    studied: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with closing(Log.open(studied / "log")) as log:
        schedules(log, studied / "kept")
        log.append(attempted(log, item="a", at=NOON + 40 * DAY))
        expected = schedules(log)
        history = History(log, kept=studied / "kept")
        monkeypatch.setitem(sys.modules, "fsrs", None)
        assert history.schedule("b") == expected[1]
        with pytest.raises(ImportError):
            history.schedule("a")
        monkeypatch.undo()
        assert history.schedule("a") == expected[0]


def test_a_restored_backup_is_not_taken_for_the_log_that_it_replaced(studied: Path) -> None:
    with closing(Log.open(studied / "log")) as log, closing(Log.open(studied / "old")) as old:
        schedules(log, studied / "kept")
        old.append(*log.events()[:5], attempted(old, item="a", at=NOON + 2 * DAY, score="0"))
        assert schedules(old, studied / "kept") == schedules(old)


def test_other_settings_give_another_schedule_whatever_is_kept(studied: Path) -> None:
    with closing(Log.open(studied / "log")) as log:
        usual = schedules(log, studied / "kept")
        for changes in ({"desired_retention": 0.8}, {"maximum_interval": 3}, {"rollover_hour": 13}):
            other = schedules(log, studied / "kept", **changes)
            assert other == schedules(log, **changes) != usual


def test_a_damaged_file_changes_nothing_and_is_made_anew(studied: Path) -> None:
    kept, chance = studied / "kept", random.Random(7)
    with closing(Log.open(studied / "log")) as log:
        expected = schedules(log, kept)
        whole = kept.read_bytes()
        for _ in range(40):
            place = chance.randrange(len(whole))
            damaged = [
                whole[:place],
                whole[:place] + bytes([whole[place] ^ 0x40]) + whole[place + 1 :],
                whole + whole[:place],
            ]
            kept.write_bytes(chance.choice(damaged))
            assert schedules(log, kept) == expected
            assert kept.read_bytes() == whole


def test_two_that_keep_at_once_leave_one_whole_file(studied: Path) -> None:
    kept = studied / "kept"
    with closing(Log.open(studied / "log")) as log:
        one, other = History(log, kept=kept), History(log, kept=kept)
        one.schedule("a")
        other.schedule("b")
        one.keep()
        other.keep()
        assert schedules(log, kept) == schedules(log)
    assert {path.name for path in studied.glob("kept*")} == {"kept"}


def test_where_nothing_can_be_kept_everything_is_the_same(studied: Path) -> None:
    (studied / "file").touch()
    with closing(Log.open(studied / "log")) as log:
        assert schedules(log, studied / "file" / "kept") == schedules(log)
