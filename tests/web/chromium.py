"""A headless Chromium, driven over its own debugging protocol: pages, keys, and what they show."""

import asyncio
import json
import re
import shutil
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import aiohttp

PROGRAM: Final = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
FLAGS: Final = (
    "--headless",
    "--no-sandbox",  # it needs more rights than a container gives
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--remote-debugging-port=0",
    "--window-size=1000,640",
)
KEYS: Final = {"Enter": 13, "Escape": 27, "F1": 112, "F5": 116, "F9": 120}
PATIENCE: Final = 60.0  # seconds for anything to show

# Shift and the mouse mark the whole screen; copying hands out what the terminal has in its cells.
_COPIED: Final = """(() => {
  const copied = new DataTransfer();
  const copy = new ClipboardEvent("copy", { clipboardData: copied, bubbles: true });
  document.querySelector(".xterm")?.dispatchEvent(copy);
  return copied.getData("text/plain");
})()"""


LEFT = "Inspected target navigated or closed"


class LeftPageError(Exception):
    """The page was left while a script was on its way to it."""


class Page:
    """One page of the browser."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self._socket = socket
        self._calls = 0
        self.requested: list[str] = []  # every address that it fetched or tried to
        self.complaints: list[str] = []  # what the browser found wrong with it

    async def call(self, method: str, **parameters: object) -> Any:
        """Call a method of the debugging protocol."""
        self._calls += 1
        call = {"id": self._calls, "method": method, "params": parameters}
        await self._socket.send_json(call)
        async with asyncio.timeout(PATIENCE):
            while (told := await self._socket.receive_json()).get("id") != self._calls:
                self._note(told.get("method", ""), told.get("params", {}))
        if told.get("error", {}).get("message") == LEFT:
            raise LeftPageError
        assert "error" not in told, told
        return told["result"]

    def _note(self, event: str, told: dict[str, Any]) -> None:
        if event == "Network.requestWillBeSent":
            self.requested.append(told["request"]["url"])
        elif event == "Network.webSocketCreated":
            self.requested.append(told["url"])
        elif event == "Runtime.exceptionThrown":
            self.complaints.append(json.dumps(told["exceptionDetails"]))
        elif event == "Log.entryAdded" and told["entry"]["level"] == "error":
            self.complaints.append(told["entry"]["text"])

    async def open(self, address: str) -> None:
        """Go to an address, and wait until all of its page is there."""
        await self.call("Page.navigate", url=address)
        await self.until("document.readyState === 'complete'")

    async def evaluate(self, script: str) -> Any:
        """The value of a script on the page, awaited if it is a promise."""
        told = await self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True
        )
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    async def until(self, script: str) -> None:
        """Wait until a script is true on the page, or on the one that comes in its place."""
        async with asyncio.timeout(PATIENCE):
            while not await self._holds(script):
                await asyncio.sleep(0.05)

    async def _holds(self, script: str) -> bool:
        try:
            return bool(await self.evaluate(script))
        except LeftPageError:
            return False

    async def press(self, *keys: str) -> None:
        """Press and release keys, one after the other."""
        for key in keys:
            text = {"Enter": "\r"}.get(key, key if len(key) == 1 else "")
            code = KEYS.get(key) or ord(key.upper())
            about = {"key": key, "windowsVirtualKeyCode": code}
            await self.call("Input.dispatchKeyEvent", type="keyDown", text=text, **about)
            await self.call("Input.dispatchKeyEvent", type="keyUp", **about)

    async def screen(self) -> str:
        """The text in the cells of the terminal."""
        for kind, x, y in (("Pressed", 1, 1), ("Moved", 999, 545), ("Released", 999, 545)):
            await self.call(
                "Input.dispatchMouseEvent",
                type=f"mouse{kind}",
                x=x,
                y=y,
                button="left",
                buttons=1,
                modifiers=8,  # Shift
                clickCount=1,
            )
        return str(await self.evaluate(_COPIED))

    async def shows(self, text: str) -> str:
        """Wait until the terminal shows a text; all that is on its screen then."""
        seen = ""
        try:
            async with asyncio.timeout(PATIENCE):
                while text not in (seen := await self.screen()):
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise AssertionError(f"{text!r} did not show up; the screen was\n{seen}") from None
        return seen


@asynccontextmanager
async def chromium(folder: Path, *flags: str) -> AsyncIterator[Page]:
    """A fresh browser whose profile is in this folder, with one empty page."""
    assert PROGRAM is not None
    command = [PROGRAM, *FLAGS, f"--user-data-dir={folder}", *flags, "about:blank"]
    process = await asyncio.create_subprocess_exec(*command, stdout=DEVNULL, stderr=PIPE)
    try:
        async with aiohttp.ClientSession() as client:
            port = await _debugging_port(process)
            async with client.get(f"http://127.0.0.1:{port}/json/list") as listed:
                (target,) = [t for t in await listed.json() if t["type"] == "page"]
            async with client.ws_connect(target["webSocketDebuggerUrl"], max_msg_size=0) as socket:
                page = Page(socket)
                for domain in ("Page", "Runtime", "Log", "Network"):
                    await page.call(f"{domain}.enable")
                yield page
    finally:
        process.terminate()
        await process.wait()


async def _debugging_port(process: asyncio.subprocess.Process) -> int:
    assert process.stderr is not None
    async with asyncio.timeout(PATIENCE):
        async for line in process.stderr:
            if found := re.search(rb"DevTools listening on ws://[^:]+:(\d+)/", line):
                return int(found[1])
    raise AssertionError("Chromium ended before it could be used")
