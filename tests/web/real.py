"""The real server with the real app in its tabs, in a home of its own."""

import asyncio
import re
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path

import aiohttp

from quizzer.progress.log import Log

SERVE = (sys.executable, "-m", "quizzer", "serve")


@asynccontextmanager
async def serving(
    home: Path, command: Sequence[str] = SERVE, complaints: str = ""
) -> AsyncIterator[str]:
    """`quizzer serve` and its address, until Ctrl+C; other complaints than these are an error."""
    process = await asyncio.create_subprocess_exec(
        *command,
        env={"QUIZZER_HOME": str(home), "PATH": "", "PYTHONUTF8": "1"},
        stdout=PIPE,
        stderr=STDOUT,
    )
    assert process.stdout is not None
    told = await asyncio.wait_for(process.stdout.readuntil(b"Ctrl+C ends them all.\n"), 60)
    rest = asyncio.create_task(process.stdout.read())
    try:
        (address,) = re.findall(r"http://\S+", told.decode())
        yield address
    finally:
        process.send_signal(signal.SIGINT)
        assert (await asyncio.wait_for(rest, 60)).decode() == complaints
        assert await process.wait() == 0


def answers(home: Path) -> list[dict[str, str]]:
    """All that was answered so far."""
    with closing(Log.open_to_read(home / "progress.sqlite3")) as log:
        return [attempt.answer for attempt in log.attempts()]


class Terminal:
    """A tab without a browser: it types, and looks for words in all that was ever drawn."""

    def __init__(self, page: aiohttp.ClientWebSocketResponse) -> None:
        self.page = page
        self._drawn = ""

    async def type(self, text: str) -> None:
        for key in text:
            await self.page.send_json(["stdin", key])

    async def type_until_shown(self, key: str) -> None:
        """Type a key again and again, until something takes it."""
        for _ in range(40):
            await self.type(key)
            with suppress(TimeoutError):
                await self.shows(key, within=0.5)
                return
        raise AssertionError(f"{key!r} was never taken")

    async def shows(self, words: str, within: float = 60) -> None:
        """Wait for words that come after all that was waited for before."""
        async with asyncio.timeout(within):
            while words not in self._drawn:
                self._drawn += re.sub(r"\x1b\[[^A-Za-z]*[A-Za-z]", "", await self._text())
        self._drawn = self._drawn.partition(words)[2]

    async def _text(self) -> str:
        return (await self.page.receive_bytes()).decode()

    async def close(self) -> None:
        await self.page.close()


@asynccontextmanager
async def visitor(address: str) -> AsyncIterator[Callable[[], Awaitable[Terminal]]]:
    """Comes in by the address, and opens tabs."""
    jar = aiohttp.CookieJar(unsafe=True)  # keeps those of addresses in numbers, as browsers do
    async with aiohttp.ClientSession(cookie_jar=jar) as client:
        async with client.get(address) as entered:
            (folder,) = re.findall(r"url=(/\S+/)\"", await entered.text())
        origin = address.partition("/?")[0]

        async def tab() -> Terminal:
            page = await client.ws_connect(
                f"{origin}{folder}socket?width=100&height=30", headers={"Origin": origin}
            )
            return Terminal(page)

        yield tab
