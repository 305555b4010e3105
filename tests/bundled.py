"""The banks that come with quizzer, read once for all tests of a process."""

from functools import cache

from quizzer.bank.contents import Contents
from quizzer.bank.known_files import KnownFiles
from quizzer.bank.loading import Library, bundled_folder, load_folder


@cache
def bundled() -> Library:
    """What is sound in them; that this is everything, tests/questions says."""
    return load_folder(bundled_folder())[0]


class Known(KnownFiles):
    """What stands in files that were read already, in memory."""

    def __init__(self) -> None:
        super().__init__()
        self._read: dict[tuple[str, bytes], Contents] = {}

    def contents(self, path: str, digest: bytes) -> Contents | None:
        return self._read.get((path, digest))

    def add(self, path: str, digest: bytes, contents: Contents) -> None:
        self._read[path, digest] = contents
