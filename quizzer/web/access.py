"""Which requests are let in: what their host, their origin, their token or their cookie must be.

Any page in any browser tab can send requests to this machine, and so can any program of any user
on it. A request must therefore name the printed address as its host (a foreign name that resolves
to this machine is refused), must not come from a page of another origin, and must bring a secret.

The first request exchanges the token in the printed address for a cookie, so that no address bar
shows a secret. Browsers send a cookie to every port of a host. So this one is bound to a `folder`
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
        """The address that is printed and opened in a browser; it contains the token."""
        return f"{self.origin}/?token={self._token}"

    def is_host(self, named: Sequence[str]) -> bool:
        """Whether the `Host` headers of a request name us, and nobody else."""
        return list(named) == [self.host]

    def is_own_origin(self, named: Sequence[str]) -> bool:
        """Whether the `Origin` headers of a request say that our own page sent it."""
        return list(named) == [self.origin]

    def knows_token(self, token: str) -> bool:
        """Whether this is the token of the printed address."""
        return _same(token, self._token)

    def knows_cookie(self, cookie: str) -> bool:
        """Whether this is the cookie that was handed out in exchange for the token."""
        return _same(cookie, self.cookie)


def _same(given: str, secret: str) -> bool:
    """Whether they are equal; the time that this takes reveals nothing about the secret."""
    return hmac.compare_digest(given.encode("utf-8", "replace"), secret.encode())
