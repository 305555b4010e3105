"""Screens that can be left once: keys typed faster than one closes do not close the next."""

from __future__ import annotations

from textual import events, on
from textual._styles_cache import StylesCache
from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType

from quizzer.tui.steady_compositor import SteadyCompositor


class LeftOnce(Screen[ScreenResultType]):
    """A screen whose second end, by a second Escape, is nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = SteadyCompositor()

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close the screen, if it is still the one that is seen."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    @on(events.ScreenResume)
    def _keep_styles(self, event: events.ScreenResume) -> None:
        """Every part got its styles as it was mounted; Textual would give them all again."""
        event.refresh_styles = False

    def on_unmount(self) -> None:
        """Let go of what was painted: Textual would keep it, megabytes in an evening.

        Its cache of the colours of borders holds on to the widgets' own caches of lines.
        """
        StylesCache.get_inner_outer.cache_clear()
