"""The time that the machine slept: the wall clock went on, and the monotonic clock did not."""

from typing import Final

from quizzer.study.clock import Clock

LEAST: Final = 30_000  # milliseconds: less is taken for a wall clock that was set


class Sleep:
    """How long the machine slept since it was last asked to forget; on Windows it cannot tell."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.forget()

    def forget(self) -> None:
        """Count from now on: sleep until now is in the log, or does not matter."""
        self._wall, self._awake = self._clock.now_ms(), self._clock.monotonic()

    @property
    def ms(self) -> int:
        """In milliseconds; 0 where it did not sleep."""
        passed = self._clock.now_ms() - self._wall
        slept = round(passed - (self._clock.monotonic() - self._awake) * 1000)
        return slept if slept >= LEAST else 0
