"""A tab and its process: what is passed on, and how both of them end."""

import asyncio
from collections.abc import Awaitable, Callable
from errno import EAGAIN
from typing import NoReturn

import aiohttp
import pytest

from quizzer.web import site, tab
from tests.web.conftest import Served

Gone = Callable[[int], Awaitable[None]]


async def test_what_is_typed_reaches_the_app_and_what_it_writes_the_page(served: Served) -> None:
    async with served.tab() as page:
        await page.begun()
        await page.type("q √ 🙂")
        assert await page.shown() == "q √ 🙂"
        await page.socket.send_json(["ping", "7"])
        assert await page.socket.receive_json() == ["pong", "7"]


async def test_half_a_character_harms_nobody(served: Served) -> None:
    async with served.tab() as page:
        await page.begun()
        await page.socket.send_str(r'["stdin", "a\ud800b"]')
        assert await page.shown() == "a?b"


@pytest.mark.parametrize(
    ("query", "size"),
    [
        ("?width=100&height=30", "100x30"),
        ("?width=999999999999999999999&height=-5", "500x1"),
        ("?width=0&height=99999", "1x200"),
        ("?width=wide&height=30", "80x24"),
        ("?width=1e9&height=$(id)", "80x24"),
        ("", "80x24"),
    ],
)
async def test_the_app_gets_a_size_that_it_can_draw(served: Served, query: str, size: str) -> None:
    async with served.tab(query) as page:
        assert (await page.begun())[1] == size


async def test_a_later_size_is_bounded_too(served: Served) -> None:
    async with served.tab() as page:
        await page.begun()
        await page.socket.send_json(["resize", {"width": 10**30, "height": -1}])
        assert await page.shown() == "500x1"


async def test_a_query_sets_neither_environment_nor_arguments(served: Served) -> None:
    query = "?width=80&height=24&TEXTUAL_DRIVER=evil&command=evil&fontsize=9&delay=1&ping=evil"
    async with served.tab(query) as page:
        _, _, driver, arguments = await page.begun()
    assert driver == "quizzer.tui.browser_driver:BrowserDriver"
    assert arguments == ["asked for"]


@pytest.mark.parametrize(
    "said",
    [
        "nonsense",
        "[]",
        "{}",
        '"stdin"',
        '["stdin"]',
        '["stdin", 7]',
        '["stdin", "a", "b"]',
        '["resize", {"width": "80", "height": 24}]',
        '["resize", {"width": 80.5, "height": 24}]',
        '["deliver_chunk_request", "k1"]',
        '["quit"]',
        "[" * 100_000,
        "NaN",
    ],
    ids=lambda said: said[:20],
)
async def test_what_our_page_does_not_say_ends_the_tab(
    served: Served, gone: Gone, said: str
) -> None:
    async with served.tab() as page:
        process, *_ = await page.begun()
        await page.socket.send_str(said)
        assert await page.closed() == aiohttp.WSCloseCode.UNSUPPORTED_DATA
    await gone(process)


async def test_a_message_that_is_too_long_ends_the_tab(served: Served, gone: Gone) -> None:
    async with served.tab() as page:
        process, *_ = await page.begun()
        await page.type("x" * (site.LONGEST_MESSAGE + 1))
        assert await page.closed() == aiohttp.WSCloseCode.MESSAGE_TOO_BIG
    await gone(process)


async def test_tabs_are_apart_and_each_ends_its_own_app(served: Served, gone: Gone) -> None:
    async with served.tab() as first, served.tab() as second:
        one, *_ = await first.begun()
        other, *_ = await second.begun()
        assert one != other
        await first.socket.close()
        await gone(one)
        await second.type("still here")
        assert await second.shown() == "still here"
    await gone(other)


async def test_an_app_that_ends_without_a_word_closes_its_page(served: Served) -> None:
    async with served.tab() as page:
        await page.begun()
        await page.type("crash")
        assert await page.closed() == aiohttp.WSCloseCode.OK


async def test_an_app_that_cannot_be_started_is_told_in_a_line(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def refused(*arguments: str, **options: object) -> NoReturn:
        raise BlockingIOError(EAGAIN, "Resource temporarily unavailable")

    monkeypatch.setattr(asyncio, "create_subprocess_exec", refused)
    async with served.tab() as page:
        assert await page.closed() == aiohttp.WSCloseCode.TRY_AGAIN_LATER
    (told,) = caplog.records
    assert told.getMessage().endswith("a tab could not be opened: Resource temporarily unavailable")
    assert told.exc_info is None


async def test_an_app_that_does_not_end_is_killed(
    served: Served, gone: Gone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tab, "GRACE", 0.1)
    async with served.tab() as page:
        process, *_ = await page.begun()
        await page.type("deaf")
        await page.shown()
    await gone(process)


async def test_an_app_that_has_much_to_write_ends_though_its_page_is_gone(
    served: Served, gone: Gone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tab, "GRACE", 60)
    async with served.tab() as page:
        process, *_ = await page.begun()
        await page.type("verbose")
        await page.shown()
    await gone(process)


async def test_there_are_not_more_tabs_than_the_machine_bears(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "MOST_TABS", 1)
    async with served.tab() as page:
        await page.begun()
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            async with served.tab():
                pass
        assert refused.value.status == 503


async def test_a_file_is_handed_over_once_and_never_shown(served: Served) -> None:
    path = f"{served.access.folder}/download/k1"
    async with served.tab() as page:
        await page.begun()
        assert (await served.get(path, **served.cookie))[0] == 404
        await page.type("file")
        assert await page.socket.receive_json() == ["deliver_file_start", "k1"]
        assert (await served.get(path))[0] == 403
        async with served.client.get(served.url(path), headers=served.cookie) as got:
            assert await got.text() == "one two"
            assert got.headers["Content-Disposition"] == (
                "attachment; filename*=UTF-8''a%20%22name%22.md"
            )
        assert (await served.get(path, **served.cookie))[0] == 404
