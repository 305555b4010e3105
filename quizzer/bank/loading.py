"""Loading the banks, bundled or from a folder; from a cache of compiled banks if none changed."""

import contextlib
import zlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from msgspec import Struct, msgpack, structs

from quizzer import __version__
from quizzer.bank.digests import FILE, Digests
from quizzer.bank.files import CHECKLIST, bundled_folder, files_of, path_text
from quizzer.bank.library import Library
from quizzer.bank.packing import PackedBank, packed
from quizzer.bank.schema import Item, Topic
from quizzer.cache import recall, remember

if TYPE_CHECKING:
    from quizzer.bank.known_files import KnownFiles
    from quizzer.bank.reading import Reading
    from quizzer.diagnostics import Finding, Problem

__all__ = [
    "BankError",
    "Library",
    "bundled_folder",
    "known_files",
    "load_folder",
    "load_library",
    "load_topics",
]

SHOWN: Final = 10  # problems in the text of an error


class BankError(Exception):
    """Banks that cannot be used; `problems` says why."""

    def __init__(self, reading: "Reading") -> None:
        from quizzer.diagnostics import render

        self.problems = reading.problems
        shown = [render(problem, reading.line(problem)) for problem in self.problems[:SHOWN]]
        more = len(self.problems) - len(shown)
        rest = [f"… and {more} more; `quizzer check` shows all"] if more else []
        super().__init__("\n\n".join([*shown, *rest]))


class Inspector(Protocol):
    """Checks the items of added banks beyond their text: whether they can be drawn and graded."""

    def problems_of(self, item: Item) -> "Iterable[Finding]":
        """What is wrong with an item."""

    def sources(self) -> Iterable[Path]:
        """The files that the check depends on: if one changes, all items are checked again."""


class _Compiled(Struct, frozen=True):
    """What the cache holds."""

    topics: tuple[Topic, ...]
    banks: tuple[PackedBank, ...]
    flaws: tuple[str, ...] = ()


def load_folder(folder: Path) -> tuple[Library, "list[Problem]"]:
    """All that is sound in a folder with a check-list and banks, and every problem in it."""
    from quizzer.bank.reading import read

    reading = read(files_of([folder / CHECKLIST, folder]))
    return reading.library, reading.problems


def load_library(
    cache_folder: Path | None = None,
    extra: Sequence[Path] = (),
    inspector: Inspector | None = None,
    compile_elsewhere: Callable[[], None] | None = None,
) -> Library:
    """The bundled banks, and in addition those in `extra`, which are files or folders.

    If anything is wrong with the bundled ones, BankError lists all problems. Of the others, items
    with a problem are left out, including those that the inspector objects to; the library's
    `flaws` say what was wrong.

    If the banks are not compiled yet, `compile_elsewhere` may have another process compile them;
    where that fails, they are compiled here.
    """
    return _Loader(cache_folder, extra, inspector, compile_elsewhere).banks()


def load_topics(cache_folder: Path | None = None, extra: Sequence[Path] = ()) -> tuple[Topic, ...]:
    """The topics alone, which is all that the first screen needs."""
    return _Loader(cache_folder, extra).topics()


def known_files(cache_folder: Path) -> "KnownFiles":
    """The contents of the banks as last loaded, so that reading them again is fast."""
    rules = _rules(Digests(cache_folder / FILE))
    return _known(cache_folder, "banks", rules)


class _Loader:
    """Takes the compiled banks from the cache folder, or reads the files and compiles them."""

    def __init__(
        self,
        folder: Path | None,
        extra: Sequence[Path],
        inspector: Inspector | None = None,
        compile_elsewhere: Callable[[], None] | None = None,
    ) -> None:
        self._folder = folder
        self._files = files_of([bundled_folder() / CHECKLIST, bundled_folder(), *extra])
        self._own = {path_text(file) for file in files_of(extra)}
        self._inspector = inspector
        self._compile_elsewhere = compile_elsewhere

    def banks(self) -> Library:
        compiled = self._load("banks", self._files)
        return Library(compiled.topics, compiled.banks, compiled.flaws)

    def topics(self) -> tuple[Topic, ...]:
        lists = [file for file in self._files if file.name == CHECKLIST]
        return self._load("topics", lists).topics

    def _load(self, name: str, files: list[Path]) -> _Compiled:
        if self._folder is None:
            return self._compile(_read(files, None))
        digests = Digests(self._folder / FILE)
        rules = _rules(digests)
        makers = rules + self._inspecting(digests)
        paths = zlib.crc32("\0".join(map(path_text, files)).encode())
        store = self._folder / f"{name}-{paths:08x}.msgpack"
        compiled = _recalled(store, makers, files, digests)
        digests.keep()
        if compiled is None and self._compile_elsewhere is not None:
            self._compile_elsewhere()
            compiled = _recalled(store, makers, files, digests)
        if compiled is None:
            compiled, read = self._made(files, _known(self._folder, name, rules))
            remember(store, _key(makers, read), compiled)
        return compiled

    def _made(
        self, files: list[Path], known: "KnownFiles"
    ) -> tuple[_Compiled, list[tuple[str, bytes | None]]]:
        """The compiled banks, and the digests of the files that they were read from."""
        reading = _read(files, known)
        digests = [(path, file.digest) for path, file in reading.files.items()]
        return self._compile(reading), digests

    def _compile(self, reading: "Reading") -> _Compiled:
        if any(problem.path not in self._own for problem in reading.problems):
            raise BankError(reading)
        found = list(self._inspected(reading))
        flawed = {problem.item for problem in found}
        banks = [
            packed(structs.replace(bank, items=[i for i in bank.items if i.id not in flawed]))
            for bank in reading.library.banks.values()
        ]
        flaws = [str(problem) for problem in (*reading.problems, *found)]
        return _Compiled(reading.library.topics, tuple(banks), tuple(flaws))

    def _inspecting(self, digests: Digests) -> bytes:
        """Digests of the code that inspects added items; empty if there are none."""
        if self._inspector is None or not self._own:
            return b""
        return b"".join(map(digests.of, self._inspector.sources()))

    def _inspected(self, reading: "Reading") -> "Iterable[Problem]":
        if self._inspector is None:
            return
        for item in reading.library.items.values():
            if reading.file_by_item[item.id].path in self._own:
                for finding in self._inspector.problems_of(item):
                    yield reading.locate(item.id, finding)


def _recalled(store: Path, makers: bytes, files: list[Path], digests: Digests) -> _Compiled | None:
    """The compiled banks of these files; None if a file, or the code that reads them, changed."""
    with contextlib.suppress(OSError):  # reading the files will say what is wrong
        return recall(store, _key(makers, digests.of_all(files)), _Compiled)
    return None


def _read(files: list[Path], known: "KnownFiles | None") -> "Reading":
    from quizzer.bank.reading import read

    reading = read(files, known)
    if known is not None:
        known.keep()
    return reading


def _known(folder: Path, name: str, rules: bytes) -> "KnownFiles":
    from quizzer.bank.known_files import KnownFiles  # which loads YAML

    return KnownFiles(folder / f"{name}-files.msgpack", rules)


def _rules(digests: Digests) -> bytes:
    """The version and digests of the code that reads: when it changes, files are read again."""
    package = Path(__file__).parent
    sources = [*sorted(package.glob("*.py")), package.parent / "diagnostics.py"]
    return b"".join([__version__.encode(), *map(digests.of, sources)])


def _key(rules: bytes, files: Sequence[tuple[str, bytes | None]]) -> bytes:
    return msgpack.encode((rules, files))
