"""The app as a person meets it: `quizzer serve`, and its address in a headless Chromium."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from tests.web.chromium import PROGRAM, Page, chromium
from tests.web.real import answers, serving

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.skipif(PROGRAM is None, reason="Chromium is not installed"),
]


REBOUND = "--host-resolver-rules=MAP evil.example 127.0.0.1"


@asynccontextmanager
async def foreign_site() -> AsyncIterator[tuple[str, list[str]]]:
    """A page of somebody else on this machine, and the cookies that browsers send to it."""
    cookies: list[str] = []

    async def answer(request: web.Request) -> web.Response:
        cookies.extend(request.headers.getall("Cookie", []))
        return web.Response(text="<p>Hello</p>", content_type="text/html")

    app = web.Application()
    app.add_routes([web.get("/{path:.*}", answer)])
    async with TestServer(app, host="127.0.0.1") as server:
        yield str(server.make_url("/")), cookies


async def saved(file: Path) -> None:
    """Wait until a download is there."""
    async with asyncio.timeout(60):
        while not (file.exists() and "quizzer" in file.read_text("utf-8")):
            await asyncio.sleep(0.05)


async def opened(page: Page, address: str) -> str:
    """Go to quizzer; its first screen."""
    await page.open(address)
    await page.until("document.body?.classList.contains('-first-byte')")
    return await page.shows("items seen")  # the counts come last


async def test_an_item_is_answered_by_keys_and_a_foreign_page_is_kept_out(
    home: Path, tmp_path: Path
) -> None:
    async with serving(home) as address, chromium(tmp_path / "profile", REBOUND) as page:
        first = await opened(page, address)
        assert "Sequence models" in first
        own = await page.evaluate("location.href")
        assert "token" not in own

        await page.press("b")
        await page.shows("1 of 6")
        await page.press("c", "Enter")
        await page.shows("solution")  # it is offered after the verdict
        assert answers(home) == [{"choice": "C"}]

        downloads = tmp_path / "downloads"
        await page.call(
            "Browser.setDownloadBehavior", behavior="allow", downloadPath=str(downloads)
        )
        await page.press("Escape")
        await page.shows("question 2 of 6")
        await page.press("e")
        await page.shows("Download the report")
        await page.press("Enter")
        await page.shows("is downloading")
        await saved(downloads / "quizzer-report.md")

        await page.evaluate(WATCHED_COPYING)
        await page.press("F1")  # the browser's own help does not open
        await page.shows("Keys")
        await page.screen()  # looked at by marking all of it, which copies what was marked, too
        await page.evaluate("copying")  # a page that is left copies nothing any more
        assert page.complaints == []
        assert {urlsplit(fetched).netloc for fetched in page.requested} <= {
            urlsplit(address).netloc,
            "",
        }

        async with foreign_site() as (foreign, cookies):
            await page.open(foreign)
            await page.call("Browser.grantPermissions", permissions=["clipboardReadWrite"])
            copied = await page.evaluate("navigator.clipboard.readText()")
            assert re.search(r"(?m)\bKeys$", copied)  # without the blanks that fill the line
            await keep_out(page, own)
            assert cookies == []

        # Somebody's name for this machine does not help either.
        await page.open(address.replace("127.0.0.1", "evil.example"))
        told = await page.evaluate("document.body.innerText")
        assert told.startswith(
            f"quizzer is only available at {urlsplit(own).scheme}://{urlsplit(own).netloc}"
        )


WATCHED_COPYING = """{
    const write = navigator.clipboard.writeText.bind(navigator.clipboard);
    navigator.clipboard.writeText = (text) => (window.copying = write(text));
}"""


async def keep_out(page: Page, own: str) -> None:
    """With all that the browser knows, a page of another origin gets nothing."""
    socket = own.replace("http:", "ws:") + "socket?width=80&height=24"
    assert await page.evaluate(opening(socket)) == "error"
    assert await page.evaluate(f"fetch('{own}').then(() => 'got', () => 'refused')") == "refused"
    assert await page.evaluate(framing(own)) == 0


def opening(socket: str) -> str:
    return f"""new Promise((tell) => {{
        const socket = new WebSocket("{socket}");
        for (const event of ["open", "error"]) socket.addEventListener(event, () => tell(event));
    }})"""


def framing(address: str) -> str:
    """How many letters of the address, in a frame, the page around it can read or show."""
    return f"""new Promise((tell) => {{
        const frame = document.createElement("iframe");
        frame.onload = () => tell(frame.contentDocument?.body.innerText.length ?? 0);
        frame.src = "{address}";
        document.body.append(frame);
    }})"""
