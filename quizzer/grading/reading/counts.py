"""Reading a typed count: 65,000,000 · 65M · 12 * 768^2 · 1.5 GiB (1.61 GB) · nineteen."""

import math
import re
from dataclasses import dataclass
from string import ascii_letters, whitespace

from quizzer.exercises.units import factor_of, is_factor, thing, word_factor
from quizzer.grading.errors import AnswerError
from quizzer.grading.reading.layout import LayoutReader, rectangle
from quizzer.grading.reading.spelled import spelled_number
from quizzer.grading.reading.tokens import MAX_LENGTH, plain_characters, tokenize

_MINUS = re.compile(r"\A\s*(?:minus|negative)\s+(?=[\w.])", re.ASCII | re.IGNORECASE)
_TIMES = re.compile(r"(?<=[\d)])(\s*)x(?=\s*[\d(])", re.ASCII | re.IGNORECASE)
_GLUED = re.compile(r"(thousand|million|billion|trillion)(?=[a-z])(?!s\b)", re.IGNORECASE)
_POINTS = re.compile(r"[1-9]\d{0,2}(?:(?:\.\d{3})+,\d+|(?:\.\d{3}){2,})", re.ASCII)  # 1.234,5
_GROUPED = re.compile(r"[1-9]\d{0,2}(?:[,' ]\d{3})+(?:\.\d+)?", re.ASCII)
_GROUPED_IN_A_FORMULA = re.compile(r"(?<![\d.,])[1-9]\d{0,2}(?:,\d{3})+(?![\d.,])", re.ASCII)
_DECIMAL_COMMA = re.compile(r"\d+,\d+", re.ASCII)
_POWERS_OF_1000 = re.compile(
    r"(?<![a-z])([kmgtp])(?:ilo|ega|iga|era|eta)?b(?:ytes?)?(?=\W*$)", re.ASCII | re.IGNORECASE
)


@dataclass(frozen=True)
class Count:
    """A count in the unit asked for, and how many decimals were typed, converted to that unit."""

    value: float
    decimals: float


def parse_count(text: str, unit: str = "") -> Count:
    """The count that was typed; a unit that was typed with it is converted to the one asked for."""
    if len(text) > MAX_LENGTH:
        raise AnswerError(f"the answer is longer than {MAX_LENGTH} characters.", MAX_LENGTH)
    plain = _MINUS.sub(lambda found: "-".rjust(len(found[0])), plain_characters(text))
    spelled = spelled_number(plain)
    start = spelled.end if spelled else _start_of_words(plain)
    try:
        value, decimals = _number(spelled.digits if spelled else plain[:start])
        factor = _factor(plain[start:], unit, start) / factor_of(unit)
    except AnswerError as error:
        raise error.within(text) from None
    return Count(value * factor, decimals - math.log10(factor))


def said_of_1024(text: str, unit: str) -> tuple[str, str]:
    """The text with GiB instead of GB, if GiB are asked for, and the question which was meant.

    Many people say GB for both. If there is no doubt, both texts are empty.
    """
    found = _POWERS_OF_1000.search(text)
    if found is None or "ib" not in unit.lower():
        return "", ""
    typed, meant = found[0], f"{found[1].upper()}iB"
    return _POWERS_OF_1000.sub(meant, text), (
        f"Right in {meant}, powers of 1024; {typed} are powers of 1000. Write the one you mean."
    )


def _start_of_words(text: str) -> int:
    """Where the words at the end of the text begin."""
    start = len(text.rstrip(ascii_letters + "/." + whitespace))
    return next((at for at in range(start, len(text)) if text[at] in ascii_letters), len(text))


def _number(text: str) -> tuple[float, float]:
    text = _TIMES.sub(r"\1*", text)
    if _POINTS.fullmatch(text.strip()):
        text = text.replace(".", "").replace(",", ".")
    elif _GROUPED.fullmatch(text.strip()):
        text = re.sub(r"[,' ]", "", text)
    elif _DECIMAL_COMMA.fullmatch(text.strip()):
        text = text.replace(",", ".")
    else:  # questions show long numbers in this way
        text = _GROUPED_IN_A_FORMULA.sub(lambda found: found[0].replace(",", "_"), text)
    _, cells = rectangle(LayoutReader(tokenize(text)).read().node)
    if len(cells) != 1:
        raise AnswerError("one number is asked for.", cells[1].position)
    return cells[0].value, cells[0].decimals


def _factor(words: str, unit: str, position: int) -> float:
    """How many single things the typed unit contains; without one, the unit asked for is meant."""
    typed = [word.rstrip(".").lower() for word in _GLUED.sub(r"\1 ", words).split()]
    asked = unit.lower().split()
    if not typed or typed == asked:
        return factor_of(unit)
    factor = 1.0
    for word in typed:
        if is_factor(word):
            factor *= word_factor(word)
        elif word == "b" and not _names(word, asked):
            factor *= 1e9  # 7B parameters
        elif _names(word, asked):
            factor *= word_factor(word)
        else:
            meant = f"Leave it out, or write {unit}." if unit else "Leave it out."
            raise AnswerError(f"the unit {word!r} is not understood.", position, meant)
    return factor


def _names(word: str, asked: list[str]) -> bool:
    """Whether the word names what is asked for: `params` for parameters, `b` for bytes."""
    named = [thing(name) for name in asked if not is_factor(name)]
    short = thing(word)
    if short in ("b", "byte", "bytes"):
        return any(name in ("b", "byte", "bytes") for name in named)
    return any(name.startswith(short[:4]) and len(short) > 2 for name in named)
