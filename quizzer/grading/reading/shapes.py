"""Reading a typed shape: (2, 3), [2, 3], 2x3, 2 × 3, (2, 3*4), (2, 10k), torch.Size([2])."""

import re
from collections.abc import Sequence
from fractions import Fraction

from quizzer.grading.errors import AnswerError
from quizzer.grading.reading.tokens import plain_characters

MAX_AXES = 16
MAX_LENGTH = 500  # characters
MOST = 10**12  # of one axis

_WRAPPER = re.compile(
    r"\s*'?(?:[a-z_.]+\s*={1,2}\s*)?(?:(?:the\s+)?[a-z_.]*(?:size|shape)\s*(?:[=:]+|is\b)?)?(?:[rℝ]\s*\^)?\s*",
    re.IGNORECASE,
)
_NAMED = re.compile(r"[^=:]*?(?:={1,2}|:|\bis\b)\s*(?=[\[(]?\s*\d)", re.IGNORECASE)
_NAME = re.compile(r"[^\W\dxX]")  # T x d_v = 4 x 5 has names before the sign, 2 x 3 = 6 has none
_PLAIN = re.compile(r"\(\d+(?:, ?\d+)+\)", re.ASCII)
_LENGTH = re.compile(r"(\d{1,9})([kK]?)", re.ASCII)
_PRODUCT = re.compile(r"\d{1,9}[kK]?(?:\s*[*xX·/+]\s*\d{1,9}[kK]?)*", re.ASCII)
_FACTOR = re.compile(r"([*xX·/]?)\s*(\d{1,9})([kK]?)", re.ASCII)
_APART = re.compile(r"(?<=\s)[xX×](?=\s)")
_SCALARS = ("scalar", "a scalar", "one number", "a single number", "()", "[]", "torch.size([])")
_BETWEEN = re.compile(r"\s*(?:[,;*xX|]|-?\s?by\b\s?-?)?\s*")
_WORDS = re.compile(r"\s*(?:an?\s+)?(.*\d)\s*(?:matrix|tensor|array)\s*", re.IGNORECASE)
_ROWS = re.compile(
    r"\s*(?:(\d+)\s*rows?|rows?:?\s*(\d+))\s*(?:,|;|x|\*|by|and|with)?\s*"
    r"(?:(\d+)\s*col(?:umn)?s?|col(?:umn)?s?:?\s*(\d+))[\s.]*",
    re.IGNORECASE | re.ASCII,
)


def parse_shape(text: str) -> tuple[int, ...]:
    """The lengths of the axes; `()` and `scalar` mean a single number.

    If commas separate the axes, a length may be a product: (4*128, 64) is (512, 64), and so is
    4*128 x 64. 10k is 10,000.
    """
    if len(text) > MAX_LENGTH:
        raise AnswerError(f"the answer is longer than {MAX_LENGTH} characters.", MAX_LENGTH)
    parted = _APART.sub(",", text) if "*" in text and "," not in text else text
    plain = _in_figures(plain_characters(parted))
    if plain.strip().lower() in _SCALARS:
        return ()
    start = _named(plain) or _end(_WRAPPER, plain, 0)
    lengths: list[int] = []
    at, end = _inside(plain, start)
    one_axis = _PRODUCT if "," in plain[at:end] else _LENGTH
    while at < end:
        length = one_axis.match(plain, at, end)
        if length is None:
            raise AnswerError(
                f"a length is expected here, not {plain[at]!r}.", at, "Write (2, 3) or 2 x 3."
            ).within(text)
        lengths.append(_worked_out(length[0], at, text))
        at = _end(_BETWEEN, plain, length.end(), end)
    if not lengths:
        raise AnswerError("there is no length here.", start, "Write (2, 3) or 2 x 3.").within(text)
    if len(lengths) > MAX_AXES:
        raise AnswerError(f"there are more than {MAX_AXES} axes.", start).within(text)
    return tuple(lengths)


def is_shape(text: str) -> bool:
    """Whether this is a shape with two or more axes, written as in banks: (2, 3)."""
    return _PLAIN.fullmatch(text.strip()) is not None


def writes_shape_of(entered: str, answers: Sequence[str]) -> bool:
    """Whether the entry stands for one of the answers that are shapes, however it is written."""
    try:
        shape = parse_shape(entered)
    except AnswerError:
        return False
    return any(shape == parse_shape(answer) for answer in answers if is_shape(answer))


def _named(text: str) -> int:
    """Where the lengths begin, after the names of the axes or of the tensor; 0 without names."""
    found = _NAMED.match(text)
    if found is None or not _NAME.search(found[0]) or found[0].count("(") > found[0].count(")"):
        return 0
    return found.end()


def _in_figures(text: str) -> str:
    """`2 rows, 3 columns` and `a 2x3 matrix` without the words; other texts unchanged."""
    if found := _ROWS.fullmatch(text):
        return f"({found[1] or found[2]}, {found[3] or found[4]})"
    found = _WORDS.fullmatch(text)
    return found[1] if found else text


def _worked_out(length: str, position: int, text: str) -> int:
    """A length as a whole number: a sum of products and quotients, such as 5+1, 4*128, 768/12."""
    total = Fraction(0)
    for term in length.split("+"):
        value = Fraction(1)
        for sign, digits, thousand in _FACTOR.findall(term):
            factor = int(digits) * (1000 if thousand else 1)
            if sign == "/" and not factor:
                raise AnswerError("this divides by zero.", position).within(text)
            value = value / factor if sign == "/" else value * factor
        total += value
    if total.denominator > 1:
        raise AnswerError("a length is a whole number.", position).within(text)
    if total > MOST:
        raise AnswerError("this length is too large.", position).within(text)
    return int(total)


def _inside(text: str, start: int) -> tuple[int, int]:
    """Where the lengths begin and end, within the brackets."""
    end = len(text.rstrip().rstrip(".;'"))
    while start < end and text[start] in "([ \t\n":
        start += 1
    while end > start and text[end - 1] in ")] \t\n":
        end -= 1
    return start, end


def _end(pattern: re.Pattern[str], text: str, start: int, end: int | None = None) -> int:
    found = pattern.match(text, start, len(text) if end is None else end)
    return found.end() if found else start
