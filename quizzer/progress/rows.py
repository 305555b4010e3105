"""An event as the file holds it: columns for what queries ask for, and all of it as JSON."""

from collections.abc import Sequence

import msgspec

from quizzer.progress.drafts import Draft
from quizzer.progress.events import LogEvent

COLUMNS = "id, device, at, event, session, item, data"


def number_of(event_id: str) -> int:
    """The number that an id stands for; ValueError if it is none."""
    return int(event_id, 16)


def is_id(event_id: str) -> bool:
    """Whether this can be the id of an event."""
    try:
        number_of(event_id)
    except ValueError:
        return False
    return True


def line(event_id: str, data: str) -> bytes:
    """What an event adds to the fingerprint of its log."""
    return f"{event_id}\n{data}\n".encode()


def row_of(event: LogEvent) -> Sequence[str | int | None]:
    """The columns of an event."""
    return (
        event.id,
        event.device,
        event.at,
        type(event).__struct_config__.tag,
        getattr(event, "session", None),
        getattr(event, "item", None),
        encoded(event),
    )


def oddity(row: Sequence[str | int | None], event: LogEvent) -> str:
    """What is wrong with a row that holds an event; empty if nothing is."""
    if not is_id(str(row[0])):
        return f"{row[0]!r} is not the id of an entry"
    if tuple(row_of(event))[:-1] != row[:-1]:
        return f"the entry {row[0]} does not agree with the event in it"
    return ""


def encoded(entry: LogEvent | Draft) -> str:
    """The entry as JSON; lone surrogates, which come from broken input, become question marks."""
    try:
        return msgspec.json.encode(entry).decode()
    except UnicodeEncodeError:
        import json  # here, because this is rare

        text = json.dumps(msgspec.to_builtins(entry), ensure_ascii=False)
        return text.encode(errors="replace").decode()
