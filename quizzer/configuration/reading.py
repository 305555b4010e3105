"""Reads the settings file: its values, its keys, and every problem with its place."""

import os
import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from quizzer.configuration.locating import Place, places
from quizzer.configuration.settings import SETTINGS, Value, WrongValueError, as_written
from quizzer.words import reason_of

if TYPE_CHECKING:
    from quizzer.diagnostics import Problem

KEYS: Final = "keys"
START: Final = Place(1, 1)
LARGEST: Final = 1_000_000  # bytes
_AT: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_NAMES: Final = re.compile(r"\('.*',?\)")  # how the parser writes the name of a table


class KeyEntry(NamedTuple):
    """What `[keys]` says about one action, as it is written there."""

    action: str
    value: object
    place: Place


class File(NamedTuple):
    """What a settings file says: all values that can be used, and what is wrong with the rest.

    `lines` has the line of each value.
    """

    values: dict[str, Value]
    lines: dict[str, int]
    keys: tuple[KeyEntry, ...] = ()
    problems: tuple["Problem", ...] = ()
    source: tuple[str, ...] = ()  # all lines of the file


def read(path: Path) -> File:
    """What the file says; a file that does not exist says nothing."""
    if os.path.exists(path) and not os.path.isfile(path):  # reading a pipe would wait
        return _unusable(path, "cannot be read: it is not a file")
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except FileNotFoundError:
        if os.path.islink(path):
            return _unusable(path, "cannot be read: it is a link to a file that is not there")
        return File({}, {})
    except OSError as error:
        return _unusable(path, f"cannot be read: {reason_of(error)}")
    if len(data) > LARGEST:
        return _unusable(path, "is too large for a settings file")
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return _unusable(path, "is not UTF-8 here", Place(line, 1))
    return parse(text, path)


def parse(text: str, path: Path) -> File:
    """What the text of a settings file says; `path` is for the problems in it."""
    source = tuple(text.split("\n"))
    try:
        content = tomllib.loads(text)
        found = places(text)
    except RecursionError:
        return _unusable(path, "is nested too deeply")._replace(source=source)
    except ValueError as error:
        message, place = _syntax_error(str(error), source)
        return _unusable(path, message, place)._replace(source=source)
    reader = _Reader(path, found)
    reader.read(content)
    return File(reader.values, reader.lines, tuple(reader.keys), tuple(reader.problems), source)


def problem(
    path: Path,
    place: Place,
    field: str,
    message: str,
    suggestion: str | None = None,
    severity: Literal["error", "warning"] = "error",
) -> "Problem":
    """A problem in a settings file; `field` is the setting, or `keys.` and the action."""
    from quizzer.diagnostics import Problem, shortened

    return Problem(
        path=str(path),
        line=place.line,
        column=place.column,
        field=shortened(field, 60),
        message=shortened(message),
        suggestion=suggestion,
        severity=severity,
    )


def _unusable(path: Path, message: str, place: Place = START) -> File:
    stays = "the whole file is ignored until this is fixed"
    return File({}, {}, problems=(problem(path, place, "", message, stays),))


def _syntax_error(words: str, source: tuple[str, ...]) -> tuple[str, Place]:
    """What the parser of the standard library says, and the place that it means."""
    at = _AT.search(words)
    message = words[: at.start()] if at else words
    message = _NAMES.sub(lambda names: ".".join(re.findall("'(.*?)'", names[0])), message)
    if at and at[1]:
        return message, Place(int(at[1]), int(at[2]))
    return message, Place(len(source), len(source[-1]) + 1) if at else START


class _Reader:
    """Goes through the content, and gathers what can be used and what is wrong."""

    def __init__(self, path: Path, found: dict[tuple[str, ...], Place]) -> None:
        self.values: dict[str, Value] = {}
        self.lines: dict[str, int] = {}
        self.keys: list[KeyEntry] = []
        self.problems: list[Problem] = []
        self._path = path
        self._places = found

    def read(self, content: dict[str, Any]) -> None:
        """Read all entries of the file."""
        for name, given in content.items():
            if name == KEYS:
                self._read_keys(given)
            elif name in SETTINGS:
                self._read_setting(name, given)
            else:
                self._report_unknown(name)

    def _read_setting(self, name: str, given: object) -> None:
        place = self._place(name)
        try:
            self.values[name] = SETTINGS[name].read(given)
            self.lines[name] = place.line
        except WrongValueError as error:
            self.problems.append(problem(self._path, place, name, str(error), error.suggestion))

    def _report_unknown(self, name: str) -> None:
        from quizzer.actions.action import GROUPS
        from quizzer.diagnostics import nearest
        from quizzer.words import listed

        near = nearest(name.replace("-", "_"), (*SETTINGS, KEYS))
        help_text = f"did you mean '{near}'?" if near else f"there are {listed((*SETTINGS, KEYS))}"
        if name.partition(".")[0] in GROUPS:
            help_text = (
                f"keys belong below a line [{KEYS}]; remove the # in front of it if there is one"
            )
        self.problems.append(
            problem(self._path, self._place(name), name, "no such setting", help_text, "warning")
        )

    def _read_keys(self, given: object) -> None:
        if not isinstance(given, dict):
            message = f"must be a table of actions and their keys, not {as_written(given)}"
            help_text = 'write [keys] on its own line, and question.hint = "f2" below it'
            self.problems.append(problem(self._path, self._place(KEYS), KEYS, message, help_text))
            return
        self._walk_keys((), given)

    def _walk_keys(self, names: tuple[str, ...], given: dict[str, Any]) -> None:
        """`question.hint`, `"question.hint"` and `[keys.question]` mean the same."""
        for name, value in given.items():
            path = (*names, name)
            if isinstance(value, dict):
                self._walk_keys(path, value)
            else:
                self.keys.append(KeyEntry(".".join(path), value, self._place(KEYS, *path)))

    def _place(self, *path: str) -> Place:
        return self._places.get(path, START)
