"""What came back from a child process: one event a call, or why it was stopped. Nothing judged."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from msgspec import Struct

BEFORE_ALL_CALLS = -1  # the number of the call while the learner's code is read


class Message(Struct, frozen=True, kw_only=True, tag_field="says"):
    """Base of what the child says."""


class Ready(Message, frozen=True, kw_only=True, tag="ready"):
    """All rights are given up; the learner's code comes next."""

    guards: list[str]
    memory: int


class Unreadable(Message, frozen=True, kw_only=True, tag="unreadable"):
    """The code is not Python. Line and column count from 1."""

    message: str
    line: int | None
    column: int | None


class Missing(Message, frozen=True, kw_only=True, tag="missing"):
    """The code does not define the function, but these functions and classes."""

    defined: list[str]
    classes: list[str]
    is_something: bool  # the name is there, but it cannot be called


class WrongSignature(Message, frozen=True, kw_only=True, tag="signature"):
    """The function does not take the arguments of the item."""

    message: str
    signature: str


class Begin(Message, frozen=True, kw_only=True, tag="begin"):
    """A call begins."""

    call: int


class Raised(Message, frozen=True, kw_only=True, tag="raised"):
    """A call raised an exception; `lines` are those of the learner's code, outermost first."""

    call: int
    type: str
    message: str
    lines: list[tuple[int, str]]


class Result(Message, frozen=True, kw_only=True, tag="result"):
    """A call returned. `changed` are the places of arguments that it changed."""

    call: int
    value: Any  # a description for `wire.unpack`
    changed: list[int]


class End(Message, frozen=True, kw_only=True, tag="end"):
    """All calls are made."""

    memory: int


AnyMessage: TypeAlias = (
    Ready | Unreadable | Missing | WrongSignature | Begin | Raised | Result | End
)
Refusal: TypeAlias = Unreadable | Missing | WrongSignature


@dataclass(frozen=True)
class Returned:
    """What a call gave."""

    value: Any
    changed: tuple[int, ...]


class Cause(StrEnum):
    """Why a child did not come to its end."""

    TIME = "time"
    OUTPUT = "output"
    RESULTS = "results"
    CHANNEL = "channel"
    EXIT = "exit"
    START = "start"
    CANCELLED = "cancelled"


@dataclass(frozen=True)
class Stopped:
    """The child was stopped, or stopped by itself, during this call."""

    cause: Cause
    call: int
    exit_code: int | None = None  # negative: the number of a signal


@dataclass
class Run:
    """All that is known of one child process."""

    outcomes: dict[int, Returned | Raised] = field(default_factory=dict)
    refusal: Refusal | None = None
    stopped: Stopped | None = None
    printed: bytes = b""
    seconds: float = 0.0  # of wall time, from the first line of the learner's code
    memory: int = 0  # bytes that the learner's code took at most
    guards: tuple[str, ...] = ()
    finished: bool = False
