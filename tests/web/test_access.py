"""Who is let in, and what they get: over real connections, with a stub of an app."""

import asyncio
import re

import aiohttp
import pytest

from quizzer.web.access import Access
from tests.web.conftest import Served

PATHS = ("/", "/file/textual.js", "/download/k1", "/socket", "/nowhere")


async def everywhere(served: Served, **headers: str) -> dict[str, int]:
    """The status of every path inside, the folder's own among them, and of the entrance."""
    paths = [served.access.address.removeprefix(served.access.origin)]
    paths += [served.access.folder + path for path in PATHS]
    return {path: (await served.get(path, **headers))[0] for path in paths}


async def test_the_address_hands_out_a_cookie_and_leads_to_an_address_without_secret(
    served: Served,
) -> None:
    async with served.client.get(served.access.address) as entered:
        cookie, page = entered.headers["Set-Cookie"], await entered.text()
    name, *marks = cookie.split("; ")
    assert name == f"{served.access.cookie_name}={served.access.cookie}"
    assert {"HttpOnly", "SameSite=Strict", f"Path={served.access.folder}/"} == set(marks)
    (led_to,) = re.findall(r'content="0; url=([^"]*)"', page)
    assert led_to == f"{served.access.folder}/"
    assert (await served.get(led_to, **served.cookie))[0] == 200


@pytest.mark.parametrize(
    "asked",
    [
        "/",
        "/?token=",
        "/?token=guess",
        "/?token={token}x",
        "/?token={token}&token={token}",
        "/?TOKEN={token}",
        "/?token=%00{token}",
        "/?token=%ed%a0%80",
        "/{token}",
        "/{token}/?token={token}",
        "//?token={token}",
    ],
)
async def test_without_the_token_there_is_no_cookie(served: Served, asked: str) -> None:
    token = served.access.address.partition("=")[2]
    async with served.client.get(served.url(asked.format(token=token))) as refused:
        assert refused.status == 403
        assert "Set-Cookie" not in refused.headers
        assert "address that `quizzer serve` printed" in await refused.text()


@pytest.mark.parametrize("cookie", ["", "{name}=", "{name}=guess", "other={secret}", "{secret}"])
async def test_without_the_cookie_nothing_is_open_and_nothing_is_told(
    served: Served, cookie: str
) -> None:
    sent = cookie.format(name=served.access.cookie_name, secret=served.access.cookie)
    _, *inside = (await everywhere(served, Cookie=sent)).values()
    assert inside == [403] * len(PATHS)


async def test_the_token_of_the_address_does_not_open_the_room(served: Served) -> None:
    token = served.access.address.partition("=")[2]
    assert (await served.get(f"{served.access.folder}/?token={token}"))[0] == 403
    sent = f"{served.access.cookie_name}={token}"
    assert (await served.get(f"{served.access.folder}/", Cookie=sent))[0] == 403


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:{port}", "localhost:{port}", "127.0.0.1", "127.0.0.1.:{port}"],
)
async def test_a_foreign_host_is_refused_with_all_secrets(served: Served, host: str) -> None:
    named = host.format(port=served.access.host.partition(":")[2])
    assert set((await everywhere(served, Host=named, **served.cookie)).values()) == {421}


@pytest.mark.parametrize("hosts", [[], ["evil.example", "{host}"], ["{host}", "evil.example"]])
async def test_no_host_and_two_hosts_are_refused(served: Served, hosts: list[str]) -> None:
    address, port = served.access.host.split(":")
    reader, writer = await asyncio.open_connection(address, int(port))
    lines = [f"Host: {host.format(host=served.access.host)}" for host in hosts]
    target = served.access.address.removeprefix(served.access.origin)
    writer.write("\r\n".join([f"GET {target} HTTP/1.1", *lines, "", ""]).encode())
    status = int((await reader.readline()).split()[1])
    writer.close()
    assert status in (400, 421)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://{host}", ""]
)
async def test_a_foreign_origin_is_refused_with_all_secrets(served: Served, origin: str) -> None:
    sent = origin.format(host=served.access.host)
    statuses = await everywhere(served, Origin=sent, **served.cookie)
    assert set(statuses.values()) == {403}


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
async def test_what_a_foreign_page_makes_a_browser_ask_for_is_refused(
    served: Served, site: str
) -> None:
    _, *inside = (await everywhere(served, Sec_Fetch_Site=site, **served.cookie)).values()
    assert inside == [403] * len(PATHS)


