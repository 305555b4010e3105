"""The contents of bank files as last read, so that only files that changed are parsed again."""

import os
from pathlib import Path

from msgspec import Raw, Struct, msgpack

from quizzer.bank.contents import Contents
from quizzer.cache import recall, remember


class _Known(Struct, frozen=True):
    digest: bytes  # of the bytes of the file
    contents: Raw


class _ReadNow(Struct, frozen=True):
    """The same for a file that was read in this run: its contents are not packed yet."""

    digest: bytes
    contents: Contents


class KnownFiles:
    """The contents of files by path and digest, kept in a file from run to run."""

    def __init__(self, file: Path | None = None, rules: bytes = b"") -> None:
        self._file, self._rules = file, rules
        self._before = (file and recall(file, rules, dict[str, _Known])) or {}
        self._now: dict[str, _ReadNow] = {}

    def contents(self, path: str, digest: bytes) -> Contents | None:
        """The contents of a file, if it is the same as when it was last read."""
        known = self._before.get(path)
        if known is None or known.digest != digest:
            return None
        return msgpack.decode(known.contents, type=Contents)

    def add(self, path: str, digest: bytes, contents: Contents) -> None:
        """Remember what was just read."""
        if self._file is not None:
            self._now[path] = _ReadNow(digest, contents)

    def keep(self) -> None:
        """Write what is new to the file; bank files that no longer exist are forgotten."""
        if self._file is not None and self._now:
            still = {path: known for path, known in self._before.items() if os.path.exists(path)}
            remember(self._file, self._rules, {**still, **self._now})
