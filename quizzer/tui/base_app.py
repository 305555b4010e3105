"""What screens may ask of the app: the Study behind it, the settings in use, and other screens."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from textual.notifications import Notify

from quizzer.configuration.configuration import Configuration
from quizzer.tui.notification import TimedNotification
from quizzer.tui.settings_in_use import SettingsInUse
from quizzer.tui.themed_app import ThemedApp

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from contextlib import AbstractContextManager

    from textual.notifications import SeverityLevel

    from quizzer.bank.schema import Item
    from quizzer.configuration.settings import Settings, Value
    from quizzer.study.interview.blueprint import Blueprint
    from quizzer.study.interview.interview import Interview
    from quizzer.study.selection import Selection
    from quizzer.study.session import Session
    from quizzer.study.study import Study

Given = ParamSpec("Given")
Result = TypeVar("Result")


class BaseApp(ThemedApp, inherit_bindings=False):
    """Runs every call to the Study in one background thread, one after the other.

    So the screen never waits for a disk or for NumPy, and nothing below needs a lock. Screens
    import only this class: the app itself, which opens them, is in a layer above them.
    """

    def __init__(self, configuration: Configuration | None = None) -> None:
        super().__init__()
        self.study: Study | None = None
        self.chosen_last: tuple[Selection, int] | None = None  # questions, and how many at most
        self.in_use = SettingsInUse(configuration or Configuration())
        self.update_keymap(self.in_use.keymap)
        self._behind = ThreadPoolExecutor(max_workers=1, thread_name_prefix="study")
        self._preloading = ThreadPoolExecutor(max_workers=1, thread_name_prefix="preloading")

    def make_ready(self, prepare: Callable[[], None]) -> None:
        """Run something of the Study in the background thread; nothing waits for it."""
        self._behind.submit(prepare)

    def preload(self, what: Callable[[], None]) -> None:
        """Import what may be wanted soon, in a thread that keeps nothing of the Study waiting."""
        self._preloading.submit(what)

    async def behind(
        self, function: Callable[Given, Result], *arguments: Given.args, **named: Given.kwargs
    ) -> Result:
        """Run something of the Study in the background thread and wait for what it returns."""
        call = partial(function, *arguments, **named)
        return await asyncio.get_running_loop().run_in_executor(self._behind, call)

    def on_unmount(self) -> None:
        """Let the threads end by themselves."""
        for threads in (self._behind, self._preloading):
            threads.shutdown(wait=False, cancel_futures=True)

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self.in_use.settings

    def choose(self, name: str, value: Value) -> None:
        """Set a setting from now on, and tell the learner if that will not be remembered."""
        if remark := self.in_use.choose(name, value):
            self.notify(remark)

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Show a message for a while (`timeout` in seconds), without reading it as markup."""
        seconds = self.NOTIFICATION_TIMEOUT if timeout is None else timeout
        self.post_message(Notify(TimedNotification(message, title, severity, seconds, markup)))

    def explaining(self, then: Callable[[], None] | None = None) -> AbstractContextManager[None]:
        """Show a failure of banks, log or study in a dialog; when it is closed, do `then`."""
        raise NotImplementedError

    def open_question(self, begin: Callable[[], Session]) -> None:
        """Show the question screen at once; the session begins behind it."""
        raise NotImplementedError

    def replace_by_question(self, begin: Callable[[], Session]) -> None:
        """Show it in place of the present screen, which the way back leaves out."""
        raise NotImplementedError

    def open_lesson(self, topic: str) -> None:
        """Show the lesson of a topic over everything else, if it has one."""
        raise NotImplementedError

    def open_interviews(self, blueprint: Blueprint | None = None) -> None:
        """Set up an interview, beginning with the settings of a blueprint."""
        raise NotImplementedError

    def open_interview(self, begin: Callable[[], Interview]) -> None:
        """Show the interview screen at once; the interview begins, or goes on, behind it."""
        raise NotImplementedError

    def open_debrief(self, begin: Callable[[], Interview]) -> None:
        """Show how an interview went."""
        raise NotImplementedError

    def open_reference(self, item: Item | None = None) -> None:
        """Show all components of the reference, or those that an item uses."""
        raise NotImplementedError

    def open_explorer(self, kinds: Sequence[str] = ()) -> None:
        """Walk through the forward pass, from the first step of the first of these kinds on."""
        raise NotImplementedError

    def ask_for_report(self, interview: str | None = None) -> None:
        """Ask where the report goes, and write it there; on one interview, or on everything."""
        raise NotImplementedError
