"""The verdict on an answer: a score as an exact fraction, a status, and what to say."""

from enum import StrEnum
from fractions import Fraction
from typing import Any

from msgspec import Struct


class Status(StrEnum):
    """The verdict on a whole item."""

    RIGHT = "right"
    PARTLY = "partly"
    WRONG = "wrong"
    INVALID = "invalid"  # not graded, at no cost: something was not understood


class PartStatus(StrEnum):
    """The verdict on one part of an answer: a step, a blank, or the chosen options."""

    RIGHT = "right"
    FOLLOWS = "follows"  # wrong in itself, right for the learner's own earlier value
    PARTLY = "partly"
    WRONG = "wrong"
    MISSING = "missing"  # left empty while other parts were answered
    NOT_UNDERSTOOD = "not-understood"
    WRONG_SHAPE = "wrong-shape"
    NOT_FINITE = "not-finite"
    TOO_FEW_DIGITS = "too-few-digits"

    @property
    def invalid(self) -> bool:
        """Whether the part was not graded and may be entered again at no cost."""
        return self in _INVALID


_INVALID = frozenset(
    {
        PartStatus.NOT_UNDERSTOOD,
        PartStatus.WRONG_SHAPE,
        PartStatus.NOT_FINITE,
        PartStatus.TOO_FEW_DIGITS,
    }
)


class MistakeFound(Struct, frozen=True, kw_only=True):
    """A named mistake that explains what was entered."""

    id: str
    step: str  # where it is made
    says: str  # what it is and what to do about it
    value: Any = None  # what someone who makes it gets in this variant, as nested lists


class PartVerdict(Struct, frozen=True, kw_only=True):
    """The verdict on one part. Values are nested lists of numbers, or the entered text.

    They are plain JSON data: infinities and NaN are the words "inf", "-inf" and "nan".
    """

    name: str
    status: PartStatus
    score: Fraction
    understood: str = ""  # how the entry was read, in words a person can check
    entered: Any = None
    expected: Any = None
    cells: Any = None  # nested lists of booleans in the shape of `expected`: which cells are right
    mistake: MistakeFound | None = None
    feedback: str = ""
    given: dict[str, Any] = {}  # the inputs of a failing test case by name, as numbers or words


class CodeRun(Struct, frozen=True, kw_only=True):
    """What is known about a run of learner code besides its results."""

    printed: str = ""  # made safe to show
    seconds: float = 0.0
    memory: int = 0  # bytes at the peak, without NumPy itself
    guards: tuple[str, ...] = ()  # the kernel's protections that were in force


class Verdict(Struct, frozen=True, kw_only=True):
    """The verdict on an answer to an item.

    An invalid one was not graded: its parts are only those that must be entered again.
    """

    status: Status
    score: Fraction
    parts: tuple[PartVerdict, ...]
    mistakes: tuple[str, ...] = ()  # ids of the mistakes found, each once, in order of the steps
    feedback: str = ""
    run: CodeRun | None = None  # of code items
