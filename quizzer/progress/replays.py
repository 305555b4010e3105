"""Replays kept in a file from run to run, so that a long log is not replayed each time.

With each replay the file holds the attempts that it is of, and these are compared with those in
the log. So it cannot be out of date: after an undo, a merge or a restored backup the attempts are
others, and the replay begins anew. What else decides, settings and rules, is in the file's key.
Without the file everything is the same, only slower.
"""

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from quizzer.bank.cache import recall, remember
from quizzer.progress.attempt import Attempt
from quizzer.progress.schedule import Replay, Settings, replay


class Replays:
    """The replay of each item, made anew only where it is not known from before."""

    def __init__(self, settings: Settings, file: Path | None) -> None:
        self._settings = settings
        self._file = file
        self._known: dict[str, Replay] | None = None  # not read yet
        self._grew = False

    def of(self, item: str, attempts: Sequence[Attempt]) -> Replay:
        """The replay of the attempts at an item, of which there is at least one."""
        if self._known is None:
            self._known = self._read()
        known = self._known.get(item)
        found = replay(attempts, self._settings, known)
        if found is not known:
            self._known[item] = found
            self._grew = True
        return found

    def keep(self) -> None:
        """Write down what is known by now; where that is not possible it is known no longer."""
        if self._grew and self._file is not None:
            remember(self._file, self._key(), self._known)
        self._grew = False

    def _read(self) -> dict[str, Replay]:
        if self._file is None:
            return {}
        return recall(self._file, self._key(), dict[str, Replay]) or {}

    def _key(self) -> bytes:
        settings = f"{self._settings.desired_retention} {self._settings.maximum_interval}"
        return hashlib.sha256(_rules() + settings.encode()).digest()


@cache
def _rules() -> bytes:
    """The source of this package and of `fsrs`: by other rules everything is replayed again."""
    digest = hashlib.sha256()
    for folder in (Path(__file__).parent, *_folders_of_fsrs()):
        for file in sorted(folder.glob("*.py")):
            digest.update(file.read_bytes())
    return digest.digest()


def _folders_of_fsrs() -> Iterator[Path]:
    found = find_spec("fsrs")  # looks for it, does not load it
    yield from map(Path, (found and found.submodule_search_locations) or ())
