"""Digests of files. If the size and dates of a file are the same, it is not read again."""

import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from quizzer.bank.files import bytes_of, path_text
from quizzer.cache import digest_of, recall, remember

FILE: Final = "digests.msgpack"  # remembers them, in the cache folder
_KIND: Final = b"digests"
_COARSEST_CLOCK: Final = 2_000_000_000  # nanoseconds, on the file systems of memory sticks


class _Seen(NamedTuple):
    """The state of a file when its digest was taken."""

    status: tuple[int, int, int, int]
    digest: bytes


class Digests:
    """The digests of files, kept in a file from run to run."""

    def __init__(self, memory: Path) -> None:
        self._memory = memory
        self._before = recall(memory, _KIND, dict[str, _Seen]) or {}
        self._now: dict[str, _Seen] = {}

    def of(self, file: Path) -> bytes:
        """The digest of the content of a file; OSError if it cannot be read."""
        path = path_text(file)
        found = os.stat(file)  # before reading: a write meanwhile is noticed next time
        dates = found.st_mtime_ns, found.st_ctime_ns  # tools can set back the first, not the second
        status = found.st_size, found.st_ino, *dates
        seen = self._before.get(path)
        if seen is not None and seen.status == status:
            return seen.digest
        digest = digest_of(bytes_of(file))
        # A file that is written twice within a tick of the clock keeps its dates. So dates are
        # trusted only if the clock has moved on since.
        if time.time_ns() - max(dates) > _COARSEST_CLOCK:
            self._now[path] = _Seen(status, digest)
        return digest

    def of_all(self, files: Iterable[Path]) -> list[tuple[str, bytes]]:
        """The path and the digest of each file."""
        return [(path_text(file), self.of(file)) for file in files]

    def keep(self) -> None:
        """Write what is new to the file; files that no longer exist are forgotten."""
        if self._now:
            still = {path: seen for path, seen in self._before.items() if os.path.exists(path)}
            remember(self._memory, _KIND, still | self._now)
