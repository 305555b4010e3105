"""Getting at the banks: bundled or from a folder, from the compiled cache when nothing changed."""

import hashlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

from msgspec import Struct, structs

from quizzer.bank import cache
from quizzer.bank.files import CHECKLIST, bundled_folder, files_of
from quizzer.bank.library import Library
from quizzer.bank.schema import Bank, Item, Topic

if TYPE_CHECKING:
    from quizzer.bank.diagnostics import Finding, Problem
    from quizzer.bank.reading import Reading

Inspect: TypeAlias = "Callable[[Item], Iterable[Finding]]"

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
    flaws: tuple[str, ...] = ()


def load_folder(folder: Path) -> tuple[Library, "list[Problem]"]:
    """All that is sound in a folder with a check-list and banks, and every problem in it."""
    from quizzer.bank.reading import read

    reading = read(files_of([folder / CHECKLIST, folder]))
    return reading.library, reading.problems


def load_library(
    cache_folder: Path | None = None, extra: Sequence[Path] = (), inspect: Inspect = lambda _: ()
) -> Library:
    """The bundled banks and, on top, those in `extra`, files or folders.

    BankError tells all problems of the bundled ones. In the others, what has a problem is left
    out, also what `inspect` finds something in; the library's `flaws` tell of it.
    """
    files = files_of([bundled_folder() / CHECKLIST, bundled_folder(), *extra])
    compiled = _compiled(files, cache_folder, "banks", lambda: _read(files, extra, inspect))
    return Library(compiled.topics, compiled.banks, compiled.flaws)


def load_topics(cache_folder: Path | None = None, extra: Sequence[Path] = ()) -> tuple[Topic, ...]:
    """The topics alone, for the first thing on the screen."""
    files = files_of([bundled_folder() / CHECKLIST, bundled_folder(), *extra])
    lists = [file for file in files if file.name == CHECKLIST]
    return _compiled(lists, cache_folder, "topics", lambda: _read(lists, extra)).topics


def _compiled(
    files: list[Path], folder: Path | None, name: str, read: Callable[[], _Compiled]
) -> _Compiled:
    """What stands in the files; from the cache when they are those that it was made of."""
    if folder is None:
        return read()
    paths = hashlib.sha256("\0".join(map(str, files)).encode()).hexdigest()
    file = folder / f"{name}-{paths[:12]}.msgpack"
    try:
        key = cache.key_of(files)
    except OSError:  # reading them tells what is the matter
        return read()
    compiled = cache.recall(file, key, _Compiled)
    if compiled is None:
        compiled = read()
        cache.remember(file, key, compiled)
    return compiled


def _read(
    files: list[Path], extra: Sequence[Path] = (), inspect: Inspect = lambda _: ()
) -> _Compiled:
    from quizzer.bank.reading import read

    reading = read(files)
    own = {str(file) for file in files_of(extra)}
    if any(problem.path not in own for problem in reading.problems):
        raise BankError(reading)
    found = list(_inspected(reading, own, inspect))
    flawed = {problem.item for problem in found}
    banks = [
        structs.replace(bank, items=[item for item in bank.items if item.id not in flawed])
        for bank in reading.library.banks.values()
    ]
    flaws = [str(problem) for problem in (*reading.problems, *found)]
    return _Compiled(reading.library.topics, tuple(banks), tuple(flaws))


def _inspected(reading: "Reading", own: set[str], inspect: Inspect) -> "Iterable[Problem]":
    for item in reading.library.items.values():
        if reading.source_by_item[item.id].path in own:
            for finding in inspect(item):
                yield reading.locate(item.id, finding)
