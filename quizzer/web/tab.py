"""One browser tab, with a process of its own that runs the app, until either of them ends."""

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
# Seconds that an app has to save what is typed and end. On a busy machine, an app that has only
# just been started needs many of them. If it were killed earlier, it would be reported as one that
# cannot start.
GRACE = 20.0


class Tab(AppService):
    """The app behind one websocket.

    The process is started without a shell, and killed if it does not end by itself. AppService
    offers no way to change these two, so private methods of it are overridden here.
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
        """Run the app until it ends or the page is closed."""
        try:
            await self.start(size.width, size.height)
        except OSError as error:  # for example, the system allows no more processes or files
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
        """Let the app save what is typed and end; kill it if it takes longer than `GRACE`."""
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
        """Pass on what the app writes until it ends, in whatever way; then close the socket."""
        await super().run()
        await self._hang_up()

    async def _show(self, sent: Awaitable[None]) -> None:
        """Send to the page, if it is still there.

        If it is not, still read what the app writes: an app whose output nobody reads cannot end.
        """
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
        """Without a shell, and in a session of its own, so that Ctrl+C reaches only the server."""
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
        """The environment of the server, except for what describes its terminal."""
        return {
            **os.environ,
            "TEXTUAL_DRIVER": DRIVER,
            "TEXTUAL_COLOR_SYSTEM": "truecolor",
            "TERM_PROGRAM": "textual",
            "TERM_PROGRAM_VERSION": version("textual-serve"),
            "COLUMNS": str(width),
            "ROWS": str(height),
        }
