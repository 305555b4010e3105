"""What a question shows, as plain text data for every interface: given values, asks, options."""

from typing import Any

from msgspec import Struct

Options = tuple[tuple[str, str], ...]


class GivenShown(Struct, frozen=True, kw_only=True):
    """A given value: plain data, and as text in aligned rows where its numbers are needed."""

    name: str
    caption: str
    shape: str
    value: Any
    text: str


class AskShown(Struct, frozen=True, kw_only=True):
    """A part of the answer to be entered. `shape` is None where it is not to be given away.

    An `optional` part adds to what is asked: the learner's marks for an open answer.
    """

    name: str
    label: str
    what: str
    decimals: int | None = None
    unit: str = ""
    shape: tuple[int, ...] | None = None
    optional: bool = False


class Presentation(Struct, frozen=True, kw_only=True):
    """A question as a learner sees it. The prompt is Markdown; all else is plain text."""

    title: str
    prompt: str
    given: tuple[GivenShown, ...] = ()
    asks: tuple[AskShown, ...] = ()
    options: Options = ()


class StepShown(Struct, frozen=True, kw_only=True):
    """A step of the solution: what is done, by which formula, and what comes out.

    `letters` says what the letters of the formula are in this question: `Q = s, K = H`. What is
    worked out within the next step has no function `of` its own.
    """

    name: str
    says: str
    formula: str
    letters: str = ""
    of: str
    arguments: tuple[str, ...]
    shape: str
    value: Any
    text: str
    asked: bool
