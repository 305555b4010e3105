"""Saving what is readable in a damaged log: through SQLite as far as it goes, and byte by byte."""

import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

import msgspec
from msgspec import Struct

from quizzer.progress.connecting import write_ahead_file
from quizzer.progress.drafts import Draft
from quizzer.progress.events import LogEvent

_BEGIN: Final = re.compile(rb'\{"event":"')
# Whole strings, braces, and what is between. A control byte ends an event: JSON would escape it.
_TOKEN: Final = re.compile(rb'"(?:[^"\\\x00-\x1f]|\\.)*"|[{}]|[^"{}\x00-\x1f]+')


class KeptDraft(Struct, frozen=True, kw_only=True):
    """A draft and the question it is for."""

    session: str
    item: str
    variant: int
    draft: Draft


class Salvaged(Struct, frozen=True, kw_only=True):
    """What could be read; events by their id."""

    events: dict[str, LogEvent]
    drafts: list[KeptDraft]
    device: str | None


def salvage(path: Path) -> Salvaged:
    """Everything that is readable in a damaged file and in what SQLite keeps beside it."""
    events = {event.id: event for event in _carved(path)}
    drafts: list[KeptDraft] = []
    device = None
    with suppress(sqlite3.Error), closing(_opened(path)) as connection:
        events |= {event.id: event for event in _selected(connection)}
        device = next((row[0].decode(errors="replace") for row in _rows(connection, _DEVICE)), None)
        drafts = list(_drafts(connection))
    return Salvaged(events=events, drafts=drafts, device=device)


_DEVICE: Final = "SELECT value FROM facts WHERE name = 'device'"
_EVENT: "msgspec.json.Decoder[LogEvent]" = msgspec.json.Decoder(LogEvent)
_DRAFT: "msgspec.json.Decoder[Draft]" = msgspec.json.Decoder(Draft)


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)
    connection.text_factory = bytes  # damaged text must not end the reading
    return connection


def _selected(connection: sqlite3.Connection) -> Iterator[LogEvent]:
    """The rows before the first damaged place, and those after the last one."""
    for direction in ("ASC", "DESC"):
        query = f"SELECT data FROM events NOT INDEXED ORDER BY position {direction}"
        for row in _rows(connection, query):
            yield from _decoded(row[0])


def _rows(connection: sqlite3.Connection, query: str) -> Iterator[tuple[bytes, ...]]:
    with suppress(sqlite3.DatabaseError):
        yield from connection.execute(query)


def _drafts(connection: sqlite3.Connection) -> Iterator[KeptDraft]:
    for session, item, variant, data in _rows(
        connection, "SELECT session, item, CAST(variant AS TEXT), data FROM drafts"
    ):
        with suppress(ValueError, msgspec.MsgspecError):
            yield KeptDraft(
                session=session.decode(),
                item=item.decode(),
                variant=int(variant),
                draft=_DRAFT.decode(data),
            )


def _carved(path: Path) -> Iterator[LogEvent]:
    """The events whose text is still in one piece somewhere in the bytes of the files."""
    for file in (path, write_ahead_file(path)):
        if file.exists():
            content = file.read_bytes()
            for begin in _BEGIN.finditer(content):
                yield from _decoded(_object_at(content, begin.start()))


def _object_at(content: bytes, start: int) -> bytes:
    """The JSON object that begins here, up to its closing brace or to where it breaks off."""
    depth, place = 0, start
    while token := _TOKEN.match(content, place):
        place = token.end()
        depth += {b"{": 1, b"}": -1}.get(token.group(), 0)
        if depth == 0:
            break
    return content[start:place]


def _decoded(data: bytes) -> Iterable[LogEvent]:
    with suppress(msgspec.MsgspecError, UnicodeError):
        yield _EVENT.decode(data)