@pytest.mark.parametrize("origin", [None, "http://evil.example", "null", "http://127.0.0.1:1"])
async def test_the_socket_opens_only_to_our_own_page(served: Served, origin: str | None) -> None:
    headers = served.cookie | ({"Origin": origin} if origin is not None else {})
    address = served.url(f"{served.access.folder}/socket")
    with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
        await served.client.ws_connect(address, headers=headers)
    assert refused.value.status == 403


@pytest.mark.parametrize(
    "path",
    [
        "/file/",
        "/file/tab.html",
        "/file/../page",
        "/file/..%2ftab.html",
        "/file/%2e%2e/%2e%2e/access.py",
        "/file//etc/passwd",
        "/file/textual.js%00",
        "/static/js/textual.js",
        "/download/../file/page.js",
    ],
)
async def test_only_files_that_are_named_are_served(served: Served, path: str) -> None:
    address, port = served.access.host.split(":")
    reader, writer = await asyncio.open_connection(address, int(port))
    head = f"GET {served.access.folder}{path} HTTP/1.0\r\nHost: {served.access.host}\r\n"
    writer.write(f"{head}Cookie: {served.cookie['Cookie']}\r\n\r\n".encode())
    status = int((await reader.readline()).split()[1])
    writer.close()
    assert status in (400, 403, 404)


async def test_nothing_can_be_posted(served: Served) -> None:
    for path in (f"{served.access.folder}{path}" for path in PATHS):
        async with served.client.post(served.url(path), headers=served.cookie) as refused:
            assert refused.status in (404, 405)


async def test_every_response_keeps_everything_else_out(served: Served) -> None:
    paths = ["/", f"{served.access.folder}/", f"{served.access.folder}/file/page.js", "/nowhere"]
    for path in paths:
        async with served.client.get(served.url(path), headers=served.cookie) as got:
            sent = got.headers
        policy = sent["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self';")
        assert "frame-ancestors 'none'" in policy
        assert not re.findall(r"https?:|\*|unsafe-eval", policy)
        assert set(re.findall(r"wss?://[^\s;]+", policy)) == {f"ws://{served.access.host}"}
        assert sent["Referrer-Policy"] == "no-referrer"
        assert sent["X-Content-Type-Options"] == "nosniff"
        assert sent["Cache-Control"] == "no-store"
        assert "Access-Control-Allow-Origin" not in sent


def linked(text: str) -> list[str]:
    """Everything that a page or a style sheet makes a browser fetch."""
    attributes = re.findall(r'\b(?:src|href|action|url)="([^"]*)"', text)
    return attributes + re.findall(r"""(?:url\(|@import)\s*['"]?([^'");]*)""", text)


async def test_nothing_outside_is_linked(served: Served) -> None:
    folder = served.access.folder
    _, page = await served.get(f"{folder}/", **served.cookie)
    scripts, styles = ["page.js", "textual.js"], ["page.css", "xterm.css"]
    own = [f"file/{name}" for name in scripts + styles]
    socket = f"ws://{served.access.host}{folder}/socket"
    assert sorted(linked(page)) == sorted(["data:,", socket, *own])
    for name in scripts:
        _, script = await served.get(f"{folder}/file/{name}", **served.cookie)
        assert not re.findall(r"(?:https?|wss?)://\w", script)
    for name in styles:
        _, sheet = await served.get(f"{folder}/file/{name}", **served.cookie)
        assert set(linked(sheet)) <= {"mono.ttf"}
    assert (await served.get(f"{folder}/file/mono.ttf", **served.cookie))[0] == 200


def test_secrets_are_long_and_new_each_time() -> None:
    both = [Access(8000), Access(8000)]
    secrets = {text for access in both for text in (access.address, access.cookie, access.folder)}
    assert len(secrets) == 6
    assert all(len(access.address.partition("=")[2]) >= 43 for access in both)
    assert all(len(access.cookie) >= 43 and len(access.folder) >= 22 for access in both)
