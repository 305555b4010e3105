"""Killed at random moments, two at once, and clocks that go wrong: no acknowledged answer is lost.

A learner's program (learner.py) says of each answer when it was taken; it is killed at any moment.
What it said was taken must be in the log; the log must be sound; and the session must go on where
it was.
"""

import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from quizzer.progress.days import study_day
from quizzer.progress.history import History
from quizzer.progress.log import Log
from quizzer.reports import html, json, markdown
from quizzer.reports.build import build
from quizzer.study.study import Study
from tests.soak.conftest import Chance
from tests.soak.learner import ITEMS
from tests.study.builders import DAY, RIGHT, WRONG, TurnedClock

LEARNER = [sys.executable, "-m", "tests.soak.learner"]
ROOT = Path(__file__).parent.parent.parent


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path, chance: Chance) -> None:
    path = tmp_path / "progress.sqlite3"
    taken: list[tuple[str, str]] = []
    for label, rng in chance.rounds(short=1, long=300):
        taken, unsure = _after(taken, _until_killed(path, label, rng))
        log = Log.open(path)
        try:
            assert log.integrity_problems() == [], label
            assert log.odd_entries() == [], label
            logged = [(attempt.item, attempt.answer["x"]) for attempt in log.attempts()]
            extra = logged[len(taken) :]
            if logged[: len(taken)] != taken:  # killed between an undo and the word about it
                assert unsure, label
                assert logged == taken[:-1], label
                extra = []
            assert len(extra) <= 1, label
            assert all(item == unsure for item, _ in extra), label
            _expect_to_go_on(log, label)
            taken = [(attempt.item, attempt.answer["x"]) for attempt in log.attempts()]
        finally:
            log.close()


