"""Reading a typed array, in brackets or on lines; errors say what is wrong and where."""

import math
import re
from dataclasses import dataclass, replace
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray

from quizzer.grading.errors import AnswerError
from quizzer.grading.reading.habits import mask_in_digits
from quizzer.grading.reading.layout import Block, Layout, LayoutReader, rectangle
from quizzer.grading.reading.tables import without_frame
from quizzer.grading.reading.tokens import MAX_LENGTH, plain_characters, tokenize

_POINT_DECIMAL = re.compile(r"\d\.\d|(?<!\w)\.\d|\d\.(?=[\s,;|\])]|$)", re.ASCII)
_COMMA_FOR_POINT = re.compile(r"(?<![\w,.])\d*,\d+(?![\d,])", re.ASCII)
_COMMA_DECIMAL = re.compile(r"(?<![\d,])\d+,\d+(?!\d|,\S)", re.ASCII)
_NEGATIVE_IN_BARS = re.compile(r"\s*(\|)-[^|]*\S\|\s*")
_THOUSANDS = re.compile(r"(?<![\d,.])[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?(?![\d,])", re.ASCII)


class Written(Enum):
    """How an array was written, which decides what shapes can be meant."""

    IN_BRACKETS = auto()
    ON_LINES_IN_BRACKETS = auto()  # one pair of brackets: rows, or a long row that was wrapped
    ON_LINES = auto()
    ON_ONE_LINE = auto()


@dataclass(frozen=True)
class Parsed:
    """A typed array: its numbers, how many decimals each was typed with, and remarks.

    Decimals are infinite for exact forms such as 1/3 and √2.
    """

    value: NDArray[np.float64]
    decimals: NDArray[np.float64]
    written: Written
    warnings: tuple[str, ...] = ()

    def fitted(self, shape: tuple[int, ...]) -> "Parsed":
        """The same numbers in this shape, if they can be read that way; else unchanged."""
        if not _fits(self, shape):
            return self
        return replace(self, value=self.value.reshape(shape), decimals=self.decimals.reshape(shape))

    def may_be(self, shape: tuple[int, ...]) -> bool:
        """Whether this shape can be meant, given how the numbers were written.

        Brackets are taken literally. Without them, (3,) and (1, 3) look the same, and numbers on
        lines of their own can be (3,) or (3, 1).
        """
        found = self.value.shape
        if found == shape or self.written is Written.IN_BRACKETS:
            return found == shape
        if self.written is Written.ON_LINES_IN_BRACKETS:
            return len(shape) == 1
        if found[1:] == (1,) and len(shape) == 1:
            return True
        if self.written is Written.ON_ONE_LINE and found[1:] == (1,):  # 0,5; 0,25
            return _without_leading_ones(shape) == found[:1]
        return _without_leading_ones(found) == _without_leading_ones(shape)


def parse_array(
    text: str, shape: tuple[int, ...] | None = None, *, is_mask: bool = False
) -> Parsed:
    """The array that was typed; in a mask, T and F and the like stand for 1 and 0.

    `shape` is that of the right answer, if known. It only decides between two possible readings (a
    comma can separate numbers or be a decimal comma; without brackets a row can be (3,) or (1, 3)).
    """
    if len(text) > MAX_LENGTH:
        raise AnswerError(f"the answer is longer than {MAX_LENGTH} characters.", MAX_LENGTH)
    plain = plain_characters(mask_in_digits(text) if is_mask else text)
    try:
        _refuse_bars(plain)
        plain, remarks = without_frame(plain)
        parsed = _chosen(plain, shape)
    except AnswerError as error:
        raise error.within(text) from None
    parsed = replace(parsed, warnings=remarks + parsed.warnings)
    return parsed if shape is None else parsed.fitted(shape)


