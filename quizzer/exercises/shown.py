"""What a question shows, as data for every interface: given values, asks, options, steps."""

from typing import Any

from msgspec import Struct

Options = tuple[tuple[str, str], ...]


class GivenShown(Struct, frozen=True, kw_only=True):
    """A given value as plain data, and as text in aligned rows if its numbers are needed."""

    name: str
    caption: str
    shape: str
    value: Any
    text: str


class AskShown(Struct, frozen=True, kw_only=True):
    """A part of the answer to be entered. `shape` is None if it must not be given away.

    An `optional` part may be left out: the learner's own marks for an open answer.
    """

    name: str
    label: str
    what: str
    decimals: int | None = None
    unit: str = ""
    shape: tuple[int, ...] | None = None
    optional: bool = False


class Presentation(Struct, frozen=True, kw_only=True):
    """A question as a learner sees it. The prompt is Markdown; everything else is plain text."""

    title: str
    prompt: str
    given: tuple[GivenShown, ...] = ()
    asks: tuple[AskShown, ...] = ()
    options: Options = ()


class StepShown(Struct, frozen=True, kw_only=True):
    """A step of the solution: what is done, by which formula, and what comes out.

    `letters` says what the letters of the formula are in this question: `Q = s, K = H`. `of` is
    the function; it is empty for a value that the next step computes on the way.
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
