"""Study days: a day begins when a late evening is over, not at midnight."""

from datetime import date
from functools import lru_cache

from quizzer.configuration.settings import Settings as Defaults

ROLLOVER_HOUR = Defaults().rollover_hour
MINUTE, HOUR, DAY = 60_000, 3_600_000, 86_400_000  # milliseconds


def study_day(at: int, offset: int, rollover_hour: int = ROLLOVER_HOUR) -> date:
    """The local study day of a moment: UTC in milliseconds, and the zone's offset in minutes."""
    return _after_1970((at + offset * MINUTE - rollover_hour * HOUR) // DAY)


@lru_cache(maxsize=4096)
def _after_1970(days: int) -> date:
    """A long log asks for the same days again and again."""
    return date.fromordinal(_1970 + days)


_1970 = date(1970, 1, 1).toordinal()
