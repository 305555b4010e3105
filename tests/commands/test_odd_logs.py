"""Commands on a log with odd entries: they say so, and go on with everything else."""

import json
import math
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from quizzer.progress.events import SessionEnded, SessionStarted
from quizzer.progress.log import Log
from quizzer.study.interview.blueprint import READY, as_data
from tests.commands.conftest import Quizzer

pytestmark = pytest.mark.usefixtures("library")

TEN = ("interview", "--minutes", "10", "--level", "junior", "--seed", "1")
NOON = 1_772_452_800_000  # 2026-03-02
NOT_A_NUMBER = {"mix": {"concept": math.nan}}  # the log keeps it as null


def take_interview(home: Path, changes: dict[str, Any], *, ended: bool) -> None:
    """Put an interview into the log whose blueprint has these changes."""
    blueprint = as_data(READY["fundamentals"]) | changes
    with closing(Log.open(home / "progress.sqlite3")) as log:
        began, ends = log.new_id(), log.new_id()
        log.append(
            SessionStarted(
                id=began,
                device=log.device,
                at=NOON,
                mode="interview",
                topic=None,
                plan=[],
                blueprint=blueprint,
            )
        )
        if ended:
            log.append(
                SessionEnded(id=ends, device=log.device, at=NOON, session=began, finished=True)
            )


@pytest.mark.parametrize("changes", [NOT_A_NUMBER, {"minutes": 10**15}, {"level": "staff"}])
@pytest.mark.parametrize("ended", [True, False])
def test_an_interview_that_cannot_be_read_stops_nothing(
    quizzer: Quizzer, home: Path, changes: dict[str, Any], ended: bool
) -> None:
    take_interview(home, changes, ended=ended)
    reported = quizzer("report")
    assert reported.code == 0
    assert reported.err.count("The interview of 2026-03-02 cannot be read") == 1
    assert "If a newer quizzer recorded it" in reported.err
    begun = quizzer(*TEN)
    assert begun.code == 0
    assert "It begins with" in begun.out
    assert ("cannot be read" in begun.err) == (not ended)
    again = quizzer("interview")
    assert "Resuming" in again.out
    assert "cannot be read" not in again.err


def test_the_numbers_of_interviews_leave_out_what_cannot_be_read(
    quizzer: Quizzer, home: Path
) -> None:
    take_interview(home, NOT_A_NUMBER, ended=True)
    quizzer(*TEN, stdin=":pass\n:end\n")
    take_interview(home, {"minutes": -1}, ended=True)
    latest = quizzer("report", "--interview", "1", "--format", "json")
    assert json.loads(latest.out)["interviews"][0]["blueprint"]["name"] == "own"
    assert "2 interviews cannot be read (the latest, of 2026-03-02" in latest.err
    assert "Debrief: Your own interview" in quizzer("interview", "--debrief").out


def test_doctor_tells_of_an_interview_that_cannot_be_read(quizzer: Quizzer, home: Path) -> None:
    take_interview(home, NOT_A_NUMBER, ended=True)
    examined = quizzer("doctor")
    assert examined.code == 0
    assert "The interview of 2026-03-02 cannot be read" in examined.out


def test_a_number_beyond_64_bits_is_just_not_kept_for_the_next_start(
    quizzer: Quizzer, home: Path
) -> None:
    take_interview(home, {"minutes": 10**30}, ended=True)
    assert quizzer("practice", "words", stdin=":quit\n").code == 0
    assert quizzer("list", "--points").code == 0