def _chosen(text: str, shape: tuple[int, ...] | None) -> Parsed:
    """The reading with commas between numbers, or the one with decimal commas."""
    if not _may_have_decimal_commas(text):
        _refuse_thousands(text, shape)
        separated, failure = _attempt(text, decimal_comma=False)
        return _found(separated, failure and _with_a_point(failure, text))
    separated, failure = _attempt(text, decimal_comma=False)
    decimal, decimal_failure = _attempt(text, decimal_comma=True)
    if _mixes_separators(text) and (decimal is not None or separated is None):
        return _found(decimal, decimal_failure)
    readings = [reading for reading in (separated, decimal) if reading is not None]
    fitting = [] if shape is None else [one for one in readings if _fits(one, shape)]
    if len(fitting) == 1:
        return fitting[0]
    separated = _found(separated, failure)
    if separated.written in (Written.IN_BRACKETS, Written.ON_LINES_IN_BRACKETS):
        return separated
    example = _COMMA_DECIMAL.search(text)
    typed = example[0] if example else "0,5"
    raise AnswerError(
        f"{typed} can be one number or two.",
        example.start() if example else 0,
        f"Write {typed.replace(',', '.')} or [{typed.replace(',', ', ')}].",
    )


def _may_have_decimal_commas(text: str) -> bool:
    return bool(_COMMA_DECIMAL.search(text)) and not _POINT_DECIMAL.search(text)


def _mixes_separators(text: str) -> bool:
    """Whether every comma is between digits and spaces separate the numbers: 0,5 0,25."""
    without = _COMMA_DECIMAL.sub("0", text)
    return "," not in without and bool(re.search(r"[\d\])%] +[-+.\d√(\[]", without))


def _attempt(text: str, *, decimal_comma: bool) -> tuple[Parsed | None, AnswerError | None]:
    try:
        return _read(text, decimal_comma=decimal_comma), None
    except AnswerError as error:
        return None, error


def _found(reading: Parsed | None, failure: AnswerError | None) -> Parsed:
    if reading is None:
        raise failure or AnswerError("this is not understood.")
    return reading


def _with_a_point(error: AnswerError, text: str) -> AnswerError:
    """The error, with advice if a comma was probably meant as a point; hardly ever in brackets."""
    found = _COMMA_FOR_POINT.search(text)
    if found is None or "[" in text:
        return error
    return error.suggesting(f"If {found[0]} is one number, write {found[0].replace(',', '.')}.")


def _read(text: str, *, decimal_comma: bool) -> Parsed:
    layout = LayoutReader(tokenize(text, decimal_comma=decimal_comma)).read()
    shape, cells = rectangle(layout.node)
    value = np.array([cell.value for cell in cells], dtype=np.float64).reshape(shape)
    decimals = np.array([cell.decimals for cell in cells], dtype=np.float64).reshape(shape)
    warnings = ("Commas were read as decimal commas.",) if decimal_comma else ()
    return Parsed(value, decimals, _written(layout, text), warnings)


def _written(layout: Layout, text: str) -> Written:
    if layout.bare:
        return Written.ON_LINES if "\n" in text.strip() else Written.ON_ONE_LINE
    if isinstance(layout.node, Block) and layout.node.line_breaks:
        return Written.ON_LINES_IN_BRACKETS
    return Written.IN_BRACKETS


def _fits(parsed: Parsed, shape: tuple[int, ...]) -> bool:
    return parsed.value.size == math.prod(shape) and parsed.may_be(shape)


def _refuse_thousands(text: str, shape: tuple[int, ...] | None) -> None:
    """1,234.5 without brackets, or 1,234,567 for a single number, has thousands separators."""
    found = _THOUSANDS.fullmatch(text.strip())
    if found and ("." in found[0] or shape == ()):
        raise AnswerError(
            "a thousands separator is not understood.",
            text.index(found[0]),
            f"Write {found[0].replace(',', '')}.",
        )


def _refuse_bars(text: str) -> None:
    """Refuse |−2|, which may mean 2; the row of a table has spaces: | −2 |."""
    found = _NEGATIVE_IN_BARS.fullmatch(text)
    if found:
        says = "bars around a number can mean its absolute value."
        raise AnswerError(says, found.start(1), "Write the number without them.")


def _without_leading_ones(shape: tuple[int, ...]) -> tuple[int, ...]:
    while shape and shape[0] == 1:
        shape = shape[1:]
    return shape
