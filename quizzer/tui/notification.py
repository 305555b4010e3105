"""Notifications that end after their seconds, whatever happens to the system clock."""

from dataclasses import dataclass
from time import monotonic
from typing import Final

from textual.notifications import Notification

LEAST: Final = 0.05  # seconds: a timer of none, or of fewer, would never come to its end


@dataclass
class TimedNotification(Notification):
    """A notification that is over after its seconds, and then still has a moment left.

    Textual asks the clock twice, whether it is over and how much is left. On a busy machine it can
    end between the two, and a timer of less than nothing hangs the app.
    """

    def __post_init__(self) -> None:
        self._end = monotonic() + self.timeout

    @property
    def time_left(self) -> float:
        """Seconds to show it: a moment at least."""
        return max(self._end - monotonic(), LEAST)

    @property
    def has_expired(self) -> bool:
        """Whether it is over."""
        return monotonic() >= self._end
