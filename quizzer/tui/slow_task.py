"""A slow task behind the screen: says how long it has been running, and can be cancelled."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.widget import Widget

TICK = 0.25  # seconds


class SlowTask:
    """A context around slow work, which asks `is_cancelled` again and again."""

    def __init__(self, widget: Widget, what: str, stop: str, say: Callable[[str], None]) -> None:
        """`what` begins each message, `stop` names the key that cancels, `say` shows it."""
        self._what = what
        self._stop = stop
        self._say = say
        self._cancelled = threading.Event()
        self._began = time.monotonic()
        self._timer = widget.set_interval(TICK, self._tick)

    def __enter__(self) -> SlowTask:
        """Show the first message at once."""
        self._tick()
        return self

    def __exit__(self, *_: object) -> None:
        """It is over, or nobody waits for it any more: a thread that still works on it can stop."""
        self._timer.stop()
        self._cancelled.set()

    def cancel(self) -> None:
        """Ask the work to stop; it ends soon after."""
        self._cancelled.set()

    def is_cancelled(self) -> bool:
        """Whether the work should stop; asked from another thread."""
        return self._cancelled.is_set()

    def _tick(self) -> None:
        seconds = time.monotonic() - self._began
        ending = "Stopping …" if self._cancelled.is_set() else f"{self._stop} stops it."
        self._say(f"{self._what} {seconds:.0f} s. {ending}")
