"""What the page of a tab says, read strictly: everything else is not from our page."""

import json
from dataclasses import dataclass
from typing import Literal, TypeAlias

WIDEST, HIGHEST = 500, 200  # cells


@dataclass(frozen=True)
class Typed:
    """Keys, mouse and pasted text as a terminal sends them."""

    data: bytes


@dataclass(frozen=True)
class Size:
    """The terminal has these many cells from now on."""

    width: int
    height: int


@dataclass(frozen=True)
class Ping:
    """To be sent back."""

    data: str


Focus: TypeAlias = Literal["focus", "blur"]
Message: TypeAlias = Typed | Size | Ping | Focus


class MessageError(ValueError):
    """No message of our page."""


def read(text: str) -> Message:
    """The message that a text is."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        raise MessageError from None
    match told:
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
    """A size that the app can draw, whatever was asked for."""
    return Size(min(max(width, 1), WIDEST), min(max(height, 1), HIGHEST))
