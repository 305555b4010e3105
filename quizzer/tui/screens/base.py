"""What all full screens have: a head line, a page, a note above the keys, and the keys."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, cast

from textual.css.query import NoMatches
from textual.widgets import Static

from quizzer.tui.key_names import key
from quizzer.tui.screens.leaving import LeftOnce
from quizzer.tui.text import MUTED, plain
from quizzer.tui.widgets.fitted import Line
from quizzer.tui.widgets.key_bar import KeyBar
from quizzer.tui.widgets.page import bring_into_sight

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable
    from typing import Any

    from textual.app import ComposeResult
    from textual.content import Content
    from textual.events import Key
    from textual.widget import Widget
    from textual.worker import Worker

    from quizzer.tui.base_app import BaseApp

    Work = Callable[[], Coroutine[Any, Any, None]]

BLINK: Final = 0.04  # seconds for which the first frame waits for data


class FullScreen(LeftOnce[None]):
    """The frame. A screen fills in its page, and can label keys to fit its state."""

    AUTO_FOCUS = ""
    _is_under_way = False  # whether a step (see `alone`) is running

    def compose(self) -> ComposeResult:
        """Head, page, note, keys."""
        yield Line(id="head")
        yield from self.page()
        yield Static(id="note")
        yield KeyBar()

    def page(self) -> Iterable[Widget]:
        """The widgets between head and note."""
        raise NotImplementedError

    @property
    def quizzer(self) -> BaseApp:
        """The app, with its own type."""
        return cast("BaseApp", self.app)

    def ignores(self, key: Key) -> bool:
        """Whether to drop a key; called once for each key, before anything else sees it."""
        return False

    def head(self, left: str, right: str = "") -> None:
        """Write the head line in its usual style."""
        self.show_head(plain(left, "bold"), plain(right, MUTED))

    def show_head(self, left: Content, right: Content) -> None:
        """Write the head line, unless the screen was left meanwhile."""
        for line in self.query("#head").results(Line):
            line.show(left, right)

    def note(self, text: str = "", style: str = "$text-warning") -> None:
        """Show a text above the keys until the next note, or until the screen is left."""
        for note in self.query("#note").results(Static):
            note.update(plain(text, style))
            note.display = bool(text)
        if text:
            self.after_frame(self._show_cursor)

    def _show_cursor(self) -> None:
        """Keep the focus visible: a note takes lines away from the page."""
        if self.focused is not None:
            bring_into_sight(self.focused)

    def after_frame(self, act: Callable[[], None]) -> None:
        """Do something once the screen is painted, unless it is left before."""
        self.call_after_refresh(self._if_seen, act)

    def _if_seen(self, act: Callable[[], None]) -> None:
        if self in self.app.screen_stack:
            act()

    def begin_work(self, work: Work, group: str = "default") -> None:
        """Do something in the background; in a group of its own, `renew` does not cancel it."""
        _worker: Worker[None] = self.run_worker(partial(self._while_seen, work), group=group)

    async def alone(self, step: Work) -> None:
        """Take a step, unless another is under way: then the key was pressed too early.

        The app, the screen and the field with the focus all handle keys, and do not wait for each
        other. So a second Enter could otherwise hand in an answer to the next question.
        """
        if self._is_under_way:
            return
        self._is_under_way = True
        try:
            with self.quizzer.explaining():
                await step()
        finally:
            self._is_under_way = False

    async def begin_with_first_frame(self, work: Work) -> None:
        """Begin work in `on_mount`, for whose result the first frame waits a moment.

        Otherwise that frame would be painted without it, and the result would come a frame later.
        """
        done = asyncio.Event()

        async def working() -> None:
            try:
                await work()
            finally:
                done.set()

        self.renew(working)
        with suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), BLINK)

    def renew(self, work: Work) -> None:
        """Do something in the background, and cancel what `renew` or `begin_work` began before."""
        _worker: Worker[None] = self.run_worker(partial(self._while_seen, work), exclusive=True)

    async def _while_seen(self, work: Work) -> None:
        """Do the work, and ignore widgets that are missing because the screen was left.

        Failures are explained: reading the log can fail, since other programs can use the file.
        """
        try:
            with self.quizzer.explaining():
                await work()
        except NoMatches:
            if self in self.app.screen_stack:
                raise

    def key(self, action: str, *, typing: bool = False) -> str:
        """The key of an action, for a sentence on the screen."""
        return key(self.app, action, typing=typing)

    def applies(self, action: str) -> bool:
        """Whether an action is possible here at some time; if so, the help lists it."""
        return True

    def wording(self, action_id: str) -> str | None:
        """A label for an action that fits the present state; empty: not on the bar; None: usual."""
        return None
