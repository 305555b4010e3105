"""What all full screens look like: a head line, a page, a note when there is one, the keys."""

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

BLINK: Final = 0.04  # seconds


class FullScreen(LeftOnce[None]):
    """The frame. A screen fills in its page, and may word the key bar to fit its state."""

    AUTO_FOCUS = ""
    _is_under_way = False  # a step from one state to the next

    def compose(self) -> ComposeResult:
        """Head, page, note, keys."""
        yield Line(id="head")
        yield from self.page()
        yield Static(id="note")
        yield KeyBar()

    def page(self) -> Iterable[Widget]:
        """What stands between head and keys."""
        raise NotImplementedError

    @property
    def quizzer(self) -> BaseApp:
        """The app, under its own type."""
        return cast("BaseApp", self.app)

    def ignores(self, key: Key) -> bool:
        """Whether a key was not meant as one; called once for each key, before anything else."""
        return False

    def head(self, left: str, right: str = "") -> None:
        """Write the head line in its usual look."""
        self.show_head(plain(left, "bold"), plain(right, MUTED))

    def show_head(self, left: Content, right: Content) -> None:
        """Write the head line, unless the screen was left meanwhile."""
        for line in self.query("#head").results(Line):
            line.show(left, right)

    def note(self, text: str = "", style: str = "$text-warning") -> None:
        """Say something above the keys until the next thing happens, or the screen is left."""
        for note in self.query("#note").results(Static):
            note.update(plain(text, style))
            note.display = bool(text)
        if text:
            self.after_frame(self._show_cursor)

    def _show_cursor(self) -> None:
        """A note takes lines away from the page: what has the focus stays in sight."""
        if self.focused is not None:
            self.focused.scroll_visible(animate=False)

    def after_frame(self, act: Callable[[], None]) -> None:
        """Do something once the screen is painted, unless it is left before."""
        self.call_after_refresh(self._if_seen, act)

    def _if_seen(self, act: Callable[[], None]) -> None:
        if self in self.app.screen_stack:
            act()

    def begin_work(self, work: Work, group: str = "default") -> None:
        """Do something behind the screen; no renewal ends what is in a group of its own."""
        _worker: Worker[None] = self.run_worker(partial(self._while_seen, work), group=group)

    async def alone(self, step: Work) -> None:
        """Take a step, unless another is under way: then what was pressed came too early.

        Keys are taken in by the app, by the screen and by the field with the focus, and these do
        not wait for each other: a second Enter might hand in the answer to the question after it.
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
        """Begin work in `on_mount`: the first frame waits a blink for what comes of it.

        Else the frame would be painted without it, and what was pressed for came a frame later.
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
        """Do something behind the screen, in place of what was being done there."""
        _worker: Worker[None] = self.run_worker(partial(self._while_seen, work), exclusive=True)

    async def _while_seen(self, work: Work) -> None:
        """What comes of the work has no place any more once the screen is left.

        Whatever reads the log can fail, for other programs have the file, too.
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
        """Whether an action can be done here at some time: if so, the help names it."""
        return True

    def wording(self, action_id: str) -> str | None:
        """A better label for an action in the present state; an empty one keeps it off the bar."""
        return None
