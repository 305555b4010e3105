"""Whether a text stands for a given number: 8/64 is 1/8, three is 3, 2·√2 rounds to 2.83."""

import math
import re
from collections.abc import Sequence

from quizzer.grading.errors import AnswerError
from quizzer.grading.reading.counts import Count, parse_count
from quizzer.grading.reading.expressions import EXACT

_PLAIN = re.compile(r"[-−+]?[√\d.,/]+\s?%?")
_DIGITS = re.compile(r"[-−+]?[\d.,]*\d[\d.,]*", re.ASCII)
_ENOUGH_DIGITS = 3  # 2.83 stands for 2√2, but 0.5 is 0.5


def is_number(text: str) -> bool:
    """Whether this is one number and nothing else: not a range, a shape or a word."""
    return _PLAIN.fullmatch(text.strip()) is not None and _count(text) is not None


def misprint_in(entered: str) -> str:
    """Why an entry of nothing but digits, points and commas is no number; empty if it is one."""
    if not _DIGITS.fullmatch(entered):
        return ""
    try:
        parse_count(entered)
    except AnswerError as error:
        return str(error)
    return ""


def writes_one_of(entered: str, answers: Sequence[str]) -> bool:
    """Whether the entry, which may be arithmetic or a word, equals an answer that is a number.

    An entry with more digits than all of these must round to the one with the most digits.
    """
    found = _count(entered)
    counts = [count for text in answers if is_number(text) and (count := _count(text))]
    if found is None or not counts:
        return False
    if any(math.isclose(found.value, count.value, rel_tol=1e-13) for count in counts):
        return True
    finest = max(counts, key=lambda count: count.decimals)
    return _rounds_to(found, finest) or (finest.decimals == EXACT and _rounds_to(finest, found))


def _rounds_to(finer: Count, coarser: Count) -> bool:
    if finer.decimals <= coarser.decimals or coarser.decimals < 1 or coarser.value == 0:
        return False
    digits = math.floor(math.log10(abs(coarser.value))) + 1 + coarser.decimals
    half = 0.5 * 10.0**-coarser.decimals
    return digits >= _ENOUGH_DIGITS and abs(finer.value - coarser.value) <= half


def _count(text: str) -> Count | None:
    try:
        count = parse_count(text)
    except AnswerError:
        return None
    return count if math.isfinite(count.value) else None
