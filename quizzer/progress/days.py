"""Study days: a day begins when a late evening is over, not at midnight.

A clock that was set to an absurd date, here or on the machine that a log comes from, must not stop
anyone: what happened before 1900 or after 2999 counts as of the first or the last of these days.
Python's dates end in 9999, and adding days to a date needs room before that.
"""

from datetime import date, datetime, timedelta
from functools import lru_cache
from typing import Final

from quizzer.configuration.settings import Settings as Defaults

ROLLOVER_HOUR = Defaults().rollover_hour
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000  # milliseconds
FIRST, LAST = date(1900, 1, 1), date(2999, 12, 31)


def study_day(at: int, offset: int, rollover_hour: int = ROLLOVER_HOUR) -> date:
    """The local study day of a moment: UTC in milliseconds, and the zone's offset in minutes."""
    return _after_1970((at + offset * MINUTE - rollover_hour * HOUR) // DAY)


def moment(at: int, offset: int = 0) -> datetime:
    """Local time at a moment: UTC in milliseconds, and the zone's offset in minutes."""
    since = max(_BEGIN, min(at + offset * MINUTE, _END))
    return _1970 + timedelta(milliseconds=since)


@lru_cache(maxsize=4096)
def _after_1970(days: int) -> date:
    """The day so many days after 1 January 1970; a long log asks for the same days often."""
    return moment(days * DAY).date()


_1970: Final = datetime(1970, 1, 1)
_BEGIN, _END = ((day - _1970.date()) // timedelta(milliseconds=1) for day in (FIRST, LAST))
