"""LaTeX in numbers and arrays, rewritten as for a calculator."""

import re
from typing import Final

from quizzer.grading.reading.in_place import Found, Rule, replaced

_WORDS: Final = {"times": "*", "cdot": "*", "approx": "=", "infty": "inf", "pi": "pi", "sqrt": "√"}
_FUNCTIONS: Final = ("exp", "ln", "log", "sin", "cos", "tanh")


def _fraction(found: Found) -> str:
    return f"(({found[1]})/({found[2]}))"


_RULES: Final[tuple[Rule, ...]] = (
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
    return replaced(text, (*_RULES, *_RULES))  # twice, for a fraction under a root