def _until_killed(path: Path, label: str, rng: random.Random) -> list[str]:
    """What the learner's program said before it was killed."""
    process = subprocess.Popen(
        [*LEARNER, str(path), label],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n", label
    time.sleep(rng.choice([0, 0.001, 0.01, rng.uniform(0, 0.4)]))
    process.send_signal(signal.SIGKILL)
    said = process.stdout.read()
    process.wait()
    return said[: said.rfind("\n") + 1].splitlines()  # without a line that was cut off


def _after(before: list[tuple[str, str]], said: list[str]) -> tuple[list[tuple[str, str]], str]:
    """The answers that must be there, and what the program was doing when it was killed."""
    taken, doing = list(before), "undoing"
    for line in said:
        word, *rest = line.split(" ")
        if word == "taken":
            taken.append((rest[0], rest[1]))
        elif word == "undone":
            taken.pop()
        doing = rest[0] if word == "trying" else "undoing" if word == "taken" else ""
    return taken, doing


def _expect_to_go_on(log: Log, label: str) -> None:
    """The open session is offered and takes the next answer."""
    study = Study(ITEMS, log, TurnedClock())
    resumable = study.overview().resumable
    session = study.resume(resumable.session) if resumable else study.open_session("attention")
    if session.state == "answered":
        session.advance()
    if session.state == "asking":
        session.submit(RIGHT)
        assert session.state == "answered", label
    session.leave()


def test_two_at_once_lose_nothing(tmp_path: Path, chance: Chance) -> None:
    """Two programs answer in one log; each answer of both is there, once."""
    for label, rng in chance.rounds(short=1, long=20):
        path = tmp_path / f"{rng.random()}.sqlite3"
        programs = [
            subprocess.Popen(
                [*LEARNER, str(path), f"{label} {number}"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                cwd=ROOT,
            )
            for number in range(2)
        ]
        _begin_together(programs)
        said = [_until_something_is_taken(program) for program in programs]
        time.sleep(rng.uniform(0, 1) if chance.is_long else 0)
        for program, lines in zip(programs, said, strict=True):
            program.kill()
            lines += program.stdout.read().splitlines()
            err = program.stderr.read()
            program.wait()
            assert "Traceback" not in err, f"{label}\n{err}"
        log = Log.open(path)
        assert log.integrity_problems() == [], label
        taken = sum(line.startswith("taken") for lines in said for line in lines)
        undone = sum(line.startswith("undone") for lines in said for line in lines)
        # each of the two may have been killed between a change and the word about it
        assert abs(len(log.attempts()) - (taken - undone)) <= 2, label
        log.close()


def _begin_together(programs: Sequence[subprocess.Popen[str]]) -> None:
    """Let the programs go on as soon as all are ready."""
    for program in programs:
        assert program.stdout is not None
        assert program.stdout.readline() == "ready\n"
    for program in programs:
        assert program.stdin is not None
        program.stdin.close()


def _until_something_is_taken(program: subprocess.Popen[str]) -> list[str]:
    """What a program said up to its first answer."""
    assert program.stdout is not None
    lines: list[str] = []
    while not lines or not lines[-1].startswith("taken"):
        lines.append(program.stdout.readline())
        assert lines[-1], lines
    return lines


class RestlessClock(TurnedClock):
    """A clock that is set back and forth, in a traveller's pocket."""

    def __init__(self) -> None:
        super().__init__()
        self.offset = 0

    def offset_minutes(self) -> int:
        return self.offset


CHANGES: list[Callable[[RestlessClock, random.Random], None]] = [
    lambda clock, rng: clock.pass_seconds(rng.uniform(0, 100)),
    lambda clock, rng: clock.pass_days(rng.choice([1, 1, 2, 30])),
    lambda clock, rng: setattr(clock, "ms", clock.ms - rng.choice([1, 3_600_000, DAY, 400 * DAY])),
    lambda clock, rng: setattr(clock, "ms", rng.choice(MOMENTS)),
    lambda clock, rng: setattr(clock, "offset", rng.choice([-720, -60, 0, 60, 120, 345, 840])),
]
MOMENTS = [
    0,  # 1970
    2**31 * 1000 - 1,  # the last of 32-bit time, 2038
    2**31 * 1000,
    1_774_746_000_000 - 1,  # Europe turns its clocks, 2026-03-29T01:00Z
    1_774_746_000_000,
    4_102_444_800_000,  # 2100
    253_402_300_799_000,  # the last second of the last year that dates have
    1_772_510_399_999,  # a millisecond before four in the morning
    1_772_510_400_000,
]


def _expect_reports(log: Log, clock: RestlessClock, answered: int) -> None:
    """Reports count each answer once, on a day of its own time, and no streak of days unseen."""
    report = build(History(log), ITEMS, clock)
    days = [day.day for day in report.habits.calendar]
    assert days == sorted(set(days))
    assert sum(day.answers for day in report.habits.calendar) == answered
    assert report.habits.streak.longest <= len(days)
    assert report.habits.streak.current <= report.habits.streak.longest
    for form in (markdown, html, json):
        assert form.render(report)


def test_no_clock_stops_a_study(tmp_path: Path, chance: Chance) -> None:
    for label, rng in chance.rounds(short=1, long=60):
        clock, log = RestlessClock(), Log.open(tmp_path / f"{rng.random()}.sqlite3")
        study = Study(ITEMS, log, clock)
        answered = 0
        try:
            for _ in range(25):
                rng.choice(CHANGES)(clock, rng)
                session = rng.choice([study.open_session, study.start_practice])("attention")
                rng.choice(CHANGES)(clock, rng)
                session.submit(rng.choice([RIGHT, WRONG]))
                answered += 1
                rng.choice(CHANGES)(clock, rng)
                session.advance()
                session.leave()
                study.overview()
                study.forecast(study.today())
                study_day(clock.now_ms(), clock.offset_minutes())
            assert len(log.attempts()) == answered
            _expect_reports(log, clock, answered)
        except Exception as error:
            raise AssertionError(f"{label}: {clock.ms} ms, {clock.offset} min") from error
        finally:
            log.close()
