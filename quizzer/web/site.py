"""Answers HTTP requests: for the page of a tab, its files, its socket and its downloads."""

from collections.abc import Awaitable, Callable, Sequence
from typing import NoReturn, TypeAlias
from urllib.parse import quote

from aiohttp import WSCloseCode, hdrs, web
from textual_serve.download_manager import DownloadManager

from quizzer.web import pages
from quizzer.web.access import Access
from quizzer.web.messages import Size, size
from quizzer.web.tab import Tab

MOST_TABS = 16  # each runs a process of its own
LONGEST_MESSAGE = 1 << 20  # bytes: pasted text is the longest
HEARTBEAT = 15.0  # seconds between two checks that the page is still there

ELSEWHERE = "quizzer is only available at {origin}. Use the address that `quizzer serve` printed."
FOREIGN = "This request came from another page. quizzer answers only its own pages."
CLOSED = "You have no access to this. Use the whole address that `quizzer serve` printed."
MANY = "There are already {most} tabs. Close one first."

Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


def make(access: Access, command: Sequence[str]) -> web.Application:
    """The web application, for those who have access; each tab runs the command."""
    site = _Site(access, command)
    app = web.Application(middlewares=[site.guard])
    app.add_routes(
        [
            web.get("/", site.enter),
            web.get(f"{access.folder}/", site.page),
            web.get(f"{access.folder}/file/{{name}}", site.file),
            web.get(f"{access.folder}/download/{{key}}", site.download),
            web.get(f"{access.folder}/socket", site.socket),
        ]
    )
    app.on_response_prepare.append(site.sign)
    app.on_shutdown.append(site.close)
    return app


class _Site:
    def __init__(self, access: Access, command: Sequence[str]) -> None:
        self._access = access
        self._command = command
        self._headers = pages.headers(access)
        self._downloads = DownloadManager()
        self._sockets: set[web.WebSocketResponse] = set()

    @web.middleware
    async def guard(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse a request that may not come in, before anything else sees it."""
        self._check(request)
        return await handler(request)

    def _check(self, request: web.Request) -> None:
        access, headers = self._access, request.headers
        if not access.is_host(headers.getall(hdrs.HOST, [])):
            _refuse(web.HTTPMisdirectedRequest, ELSEWHERE.format(origin=access.origin))
        origins = headers.getall(hdrs.ORIGIN, [])
        if origins and not access.is_own_origin(origins):
            _refuse(web.HTTPForbidden, FOREIGN)
        if request.path == "/":
            return  # has no cookie yet; `enter` checks the token
        if not access.knows_cookie(request.cookies.get(access.cookie_name, "")):
            _refuse(web.HTTPForbidden, CLOSED)
        if headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
            _refuse(web.HTTPForbidden, FOREIGN)

    async def sign(self, request: web.Request, response: web.StreamResponse) -> None:
        """Add the headers to every response, errors included."""
        response.headers.update(self._headers)

    async def enter(self, request: web.Request) -> web.Response:
        """Exchange the token for the cookie, and send the browser on to the page of a tab.

        A redirect would not do: after one, a browser that came from a page of another site does not
        send a cookie that is `SameSite=Strict`.
        """
        tokens = request.query.getall("token", [])
        if len(tokens) != 1 or not self._access.knows_token(tokens[0]):
            _refuse(web.HTTPForbidden, CLOSED)
        response = _html(pages.leading_to(f"{self._access.folder}/"))
        response.set_cookie(
            self._access.cookie_name,
            self._access.cookie,
            path=f"{self._access.folder}/",
            httponly=True,
            samesite="Strict",
        )
        return response

    async def page(self, request: web.Request) -> web.Response:
        """The page of a tab."""
        return _html(pages.page(self._access))

    async def file(self, request: web.Request) -> web.StreamResponse:
        """One of the few files that the page loads."""
        found = pages.FILES.get(request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound
        path, kind = found
        return web.FileResponse(path, headers={hdrs.CONTENT_TYPE: kind})

    async def download(self, request: web.Request) -> web.StreamResponse:
        """A file that the app in a tab offers for download; each can be fetched once."""
        key = request.match_info["key"]
        try:
            about = await self._downloads.get_download_metadata(key)
        except KeyError:
            raise web.HTTPNotFound from None
        response = web.StreamResponse()
        response.content_type = about.mime_type or "application/octet-stream"
        name = quote(about.file_name)
        response.headers[hdrs.CONTENT_DISPOSITION] = f"attachment; filename*=UTF-8''{name}"
        await response.prepare(request)
        async for chunk in self._downloads.download(key):
            await response.write(chunk)
        await response.write_eof()
        return response

    async def socket(self, request: web.Request) -> web.StreamResponse:
        """Run one tab for as long as its page is open. Only our own page may open one."""
        if not self._access.is_own_origin(request.headers.getall(hdrs.ORIGIN, [])):
            _refuse(web.HTTPForbidden, FOREIGN)
        if len(self._sockets) >= MOST_TABS:
            _refuse(web.HTTPServiceUnavailable, MANY.format(most=MOST_TABS))
        socket = web.WebSocketResponse(
            heartbeat=HEARTBEAT, max_msg_size=LONGEST_MESSAGE, compress=False
        )
        self._sockets.add(socket)
        try:
            await socket.prepare(request)
            await Tab(self._command, socket, self._downloads).live(_size(request))
        finally:
            self._sockets.discard(socket)
        return socket

    async def close(self, app: web.Application) -> None:
        """Close all sockets; each tab then ends its app."""
        for socket in tuple(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)


def _size(request: web.Request) -> Size:
    """The size that the page asks for, or 80 by 24 cells if it does not give two numbers."""
    try:
        return size(int(request.query["width"][:9]), int(request.query["height"][:9]))
    except (KeyError, ValueError):
        return size(80, 24)


def _html(text: str) -> web.Response:
    return web.Response(text=text, content_type="text/html")


def _refuse(error: type[web.HTTPError], text: str) -> NoReturn:
    raise error(text=f"{text}\n", content_type="text/plain")
