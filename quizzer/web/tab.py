"""One tab of the browser: a process of its own with the app, until either of them ends."""

import asyncio
import os
import shlex
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from importlib.metadata import version

from aiohttp import WSCloseCode, WSMsgType, web
from aiohttp.log import server_logger
from textual_serve.app_service import AppService
from textual_serve.download_manager import DownloadManager

from quizzer.web.messages import Message, MessageError, Ping, Size, Typed, read
from quizzer.words import failure

DRIVER = "quizzer.tui.browser_driver:BrowserDriver"
# Seconds that an app has to keep what is typed and end. On a busy machine one that has only been
# started needs many; killed before, it would be told as one that cannot start.
GRACE = 20.0


class Tab(AppService):
    """The app behind one websocket.

    The process is started without a shell, and killed when it does not end by itself: for these
    two, methods of AppService are replaced that it does not offer for it.
    """

    def __init__(
        self, command: Sequence[str], socket: web.WebSocketResponse, downloads: DownloadManager
    ) -> None:
        super().__init__(
            shlex.join(command),
            write_bytes=lambda data: self._show(socket.send_bytes(data)),
            write_str=lambda text: self._show(socket.send_str(text)),
            close=self._hang_up,
            download_manager=downloads,
        )
        self._arguments = tuple(command)
        self._socket = socket

    async def live(self, size: Size) -> None:
        """Run the app until it ends or the page goes."""
        try:
            await self.start(size.width, size.height)
        except OSError as error:  # neither a process nor a file may be left to have
            server_logger.error("quizzer: a tab could not be opened: %s", failure(error))
            await self._socket.close(code=WSCloseCode.TRY_AGAIN_LATER)
            return
        try:
            async for message in self._socket:
                if message.type is WSMsgType.TEXT:
                    await self._take(read(message.data))
        except MessageError:
            await self._socket.close(code=WSCloseCode.UNSUPPORTED_DATA)
        finally:
            await asyncio.shield(self.end())

    async def end(self) -> None:
        """Let the app keep what is typed and end; kill it when it does not."""
        ending = asyncio.create_task(self._end())
        await asyncio.wait([ending], timeout=GRACE)
        if self._process is not None and not ending.done():
            self._process.kill()
        await ending

    async def _end(self) -> None:
        await self.stop()
        if self._process is not None:
            self.stdin.close()
            await self._process.wait()

    async def run(self) -> None:
        """Pass on what the app writes; when it is gone, however it went, the page is told."""
        await super().run()
        await self._hang_up()

    async def _show(self, sent: Awaitable[None]) -> None:
        """Send to the page; when that is gone, read on: an app that nobody reads cannot end."""
        with suppress(ConnectionResetError):
            await sent

    async def _hang_up(self) -> None:
        await self._socket.close()

    async def _take(self, message: Message) -> None:
        match message:
            case Typed(data):
                await self.send_bytes(data)
            case Size(width, height):
                await self.set_terminal_size(width, height)
            case Ping(data):
                await self._socket.send_json(["pong", data])
            case "focus":
                await self.focus()
            case "blur":
                await self.blur()

    async def _open_app_process(self, width: int = 80, height: int = 24) -> Process:
        """Without a shell, and in a session of its own: Ctrl+C is for the server alone."""
        self._process = process = await asyncio.create_subprocess_exec(
            *self._arguments,
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=self._build_environment(width, height),
            start_new_session=True,
        )
        self._stdin = process.stdin
        return process

    def _build_environment(self, width: int = 80, height: int = 24) -> dict[str, str]:
        """What the learner's own terminal has, but for what describes the terminal."""
        return {
            **os.environ,
            "TEXTUAL_DRIVER": DRIVER,
            "TEXTUAL_COLOR_SYSTEM": "truecolor",
            "TERM_PROGRAM": "textual",
            "TERM_PROGRAM_VERSION": version("textual-serve"),
            "COLUMNS": str(width),
            "ROWS": str(height),
        }
