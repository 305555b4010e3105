"""Garbage collection while nobody waits: soon after a key what is new, in a pause everything."""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from asyncio import TimerHandle
    from collections.abc import Callable

SOON: Final = 0.1  # seconds after a key: what it brought is painted
PAUSE: Final = 0.75  # seconds without a key
# While keys come without end: new objects until a look at those that are new, such looks until one
# at those that stayed, and such until one at all; that of ten takes 60 ms.
THRESHOLDS: Final = (10_000, 10, 10)


class Collector:
    """A look at what is new takes 1 to 4 ms, at everything 10 ms, and more after busy minutes."""

    def __init__(self) -> None:
        self._is_on = False
        self._next: TimerHandle | None = None

    def begin(self) -> None:
        """The first frame is out: end the rest that the command line gave, if it gave one."""
        if not gc.isenabled():
            gc.freeze()  # what is there by now stays: no collection need look at it again
            gc.set_threshold(*THRESHOLDS)
            gc.enable()
            self._is_on = True

    @staticmethod
    def keep() -> None:
        """Nor need it look at banks, answers and modules that came since."""
        if gc.get_freeze_count():
            gc.freeze()

    def input_came(self) -> None:
        """Somebody is at work: wait until what was pressed for is there."""
        if self._is_on:
            self._call(SOON, self._look_at_the_new)

    def _look_at_the_new(self) -> None:
        """As collection without us does: every tenth time at those that stayed, too."""
        gc.collect(int(gc.get_count()[1] >= THRESHOLDS[1]))
        self._call(PAUSE - SOON, gc.collect)

    def _call(self, seconds: float, look: Callable[[], object]) -> None:
        if self._next is not None:
            self._next.cancel()
        self._next = asyncio.get_running_loop().call_later(seconds, look)
