"""What came back from a child process: one event per call, or why it stopped. Not judged yet."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, TypeAlias

from msgspec import Struct


class Message(Struct, frozen=True, kw_only=True, tag_field="says"):
    """Base of the messages of the child."""


class Ready(Message, frozen=True, kw_only=True, tag="ready"):
    """All rights have been given up; the learner's code is next."""

    guards: list[str]
    memory: int


class Unreadable(Message, frozen=True, kw_only=True, tag="unreadable"):
    """The code is not Python. Line and column count from 1."""

    message: str
    line: int | None
    column: int | None


class Missing(Message, frozen=True, kw_only=True, tag="missing"):
    """The code does not define the function, only these functions and classes."""

    defined: list[str]
    classes: list[str]
    is_something: bool  # the name is defined, but it cannot be called


class WrongSignature(Message, frozen=True, kw_only=True, tag="signature"):
    """The function does not take the arguments of the item."""

    message: str
    signature: str


class Begin(Message, frozen=True, kw_only=True, tag="begin"):
    """A call begins."""

    call: int


class Raised(Message, frozen=True, kw_only=True, tag="raised"):
    """A call raised an exception; `lines` are the lines of the learner's code, outermost first."""

    call: int
    type: str
    message: str
    lines: list[tuple[int, str]]

    @property
    def line(self) -> int:
        """The number of the learner's line that failed; 0 if unknown."""
        return self.lines[-1][0] if self.lines else 0

    def text_of_line(self, source: str) -> str:
        """The learner's line that failed; empty if unknown."""
        lines = source.splitlines()
        return lines[self.line - 1] if 0 < self.line <= len(lines) else ""


class Result(Message, frozen=True, kw_only=True, tag="result"):
    """A call returned. `changed` are the positions of the arguments that it changed."""

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
    """The result of a call, and the positions of the arguments that it changed."""

    value: Any
    changed: tuple[int, ...]


class Cause(StrEnum):
    """Why a child did not finish."""

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
    """All that is known about one child process."""

    outcomes: dict[int, Returned | Raised] = field(default_factory=dict)
    refusal: Refusal | None = None
    stopped: Stopped | None = None
    printed: bytes = b""
    seconds: float = 0.0  # of wall time, from the first line of the learner's code
    memory: int = 0  # bytes that the learner's code used at the peak
    guards: tuple[str, ...] = ()
    finished: bool = False
