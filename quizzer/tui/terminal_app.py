"""An app that bears whatever a terminal sends, and leaves it in order however the app ends."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
from codecs import getincrementaldecoder
from contextlib import suppress
from functools import partial
from threading import Timer
from time import sleep
from typing import TYPE_CHECKING

from textual import constants, events
from textual.app import App
from textual.css.query import NoMatches
from textual.dom import NoScreen
from textual.screen import Screen
from textual.widget import MountError
from textual.worker import WorkerFailed

from quizzer.tui.steady_parser import put_into
from quizzer.tui.text import as_typed
from quizzer.words import shortage

if TYPE_CHECKING:
    from codecs import IncrementalDecoder
    from collections.abc import Callable, Mapping

    from textual.actions import ActionParseResult
    from textual.dom import DOMNode
    from textual.driver import Driver

HUNG_UP = 129  # the exit code after SIGHUP
REST = 0.1  # seconds
# Seconds after which a thread gives way to one that waits. What writes to the terminal waits for
# what paints: with Python's own 5 ms, a frame comes up to 15 ms later.
TURN = 0.0005
_ESCAPE, _ESCAPE_KEY = b"\x1b", "\x1b[27u"  # the second can be nothing but this key
PATIENCE = 10.0  # seconds; what is typed is kept in the first of them


class TerminalApp(App[int], inherit_bindings=False):
    """An app that bears what a terminal may send and what may happen to it."""

    def __init__(self) -> None:
        _ask_only_the_terminal_for_its_size()
        super().__init__()

    def get_driver_class(self) -> type[Driver]:
        """Textual's, or a steadier one for a terminal."""
        if sys.platform == "win32" or constants.DRIVER is not None:
            return super().get_driver_class()
        from quizzer.tui.steady_driver import SteadyDriver

        return SteadyDriver

    def on_load(self) -> None:
        """Before the terminal is used."""
        sys.setswitchinterval(TURN)
        _begin_tasks_in_turn()
        _bear_any_bytes(partial(self._end_surely, HUNG_UP))
        _call_when_asked_to_end(self._end_surely)

    async def on_event(self, event: events.Event) -> None:
        """What is pasted comes without codes that would steer the terminal."""
        if isinstance(event, events.Paste):
            event.text = as_typed(event.text)
        await super().on_event(event)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Do what a key asks for; on a screen that is not put together yet, as soon as it is.

        A key typed right after the one that opened a screen may find nothing on it. Nor may one
        that waited there while the screen was left: it is for nothing any more.
        """
        screen = default_namespace
        if isinstance(screen, Screen):
            if screen not in self.screen_stack:
                return False
            if not screen.is_mounted:
                return screen.call_later(self.run_action, action, screen, namespaces)
        return await super().run_action(action, screen, namespaces)

    def _handle_exception(self, error: Exception) -> None:
        """An error ends the app; while it ends, one that misses what has gone already is none.

        From `exit` on, Textual puts nothing on a screen any more, but goes on for a while with what
        was typed or begun before.
        """
        cause = error.error if isinstance(error, WorkerFailed) else error
        if said := shortage(cause):
            super()._handle_exception(_TooLittleMemoryError(said))
        elif not (self._exit and isinstance(cause, MountError | NoMatches | NoScreen)):
            super()._handle_exception(error)

    async def end(self, code: int) -> None:
        """Leave with an exit code."""
        self.exit(return_code=code)

    def _end_surely(self, code: int) -> None:
        """Leave in order; and if Textual waits for a terminal that takes nothing more, leave so."""
        last = Timer(PATIENCE, os._exit, (code,))
        last.daemon = True
        last.start()
        self.call_later(self.end, code)


class _TooLittleMemoryError(Exception):
    """Memory was refused: where in the code that was is chance, so nobody wants to see it."""

    def __rich__(self) -> str:
        return f"quizzer: {self}"


class _Decoder:
    """Bytes that are no UTF-8, as other encodings bring, come as signs for the unreadable.

    Escape alone, which may begin the code of another key, is told from it soon: Textual looks only
    every 100 ms, whatever `ESCDELAY` says.

    When there is nothing to read, the terminal is gone for good, and nobody may have said so by a
    signal: behind `nohup`, or where it controls no process.
    """

    def __init__(
        self, plain: IncrementalDecoder, gone: Callable[[], object], more: Callable[[], bool]
    ) -> None:
        """`gone` is called once when there is nothing; `more` says if more comes at once."""
        self._plain = plain
        self._gone = gone
        self._more = more
        self._is_over = False

    def decode(self, data: bytes, final: bool = False) -> str:
        """Text, perhaps with part of a sign held back."""
        if not data and not final:
            if not self._is_over:
                self._gone()
            self._is_over = True
            sleep(REST)  # it will be asked again and again until the app has ended
        text = self._plain.decode(data, final)
        if data.endswith(_ESCAPE) and not self._more():
            return text[:-1] + _ESCAPE_KEY
        return text


def _bear_any_bytes(gone: Callable[[], object]) -> None:
    """Put decoder and parser into Textual's reader of keys, which has no doors but these names.

    It would end the app with an error at odd bytes, and ask a terminal that is gone for ever.
    """
    if sys.platform != "win32":
        from textual.drivers import linux_driver

        put_into(linux_driver)
        vars(linux_driver)["getincrementaldecoder"] = lambda encoding: partial(
            _Decoder, getincrementaldecoder(encoding)("replace"), gone, _more_comes
        )


def _more_comes() -> bool:
    """Whether the terminal goes on before a key that is Escape alone is believed to be that."""
    keys = sys.__stdin__
    return keys is None or bool(select.select([keys], [], [], constants.ESCAPE_DELAY)[0])


def _ask_only_the_terminal_for_its_size() -> None:
    """A size in the environment, such as a shell exports, would hold against every resize."""
    if "TEXTUAL_DRIVER" not in os.environ:  # a browser says its size there
        for name in ("COLUMNS", "LINES"):
            os.environ.pop(name, None)


def _begin_tasks_in_turn() -> None:
    """What is begun runs once its beginner waits or has ended, on every Python.

    From 3.12 on, Textual lets it run at once, in the midst of whoever begins it: of the step that
    hands in code and bars all other steps as long as it goes on, the one that grades it, too.
    """
    asyncio.get_running_loop().set_task_factory(None)


def _call_when_asked_to_end(end: Callable[[int], object]) -> None:
    """Call `end` with the exit code when the system, or a terminal that is closed, wants an end."""
    for name in ("SIGHUP", "SIGTERM"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is None or signal.getsignal(number) is not signal.SIG_DFL:
            continue  # such as ignored, behind `nohup`
        with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows, or other threads
            asyncio.get_running_loop().add_signal_handler(number, end, 128 + number)
