"""Notifications that end when their time is over, whatever happens to the system clock."""

from dataclasses import dataclass
from time import monotonic
from typing import Final

from textual.notifications import Notification

LEAST: Final = 0.05  # seconds; a timer of zero or fewer would never end


@dataclass
class TimedNotification(Notification):
    """A notification whose time left is never zero, even when it is over.

    Textual asks the clock twice: whether it is over, and how much time is left. On a busy machine
    it can end between the two, and a timer of less than nothing hangs the app.
    """

    def __post_init__(self) -> None:
        self._end = monotonic() + self.timeout

    @property
    def time_left(self) -> float:
        """Seconds for which it is still shown: at least a moment."""
        return max(self._end - monotonic(), LEAST)

    @property
    def has_expired(self) -> bool:
        """Whether it is over."""
        return monotonic() >= self._end
