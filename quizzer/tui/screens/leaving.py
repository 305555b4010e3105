"""Screens that can be left once: keys typed faster than one closes do not close the next."""

from __future__ import annotations

from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType


class LeftOnce(Screen[ScreenResultType]):
    """A screen whose second end, by a second Escape, is nothing."""

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close the screen, if it is still the one that is seen."""
        return super().dismiss(result) if self.is_active else AwaitComplete()
