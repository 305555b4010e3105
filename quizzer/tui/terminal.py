"""Manners toward a terminal that Textual leaves out: any bytes are borne, any end is in order."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from codecs import getincrementaldecoder
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from textual import events
from textual.app import App

from quizzer.tui.text import as_typed

if TYPE_CHECKING:
    from collections.abc import Callable


class TerminalApp(App[int], inherit_bindings=False):
    """An app that bears what a terminal may send and what may happen to it."""

    def __init__(self) -> None:
        _ask_only_the_terminal_for_its_size()
        super().__init__()

    def on_load(self) -> None:
        """Before the terminal is used."""
        _bear_any_bytes()
        _call_when_asked_to_end(partial(self.call_later, self.end))

    async def on_event(self, event: events.Event) -> None:
        """What is pasted comes without codes that would steer the terminal."""
        if isinstance(event, events.Paste):
            event.text = as_typed(event.text)
        await super().on_event(event)

    async def end(self, code: int) -> None:
        """Leave with an exit code."""
        self.exit(return_code=code)


def _bear_any_bytes() -> None:
    """Let bytes that are no UTF-8, as other encodings bring, come as signs for the unreadable.

    Textual's reader of keys would end the app with an error; it has no other door than this name.
    """
    if sys.platform != "win32":
        from textual.drivers import linux_driver

        vars(linux_driver)["getincrementaldecoder"] = lambda encoding: partial(
            getincrementaldecoder(encoding), "replace"
        )


def _ask_only_the_terminal_for_its_size() -> None:
    """A size in the environment, such as a shell exports, would hold against every resize."""
    if "TEXTUAL_DRIVER" not in os.environ:  # a browser says its size there
        for name in ("COLUMNS", "LINES"):
            os.environ.pop(name, None)


def _call_when_asked_to_end(end: Callable[[int], object]) -> None:
    """Call `end` with the exit code when the system, or a terminal that is closed, wants an end."""
    for name in ("SIGHUP", "SIGTERM"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is None or signal.getsignal(number) is not signal.SIG_DFL:
            continue  # such as ignored, behind `nohup`
        with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows, or other threads
            asyncio.get_running_loop().add_signal_handler(number, end, 128 + number)
