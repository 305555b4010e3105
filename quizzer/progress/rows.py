"""An event as the file holds it: columns for what queries ask for, and all of it as JSON."""

from collections.abc import Sequence

import msgspec

from quizzer.progress.drafts import Draft
from quizzer.progress.events import LogEvent

COLUMNS = "id, device, at, event, session, item, data"


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


def encoded(entry: LogEvent | Draft) -> str:
    """The entry as JSON; lone surrogates, which come from broken input, become question marks."""
    try:
        return msgspec.json.encode(entry).decode()
    except UnicodeEncodeError:
        import json  # here, because this is rare

        text = json.dumps(msgspec.to_builtins(entry), ensure_ascii=False)
        return text.encode(errors="replace").decode()
