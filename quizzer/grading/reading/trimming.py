"""Trimming what people write around the answer: `≈ 10.8 nats`, `ln 2 = 0.693`, `200 billion`."""

import re
from collections.abc import Sequence, Set

_BEFORE = re.compile(
    r"\A\s*(?:[≈~∼×]|x(?=\s?\d)"
    r"|(?:about|around|approx(?:imately|\.)?|roughly|ca\.?|exactly|just|only)\s)\s*",
    re.I,
)
_LEFT_SIDE = re.compile(
    r"\A.*[^=!<>≈\s](?:\s*[=≈](?![=≈])\s*|\s+(?:is|are|equals)\s+)(?=\S)", re.I | re.S
)
_LAST_WORD = re.compile(r"(?s)(?P<rest>.*(?:\d|\S(?=\s)))\s*(?P<word>[%×]|[^\W\d_]+)")
_WORD = r"[^\W\d_]+"
_MEASURED = re.compile(r"\d+ \w+")  # the bits of `weights in 16 bits` are no unit of the answer
_BOUNDS = {  # a question may ask for one, and an answer may repeat it
    "at most": re.compile(r"\A\s*(?:at most\b|up to\b|≤|<=)\s*", re.IGNORECASE),
    "at least": re.compile(r"\A\s*(?:at least\b|≥|>=)\s*", re.IGNORECASE),
}
_IN = re.compile(rf"\bin ({_WORD})")
_HOW_MANY = re.compile(
    r"\A\W*\w{3,}(?<![aisu])s\b|\b(?:how (?:many|often)|number of)\b", re.IGNORECASE
)
_TIMES = frozenset(("x", "×", "times", "fold"))
_REMARK = re.compile(r"(?s)(?P<rest>.*\S)\s+\((?P<remark>[^()\d]*[^\W\d_]{3}[^()\d]*)\)\s*")
_DOUBT = re.compile(r"\b(?:or|not|maybe)\b|\?", re.IGNORECASE)
_SHORT = {
    "m": "million",
    "b": "billion",
    "bn": "billion",
    "us": "microsecond",
    "\u03bcs": "microsecond",  # a Greek mu, which the micro sign becomes in small letters
    "ms": "millisecond",
    "s": "second",
}
_POWERS = {"million": 6, "billion": 9}
# Single things where millions are asked for: 30,720,000 or 3e7.
_LONG = re.compile(r"\s*(?:\d[\d,]{4,}|\d[\d.]*e\+?(?:[4-9]|\d\d))\s*", re.ASCII | re.IGNORECASE)
_UNITS = re.compile(
    r"[kmgtp]?i?b|(?:kilo|mega|giga|tera)?(?:bit|byte)|nat|radian|degree|percent|[tp]?flops?"
    r"|thousand|(?:m|b|tr)illion|(?:milli|micro|nano)?second",
    re.IGNORECASE,
)


def asks_how_many(prompt: str, name: str) -> bool:
    """Whether a blank counts things: *how many*, or a plural first, as in *keys that it sees*."""
    return _HOW_MANY.search(_line_of(prompt, name)) is not None


def number_alone(entered: str, prompt: str, name: str, label: str) -> Sequence[str]:
    """The number without `about` or `×`, without a left side, and without words of the question."""
    line = _line_of(prompt, name)
    alone = _BEFORE.sub("", _LEFT_SIDE.sub("", _BEFORE.sub("", entered)))
    for asked, again in _BOUNDS.items():
        alone = again.sub("", alone) if asked in line else alone
    units = _IN.findall(line) or _IN.findall(prompt.partition("\n- ")[0])
    nouns = frozenset(_singular(word) for word in re.findall(_WORD, prompt))
    while (last := _LAST_WORD.fullmatch(alone)) and (
        (last["word"] in _TIMES and last["rest"][-1].isdigit())
        or _names_one_of(last["word"], units)
        or _repeats(last["word"], prompt, name, label)
        or _is_noun_of(last["word"], nouns)
    ):
        alone = last["rest"]
    power = next((_POWERS[unit] for unit in map(_singular, units) if unit in _POWERS), 0)
    return [f"({alone})/10^{power}" if power and _LONG.fullmatch(alone) else alone]


def remark_apart(entered: str) -> tuple[str, str]:
    """The entry and a remark in parentheses after it, `0 (padding)`, unless that shows doubt."""
    found = _REMARK.fullmatch(entered)
    if not found or _DOUBT.search(found["remark"]):
        return entered, ""
    return found["rest"], found["remark"]


def words_alone(entered: str, prompt: str, name: str, label: str) -> Sequence[str]:
    """The entry without what repeats the question: `scale =`, then the last word of `causal mask`.

    Such a word comes after the blank or is in its label; its first letters are enough.
    """
    left, sign, right = entered.partition("=")
    said = left.strip().casefold()
    alone = right.strip() if sign and said in ("", name.casefold(), label.casefold()) else entered
    last = _LAST_WORD.fullmatch(alone)
    return (
        [alone, last["rest"]] if last and _repeats(last["word"], prompt, name, label) else [alone]
    )


def _repeats(said: str, prompt: str, name: str, label: str) -> bool:
    behind = re.findall(rf"\{{\{{{re.escape(name)}\}}\}}[ \n]*(%|{_WORD})", prompt)
    words = re.findall(_WORD, _MEASURED.sub("", label))
    return said in behind or _names_one_of(said, [*behind, *words])


def _begins_one_of(said: str, words: Sequence[str]) -> bool:
    start = _singular(said)
    return len(said) > 2 and any(word.casefold().startswith(start) for word in words)


def _names_one_of(said: str, units: Sequence[str]) -> bool:
    """Whether this is a unit that was asked for: `rad` for *in radians*, `M` for *in millions*."""
    return said in units or _begins_one_of(_SHORT.get(said.casefold(), said), units)


def _is_noun_of(said: str, nouns: Set[str]) -> bool:
    """Whether it is a noun of the question and not a unit: 36 pairs, but not 36 bits."""
    word = _singular(said)
    return len(word) > 2 and word in nouns and not _UNITS.fullmatch(word)


def _line_of(prompt: str, name: str) -> str:
    before, _, after = prompt.partition(f"{{{{{name}}}}}")
    return before.rpartition("\n- ")[2] + after.partition("\n- ")[0]


def _singular(word: str) -> str:
    return word.casefold().removesuffix("s")
