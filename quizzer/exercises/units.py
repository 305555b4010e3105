"""Units of counts: how many bytes, FLOPs or parameters one unit is."""

import re

_DECIMAL = {"": 1.0, "k": 1e3, "m": 1e6, "g": 1e9, "t": 1e12, "p": 1e15}
_BINARY = {f"{letter}i": 1024.0**power for power, letter in enumerate("kmgtp", start=1)}
_PREFIXES = _DECIMAL | _BINARY
_WORDS = {
    **dict.fromkeys(("thousand", "thousands"), 1e3),
    **dict.fromkeys(("million", "millions", "mln", "mio"), 1e6),
    **dict.fromkeys(("billion", "billions", "bn"), 1e9),
    **dict.fromkeys(("trillion", "trillions"), 1e12),
    **_BINARY,
}
_PREFIXED = re.compile(r"([kmgtp]i?|)(b|bytes?|flops?)")
_SPELLED = re.compile(r"(kilo|mega|giga|tera|peta|kibi|mebi|gibi|tebi|pebi)(?=b)")


def factor_of(unit: str) -> float:
    """How many single things one of this unit contains: a GiB 1024³ bytes, a GB 1000³."""
    factor = 1.0
    for word in unit.lower().split():
        factor *= word_factor(word)
    return factor


def word_factor(word: str) -> float:
    """The factor of one word: of `million`, `M` or `GiB`; 1 for words that only name things."""
    found = _PREFIXED.fullmatch(_short(word))
    if found:
        return _PREFIXES[found[1]]
    return _WORDS.get(word, _DECIMAL.get(word, 1.0))


def is_factor(word: str) -> bool:
    """Whether the word only multiplies and does not name a thing: `million`, `M`."""
    return word in _WORDS or word in _DECIMAL


def thing(word: str) -> str:
    """The word without its prefix: `b` for `gib`."""
    found = _PREFIXED.fullmatch(_short(word))
    return found[2] if found else word


def _short(word: str) -> str:
    """`gibibytes` as `gibytes`, and `kilobytes` as `kbytes`."""
    found = _SPELLED.match(word)
    if found is None:
        return word
    return word[0] + "i" * found[1].endswith("bi") + word[found.end() :]
