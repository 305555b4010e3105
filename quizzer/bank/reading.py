"""Reading banks: the contents of each file, and whether they all fit together."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from msgspec import structs

from quizzer.bank.contents import Contents, Place, contents_of
from quizzer.bank.files import CHECKLIST, bytes_of, path_text
from quizzer.bank.known_files import KnownFiles
from quizzer.bank.library import Library
from quizzer.bank.links import Links, circle
from quizzer.bank.schema import Bank, Item, Topic
from quizzer.bank.source import Source, source_of, unreadable
from quizzer.cache import digest_of
from quizzer.diagnostics import Fault, Finding, Problem, did_you_mean
from quizzer.garbage import collection_paused


@dataclass
class BankFile:
    """A check-list or bank that was read, now or before.

    Its source is made again when it is needed: to keep it for many banks takes too much memory.
    """

    path: str
    digest: bytes | None  # None if the file cannot be read
    contents: Contents
    make_source: Callable[[], Source]

    @cached_property
    def source(self) -> Source:
        """Its lines and its tree."""
        return self.make_source()


@dataclass(slots=True)
class Reading:
    """What was read from some files: the library of all that is sound, and every problem."""

    library: Library
    problems: list[Problem]
    files: dict[str, BankFile]  # by path
    file_by_item: dict[str, BankFile]
    asked: frozenset[str]  # the paths that were asked about; the others are their context

    @property
    def items(self) -> list[Item]:
        """The sound items in the files that were asked about."""
        everything = self.library.items.values()
        return [item for item in everything if self.file_by_item[item.id].path in self.asked]

    def locate(self, item_id: str, finding: Finding) -> Problem:
        """A finding about an item, as a problem at its place in the file."""
        return self.file_by_item[item_id].source.finding(finding, item_id)

    def line(self, problem: Problem) -> str | None:
        """The source line that a problem is in."""
        file = self.files.get(problem.path)
        return file.source.line(problem.line) if file else None


def read(files: Iterable[Path], known: KnownFiles | None = None) -> Reading:
    """Read check-lists (files of that name) and banks (all others); known files are not parsed."""
    reader, known = _Reader(), known or KnownFiles()
    with collection_paused():
        for file in files:
            reader.add(_take_in(file, known))
        return reader.reading()


def _take_in(file: Path, known: KnownFiles) -> BankFile:
    path = path_text(file)
    try:
        data = bytes_of(file)
    except OSError as error:
        source = unreadable(path, error)
        return BankFile(path, None, Contents(tuple(source.problems)), lambda: source)
    digest = digest_of(data)
    contents = known.contents(path, digest)
    if contents is None:
        source = source_of(data, path)
        contents = contents_of(source, is_checklist=file.name == CHECKLIST)
        known.add(path, digest, contents)
        if contents.problems:  # shown with their lines, which need the source at once
            return BankFile(path, digest, contents, lambda: source)
    return BankFile(path, digest, contents, partial(source_of, data, path))


@dataclass(slots=True)
class _Places:
    """Where topics, points or items are; each id exists once."""

    paths: dict[str, str] = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)

    def add(self, file: BankFile, place: Place) -> list[Problem]:
        """Note a place; returns a problem if the id is already taken."""
        name = place.name
        if name not in self.places:
            self.paths[name], self.places[name] = file.path, place
            return []
        first = f"{self.paths[name]}:{self.places[name].line}:{self.places[name].column}"
        message = f"the id '{name}' is already used, at {first}"
        hint = "ids must be unique, also across files"
        fault = Fault(place.line, place.column, message, hint, place.width)
        return [Source(file.path).problem(fault, name)]


class _Reader:
    """Gathers the contents of the files, then checks what needs all of them."""

    def __init__(self) -> None:
        self._files: dict[str, BankFile] = {}
        self._problems: list[Problem] = []
        self._topics: list[Topic] = []
        self._banks: list[tuple[BankFile, Bank]] = []
        self._items: dict[str, Item] = {}  # the flawed ones too
        self._file_by_item: dict[str, BankFile] = {}
        self._topic_places, self._point_places, self._item_places = _Places(), _Places(), _Places()

    def add(self, file: BankFile) -> None:
        """Add the contents of one file."""
        self._files[file.path] = file
        self._problems += file.contents.problems
        self._add_topics(file)
        self._add_items(file)

    def reading(self) -> Reading:
        """Everything that was added, and all that is wrong with it."""
        self._check_topics()
        self._check_names()
        self._check_links()
        self._check_circle()
        order = {path: number for number, path in enumerate(self._files)}
        problems = sorted(self._problems, key=lambda p: (order[p.path], p.line, p.column))
        asked = frozenset(self._files)
        return Reading(self._library(), problems, self._files, self._file_by_item, asked)

    def _add_topics(self, file: BankFile) -> None:
        for section in file.contents.sections:
            taken = self._topic_places.add(file, section.place)
            self._problems += taken
            if not taken:
                self._topics.append(section.topic)
            for place in section.points:
                self._problems += self._point_places.add(file, place)

    def _add_items(self, file: BankFile) -> None:
        for place in file.contents.ids:
            self._problems += self._item_places.add(file, place)
        sound = []
        for entry in file.contents.entries:
            item = entry.item
            if self._items.setdefault(item.id, item) is item:
                self._file_by_item[item.id] = file
                self._problems += entry.problems
                sound += [item] if entry.sound else []
        if file.contents.bank is not None:
            self._banks.append((file, structs.replace(file.contents.bank, items=sound)))

    def _check_topics(self) -> None:
        lessons: dict[str, BankFile] = {}
        for file, bank in self._banks:
            if self._topics and bank.topic not in self._topic_places.places:
                message = f"there is no topic '{bank.topic}' in the check-list"
                hint = did_you_mean(bank.topic, self._topic_places.places)
                self._problems.append(file.source.finding(Finding(("topic",), message, hint)))
            if bank.lesson and lessons.setdefault(bank.topic, file) is not file:
                message = f"{lessons[bank.topic].path} already has a lesson on this topic"
                finding = Finding(("lesson",), message, "keep one")
                self._problems.append(file.source.finding(finding))

    def _check_names(self) -> None:
        """A mistake has one name, wherever it can be made."""
        named: dict[str, BankFile] = {}
        for file, bank in self._banks:
            for mistake in bank.mistake_names:
                if named.setdefault(mistake, file) is not file:
                    message = f"{named[mistake].path} already names this mistake"
                    finding = Finding(("mistake_names", mistake), message, "keep one name")
                    self._problems.append(file.source.finding(finding))

    def _check_links(self) -> None:
        links = Links(self._item_places.places, self._point_places.places)
        for item in self._items.values():
            for finding in links.findings(item):
                self._find(item.id, finding)

    def _check_circle(self) -> None:
        around = circle(self._items)
        if around:
            message = f"the prerequisites form a circle: {' before '.join(around)}"
            self._find(around[0], Finding(("prerequisites",), message, "remove one of the links"))

    def _find(self, item_id: str, finding: Finding) -> None:
        self._problems.append(self._file_by_item[item_id].source.finding(finding, item_id))

    def _library(self) -> Library:
        """All that is sound; a topic may have several banks."""
        bad = {(problem.path, problem.item) for problem in self._problems}
        banks: dict[str, Bank] = {}
        for file, bank in self._banks:
            before = banks.get(bank.topic, Bank(topic=bank.topic, items=[]))
            sound = [item for item in bank.items if (file.path, item.id) not in bad]
            lesson = before.lesson or bank.lesson
            items = [*before.items, *sound]
            names = {**bank.mistake_names, **before.mistake_names}
            banks[bank.topic] = Bank(
                topic=bank.topic, items=items, lesson=lesson, mistake_names=names
            )
        return Library(self._topics, banks.values())
