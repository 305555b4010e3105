"""Garbage collection while nobody waits: new objects soon after a key, all of them in a pause."""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from asyncio import TimerHandle
    from collections.abc import Callable

SOON: Final = 0.1  # seconds after a key; by then its effect is painted
PAUSE: Final = 0.75  # seconds without a key
# For Python's own collections, which run only while keys come without a pause: a collection of the
# youngest generation after 10 000 new objects, of the next after ten of those, and of everything
# after ten of those again. That last one takes up to 60 ms.
THRESHOLDS: Final = (10_000, 10, 10)


class Collector:
    """Collecting new objects takes 1 to 4 ms; everything, 10 ms, and more after busy minutes."""

    def __init__(self) -> None:
        self._is_on = False
        self._next: TimerHandle | None = None

    def begin(self) -> None:
        """The first frame is out: turn collection on again, if the command line turned it off."""
        if not gc.isenabled():
            gc.freeze()  # what exists by now stays: no collection needs to look at it again
            gc.set_threshold(*THRESHOLDS)
            gc.enable()
            self._is_on = True

    @staticmethod
    def keep() -> None:
        """Freeze the banks, answers and modules that were loaded since, too."""
        if gc.get_freeze_count():
            gc.freeze()

    def input_came(self) -> None:
        """Somebody is at work: wait until the effect of the key is painted."""
        if self._is_on:
            self._call(SOON, self._collect_the_new)

    def _collect_the_new(self) -> None:
        """As Python does by itself: every tenth time, the second generation as well."""
        gc.collect(int(gc.get_count()[1] >= THRESHOLDS[1]))
        self._call(PAUSE - SOON, gc.collect)

    def _call(self, seconds: float, collect: Callable[[], object]) -> None:
        if self._next is not None:
            self._next.cancel()
        self._next = asyncio.get_running_loop().call_later(seconds, collect)
