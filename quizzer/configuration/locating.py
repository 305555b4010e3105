"""Where the keys of a TOML text are. The parser of the standard library does not say."""

import re
import tomllib
from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

Path: TypeAlias = tuple[str, ...]


class Place(NamedTuple):
    """A place in a text; lines and columns count from 1."""

    line: int
    column: int


class _Token(NamedTuple):
    kind: str
    text: str
    start: int


_TOKEN: Final = re.compile(
    r"""
    (?P<blank>[ \t\r]+|\#[^\n]*)
  | (?P<newline>\n)
  | (?P<string>\"{3}(?:[^\\]|\\.)*?\"{3,5}(?!\")|'{3}.*?'{3,5}(?!')|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')
  | (?P<bare>[^\s"'\#\[\]{},=.]+)
  | (?P<mark>.)
    """,
    re.VERBOSE | re.DOTALL,
)


def places(text: str) -> dict[Path, Place]:
    """The first place of each key in a valid TOML text, by the path of names that leads to it."""
    found: dict[Path, Place] = {}
    for path, start in _Walk(text).walk():
        found.setdefault(path, place_of(text, start))
    return found


def place_of(text: str, start: int) -> Place:
    """The line and column of an index."""
    before = text[:start]
    return Place(before.count("\n") + 1, start - before.rfind("\n"))


class _Walk:
    """Walks over the tokens of a text, statement by statement.

    Its methods begin at the next token, go past what they read, and yield each key that they find:
    its path, and the index where it begins.
    """

    def __init__(self, text: str) -> None:
        matches = _TOKEN.finditer(text)
        tokens = (_Token(str(m.lastgroup), m.group(), m.start()) for m in matches)
        self._tokens = [token for token in tokens if token.kind != "blank"]
        self._at = 0

    def walk(self) -> Iterator[tuple[Path, int]]:
        """All keys of the text; the path of a key begins with its table."""
        table: Path = ()
        while token := self._peek():
            if token.kind == "newline":
                self._at += 1
            elif token.text == "[":
                table, start = self._header()
                yield from _prefixes((), table, start)
            else:
                yield from self._pair(table)

    def _peek(self) -> _Token | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _header(self) -> tuple[Path, int]:
        start = self._tokens[self._at].start
        while self._is("["):
            self._at += 1
        path, _ = self._key()
        while self._is("]"):
            self._at += 1
        return path, start

    def _key(self) -> tuple[Path, int]:
        """The names of a key such as `a."b".c`, and where it begins."""
        names: list[str] = []
        start = self._tokens[self._at].start
        while (token := self._peek()) and (token.kind in ("bare", "string") or token.text == "."):
            if token.kind != "mark":
                names.append(_unquoted(token))
            self._at += 1
        return tuple(names), start

    def _pair(self, table: Path) -> Iterator[tuple[Path, int]]:
        names, start = self._key()
        yield from _prefixes(table, names, start)
        if self._is("="):
            self._at += 1
            yield from self._value((*table, *names))
        else:  # this is not TOML: skip the token, or the walk would never end
            self._at += 1

    def _value(self, path: Path) -> Iterator[tuple[Path, int]]:
        """The keys inside a value, which only inline tables have."""
        if self._is("{"):
            yield from self._inline_table(path)
        elif self._is("["):
            yield from self._array(path)
        else:
            while (token := self._peek()) and token.text not in (",", "]", "}", "\n"):
                self._at += 1

    def _inline_table(self, path: Path) -> Iterator[tuple[Path, int]]:
        self._at += 1
        while (token := self._peek()) and token.text != "}":
            if token.text in (",", "\n"):
                self._at += 1
            else:
                yield from self._pair(path)
        self._at += 1

    def _array(self, path: Path) -> Iterator[tuple[Path, int]]:
        self._at += 1
        while (token := self._peek()) and token.text != "]":
            before = self._at
            if token.text not in (",", "\n"):
                yield from self._value(path)
            if self._at == before:
                self._at += 1
        self._at += 1

    def _is(self, mark: str) -> bool:
        token = self._peek()
        return token is not None and token.kind == "mark" and token.text == mark


def _prefixes(table: Path, names: Path, start: int) -> Iterator[tuple[Path, int]]:
    """`a.b.c` also mentions `a` and `a.b`, perhaps for the first time."""
    for length in range(1, len(names) + 1):
        yield (*table, *names[:length]), start


def _unquoted(token: _Token) -> str:
    if token.kind == "bare":
        return token.text
    try:
        return next(iter(tomllib.loads(f"{token.text} = 0")))
    except ValueError:  # no key, so the text is not TOML
        return token.text
