"""What a learner entered for one ask of a compute item, as numbers in the unit asked for."""

from dataclasses import dataclass, replace

import numpy as np

from quizzer.bank.schema import Ask
from quizzer.exercises.notation import format_array, format_number, format_shape
from quizzer.grading.compute.comparison import Numbers
from quizzer.grading.reading.arrays import parse_array
from quizzer.grading.reading.commas import doubt_in
from quizzer.grading.reading.counts import parse_count, said_of_1024
from quizzer.grading.reading.expressions import EXACT
from quizzer.grading.reading.shapes import parse_shape


@dataclass(frozen=True)
class Entry:
    """One understood entry: its numbers, the decimals of each as typed, and how it was read.

    If a comma, point or unit is in doubt, `otherwise` is the other reading, and `question` asks
    which one was meant.
    """

    value: Numbers
    decimals: Numbers
    understood: str
    otherwise: "Entry | None" = None
    question: str = ""


def read_entry(ask: Ask, text: str, shape: tuple[int, ...], *, is_mask: bool) -> Entry:
    """Understand an entry; `shape`, that of the right answer, decides between two readings."""
    entry = _read(ask, text, shape, is_mask)
    otherwise, question = _doubt(ask, text)
    if not question:
        return entry
    other = _read(ask, otherwise, shape, is_mask)
    if other.value.shape != entry.value.shape:  # two numbers in [1,234] were meant
        return entry
    return replace(entry, otherwise=other, question=question)


def _doubt(ask: Ask, text: str) -> tuple[str, str]:
    """The text in its other reading, and the question to ask; both empty if there is no doubt."""
    if ask.what == "shape":
        return "", ""
    if doubt := doubt_in(text):
        return doubt.otherwise if ask.what == "count" else doubt.as_thousands, doubt.question
    return said_of_1024(text, ask.unit) if ask.what == "count" else ("", "")


def _read(ask: Ask, text: str, shape: tuple[int, ...], is_mask: bool) -> Entry:
    if ask.what == "shape":
        lengths = parse_shape(text)
        return _entry(lengths, EXACT, f"the shape {format_shape(lengths)}")
    if ask.what == "count":
        count = parse_count(text, ask.unit)
        read = f"{format_number(count.value)} {ask.unit}".rstrip()
        return _entry(count.value, count.decimals, read)
    parsed = parse_array(text, shape, is_mask=is_mask)
    understood = "\n".join([described(parsed.value), *parsed.warnings])
    return Entry(parsed.value, parsed.decimals, understood)


def described(value: Numbers) -> str:
    """An array in words: its shape and its numbers."""
    shown = format_array(value)
    if value.ndim == 0:
        return f"the number {shown}"
    return f"an array of shape {format_shape(value.shape)}:\n{shown}"


def _entry(value: object, decimals: float, understood: str) -> Entry:
    numbers = np.asarray(value, dtype=np.float64)
    return Entry(numbers, np.full(numbers.shape, decimals), understood)
