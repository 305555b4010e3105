"""A server with a stub of an app in its tabs, and visitors who know more or less of its secrets."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import pytest
from aiohttp.test_utils import TestServer, unused_port

from quizzer.web import site
from quizzer.web.access import Access
from tests.conftest import warm

STUB = (sys.executable, "-S", str(Path(__file__).with_name("stub.py")), "asked for")


@dataclass(frozen=True)
class Served:
    """A running server, its secrets, and a client that sends nothing of its own accord."""

    access: Access
    client: aiohttp.ClientSession

    @property
    def cookie(self) -> dict[str, str]:
        return {"Cookie": f"{self.access.cookie_name}={self.access.cookie}"}

    def url(self, path: str) -> str:
        return self.access.origin + path

    async def get(self, path: str, **headers: str) -> tuple[int, str]:
        """Status and text of a request with these headers; `_` in their names stands for `-`."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        async with self.client.get(self.url(path), headers=named, allow_redirects=False) as got:
            return got.status, await got.text("latin-1")

    @asynccontextmanager
    async def tab(self, query: str = "?width=80&height=24", **headers: str) -> "AsyncIterator[Tab]":
        """A tab as our own page opens it, unless headers say something else."""
        named = {"Origin": self.access.origin, **self.cookie, **headers}
        address = self.url(f"{self.access.folder}/socket{query}")
        async with self.client.ws_connect(address, headers=named) as socket:
            yield Tab(socket)


@dataclass
class Tab:
    """A socket with an app behind it."""

    socket: aiohttp.ClientWebSocketResponse

    async def shown(self) -> str:
        """What the app writes next."""
        return (await asyncio.wait_for(self.socket.receive_bytes(), 5)).decode()

    async def begun(self) -> tuple[int, str, str, list[str]]:
        """Process id, size, driver and arguments of the stub."""
        process, size, driver, arguments = json.loads(await self.shown())
        return process, size, driver, arguments

    async def type(self, text: str) -> None:
        await self.socket.send_json(["stdin", text])

    async def closed(self) -> int | None:
        """The code with which the server hangs up."""
        async for _ in self.socket:
            pass
        return self.socket.close_code


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    access = Access(unused_port())
    server = TestServer(
        site.make(access, STUB), host="127.0.0.1", port=int(access.host.split(":")[1])
    )
    jar = aiohttp.DummyCookieJar()
    async with server, aiohttp.ClientSession(cookie_jar=jar) as client:
        yield Served(access, client)


@pytest.fixture
def home(tmp_path: Path, compiled_banks: Path) -> Path:
    """A home (QUIZZER_HOME) in which nothing was answered yet."""
    return warm(tmp_path / "home", compiled_banks)


@pytest.fixture
def gone() -> Callable[[int], "asyncio.Future[None]"]:
    """Waits until a process has ended."""

    async def wait(process: int) -> None:
        async with asyncio.timeout(5):
            while _runs(process):
                await asyncio.sleep(0.01)

    return wait


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
