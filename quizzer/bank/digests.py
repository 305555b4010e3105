"""Digests of files. A file that is the same as before, by its size and dates, is not read again."""

import os
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from quizzer.bank.files import bytes_of, text_of
from quizzer.cache import digest_of, recall, remember

FILE: Final = "digests.msgpack"  # what remembers them, in the folder of caches
_KIND: Final = b"digests"
_COARSEST_CLOCK: Final = 2_000_000_000  # nanoseconds; file systems of memory sticks have such ones


class _Seen(NamedTuple):
    """A file as it was seen."""

    status: tuple[int, int, int, int]
    digest: bytes


class Digests:
    """The digests of files, and a file that remembers them."""

    def __init__(self, memory: Path) -> None:
        self._memory = memory
        self._before = recall(memory, _KIND, dict[str, _Seen]) or {}
        self._now: dict[str, _Seen] = {}

    def of(self, file: Path) -> bytes:
        """The digest of what stands in a file; OSError when it cannot be read."""
        path = text_of(file)
        found = os.stat(file)  # before it is read: who writes meanwhile is noticed next time
        dates = found.st_mtime_ns, found.st_ctime_ns  # tools set back the first, never the second
        status = found.st_size, found.st_ino, *dates
        seen = self._before.get(path)
        if seen is not None and seen.status == status:
            return seen.digest
        digest = digest_of(bytes_of(file))
        # What is written within a tick of the clock has the same dates as what was there before.
        # So the dates are trusted only when the clock has gone on since.
        if time.time_ns() - max(dates) > _COARSEST_CLOCK:
            self._now[path] = _Seen(status, digest)
        return digest

    def of_all(self, files: Iterable[Path]) -> list[tuple[str, bytes]]:
        """The path and the digest of each file."""
        return [(text_of(file), self.of(file)) for file in files]

    def keep(self) -> None:
        """Write down what is new; files that are gone are forgotten."""
        if self._now:
            still = {path: seen for path, seen in self._before.items() if os.path.exists(path)}
            remember(self._memory, _KIND, still | self._now)
