"""Runs the server on this machine, from opening its port until Ctrl+C."""

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
from quizzer.words import failure, reason_of

PATIENCE = GRACE + 1.0  # seconds that the apps have to end when the server stops

WhileOpen: TypeAlias = Callable[[Access], AbstractContextManager[None]]


class PortError(Exception):
    """The server cannot listen on the port; the message says why."""


def command(*, code: bool) -> tuple[str, ...]:
    """The command that runs the app in a tab, with or without code items."""
    without = () if code else ("--without", "code")
    return another_process.command("quizzer.tui", *without)


def serve(port: int, command: Sequence[str], while_open: WhileOpen) -> None:
    """Serve the command on a port (0: any free one) until Ctrl+C.

    The context `while_open` is entered once the server accepts requests, and left when it stops.

    Raises:
        PortError: The port is taken or not allowed.
    """
    with _listening(port) as listening:
        asyncio.run(_serve(listening, command, while_open))


@contextmanager
def opened_in_browser(access: Access) -> Iterator[None]:
    """Open the address in the learner's browser.

    The browser is given a file that nobody else can read. It must not be given the address itself:
    every user of the machine can see the arguments of a program, and so the token.
    """
    with tempfile.TemporaryDirectory(prefix="quizzer-") as folder:
        file = Path(folder, "quizzer.html")
        file.write_text(pages.leading_to(access.address), "utf-8")
        threading.Thread(target=webbrowser.open, args=[file.as_uri()], daemon=True).start()
        yield


def _listening(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if os.name == "posix":  # on Windows, this option would let other programs take the port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((LOOPBACK, port))
    except OSError as error:
        listening.close()
        raise PortError(f"port {port} cannot be used: {reason_of(error)}") from None
    return listening


async def _serve(listening: socket.socket, command: Sequence[str], while_open: WhileOpen) -> None:
    access = Access(listening.getsockname()[1])
    server_logger.addFilter(_is_ours)
    asyncio.get_running_loop().set_exception_handler(_reporting_once())
    runner = web.AppRunner(
        site.make(access, command), access_log=None, shutdown_timeout=PATIENCE
    )  # no access log: it would contain the token
    await runner.setup()
    try:
        await web.SockSite(runner, listening).start()
        with while_open(access):
            await _until_stopped()
    finally:
        await runner.cleanup()


def _is_ours(record: logging.LogRecord) -> bool:
    """Whether to log a record; not one about a foreign request that is not HTTP."""
    return not (record.exc_info and isinstance(record.exc_info[1], HttpProcessingError))


def _reporting_once() -> Callable[[asyncio.AbstractEventLoop, dict[str, Any]], None]:
    """A handler that reports each kind of system error once, in one line.

    asyncio alone would print a traceback for every connection that the system refuses.
    """
    reported: set[str] = set()

    def report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if not isinstance(error, OSError):
            loop.default_exception_handler(context)
        elif (reason := failure(error)) not in reported:
            reported.add(reason)
            server_logger.error("quizzer: a connection was refused: %s", reason)

    return report


async def _until_stopped() -> None:
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        try:
            loop.add_signal_handler(getattr(signal, name), stopped.set)
        except (AttributeError, NotImplementedError):  # Windows: Ctrl+C cancels us
            continue
    await stopped.wait()
