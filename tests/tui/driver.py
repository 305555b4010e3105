"""Drives the app like a learner at the keyboard, and reads the screen like one."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext, suppress
from copy import copy
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

import numpy as np
from textual import events
from textual._compositor import Compositor
from textual.keys import _character_to_key
from textual.message_pump import MessagePump
from textual.pilot import Pilot
from textual.screen import Screen

from quizzer.bank.loading import Library, load_folder
from quizzer.configuration.configuration import load
from quizzer.configuration.settings import Settings
from quizzer.progress.log import Log
from quizzer.study.study import Study
from quizzer.tui.app import QuizzerApp
from quizzer.tui.widgets.answer_panel import AnswerPanel
from quizzer.tui.widgets.page import Page
from tests.tui.bank import tiny_banks


class StillClock:
    """A clock that tests move; it starts on a Wednesday at noon."""

    def __init__(self) -> None:
        self.ms = 1_700_046_000_000
        self.set_ms = 0  # by a sleep or by hand, which the measure of time does not notice

    def now_ms(self) -> int:
        return self.ms + self.set_ms

    def offset_minutes(self) -> int:
        return 0

    def monotonic(self) -> float:
        return self.ms / 1000


FOREVER = 120  # seconds
MOVING = {"up", "down", "left", "right", "space", "backspace"}  # change no layout


async def passed(node: MessagePump) -> None:
    """Wait until a node has gone through what was sent to it, or has gone itself.

    An app that came down closes, and then no node calls anything any more.
    """
    done = asyncio.Event()
    under_way = node.post_message(events.Callback(callback=done.set))
    end = time.monotonic() + FOREVER
    while under_way and node.is_running and not (node.app._closing or done.is_set()):
        with suppress(TimeoutError):
            await asyncio.wait_for(done.wait(), 0.05)
        if time.monotonic() > end:
            waiting = [type(one).__name__ for one in node._message_queue.values]
            raise AssertionError(f"{node} goes on with nothing: {node._task}; waiting: {waiting}")


def _waits_for_messages(node: MessagePump) -> bool:
    queue = node._message_queue
    return not queue.values and bool(queue.ready_event._waiters)  # set by whatever is sent


def _nothing_goes_on(app: QuizzerApp) -> bool:
    """Whether every node waits for messages, no worker works, and the event loop has no more to do.

    Then only a clock, or what runs in another thread, can bring anything new.
    """
    nodes = (app, *app._registry)
    return (
        not asyncio.get_running_loop()._ready  # type: ignore[attr-defined]
        and all(worker.is_finished for worker in app.workers)
        and all(map(_waits_for_messages, nodes))
    )


def _waits_to_be_painted(screen: Screen[object]) -> bool:
    wants_layout = screen._layout_required or screen._scroll_required or screen._recompose_required
    wants_paint = screen._repaint_required or screen._dirty_widgets
    bars = (page.vertical_scrollbar for page in screen.query(Page) if page.show_vertical_scrollbar)
    bar_will_ask = any(bar._repaint_required for bar in bars)
    return bool(wants_layout or wants_paint or bar_will_ask or screen._callbacks)


class Learner:
    """A person in front of the app."""

    def __init__(self, pilot: Pilot[int]) -> None:
        self.pilot = pilot
        assert isinstance(pilot.app, QuizzerApp)
        self.app = pilot.app
        self._pressed_at = 0.0

    async def settle(self) -> None:
        """Wait until nothing happens any more, on the screen or behind it.

        What is painted may move the focus or ask for more, so this goes on until nothing is left
        to paint. (Textual's `pause` guesses instead, by a fiftieth of a second without work.)
        """
        await self.handled()
        await self.app.workers.wait_for_complete()
        for _ in range(100):
            await self.handled()
            if not _nothing_goes_on(self.app):
                await self.pilot._wait_for_screen()
            await self.app.animator.wait_until_complete()
            if self.app._exit:
                return
            if _waits_to_be_painted(self.app.screen):
                self.app.screen._on_timer_update()
            elif all(worker.is_finished for worker in self.app.workers):
                return
            else:  # begun by what was painted
                await self.app.workers.wait_for_complete()
        raise AssertionError("the screen is painted again and again")

    async def handled(self) -> None:
        """Wait until what was sent to the app has gone all its ways.

        A pilot guesses by the idle processor, at a twentieth of a second a key; this asks.
        """
        for _ in range(3):  # app to focus, focus to screen and app, behind and back
            if self.app._exit:
                return
            await self.app.behind(lambda: None)
            if _nothing_goes_on(self.app):
                return
            for node in (self.app, self.app.focused, self.app.screen):
                if node is not None and node.is_running:
                    await passed(node)
        if not self.app._exit:
            await self.app.behind(lambda: None)

    async def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for number, key in enumerate(keys, 1):
            self.send(key)
            if key in MOVING and number < len(keys):
                await self.handled()
            else:
                await self.settle()

    async def at_once(self, *keys: str) -> None:
        """Press keys faster than anything can come of them."""
        for number, key in enumerate(keys):
            self.send(key, after=0.01 if number else 1.0)
        await self.settle()

    async def type(self, text: str) -> None:
        """Type text into what has the focus."""
        await self.at_once(*text)

    def send(self, key: str, after: float = 1.0) -> None:
        """Press a key so many seconds after the last one, and wait for nothing."""
        if key == "space":
            key = " "
        character = key if len(key) == 1 else None
        name = _character_to_key(key) if character else key
        pressed = events.Key(name, character)
        self._pressed_at += after
        pressed.time = self._pressed_at
        self.app.post_message(pressed)

    async def paste(self, text: str) -> None:
        """Paste text into what has the focus."""
        self.app.post_message(events.Paste(text))
        await self.settle()

    async def preview(self) -> None:
        """Wait until the answer has been shown as it is understood."""
        panel = self.app.screen.query_one(AnswerPanel)
        while not panel.is_shown(panel.answer):
            await asyncio.sleep(0.01)
        await self.settle()

    @property
    def screen(self) -> str:
        """The text on the screen, line by line."""
        strips = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)

    @property
    def everything(self) -> str:
        """All text of the screen, also what has to be scrolled to."""
        lines = []
        for widget in self.app.screen.walk_children():
            if widget.display and not list(widget.children):
                lines.append(str(widget.render()))
        return "\n".join(lines)

    @property
    def toasts(self) -> list[str]:
        """What is said for a while at the edge of the screen."""
        return [toast.message for toast in self.app._notifications]

    @property
    def session(self):  # type: ignore[no-untyped-def]  # whatever the screen holds
        """The session on the screen."""
        return self.app.screen.run  # type: ignore[attr-defined]


@cache
def _read(files: tuple[tuple[str, str], ...]) -> Library:
    """Read banks, once for all tests that have the same."""
    with TemporaryDirectory() as folder:
        for name, text in files:
            (Path(folder) / name).write_text(text, encoding="utf-8")
        library, problems = load_folder(Path(folder))
    assert problems == []
    return library


def tiny_app(home: Path, first: str = "why-scale", settings: Settings | None = None) -> QuizzerApp:
    """The app on the tiny banks, with its log in `home`; practice begins with the item `first`."""
    library = copy(_read(tuple(tiny_banks(first).items())))  # a test may change its own
    configuration = load(home / "home")
    if settings is not None:
        configuration = configuration._replace(settings=settings)
    elif "confidence" not in configuration.origins:  # most tests have other things to press
        quiet = configuration.settings._replace(confidence=False)
        configuration = configuration._replace(settings=quiet)

    def open_study() -> Study:
        log = Log.open(home / "progress.sqlite3")
        return Study(library, log, StillClock(), configuration.settings)

    return QuizzerApp(open_study, lambda: library.topics, configuration)


def _nothing_painted(compositor: Compositor, **_asked: object) -> None:
    """Take what should be painted as painted."""
    compositor._dirty_regions.clear()


@asynccontextmanager
async def learner_at(
    home: Path,
    *,
    first: str = "why-scale",
    size: tuple[int, int] = (80, 24),
    settings: Settings | None = None,
    painted: bool = False,
) -> AsyncIterator[Learner]:
    """Start the tiny app and sit down in front of it.

    No terminal shows the frames, and painting them took a third of the time. So lines are painted
    when a test looks at them, and at its end; all frames are only where they are what is tested.
    """
    app = tiny_app(home, first, settings)
    # As Textual itself does where it runs an app, but not where it tests one.
    asyncio.get_running_loop().set_task_factory(getattr(asyncio, "eager_task_factory", None))
    unseen = patch.object(Compositor, "render_update", _nothing_painted)
    with nullcontext() if painted else unseen:
        async with app.run_test(size=size, notifications=True) as pilot:
            learner = Learner(pilot)
            await learner.settle()
            yield learner
            if not app._exit:
                app.screen._compositor.render_strips()
    assert app.study is not None
    app.study.log.close()


def drawn(learner: Learner, name: str) -> np.ndarray:
    """A given matrix of the question on the screen."""
    return np.array(learner.session.question.variant.drawn[name])


def as_text(matrix: np.ndarray, decimals: int) -> str:
    """A matrix as a learner would type it: rows on lines."""
    return "\n".join(" ".join(f"{cell:.{decimals}f}" for cell in row) for row in matrix)


def scores_by_hand(learner: Learner) -> np.ndarray:
    """Q Kᵀ / √d_k, worked out apart from the app."""
    query, key = drawn(learner, "Q"), drawn(learner, "K")
    return query @ key.T / np.sqrt(query.shape[1])


def weights_by_hand(scores: np.ndarray) -> np.ndarray:
    """The softmax of each row."""
    powers = np.exp(scores)
    return powers / powers.sum(axis=1, keepdims=True)


async def forget_the_scale(learner: Learner) -> None:
    """Answer the question `by-hand` without √d_k, with weights that are right for these scores."""
    unscaled = scores_by_hand(learner) * 2**0.5
    await learner.paste(as_text(unscaled, 2))
    await learner.press("enter")
    await learner.paste(as_text(weights_by_hand(unscaled), 3))
    await learner.preview()
    await learner.press("enter")


def letter_of(learner: Learner, start: str) -> str:
    """The letter that an option has in this variant."""
    options = learner.session.question.presentation.options
    return next(letter for letter, text in options if text.startswith(start))
