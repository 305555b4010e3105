"""How reports write numbers, times and days."""

from datetime import date

import pytest

from quizzer.reports import words
from quizzer.reports.plan import day_in_words, days_beyond
from quizzer.study.preparation import DayPlan, Plan


@pytest.mark.parametrize(
    ("seconds", "says"),
    [
        (0, "0 s"),
        (59.4, "59 s"),
        (59.6, "1 min"),
        (89, "1 min"),
        (91, "2 min"),
        (3599, "1 h"),
        (7500, "2 h 5 min"),
    ],
)
def test_a_time_is_said_in_the_units_that_one_would_use(seconds: float, says: str) -> None:
    assert words.duration(seconds) == says


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("divide by the sum", "divide by the sum"),
        ("divide by the sum of all", "divide by the sum…"),  # not "… sum of al…"
        ("[[1,2,3],[4,5,6]]", "[[1,2,3],[4,5,6]]"),
        ("[[1,2,3],[4,5,6],[7,8,9]]", "[[1,2,3],[4,5,6],[7…"),
        ("first line\nsecond", "first line second"),
    ],
)
def test_what_is_too_long_is_cut_between_words_if_it_can_be(text: str, says: str) -> None:
    assert words.short(text, 20) == says


@pytest.mark.parametrize(
    ("items", "new", "says"),
    [
        (0, 0, "free"),
        (1, 1, "1 new question, 7 minutes"),
        (8, 8, "8 new questions, 7 minutes"),
        (8, 3, "8 questions, 3 of them new, 7 minutes"),
        (8, 0, "8 questions, 7 minutes"),
    ],
)
def test_a_day_of_the_plan_says_what_is_new(items: int, new: int, says: str) -> None:
    asked = tuple(f"item-{n}" for n in range(items))
    day = DayPlan(day=date(2026, 12, 22), items=asked, new=new, minutes=7.0)
    assert day_in_words(day) == says


def test_a_day_of_the_plan_has_its_mock_interview_first() -> None:
    rehearsed = DayPlan(day=date(2026, 12, 22), items=(), new=0, minutes=0.0, interview=20.0)
    assert day_in_words(rehearsed) == "a mock interview, 20 minutes"
    both = DayPlan(day=date(2026, 12, 22), items=("a",), new=0, minutes=3.0, interview=45.0)
    assert day_in_words(both) == "a mock interview, 45 minutes; 1 question, 3 minutes"


@pytest.mark.parametrize(
    ("entered", "says"),
    [
        ("0.451 0.549\n0.023 0.977\n", "0.451 0.549; 0.023 0.977"),
        ("[[0.5],\n [0.5]]", "[[0.5], [0.5]]"),
        ("two lines\nof words", "two lines of words"),
    ],
)
def test_rows_of_numbers_that_were_entered_stay_apart(entered: str, says: str) -> None:
    assert words.entry("weights", entered, 80) == says


def test_of_code_that_was_entered_its_length_is_said() -> None:
    code = "import numpy as np\n\ndef f(x):\n    return x\n"
    assert words.entry("code", code, 60) == "4 lines of code"
    assert words.entry("scores", "1 2\n3 4", 60) == "1 2; 3 4"
    assert words.entry("heads", "1 2\n3 4\n\n5 6\n7 8\n", 60) == "1 2; 3 4; 5 6; 7 8"


@pytest.mark.parametrize(
    ("days", "says"), [(7, ""), (8, "… and 1 more day."), (9, "… and 2 more days.")]
)
def test_days_that_are_not_shown_are_counted(days: int, says: str) -> None:
    day = DayPlan(day=date(2026, 3, 2), items=(), new=0, minutes=0)
    plan = Plan(
        target=day.day,
        minutes_a_day=20,
        done=(),
        minutes_done=0,
        to_go=0,
        days=(day,) * days,
        forecast=(),
        left_out=(),
    )
    assert days_beyond(plan, 7) == says
