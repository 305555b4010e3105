"""What people write around digits and signs: about 0.69, 6.9 x 10^-1, 0.333…"""

import re
from typing import Final

from quizzer.grading.reading.in_place import Found, Rule, replaced

_QUOTED: Final = re.compile(r"""(?s)\A(\s*)(["'`]+)([^"'`]*)\2(\s*)\Z""")
_ABOUT: Final = re.compile(
    r"\A\s*(?:about|around|approx(?:imately|\.)?|roughly|ca\.?)\s+(?=[-−+.\d√(])", re.IGNORECASE
)
_TIMES_TEN: Final = re.compile(
    r"(?<=[\d.)])\s*x\s*(?=10\s*(?:\^|\*\*|[⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹]))", re.IGNORECASE
)
_GOES_ON: Final = re.compile(r"(\d[.,]\d+)(?:\.\.\.|…)(?=[\s,;|)\]]|\Z)")
_MINUS_INFINITY: Final = re.compile(r"\b(?:minus|negative)\s+(?=inf)", re.IGNORECASE)
_RULES: Final[tuple[Rule, ...]] = (
    (_QUOTED, lambda found: found[1] + " " * len(found[2]) + found[3]),
    (_ABOUT, lambda found: ""),
    (_TIMES_TEN, lambda found: "*"),
    (_GOES_ON, lambda found: found[1]),
    (_MINUS_INFINITY, lambda found: "-".rjust(len(found[0]))),
)
# Only for masks: elsewhere a T is a transpose, and `no` is not a number.
_TRUTH: Final = {
    **dict.fromkeys(("t", "yes", "y", "✓", "✔", "☑", "✅"), "1"),
    **dict.fromkeys(("f", "no", "n", "✗", "✘", "☒", "❌"), "0"),
}
_TRUE_OR_FALSE: Final = re.compile(r"[^\W\d_]+|[✓✔☑✅✗✘☒❌]")
_TRUTHS: Final = re.compile(rf"(?:(?:{'|'.join(_TRUTH)}|true|false)(?!\w)|[\s,;|\[\]()])+", re.I)


def in_signs(text: str) -> str:
    """The text as a calculator would have it; each piece keeps its length."""
    return replaced(text, _RULES)


def mask_in_digits(text: str) -> str:
    """The text with digits for true and false, if it has only words and signs for these."""
    if not _TRUTHS.fullmatch(text):
        return text
    return replaced(text, [(_TRUE_OR_FALSE, _truth)])


def _truth(found: Found) -> str:
    return _TRUTH.get(found[0].lower(), found[0])
