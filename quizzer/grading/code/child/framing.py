"""Messages on a pipe: two lengths, a JSON object, and bytes that it describes."""

import json
import struct
from collections.abc import Iterator
from typing import Any, Final

BEFORE_ALL_CALLS: Final = -1  # the number of the call while the code itself is executed
SPOILED: Final = 70  # the exit code of a child that cannot write messages any more
_LENGTHS = struct.Struct(">II")


def frame(content: dict[str, Any], blob: bytes = b"") -> bytes:
    """The bytes of one message."""
    text = json.dumps(content).encode()
    return _LENGTHS.pack(len(text), len(blob)) + text + blob


def split(data: bytes | bytearray, start: int) -> tuple[bytes, bytes, int] | None:
    """The text and blob of the message at `start`, and where the next begins; None if cut off."""
    head = start + _LENGTHS.size
    if head > len(data):
        return None
    text, blob = _LENGTHS.unpack_from(data, start)
    middle, end = head + text, head + text + blob
    if end > len(data):
        return None
    return bytes(data[head:middle]), bytes(data[middle:end]), end


def messages(data: bytes) -> Iterator[tuple[dict[str, Any], bytes]]:
    """All messages in data that can be trusted."""
    start = 0
    while (found := split(data, start)) is not None:
        text, blob, start = found
        yield json.loads(text), blob
