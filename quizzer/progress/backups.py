"""Backups of the log: made automatically, thinned out with time, and never a cause of errors."""

import gzip
import os
import re
import sqlite3
from collections.abc import Callable, Hashable, Iterable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

EVERY: Final = timedelta(minutes=30)  # between two automatic backups, at least
ALL: Final = timedelta(days=2)  # for so long, all of them are kept
DAILY: Final = 12  # and then the last one of so many days,
WEEKLY: Final = 10  # of so many weeks,
MONTHLY: Final = 9  # and of so many months
_NAME: Final = re.compile(r"automatic-(\d{8}T\d{6})Z\.sqlite3\.gz")
_STAMP: Final = "%Y%m%dT%H%M%S"
_FAST: Final = 1  # level of gzip: a third of the time, for files a few per cent larger


def folder_beside(path: Path) -> Path:
    """Where the backups of a log are."""
    return path.with_name("backups")


def stamped(path: Path, purpose: str) -> Path:
    """Where to put a new backup of this log; its name says what it was made for and when."""
    stamp = f"{purpose}-{datetime.now(UTC):{_STAMP}}Z"
    folder = folder_beside(path)
    taken = {file.name for file in folder.glob(f"{stamp}*")}
    numbered = (f"{stamp}-{n}.sqlite3.gz" for n in range(2, len(taken) + 3))
    name = next(n for n in (f"{stamp}.sqlite3.gz", *numbered) if n not in taken)
    return folder / name


def write_compressed(connection: sqlite3.Connection, target: Path) -> None:
    """Write a copy of the whole log; it appears under its name only once it is complete."""
    target.parent.mkdir(parents=True, exist_ok=True)
    unfinished = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with unfinished.open("wb") as file:
            file.write(gzip.compress(connection.serialize(), _FAST, mtime=0))
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(target)
    finally:
        unfinished.unlink(missing_ok=True)


def keep_automatically(
    connection: sqlite3.Connection, path: Path, now: datetime | None = None
) -> None:
    """Make a backup unless there is a recent one, and thin out those made before.

    Whatever goes wrong here must not trouble a learner whose answers are safe in the log.
    """
    now = now or datetime.now(UTC)
    with suppress(sqlite3.Error, OSError):
        made = automatic_backups(path)
        if made and now - EVERY < max(made) <= now:
            return
        if connection.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
            return
        target = folder_beside(path) / f"automatic-{now:{_STAMP}}Z.sqlite3.gz"
        write_compressed(connection, target)
        for time in superfluous(made, now):
            made[time].unlink(missing_ok=True)


def automatic_backups(path: Path) -> dict[datetime, Path]:
    """The automatic backups, by the time at which they were made."""
    files = {file: _NAME.fullmatch(file.name) for file in folder_beside(path).glob("automatic-*")}
    return {
        datetime.strptime(match[1], _STAMP).replace(tzinfo=UTC): file
        for file, match in files.items()
        if match
    }


def superfluous(times: Iterable[datetime], now: datetime) -> set[datetime]:
    """The backups to delete.

    All of the last two days stay. Of those before, the last one of each day stays for 12 days that
    have any, then the last one of each week for 10 weeks, then of each month for 9 months.
    """
    old = sorted((time for time in times if now - time >= ALL), reverse=True)
    kept: set[datetime] = set()
    for count, period in ((DAILY, datetime.date), (WEEKLY, _week), (MONTHLY, _month)):
        left = [time for time in old if not kept or time.date() < min(kept).date()]
        kept.update(_last_of_each(left, period, count))
    return set(old) - kept


def _last_of_each(
    newest_first: Iterable[datetime], period: Callable[[datetime], Hashable], count: int
) -> list[datetime]:
    last: dict[Hashable, datetime] = {}
    for time in newest_first:
        last.setdefault(period(time), time)
    return list(last.values())[:count]


def _week(time: datetime) -> Hashable:
    return time.isocalendar()[:2]


def _month(time: datetime) -> Hashable:
    return time.year, time.month
