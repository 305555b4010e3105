"""Garbage collection in pauses: to look at all objects takes 10 ms, and more after busy minutes."""

import gc
from typing import Final

PAUSE: Final = 0.25  # seconds between two looks at whether there is a pause
# New objects until a look at the new ones; such looks until one at those that stayed, which takes
# 3 ms; and such until a look at all, lest garbage grows while keys come without a pause: that of
# 50 such looks, one screen each, takes 350 ms.
THRESHOLDS: Final = (2_000, 10, 10)


class Collector:
    """Looks at all objects in the first pause after keys came."""

    def __init__(self) -> None:
        self._just_now = False  # something came since the last look
        self._is_due = False

    @staticmethod
    def begin() -> bool:
        """The first frame is out: end the rest that the command line gave; whether it gave one."""
        if gc.isenabled():
            return False
        gc.freeze()  # what is there by now stays: no collection need look at it again
        gc.set_threshold(*THRESHOLDS)
        gc.enable()
        return True

    @staticmethod
    def keep() -> None:
        """Nor need it look at banks, answers and modules that came since."""
        if gc.get_freeze_count():
            gc.freeze()

    def input_came(self) -> None:
        """Somebody is at work."""
        self._just_now = self._is_due = True

    def look(self) -> None:
        """Collect once, when nothing came since the last look, but something before it."""
        if self._is_due and not self._just_now:
            self._is_due = False
            gc.collect()
        self._just_now = False
