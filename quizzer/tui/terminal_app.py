"""An app that survives whatever a terminal sends, and restores it however the app ends."""

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
READ_AGAIN_AFTER = 0.1  # seconds
# Seconds after which a thread gives way to one that waits. The thread that writes to the terminal
# waits for the one that paints: with Python's default of 5 ms, a frame comes up to 15 ms later.
SWITCH_INTERVAL = 0.0005
_ESCAPE, _ESCAPE_KEY = b"\x1b", "\x1b[27u"  # the second is unambiguous: the Escape key, complete
PATIENCE = 10.0  # seconds to end in order; what was typed is saved in the first of them


class TerminalApp(App[int], inherit_bindings=False):
    """An app that survives what a terminal may send and what may happen to the terminal."""

    def __init__(self) -> None:
        _ask_only_the_terminal_for_its_size()
        super().__init__()

    def get_driver_class(self) -> type[Driver]:
        """Textual's driver, except for a terminal that is not Windows': there, a mended one."""
        if sys.platform == "win32" or constants.DRIVER is not None:
            return super().get_driver_class()
        from quizzer.tui.steady_driver import SteadyDriver

        return SteadyDriver

    def on_load(self) -> None:
        """Prepare for odd input and signals, before the terminal is used."""
        sys.setswitchinterval(SWITCH_INTERVAL)
        _begin_tasks_in_turn()
        _bear_any_bytes(partial(self._end_surely, HUNG_UP))
        _call_when_asked_to_end(self._end_surely)

    async def on_event(self, event: events.Event) -> None:
        """Remove codes that would steer the terminal from what is pasted."""
        if isinstance(event, events.Paste):
            event.text = as_typed(event.text)
        await super().on_event(event)

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Do what a key asks for; if its screen is not mounted yet, as soon as it is.

        A key typed right after the one that opened a screen would find no widgets on it. A key
        whose screen was left while the key waited does nothing.
        """
        screen = default_namespace
        if isinstance(screen, Screen):
            if screen not in self.screen_stack:
                return False
            if not screen.is_mounted:
                return screen.call_later(self.run_action, action, screen, namespaces)
        return await super().run_action(action, screen, namespaces)

    def _handle_exception(self, error: Exception) -> None:
        """End the app at an error; while it is ending, ignore errors about widgets that are gone.

        After `exit`, Textual no longer puts anything on a screen, but for a while still handles
        what was typed or begun before.
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
        """Leave in order, but leave anyway if Textual waits for a terminal that takes nothing."""
        last = Timer(PATIENCE, os._exit, (code,))
        last.daemon = True
        last.start()
        self.call_later(self.end, code)


class _TooLittleMemoryError(Exception):
    """Memory ran out: where in the code is chance, so this shows no traceback."""

    def __rich__(self) -> str:
        return f"quizzer: {self}"


class _Decoder:
    """Turns bytes that are not UTF-8 into replacement characters, instead of an error.

    It also recognises Escape pressed alone, with which the code of another key could begin, and
    does so soon: Textual checks only every 100 ms, whatever `ESCDELAY` says.

    When a read gives no bytes, the terminal is gone for good. Perhaps no signal has said so: behind
    `nohup`, or where the terminal controls no process.
    """

    def __init__(
        self, plain: IncrementalDecoder, gone: Callable[[], object], more: Callable[[], bool]
    ) -> None:
        """`gone` is called once when a read gives nothing; `more` says if more comes at once."""
        self._plain = plain
        self._gone = gone
        self._more = more
        self._is_over = False

    def decode(self, data: bytes, final: bool = False) -> str:
        """The text of some bytes; an incomplete character at their end is held back."""
        if not data and not final:
            if not self._is_over:
                self._gone()
            self._is_over = True
            sleep(READ_AGAIN_AFTER)  # Textual reads again and again until the app has ended
        text = self._plain.decode(data, final)
        if data.endswith(_ESCAPE) and not self._more():
            return text[:-1] + _ESCAPE_KEY
        return text


def _bear_any_bytes(gone: Callable[[], object]) -> None:
    """Put our decoder and parser into Textual's driver, by replacing these names in its module.

    Textual's own would end the app with an error at odd bytes, and would read from a terminal that
    is gone for ever.
    """
    if sys.platform != "win32":
        from textual.drivers import linux_driver

        put_into(linux_driver)
        vars(linux_driver)["getincrementaldecoder"] = lambda encoding: partial(
            _Decoder, getincrementaldecoder(encoding)("replace"), gone, _more_comes
        )


def _more_comes() -> bool:
    """Whether the terminal sends more within the time in which the code of a key is complete."""
    keys = sys.__stdin__
    return keys is None or bool(select.select([keys], [], [], constants.ESCAPE_DELAY)[0])


def _ask_only_the_terminal_for_its_size() -> None:
    """Remove the size from the environment: if a shell exports it, it would override resizes."""
    if "TEXTUAL_DRIVER" not in os.environ:  # a browser says its size there
        for name in ("COLUMNS", "LINES"):
            os.environ.pop(name, None)


def _begin_tasks_in_turn() -> None:
    """Run new tasks only when the code that starts them waits or has ended, on every Python.

    From Python 3.12 on, Textual runs them at once (eagerly), inside the code that starts them.
    The step that hands in code blocks all other steps while it runs: so it would block the one
    that grades the code, which it has just started.
    """
    asyncio.get_running_loop().set_task_factory(None)


def _call_when_asked_to_end(end: Callable[[int], object]) -> None:
    """Call `end` with the exit code when the system, or closing the terminal, ends the app."""
    for name in ("SIGHUP", "SIGTERM"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is None or signal.getsignal(number) is not signal.SIG_DFL:
            continue  # handled or ignored already, as `nohup` does
        with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows, or other threads
            asyncio.get_running_loop().add_signal_handler(number, end, 128 + number)
