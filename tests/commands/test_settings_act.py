"""Settings act in the commands: schedule, lengths, how sure; and the log stays as it is."""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from quizzer.bank.library import Library
from quizzer.progress.log import Log
from quizzer.study.study import Study
from tests.commands.answering import asked_last, typed
from tests.commands.conftest import Quizzer

pytestmark = pytest.mark.usefixtures("library")


def due_day(quizzer: Quizzer) -> date:
    """When the choice comes back, as the report tells."""
    items = json.loads(quizzer("report", "--format", "json").out)["items"]
    return next(date.fromisoformat(i["due_day"]) for i in items if i["id"] == "choose-it")


def fingerprint(home: Path) -> str:
    log = Log.open_to_read(home / "progress.sqlite3")
    try:
        return log.fingerprint()
    finally:
        log.close()


def test_retention_moves_what_was_answered_before_and_leaves_the_log(
    quizzer: Quizzer, library: Library, home: Path
) -> None:
    right = typed(*asked_last(library, quizzer("show", "choose-it").out))
    quizzer("answer", "choose-it", "--record", stdin=right)
    before, usual = fingerprint(home), due_day(quizzer)
    (home / "config.toml").write_text("retention = 0.75")
    assert due_day(quizzer) > usual + timedelta(days=1)
    (home / "config.toml").write_text("retention = 0.99")
    assert due_day(quizzer) < usual
    (home / "config.toml").unlink()
    assert (fingerprint(home), due_day(quizzer)) == (before, usual)


def test_the_rollover_hour_says_which_day_it_is(
    quizzer: Quizzer, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("time.time_ns", lambda: 1_772_420_400 * 10**9)  # Monday 2026-03-02, 3:00
    monkeypatch.setenv("TZ", "UTC")

    def day() -> str:
        return str(json.loads(quizzer("report", "--format", "json").out)["made"]["day"])

    assert day() == "2026-03-01"
    (home / "config.toml").write_text("rollover_hour = 3")
    assert day() == "2026-03-02"


def test_lengths_of_sessions_and_an_option_that_goes_before_them(
    quizzer: Quizzer, home: Path
) -> None:
    (home / "config.toml").write_text("practice_questions = 2\nreview_questions = 1\n")
    assert "Question 1 of 2" in quizzer("practice", "words").out
    assert "Question 1 of 2" in quizzer("practice", "attention", "--limit", "2").out
    assert "Question 1 of 2" in quizzer("practice").out
    assert "Question 1 of 1" in quizzer("practice", "--limit", "1").out


@pytest.mark.parametrize(
    ("file", "option", "asked"),
    [
        ("", [], True),
        ("confidence = false", [], False),
        ("confidence = false", ["--confidence"], True),
        ("confidence = true", ["--no-confidence"], False),
    ],
)
def test_how_sure_is_asked_as_the_settings_or_the_option_say(
    quizzer: Quizzer, library: Library, home: Path, file: str, option: list[str], asked: bool
) -> None:
    (home / "config.toml").write_text(file)
    answer = typed(*asked_last(library, quizzer("practice", "words", *option).out))
    result = quizzer("practice", "words", *option, stdin=answer)
    assert ("How sure?" in result.out) is asked


def test_the_day_of_the_file_goes_before_that_of_the_app_until_it_is_over(
    quizzer: Quizzer, library: Library, home: Path
) -> None:
    log = Log.open(home / "progress.sqlite3")
    Study(library, log).set_interview_day(date(2199, 1, 2))
    log.close()

    def day() -> str:
        return str(json.loads(quizzer("report", "--format", "json").out)["interview_day"])

    assert day() == "2199-01-02"
    (home / "config.toml").write_text("interview_day = 2199-05-06")
    assert day() == "2199-05-06"
    (home / "config.toml").write_text("interview_day = 2001-05-06")  # over when the app set one
    assert day() == "2199-01-02"
