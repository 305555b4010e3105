"""The clock that study runs by: passed in, so that tests can set it."""

import time
from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """What study needs to know about time."""

    def now_ms(self) -> int:
        """UTC in milliseconds."""

    def offset_minutes(self) -> int:
        """How far local time is ahead of UTC."""

    def monotonic(self) -> float:
        """Seconds that only ever grow, for measuring how long something took."""


class SystemClock:
    """The clock of the machine."""

    def now_ms(self) -> int:
        """UTC in milliseconds."""
        return time.time_ns() // 1_000_000

    def offset_minutes(self) -> int:
        """How far local time is ahead of UTC."""
        offset = datetime.now().astimezone().utcoffset()
        return round(offset.total_seconds() / 60) if offset is not None else 0

    def monotonic(self) -> float:
        """Seconds that only ever grow, for measuring how long something took."""
        return time.monotonic()
