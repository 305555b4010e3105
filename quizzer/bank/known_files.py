"""The contents of bank files as last read, by digest, so that only files that changed are read."""

import os
from pathlib import Path

from msgspec import Raw, Struct, msgpack

from quizzer.bank.contents import Contents
from quizzer.cache import recall, remember


class _Known(Struct, frozen=True):
    digest: bytes  # of the bytes of the file
    contents: Raw


class _ReadNow(Struct, frozen=True):
    """The same, not packed yet."""

    digest: bytes
    contents: Contents


class KnownFiles:
    """The contents of files by path and digest, as a file remembers them."""

    def __init__(self, file: Path | None = None, rules: bytes = b"") -> None:
        self._file, self._rules = file, rules
        self._before = (file and recall(file, rules, dict[str, _Known])) or {}
        self._now: dict[str, _ReadNow] = {}

    def contents(self, path: str, digest: bytes) -> Contents | None:
        """What stands in the file, when it is the one that was read before."""
        known = self._before.get(path)
        if known is None or known.digest != digest:
            return None
        return msgpack.decode(known.contents, type=Contents)

    def add(self, path: str, digest: bytes, contents: Contents) -> None:
        """Remember what was read just now."""
        if self._file is not None:
            self._now[path] = _ReadNow(digest, contents)

    def keep(self) -> None:
        """Write down what is new; files that are gone are forgotten."""
        if self._file is not None and self._now:
            still = {path: known for path, known in self._before.items() if os.path.exists(path)}
            remember(self._file, self._rules, {**still, **self._now})
