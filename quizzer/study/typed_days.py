"""Days as people write them: a date with or without its year, a weekday, or days from today."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import date, timedelta
from typing import Final

_MONTHS: Final = (
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
)
_WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_COUNTS: Final = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_MOST: Final = 3650  # days
_LETTERS: Final = 3  # enough to tell months, and weekdays, apart
_LEAP: Final = 8  # years from one 29 February to the next, at most

_COUNTED: Final = re.compile(r"(\+|in )? ?(\d{1,6}|[a-z]+) ?(d|w|days?|weeks?)?")
_DATED: Final = (
    re.compile(r"(?P<year>\d{4})(?P<mark>[-/.]?)(?P<month>\d\d?)(?P=mark)(?P<day>\d\d?)"),
    re.compile(r"(?P<day>\d\d?)\. ?(?P<month>\d\d?)\.?(?: ?(?P<year>\d{4}))?"),
    re.compile(
        r"(?P<day>\d\d?)(?:st|nd|rd|th|\.)?(?: of)? ?(?P<month>[a-z]+)\.?(?: (?P<year>\d{4}))?"
    ),
    re.compile(r"(?P<month>[a-z]+)\.? (?P<day>\d\d?)(?:st|nd|rd|th)?(?: (?P<year>\d{4}))?"),
)


def read_day(text: str, today: date) -> date | None:
    """The day that was written, or none if nothing was; ValueError for anything else.

    Without a year it is the next one, today included; a weekday is the next one after today.
    `3/4/2027` is refused: it is not the same day in Europe and in America.
    """
    words = " ".join(text.casefold().replace(",", " ").split()).removeprefix("on ")
    if not words:
        return None
    for read in (_near, _counted, _dated):
        day = read(words, today)
        if day is not None:
            return day
    raise ValueError(f"{text!r} is not a day")


def _near(words: str, today: date) -> date | None:
    if words in ("today", "tomorrow"):
        return today + timedelta(days=int(words == "tomorrow"))
    weekday = _place(words.removeprefix("next "), _WEEKDAYS)
    return None if weekday is None else today + timedelta(days=(weekday - today.weekday()) % 7 or 7)


def _counted(words: str, today: date) -> date | None:
    """`+14`, `14 days`, `in two weeks`; a number alone could be anything."""
    found = _COUNTED.fullmatch(words)
    if found is None or not (found[1] or found[3]):
        return None
    count = int(found[2]) if found[2].isdecimal() else _COUNTS.get(found[2])
    if count is None:
        return None
    days = 7 * count if (found[3] or "").startswith("w") else count
    return today + timedelta(days=min(days, _MOST))


def _dated(words: str, today: date) -> date | None:
    found = next(filter(None, (form.fullmatch(words) for form in _DATED)), None)
    if found is None:
        return None
    word = found["month"]
    place = int(word) - 1 if word.isdecimal() else _place(word, _MONTHS)
    if place is None:
        return None
    if found["year"]:
        return date(int(found["year"]), place + 1, int(found["day"]))
    return _next(place + 1, int(found["day"]), today)


def _next(month: int, day: int, today: date) -> date | None:
    for year in range(today.year, today.year + _LEAP + 1):
        with suppress(ValueError):  # most years have no 29 February
            if (found := date(year, month, day)) >= today:
                return found
    return None


def _place(word: str, names: Sequence[str]) -> int | None:
    """The index of the name that begins with this word."""
    if len(word) < _LETTERS:
        return None
    return next((n for n, name in enumerate(names) if name.startswith(word)), None)
