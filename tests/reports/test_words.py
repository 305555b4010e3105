"""How reports write numbers, times and days."""

import pytest

from quizzer.reports import words


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
