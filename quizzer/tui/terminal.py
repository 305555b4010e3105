"""Manners toward a terminal that Textual leaves out: any bytes are borne, any end is in order."""

from __future__ import annotations

import asyncio
import signal
import sys
from codecs import getincrementaldecoder
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def bear_any_bytes() -> None:
    """Let bytes that are no UTF-8, as other encodings bring, come as signs for the unreadable.

    Textual's reader of keys would end the app with an error; it has no other door than this name.
    """
    if sys.platform != "win32":
        from textual.drivers import linux_driver

        vars(linux_driver)["getincrementaldecoder"] = lambda encoding: partial(
            getincrementaldecoder(encoding), "replace"
        )


def end_when_asked(end: Callable[[int], object]) -> None:
    """Call `end` with the exit code when the system, or a terminal that is closed, wants an end."""
    for name in ("SIGHUP", "SIGTERM"):
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is None or signal.getsignal(number) is not signal.SIG_DFL:
            continue  # such as ignored, behind `nohup`
        with suppress(NotImplementedError, RuntimeError, ValueError):  # Windows, or other threads
            asyncio.get_running_loop().add_signal_handler(number, end, 128 + number)
