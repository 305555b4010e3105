"""Runs the server on this machine, from the first address printed until Ctrl+C."""

import asyncio
import logging
import os
import signal
import socket
import tempfile
import threading
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from aiohttp import web
from aiohttp.http import HttpProcessingError
from aiohttp.log import server_logger

from quizzer import another_process
from quizzer.web import pages, site
from quizzer.web.access import LOOPBACK, Access
from quizzer.web.tab import GRACE
from quizzer.words import failure

PATIENCE = GRACE + 1.0  # seconds for the apps to end

WhileOpen: TypeAlias = Callable[[Access], AbstractContextManager[None]]


class PortError(Exception):
    """The port cannot be had; the message says why."""


def command(*, code: bool) -> tuple[str, ...]:
    """What runs in a tab: the app, without code items unless they are wanted."""
    without = () if code else ("--without", "code")
    return another_process.command("quizzer.tui", *without)


def serve(port: int, command: Sequence[str], while_open: WhileOpen) -> None:
    """Serve the command on a port, 0 for any that is free; meanwhile the context is open."""
    with _listening(port) as listening:
        asyncio.run(_serve(listening, command, while_open))


@contextmanager
def opened_in_browser(access: Access) -> Iterator[None]:
    """Open the address in the learner's browser.

    By way of a file that nobody else can read: everybody can see the arguments of a program.
    """
    with tempfile.TemporaryDirectory(prefix="quizzer-") as folder:
        file = Path(folder, "quizzer.html")
        file.write_text(pages.leading_to(access.address), "utf-8")
        threading.Thread(target=webbrowser.open, args=[file.as_uri()], daemon=True).start()
        yield


def _listening(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # elsewhere the option would let others take the port over
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((LOOPBACK, port))
    except OSError as error:
        listening.close()
        raise PortError(f"port {port} cannot be had: {error.strerror or error}") from None
    return listening


async def _serve(listening: socket.socket, command: Sequence[str], while_open: WhileOpen) -> None:
    access = Access(listening.getsockname()[1])
    server_logger.addFilter(_is_ours)
    asyncio.get_running_loop().set_exception_handler(_told_once())
    runner = web.AppRunner(
        site.make(access, command), access_log=None, shutdown_timeout=PATIENCE
    )  # no access log: it would write the token down
    await runner.setup()
    try:
        await web.SockSite(runner, listening).start()
        with while_open(access):
            await _until_stopped()
    finally:
        await runner.cleanup()


def _is_ours(record: logging.LogRecord) -> bool:
    """Leave out what others send that is no HTTP: none of it belongs on the terminal."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def _told_once() -> Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None]:
    """Say in a line what the system refuses: asyncio does so at length, at each connection."""
    told: set[str] = set()

    def tell(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if not isinstance(error, OSError):
            loop.default_exception_handler(context)
        elif (said := failure(error)) not in told:
            told.add(said)
            server_logger.error("quizzer: a connection was refused: %s", said)

    return tell


async def _until_stopped() -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        try:
            loop.add_signal_handler(getattr(signal, name), stopped.set)
        except (AttributeError, NotImplementedError):  # Windows: Ctrl+C cancels us
            continue
    await stopped.wait()
