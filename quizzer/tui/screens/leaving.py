"""Screens that are opened and left only once, even if a key is pressed twice quickly."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from textual import events, on
from textual._styles_cache import StylesCache
from textual.await_complete import AwaitComplete
from textual.screen import Screen, ScreenResultType

from quizzer.tui.steady_compositor import SteadyCompositor

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
S = TypeVar("S", bound=Screen[Any])


def while_seen(handler: Callable[Concatenate[S, P], None]) -> Callable[Concatenate[S, P], None]:
    """Let a handler that opens another screen run only while its own screen is on top.

    If Enter is pressed twice quickly, a list or a form sends both messages before the screen has
    opened what the first one asked for. The second then does nothing.
    """

    @wraps(handler)
    def handle(screen: S, /, *args: P.args, **kwargs: P.kwargs) -> None:
        if screen.is_active:
            handler(screen, *args, **kwargs)

    return handle


class LeftOnce(Screen[ScreenResultType]):
    """A screen that ignores a second Escape while it is being left."""

    def __init__(self) -> None:
        super().__init__()
        self._compositor = SteadyCompositor()

    def dismiss(self, result: ScreenResultType | None = None) -> AwaitComplete:
        """Close the screen, if it is still the one on top."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    @on(events.ScreenResume)
    def _keep_styles(self, event: events.ScreenResume) -> None:
        """Keep the styles as they are: Textual would compute them for every widget again."""
        event.refresh_styles = False

    def on_unmount(self) -> None:
        """Free what was painted, which would add up to megabytes in an evening.

        Textual's cache of the colours of borders keeps the widgets' own caches of lines alive.
        """
        StylesCache.get_inner_outer.cache_clear()
