"""Study days: a day begins when a late evening is over, not at midnight."""

from datetime import UTC, date, datetime, timedelta

ROLLOVER_HOUR = 4


def study_day(at: int, offset: int, rollover_hour: int = ROLLOVER_HOUR) -> date:
    """The local study day of a moment: UTC in milliseconds, and the zone's offset in minutes."""
    return (_EPOCH + timedelta(milliseconds=at, minutes=offset, hours=-rollover_hour)).date()


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
