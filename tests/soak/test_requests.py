"""Requests that no page of ours would send: the server refuses them, and repeats nothing."""

import asyncio
import logging
import random
import re
from contextlib import suppress
from urllib.parse import quote, urlsplit

import pytest
from aiohttp.http import HttpProcessingError

from quizzer.web.pages import FILES
from tests.soak.conftest import Chance
from tests.soak.hostile import hostile_text
from tests.web.conftest import Served, served

__all__ = ["served"]

MARK = "ev<i>l"  # stands in every path; no page repeats it, at most a word on what was no HTTP
PLAIN = b"\r\nContent-Type: text/plain;"
METHODS = ["GET"] * 6 + ["HEAD", "POST", "OPTIONS", "TRACE", "CONNECT", "get", "G\x1bT"]
NAMES = ["Origin", "Cookie", "Upgrade", "Connection", "Content-Length", "Transfer-Encoding",
         "Sec-Fetch-Site", "Sec-WebSocket-Version", "Sec-WebSocket-Key", "Range", "If-None-Match",
         "If-Modified-Since", "Expect", "Accept-Encoding", "X", "Host"]  # fmt: skip
VALUES = ["websocket", "Upgrade", "13", "chunked", "-1", "99999999999999999999", "bytes=5-2",
          "null", "bytes=0-0,-1", "100-continue", "cross-site", "", MARK]  # fmt: skip
STATUSES = {100, 200, 206, 304, 400, 403, 404, 405, 413, 416, 417, 421, 426}
SOON, A_WHILE = 20, 0.05  # seconds
MOST = 1 << 20  # bytes at once


async def test_no_request_gets_more_than_it_may(
    served: Served, chance: Chance, caplog: pytest.LogCaptureFixture
) -> None:
    for label, rng in chance.rounds(short=15, long=4_000):
        sent = _request(served, rng)
        got = await _answer(served, sent)
        told = f"{label}\n{sent!r}\n{got[:2_000]!r}"
        head = re.match(rb"HTTP/\d\.\d (\d{3}) (?s:.*?)\r\n\r\n", got)
        assert head, told
        assert int(head[1]) in STATUSES, told
        assert MARK.encode() not in got or PLAIN in head[0], told
        for record in caplog.records:  # what is no HTTP at all is left out by the server
            error = record.exc_info and record.exc_info[1]
            assert record.levelno < logging.ERROR or isinstance(error, HttpProcessingError), told
        caplog.clear()


def _request(served: Served, rng: random.Random) -> bytes:
    """Our host and cookie mostly, so that it gets past the door; and much else."""
    access = served.access
    name = rng.choice([*FILES, _hostile(rng)])
    paths = ["", "/", "/file/", f"/file/{name}", f"/download/{name}", f"/file/../{name}"]
    path = rng.choice([access.folder, access.folder, "", f"/{name}"]) + rng.choice(paths)
    path += rng.choice(["", f"?token={_hostile(rng)}", f"?{_hostile(rng)}={_hostile(rng)}"])
    lines = [f"{rng.choice(METHODS)} {path or '/'}?{MARK} HTTP/{rng.choice(['1.1', '1.1', '1.0'])}"]
    if rng.random() < 0.9:
        lines.append(f"Host: {access.host}")
    if rng.random() < 0.9:
        lines.append(f"Cookie: {access.cookie_name}={access.cookie}")
    for _ in range(rng.choice([0, 0, 1, 3])):
        value = rng.choice([*VALUES, _hostile(rng)])
        lines.append(f"{rng.choice([*NAMES, _hostile(rng)])}: {value}")
    lines.append("Connection: close")
    return "\r\n".join([*lines, "", ""]).encode(errors="replace")


def _hostile(rng: random.Random) -> str:
    text = hostile_text(rng)[: rng.choice([20, 300, 9_000])]
    if rng.random() < 0.5:
        return quote(text.encode(errors="replace"))
    return text if rng.random() < 0.1 else text.replace("\r", "").replace("\n", "")


async def _answer(served: Served, sent: bytes) -> bytes:
    """What comes back for these bytes, until nothing more does."""
    address = urlsplit(served.access.origin)
    reader, writer = await asyncio.open_connection(address.hostname, address.port)
    try:
        writer.write(sent)
        got = await asyncio.wait_for(reader.read(MOST), SOON)
        with suppress(TimeoutError):  # a connection that is kept for a next request
            async with asyncio.timeout(A_WHILE):
                while more := await reader.read(MOST):
                    got += more
        return got
    finally:
        writer.close()
