"""The app: opens on the check-list, opens the other screens, and explains failures in words."""

from __future__ import annotations

import asyncio
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import events

from quizzer.tui import opening, preloading
from quizzer.tui.actions import bindings
from quizzer.tui.base_app import BaseApp
from quizzer.tui.garbage import Collector
from quizzer.tui.key_names import key
from quizzer.tui.screens.base import FullScreen
from quizzer.tui.screens.home import HomeScreen

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Sequence

    from textual.binding import BindingType
    from textual.screen import Screen
    from textual.worker import Worker

    from quizzer.bank.schema import Item, Kind, Topic
    from quizzer.configuration.configuration import Configuration
    from quizzer.study.interview.blueprint import Blueprint
    from quizzer.study.interview.interview import Interview
    from quizzer.study.session import Session
    from quizzer.study.study import Study


class QuizzerApp(BaseApp, inherit_bindings=False):
    """Starts, opens screens over one another, and leaves."""

    TITLE = "quizzer"
    CSS_PATH = "app.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [*bindings("app")]

    def __init__(
        self,
        open_study: Callable[[], Study],
        load_topics: Callable[[], Sequence[Topic]],
        configuration: Configuration | None = None,
    ) -> None:
        super().__init__(configuration)
        self._collector = Collector()
        self._open_study = open_study
        self._load_topics = load_topics
        if self.in_use.settings.theme in self.available_themes:
            self.theme = self.in_use.settings.theme
        self._theme_known = self.theme
        self._told = ""  # the failure that was shown last

    async def on_event(self, event: events.Event) -> None:
        """Postpone garbage collection while keys and clicks come; drop keys to be ignored."""
        if isinstance(event, events.InputEvent):
            self._collector.input_came()
            if isinstance(event, events.Key) and not event.is_forwarded and self._ignores(event):
                return
        await super().on_event(event)

    def _ignores(self, key: events.Key) -> bool:
        return isinstance(self.screen, FullScreen) and self.screen.ignores(key)

    def get_default_screen(self) -> Screen[None]:
        """The check-list."""
        return HomeScreen()

    def on_ready(self) -> None:
        """The first frame is on the screen: now read the banks and the log."""
        self._collector.begin()
        _worker: Worker[None] = self.run_worker(self._start, exclusive=True)

    async def _start(self) -> None:
        await asyncio.sleep(0.001)  # lets the thread that writes to the terminal have its turn
        self.stylesheet.read(Path(__file__).with_name("screens.tcss"))
        self.stylesheet.parse()
        home = self.screen_stack[0]
        assert isinstance(home, HomeScreen)
        with self.explaining(then=lambda: self.exit(return_code=1)):
            home.show_topics(await self.behind(self._load_topics))
            self.study = await self.behind(self._open_study)
            await home.refresh_overview()
            if trouble := self.in_use.trouble:
                self.notify(trouble, severity="warning", timeout=15)
            self.preload(preloading.after_the_start)

    @contextmanager
    def explaining(self, then: Callable[[], None] | None = None) -> Iterator[None]:
        """Show a failure of banks, log or study in a dialog; when it is closed, do `then`.

        If there is nothing to do then, a failure that was just shown is repeated only as a
        notification: a screen reads its data again when the dialog over it is closed, so a dialog
        for the same failure would come back for ever.
        """
        from quizzer.tui.failures import KNOWN, in_words

        try:
            yield
        except KNOWN as error:
            from quizzer.tui.screens.dialogs import MessageDialog

            told, self._told = self._told, in_words(error)
            if then is None and told == self._told:
                self.notify(told, severity="error")
            else:
                dialog = MessageDialog("That did not work", self._told)
                self.push_screen(dialog, lambda _: then() if then is not None else None)

    def watch_theme(self, theme: str) -> None:
        """Remember the colours, in whatever way they were chosen."""
        if self.is_running and theme != self._theme_known:
            self._theme_known = theme
            self.choose("theme", theme)

    def action_confidence(self) -> None:
        """Ask learners how sure they are before an answer is revealed, or stop asking."""
        on = not self.settings.confidence
        asks = "now asks" if on else "no longer asks"
        self.notify(f"quizzer {asks} how sure you are.")
        self.choose("confidence", on)

    def open_question(self, begin: Callable[[], Session]) -> None:
        """Show the question screen at once; the session begins behind it."""
        from quizzer.tui.screens.question import QuestionScreen

        self.push_screen(QuestionScreen(begin))

    def replace_by_question(self, begin: Callable[[], Session]) -> None:
        """Show it in place of the present screen, which the way back leaves out."""
        from quizzer.tui.screens.question import QuestionScreen

        self.switch_screen(QuestionScreen(begin))

    def open_lesson(self, topic: str) -> None:
        """Show the lesson of a topic over everything else, if it has one."""
        assert self.study is not None
        lesson = self.study.library.lesson_on(topic)
        if lesson:
            from quizzer.tui.screens.lesson import LessonScreen

            title = self.study.library.title_of(topic)
            self.push_screen(LessonScreen(title, lesson))

    def open_interviews(self, blueprint: Blueprint | None = None) -> None:
        """Set up an interview, beginning with the settings of a blueprint."""
        from quizzer.tui.screens.interview_setup import InterviewSetUpScreen

        self.push_screen(InterviewSetUpScreen(blueprint))

    def open_interview(self, begin: Callable[[], Interview]) -> None:
        """Show the interview screen at once; the interview begins, or goes on, behind it."""
        from quizzer.tui.screens.interview import InterviewScreen

        self.push_screen(InterviewScreen(begin))

    def open_debrief(self, begin: Callable[[], Interview]) -> None:
        """Show how an interview went."""
        from quizzer.tui.screens.debrief import DebriefScreen

        self.push_screen(DebriefScreen(begin))

    def open_reference(self, item: Item | None = None) -> None:
        """Show all components of the reference, or those that an item uses."""
        from quizzer.tui.screens.reference import ReferenceScreen

        self.push_screen(ReferenceScreen(item))

    def open_explorer(self, kinds: Sequence[str] = ()) -> None:
        """Walk through the forward pass, from the first step of the first of these kinds on."""
        from quizzer.tui.screens.explorer import ExplorerScreen

        self.push_screen(ExplorerScreen(kinds))

    def ask_for_report(self, interview: str | None = None) -> None:
        """Ask where the report goes, and write it there; on one interview, or on everything."""
        from quizzer.tui.screens.export import ask_for_report

        ask_for_report(self, interview)

    def action_help(self) -> None:
        """Show the keys that work here, or put them away."""
        from quizzer.tui.screens.help import HelpScreen

        if isinstance(self.screen, HelpScreen):
            self.screen.dismiss()
        else:
            self.push_screen(HelpScreen(self.screen))

    def action_help_quit(self) -> None:
        """Say how to leave: many people press this key (Ctrl+C) because they want to."""
        self.notify(f"{key(self, 'app.quit')} leaves quizzer. Everything is saved.")

    async def action_quit(self) -> None:
        """Leave."""
        await self.end(0)

    async def end(self, code: int) -> None:
        """Leave with an exit code; every open screen first keeps what was typed in it."""
        for screen in self.screen_stack:
            keep = getattr(screen, "keep", None)
            if keep is not None:
                await keep()
        self.exit(return_code=code)

    def action_command_palette(self) -> None:
        """Find any command by name."""
        from quizzer.tui.screens.palette import Palette, commands_for

        if not isinstance(self.screen, Palette):
            self.push_screen(Palette("Commands", commands_for(self.screen)))

    def search_themes(self) -> None:
        """Choose the colours, in the same palette as commands."""
        from quizzer.tui.screens.palette import Palette, themes_of

        self.push_screen(Palette("Theme", themes_of(self), enter="use it"))


def run(without: Collection[Kind] = ()) -> int:
    """Run the app, without some kinds of items, until the learner leaves; its exit code."""
    configuration = opening.configuration()
    open_study = partial(opening.open_study, configuration.settings, without)
    app = QuizzerApp(open_study, opening.load_topics, configuration)
    app.run()
    if app.study is not None:
        app.study.log.close()
    return app.return_code or 0
