"""The tokens of a typed number or array: digits, names, operators, brackets and separators."""

import re
import unicodedata
from dataclasses import dataclass

from quizzer.grading.errors import AnswerError
from quizzer.grading.reading.habits import in_signs
from quizzer.grading.reading.latex import without_latex

MAX_LENGTH = 20_000

# One character for one, so that positions in the text stay the same.
_CHARACTERS = str.maketrans(
    {
        **dict.fromkeys("−–—‐‑‒―﹣－➖", "-"),
        **dict.fromkeys("×·⋅∗✕⨯", "*"),
        **dict.fromkeys("÷∕⁄", "/"),
        **dict.fromkeys("{［【⎡⎢⎣", "["),
        **dict.fromkeys("}］】⎤⎥⎦", "]"),
        **dict.fromkeys("\u200b\u200c\u200d\u2060\ufeff\u00a0\u202f\u2009\u2007\v\f$", " "),
        **dict.fromkeys('’‘“”‚„«»`"', "'"),
        **dict.fromkeys("│┃", "|"),
        **dict.fromkeys("≈∼~", "="),
    }
)
_FULL_STOP = re.compile(r"(?<=[\w\])])\.(?=\s*\Z)")
_SUPERSCRIPT = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_PATTERN = r"""
    (?P<space>[ \t]+)
  | (?P<newline>\n)
  | (?P<ellipsis>\.\.\.|…)
  | (?P<number>{number})
  | (?P<name>[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*|[∞π])
  | (?P<superscript>[⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺]+)
  | (?P<fraction>[¼-¾⅐-⅞])
  | (?P<operator>\*\*|[-+*/^%√=])
  | (?P<bracket>[\[\]()])
  | (?P<separator>[,;|])
  | (?P<quote>')
  | (?P<other>[<>!]=|.)
"""
_POINT = re.compile(
    _PATTERN.format(number=r"(?:\d+(?:_\d+)*(?:\.(?!\.)\d*)?|\.\d+)(?:[eE][+-]?\d+)?"),
    re.VERBOSE | re.ASCII,
)
_COMMA = re.compile(_PATTERN.format(number=r"\d+(?:,\d+)?(?:[eE][+-]?\d+)?"), re.VERBOSE | re.ASCII)


@dataclass(frozen=True, slots=True)
class Token:
    """One token of an answer, its position, and whether a space comes before it."""

    kind: str
    text: str
    position: int
    spaced: bool

    def is_(self, *texts: str) -> bool:
        """Whether it is one of these operators, brackets or separators."""
        return self.text in texts and self.kind in ("operator", "bracket", "separator")


def plain_characters(text: str) -> str:
    """The text with look-alikes of ASCII characters replaced, each by exactly one character."""
    text = _FULL_STOP.sub(" ", in_signs(without_latex(text)))
    text = text.translate(_CHARACTERS).replace("\r", " " if "\n" in text else "\n")
    return "".join(char if char.isascii() else _plain(char) for char in text)


def _plain(char: str) -> str:
    digit = unicodedata.decimal(char, None)
    if digit is not None:
        return str(digit)
    if unicodedata.east_asian_width(char) in "FW":
        wide = unicodedata.normalize("NFKC", char)
        return wide if len(wide) == 1 else char
    return " " if char.isspace() else char


def tokenize(text: str, *, decimal_comma: bool = False) -> list[Token]:
    """The tokens of a text of plain characters, followed by one of the kind `end`."""
    tokens: list[Token] = []
    spaced = True
    for match in (_COMMA if decimal_comma else _POINT).finditer(text):
        kind = str(match.lastgroup)
        if kind == "quote":
            _check_quote(text, match.start())
        elif kind == "ellipsis":
            raise AnswerError(
                "an ellipsis hides numbers.",
                match.start(),
                "Print the whole array: np.set_printoptions(threshold=1_000_000).",
            )
        elif kind != "space":
            tokens.append(Token(kind, match[0], match.start(), spaced))
        spaced = kind in ("space", "newline")
    tokens.append(Token("end", "", len(text), True))
    return tokens


def _check_quote(text: str, position: int) -> None:
    """Refuse quotes that change the meaning; those around numbers are harmless."""
    before, after = text[position - 1 : position], text[position + 1 : position + 2]
    if before in ("]", ")"):
        raise AnswerError(
            "a transposed array is not understood.", position, "Write out its rows and columns."
        )
    if before.isdigit() and after.isdigit():
        raise AnswerError(
            "a thousands separator is not understood.", position, "Write 1000 for 1'000."
        )


def superscript_value(text: str) -> int | None:
    """The whole number that a run of superscripts stands for, if it is one."""
    plain = text.translate(_SUPERSCRIPT)
    return int(plain) if re.fullmatch(r"[-+]?[0-9]{1,4}", plain) else None
