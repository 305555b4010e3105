"""The day of the interview and the days until then, without the app."""

import json
from pathlib import Path

import pytest

from tests.commands.conftest import Quizzer


def test_without_a_day_it_says_how_to_set_one(quizzer: Quizzer) -> None:
    result = quizzer("plan")
    assert (result.code, result.err) == (0, "")
    assert "No day is set. `quizzer plan --date 2026-12-22`" in result.out


def test_a_day_is_kept_and_planned_for(quizzer: Quizzer) -> None:
    assert ", in 14 days" in quizzer("plan", "--date", "+14").out
    plan = quizzer("plan", "--minutes", "10").out
    assert "10 minutes per day" in plan
    assert "not started" in plan
    planned = json.loads(quizzer("plan", "--minutes", "10", "--json").out)
    assert len(planned["days"]) == 14
    assert all(day["minutes"] <= 10 for day in planned["days"])


def test_from_three_weeks_before_all_days_are_told_the_last_ones_too(quizzer: Quizzer) -> None:
    quizzer("plan", "--date", "+21")
    plan = quizzer("plan", "--minutes", "25").out
    days = plan[plan.index("The days until then") :].splitlines()[1:]
    assert len(days) == 21
    assert sum("mock interview" in day for day in days) == 3  # 14, 7 and 3 days before


def test_a_day_that_is_through_is_done_and_not_free(quizzer: Quizzer) -> None:
    quizzer("plan", "--date", "+3")
    for item in ("cbow-or-skip-gram", "lstm-or-gru", "tied-embeddings"):
        assert quizzer("answer", item, "--record", stdin="A").code in (0, 1)
    plan = quizzer("plan", "--minutes", "5").out
    days = plan[plan.index("The days until then") :].splitlines()[1:4]
    assert days[0].endswith("  done")
    assert not days[1].endswith("done")


def test_on_the_day_itself_nothing_is_planned_any_more(quizzer: Quizzer) -> None:
    out = quizzer("plan", "--date", "+0", "--minutes", "5").out
    assert ", today" in out
    assert "no room" not in out
    assert "The days until then" not in out


def test_a_day_can_be_taken_away(quizzer: Quizzer) -> None:
    quizzer("plan", "--date", "+3")
    assert "No day is set." in quizzer("plan", "--no-date").out
    assert json.loads(quizzer("plan", "--json").out)["day"] is None


def test_a_day_that_is_over_is_told(quizzer: Quizzer, home: Path) -> None:
    (home / "config.toml").write_text('interview_day = "2020-01-01"')
    assert quizzer("plan").out.startswith("Your interview was on 2020-01-01. `quizzer plan --date")


def test_what_is_no_day_or_over_is_refused(quizzer: Quizzer) -> None:
    assert quizzer("plan", "--date", "soon").err == (
        "quizzer: 'soon' is not a day: give one such as 2026-12-22, or +14.\n"
    )
    assert "is in the past" in quizzer("plan", "--date", "2001-01-01").err


@pytest.mark.parametrize("nothing", ["", " "])
def test_no_day_at_all_takes_none_away(quizzer: Quizzer, nothing: str) -> None:
    """As from a variable of a shell that is empty."""
    quizzer("plan", "--date", "+3")
    result = quizzer("plan", "--date", nothing)
    assert (result.code, result.out) == (2, "")
    assert ", in 3 days" in quizzer("plan").out


def test_a_look_at_the_plan_writes_nothing(quizzer: Quizzer, home: Path) -> None:
    quizzer("plan")
    assert not list(home.rglob("*.sqlite3"))
