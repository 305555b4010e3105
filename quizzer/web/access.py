"""Who may come in: the address with its token, the cookie that takes its place, host and origin.

Any page that a browser shows may send requests to this machine, and any program of any user on it
may connect. So what comes in must name the address that was printed as its host (a foreign name
that resolves to this machine does not), must not come from the page of another origin, and must
bring a secret.

The secret of the address is exchanged for a cookie at the first request, so that it stands in no
address bar. Browsers send a cookie to every port of a host: therefore it is bound to a `folder`
with a random name, which no other server on this machine knows.
"""

import hmac
import secrets
from collections.abc import Sequence

LOOPBACK = "127.0.0.1"


class Access:
    """The secrets of one run of the server on a port of this machine."""

    def __init__(self, port: int) -> None:
        self.host = f"{LOOPBACK}:{port}"
        self.origin = f"http://{self.host}"
        self.folder = f"/{secrets.token_urlsafe(16)}"
        self.cookie_name = f"quizzer-{port}"
        self.cookie = secrets.token_urlsafe(32)
        self._token = secrets.token_urlsafe(32)

    @property
    def address(self) -> str:
        """What is printed, and opened in a browser."""
        return f"{self.origin}/?token={self._token}"

    def is_host(self, named: Sequence[str]) -> bool:
        """Whether a request names us, and nobody else, in its `Host` headers."""
        return list(named) == [self.host]

    def is_own_origin(self, named: Sequence[str]) -> bool:
        """Whether the `Origin` headers say that our own page sent a request."""
        return list(named) == [self.origin]

    def knows_token(self, token: str) -> bool:
        """Whether this is the secret of the address."""
        return _same(token, self._token)

    def knows_cookie(self, cookie: str) -> bool:
        """Whether this is the secret that was handed out for that of the address."""
        return _same(cookie, self.cookie)


def _same(given: str, secret: str) -> bool:
    """Compared in a time that tells nothing about the secret."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())
