"""The messages that the page of a tab sends. Anything else is refused: our page never sends it."""

import json
from dataclasses import dataclass
from typing import Literal, TypeAlias

WIDEST, HIGHEST = 500, 200  # cells


@dataclass(frozen=True)
class Typed:
    """Keys, mouse events and pasted text, in the bytes that a terminal would send."""

    data: bytes


@dataclass(frozen=True)
class Size:
    """The size of the terminal from now on, in cells."""

    width: int
    height: int


@dataclass(frozen=True)
class Ping:
    """Data to be sent back unchanged."""

    data: str


Focus: TypeAlias = Literal["focus", "blur"]
Message: TypeAlias = Typed | Size | Ping | Focus


class MessageError(ValueError):
    """This is not a message of our page."""


def read(text: str) -> Message:
    """The message in a text, which is a JSON list.

    Raises:
        MessageError: Our page never sends this.
    """
    try:
        content = json.loads(text)
    except (ValueError, RecursionError):
        raise MessageError from None
    match content:
        case ["stdin", str(data)]:
            return Typed(data.encode("utf-8", "replace"))
        case ["resize", {"width": int(width), "height": int(height)}]:
            return size(width, height)
        case ["ping", str(data)]:
            return Ping(data)
        case ["focus"]:
            return "focus"
        case ["blur"]:
            return "blur"
    raise MessageError


def size(width: int, height: int) -> Size:
    """The size asked for, limited to what the app can draw."""
    return Size(min(max(width, 1), WIDEST), min(max(height, 1), HIGHEST))
