"""LaTeX in numbers and arrays, rewritten as for a calculator; positions stay the same."""

import re
from collections.abc import Callable
from functools import partial
from typing import Final

_Found = re.Match[str]

_WORDS: Final = {"times": "*", "cdot": "*", "approx": "=", "infty": "inf", "pi": "pi", "sqrt": "√"}
_FUNCTIONS: Final = ("exp", "ln", "log", "sin", "cos", "tanh")


def _fraction(found: _Found) -> str:
    return f"(({found[1]})/({found[2]}))"


_RULES: Final[tuple[tuple[re.Pattern[str], Callable[[_Found], str]], ...]] = (
    # A matrix: its rows end with `;`, and what is around it becomes spaces.
    (re.compile(r"\\\\"), lambda found: ";"),
    (re.compile(r"\\begin\{array\}\{[lcr| ]*\}|\\end\{array\}"), lambda found: ""),
    (re.compile(r"\\(?:begin|end)\{[a-z]*matrix\*?\}|&"), lambda found: ""),
    (re.compile(r"\\(?:left|right)(?=[\[\](){}|.])|\\[,;:! ()\[\]]|\\q?quad\b"), lambda found: ""),
    (re.compile(rf"\\(?={'|'.join(_FUNCTIONS)})"), lambda found: ""),
    (re.compile(r"\\(?:mathbb|mathrm|text)\{(\w+)\}"), lambda found: found[1]),
    (re.compile(r"\^\{([^{}]*)\}"), lambda found: f"^({found[1]})"),
    (re.compile(r"\\sqrt\{([^{}]*)\}"), lambda found: f"√({found[1]})"),
    (re.compile(r"\\[dt]?frac\{([^{}]*)\}\{([^{}]*)\}"), _fraction),
    (re.compile(r"\\[dt]?frac(\d)(\d)"), lambda found: f"({found[1]}/{found[2]})"),
    (re.compile(rf"\\({'|'.join(_WORDS)})(?![a-z{{])"), lambda found: _WORDS[found[1]]),
)


def without_latex(text: str) -> str:
    """The text without LaTeX commands; each piece keeps its length."""
    if not any(mark in text for mark in ("\\", "^{", "&")):
        return text
    for pattern, written in (*_RULES, *_RULES):  # twice, for a fraction under a root
        text = pattern.sub(partial(_padded, written=written), text)
    return text


def _padded(found: _Found, written: Callable[[_Found], str]) -> str:
    return written(found).ljust(len(found[0]))
