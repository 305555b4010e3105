"""Getting at the banks: bundled or from a folder, from the compiled cache when nothing changed."""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from quizzer.bank import cache
from quizzer.bank.files import CHECKLIST, bundled_folder, files_of
from quizzer.bank.library import Library
from quizzer.bank.schema import Bank, Topic

if TYPE_CHECKING:
    from quizzer.bank.diagnostics import Problem
    from quizzer.bank.reading import Reading

__all__ = ["BankError", "Library", "bundled_folder", "load_folder", "load_library", "load_topics"]

SHOWN: Final = 10  # problems in the text of an error


class BankError(Exception):
    """Banks that cannot be used; `problems` says why."""

    def __init__(self, reading: "Reading") -> None:
        from quizzer.bank.diagnostics import render

        self.problems = reading.problems
        shown = [render(problem, reading.line(problem)) for problem in self.problems[:SHOWN]]
        more = len(self.problems) - len(shown)
        rest = [f"… and {more} more; `quizzer check` shows all"] if more else []
        super().__init__("\n\n".join([*shown, *rest]))


class _Compiled(Struct, frozen=True):
    """What the cache holds."""

    topics: tuple[Topic, ...]
    banks: tuple[Bank, ...]


def load_folder(folder: Path) -> tuple[Library, "list[Problem]"]:
    """All that is sound in a folder with a check-list and banks, and every problem in it."""
    from quizzer.bank.reading import read

    reading = read(files_of([folder / CHECKLIST, folder]))
    return reading.library, reading.problems


def load_library(cache_folder: Path | None = None, extra: Sequence[Path] = ()) -> Library:
    """The bundled banks and those in `extra`, files or folders; BankError tells all problems."""
    compiled = _compiled(
        files_of([bundled_folder() / CHECKLIST, bundled_folder(), *extra]), cache_folder, "banks"
    )
    return Library(compiled.topics, compiled.banks)


def load_topics(cache_folder: Path | None = None, extra: Sequence[Path] = ()) -> tuple[Topic, ...]:
    """The topics alone, for the first thing on the screen."""
    files = files_of([bundled_folder() / CHECKLIST, bundled_folder(), *extra])
    checklists = [file for file in files if file.name == CHECKLIST]
    return _compiled(checklists, cache_folder, "topics").topics


def _compiled(files: list[Path], folder: Path | None, name: str) -> _Compiled:
    """What stands in the files; from the cache when they are those that it was made of."""
    if folder is None:
        return _read(files)
    paths = hashlib.sha256("\0".join(map(str, files)).encode()).hexdigest()
    file = folder / f"{name}-{paths[:12]}.msgpack"
    try:
        key = cache.key_of(files)
    except OSError:  # reading them tells what is the matter
        return _read(files)
    compiled = cache.recall(file, key, _Compiled)
    if compiled is None:
        compiled = _read(files)
        cache.remember(file, key, compiled)
    return compiled


def _read(files: list[Path]) -> _Compiled:
    from quizzer.bank.reading import read

    reading = read(files)
    if reading.problems:
        raise BankError(reading)
    return _Compiled(reading.library.topics, tuple(reading.library.banks.values()))
