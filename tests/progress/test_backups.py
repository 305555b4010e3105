"""Backups come by themselves, become fewer with age, and are in nobody's way."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from quizzer.progress.backups import automatic_backups, keep_automatically, superfluous
from quizzer.progress.log import Log
from tests.progress.builders import attempted

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)  # a Monday


@pytest.fixture
def connection(path: Path) -> Iterator[sqlite3.Connection]:
    Log.open(path).close()
    with closing(sqlite3.connect(path)) as connection:
        yield connection


def study_and_leave(path: Path) -> None:
    with closing(Log.open(path)) as log:
        log.append(attempted(log))


def test_leaving_after_an_answer_leaves_a_backup(path: Path) -> None:
    study_and_leave(path)
    (backup,) = automatic_backups(path).values()
    with closing(Log.open_to_read(backup)) as copy, closing(Log.open_to_read(path)) as log:
        assert copy.events() == log.events()
        assert copy.device == log.device


@pytest.mark.parametrize("now", [-3_600, 1 << 33])  # an hour before 1970, and the year 2242
def test_a_clock_that_was_never_set_is_no_hindrance(
    path: Path, monkeypatch: pytest.MonkeyPatch, now: float
) -> None:
    monkeypatch.setattr(time, "time", lambda: now)
    study_and_leave(path)
    assert len(automatic_backups(path)) == 1


def test_looking_without_answering_makes_none(path: Path) -> None:
    Log.open(path).close()
    assert not automatic_backups(path)


def test_one_each_half_hour_is_enough(path: Path) -> None:
    study_and_leave(path)
    study_and_leave(path)
    assert len(automatic_backups(path)) == 1


def test_the_next_one_comes_after_half_an_hour(path: Path, connection: sqlite3.Connection) -> None:
    for minutes in (0, 29, 31, 62):
        keep_automatically(connection, path, NOW + timedelta(minutes=minutes))
    assert sorted(automatic_backups(path)) == [
        NOW,
        NOW + timedelta(minutes=31),
        NOW + timedelta(minutes=62),
    ]


def test_a_clock_that_was_ahead_does_not_stop_backups(
    path: Path, connection: sqlite3.Connection
) -> None:
    keep_automatically(connection, path, NOW + timedelta(days=400))
    keep_automatically(connection, path, NOW)
    assert NOW in automatic_backups(path)


def test_a_backup_that_cannot_be_made_disturbs_nobody(path: Path) -> None:
    path.parent.mkdir(parents=True)
    (path.parent / "backups").write_text("a file in the way")
    study_and_leave(path)
    with closing(Log.open(path)) as log:
        assert len(log.events()) == 1


def kept(times: list[datetime]) -> list[datetime]:
    return sorted(set(times) - superfluous(times, NOW), reverse=True)


def test_all_of_the_last_two_days_stay() -> None:
    times = [NOW - timedelta(hours=n) for n in range(48)]
    assert kept(times) == times


def test_of_older_days_the_last_one_stays() -> None:
    evening, noon = (NOW - timedelta(days=4, hours=n) for n in (0, 5))
    assert kept([evening, noon]) == [evening]


def test_daily_study_for_two_years_leaves_31_old_backups_that_reach_back_about_a_year() -> None:
    times = [NOW - timedelta(days=n) for n in range(2, 730)]
    left = kept(times)
    assert len(left) == 12 + 10 + 9
    assert left[:12] == times[:12]  # 28 to 17 February
    assert left[12] == datetime(2026, 2, 16, 12, tzinfo=UTC)  # what is left of that week
    assert left[13:22] == [
        datetime(2026, 2, 15, 12, tzinfo=UTC) - timedelta(weeks=n) for n in range(9)
    ]  # Sundays, the last days of their weeks
    assert left[22] == datetime(2025, 12, 20, 12, tzinfo=UTC)  # the day before the oldest Sunday
    assert left[23:] == [
        datetime(2025, month + 1, 1, 12, tzinfo=UTC) - timedelta(days=1)
        for month in (11, 10, 9, 8, 7, 6, 5, 4)
    ]


def test_thinning_again_and_again_keeps_a_long_history(
    path: Path, connection: sqlite3.Connection
) -> None:
    for day in range(120):
        keep_automatically(connection, path, NOW + timedelta(days=day))
    times = sorted(automatic_backups(path))
    assert len(times) < 12 + 10 + 9 + 3
    assert times[-1] - times[0] > timedelta(days=90)


def test_other_files_in_the_folder_are_left_alone(
    path: Path, connection: sqlite3.Connection
) -> None:
    keep_automatically(connection, path, NOW - timedelta(days=900))
    mine = path.parent / "backups" / "kept-20200101T000000Z.sqlite3.gz"
    mine.write_text("mine")
    for day in range(40):
        keep_automatically(connection, path, NOW + timedelta(days=day))
    assert mine.exists()
