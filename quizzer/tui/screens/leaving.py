"""Screens that are left, and opened, once: keys typed at once are not for the next one."""

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
    """What opens another screen opens one: of Enter typed twice at once the second is nothing.

    A list or a form has told of both before the screen opens what the first one wants.
    """

    @wraps(handler)
    def handle(screen: S, /, *args: P.args, **kwargs: P.kwargs) -> None:
        if screen.is_active:
            handler(screen, *args, **kwargs)

    return handle


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
