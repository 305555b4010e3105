"""Numbers in words: nineteen, minus one, twenty-four, two thirds, two and a half, nothing."""

import re
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Final, NamedTuple

_TO_NINE: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_TO_NINETEEN: Final = (
    *("ten", "eleven", "twelve", "thirteen", "fourteen", "fifteen"),
    *("sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_SCALES: Final = {"thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12}
_VALUES: Final = {
    **{word: number for number, word in enumerate((*_TO_NINE, *_TO_NINETEEN), start=1)},
    **{word: 10 * number for number, word in enumerate(_TENS, start=2)},
    "a": 1,
}
_NOTHING: Final = ("none", "no", "nothing", "nil")  # 0 only where things are counted
_WHOLES: Final = {
    **dict.fromkeys(("zero", *_NOTHING), Fraction(0)),
    **dict.fromkeys(("twice", "double"), Fraction(2)),
    "half": Fraction(1, 2),
}
_PARTS: Final = {
    "half": 2,
    "third": 3,
    "quarter": 4,
    "fourth": 4,
    "fifth": 5,
    "sixth": 6,
    "eighth": 8,
    "tenth": 10,
    "hundredth": 100,
}


def _any_of(words: Iterable[str]) -> str:
    return f"(?:{'|'.join(words)})"


_GAP: Final = r"(?:\s+|\s*-\s*)"
_AND: Final = rf"(?:and{_GAP})?"
_ONE: Final = _any_of(_TO_NINE)
_SCALE: Final = _any_of(_SCALES)
_BELOW_100: Final = rf"(?:{_any_of(_TENS)}(?:{_GAP}{_ONE})?|{_any_of(_TO_NINETEEN)}|{_ONE})"
_GROUP: Final = rf"(?:(?:a|{_BELOW_100}){_GAP}hundred(?:{_GAP}{_AND}{_BELOW_100})?|{_BELOW_100})"
_GROUPS: Final = rf"(?:(?:a|{_GROUP}){_GAP}{_SCALE}{_GAP}{_AND})+{_GROUP}(?:{_GAP}{_SCALE})?"
_COUNT: Final = rf"(?:{_GROUPS}|{_GROUP})"
_PART: Final = rf"(?:{_any_of(_PARTS)}s?|halves)"
_SPELLED: Final = rf"""\s*(?:(?P<minus>-)\s*)?(?:
        (?P<above>a|{_COUNT}){_GAP}(?P<below>{_PART})
      | (?P<count>zero|{_COUNT}){_GAP}point(?P<digits>(?:{_GAP}(?:zero|{_ONE}))+)
      | (?P<whole>{_COUNT}){_GAP}and{_GAP}(?P<over>a|{_ONE}){_GAP}(?P<under>{_PART})
      | (?P<plain>{_COUNT})
      | (?P<word>{_any_of(_WHOLES)})
      | (?P<one>a(?={_GAP}{_SCALE}))
    )(?!\w|-\w|\s*[=:])"""
_MAY_BEGIN: Final = re.compile(r"\s*(?:-\s*)?[a-z]", re.IGNORECASE)


_SAYS_NOTHING: Final = re.compile(rf"\s*(?:{'|'.join(_NOTHING)})\b", re.IGNORECASE)


class Spelled(NamedTuple):
    """A number in words: how it is written in digits, and where it ends."""

    digits: str
    end: int


def spelled_number(text: str) -> Spelled | None:
    """The number in words at the beginning of a text, if one is there.

    The `million` of `seven million` is not part of it: it is read as a unit.
    """
    if not _MAY_BEGIN.match(text):
        return None
    found = _spelled().match(text)
    if found is None:
        return None
    return Spelled((found["minus"] or "") + _digits(found), found.end())


def says_nothing(text: str) -> bool:
    """Whether this begins with a word for nothing, which is 0 only in answer to *how many*."""
    return _SAYS_NOTHING.match(text) is not None


@cache
def _spelled() -> re.Pattern[str]:
    """Compiled only when it is needed: it takes a megabyte that most runs can save."""
    return re.compile(_SPELLED, re.VERBOSE | re.IGNORECASE)


def _digits(found: re.Match[str]) -> str:
    if found["digits"]:
        digits = re.findall(r"[a-z]+", found["digits"].lower())
        return f"{_value(found['count'])}." + "".join(str(_value(digit)) for digit in digits)
    if found["above"]:
        return str(Fraction(_value(found["above"]), _part(found["below"])))
    if found["whole"]:
        more = Fraction(_value(found["over"]), _part(found["under"]))
        return str(_value(found["whole"]) + more)
    if found["word"]:
        return str(_WHOLES[found["word"].lower()])
    return str(_value(found["plain"] or found["one"]))


def _part(word: str) -> int:
    return 2 if word.lower() == "halves" else _PARTS[word.lower().removesuffix("s")]


def _value(words: str) -> int:
    """The whole number that these words say, from `a` to `nine hundred and ninety-nine …`."""
    total = group = 0
    for word in re.findall(r"[a-z]+", words.lower()):
        if word in _SCALES:
            total += group * _SCALES[word]
            group = 0
        elif word == "hundred":
            group *= 100
        else:
            group += _VALUES.get(word, 0)  # `and` and `zero` add nothing
    return total + group
