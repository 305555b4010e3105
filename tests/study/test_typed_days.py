"""A day is read the way people write it; a Monday in November is today."""

from datetime import date

import pytest

from quizzer.study.typed_days import read_day

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-12-07", date(2026, 12, 7)),
        ("2026/12/7", date(2026, 12, 7)),
        ("20261207", date(2026, 12, 7)),
        ("7.12.2026", date(2026, 12, 7)),
        ("7.12.", date(2026, 12, 7)),
        ("29.11.", date(2027, 11, 29)),
        ("30.11.", TODAY),
        ("7 Dec", date(2026, 12, 7)),
        ("7 Dec 2027", date(2027, 12, 7)),
        ("Dec 7", date(2026, 12, 7)),
        ("December 7th, 2026", date(2026, 12, 7)),
        ("on 7th of December", date(2026, 12, 7)),
        ("3 sept", date(2027, 9, 3)),
        ("29 Feb", date(2028, 2, 29)),
        ("today", TODAY),
        ("Tomorrow", date(2026, 12, 1)),
        ("Friday", date(2026, 12, 4)),
        ("next friday", date(2026, 12, 4)),
        ("on Thurs", date(2026, 12, 3)),
        ("monday", date(2026, 12, 7)),
        ("+7", date(2026, 12, 7)),
        ("+ 7 days", date(2026, 12, 7)),
        ("7 days", date(2026, 12, 7)),
        ("in a week", date(2026, 12, 7)),
        ("in two weeks", date(2026, 12, 14)),
        ("2w", date(2026, 12, 14)),
        ("", None),
        ("  ", None),
    ],
)
def test_days_are_read(text: str, day: date | None) -> None:
    assert read_day(text, TODAY) == day


@pytest.mark.parametrize(
    "text",
    [
        *("soon", "14", "3/4/2027", "31.11.", "2026-13-01", "32 Dec", "30 Feb"),
        *("7 foo", "+", "in", "in x days"),
    ],
)
def test_what_could_be_anything_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"day|month"):
        read_day(text, TODAY)


def test_a_number_without_measure_ends_somewhere() -> None:
    day = read_day("+999999", TODAY)
    assert day is not None
    assert day.year == 2036
