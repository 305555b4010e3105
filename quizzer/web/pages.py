"""The files that a browser tab loads, and the headers that keep everything else out of it."""

from importlib.resources import files
from pathlib import Path

import textual_serve

from quizzer.web.access import Access

_OWN = Path(str(files("quizzer.web"))) / "page"
_TERMINAL = Path(textual_serve.__file__).parent / "static"

# All files that are served, by their names in the address: no other path is ever opened.
FILES: dict[str, tuple[Path, str]] = {
    "page.css": (_OWN / "page.css", "text/css"),
    "page.js": (_OWN / "page.js", "text/javascript"),
    "xterm.css": (_TERMINAL / "css" / "xterm.css", "text/css"),
    "textual.js": (_TERMINAL / "js" / "textual.js", "text/javascript"),
    "mono.ttf": (_TERMINAL / "fonts" / "RobotoMono-VariableFont_wght.ttf", "font/ttf"),
}


def page(access: Access) -> str:
    """The page of a tab."""
    socket = f"ws://{access.host}{access.folder}/socket"
    return (_OWN / "tab.html").read_text("utf-8").replace("{{socket}}", socket)


def leading_to(address: str) -> str:
    """A page that sends the browser on to an address."""
    return (_OWN / "leading.html").read_text("utf-8").replace("{{address}}", address)


def headers(access: Access) -> dict[str, str]:
    """The headers of every response: load from us alone, send to us alone, no frames, no cache."""
    policy = (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",  # the terminal writes style sheets for its cells
        "font-src 'self'",
        "img-src data:",
        f"connect-src 'self' ws://{access.host}",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
    return {
        "Content-Security-Policy": "; ".join(policy),
        "Cross-Origin-Opener-Policy": "same-origin",
        "Cross-Origin-Resource-Policy": "same-origin",
        "Permissions-Policy": "camera=(), clipboard-read=(), geolocation=(), microphone=()",
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "DENY",
        "Cache-Control": "no-store",
        "Server": "quizzer",
    }
