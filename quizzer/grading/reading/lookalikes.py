"""One form for the many ways to write a thing: d_k, dₖ, `dk`; √d_k, sqrt(d_k); Kᵀ, K^T."""

import re
import unicodedata
from decimal import Decimal

_CHARACTERS = str.maketrans(
    {
        **dict.fromkeys("−–—‐‑‒―", "-"),
        **dict.fromkeys("×·⋅∗✕⨯•", "*"),
        **dict.fromkeys("÷∕⁄", "/"),
        **dict.fromkeys("{[⟨", "("),
        **dict.fromkeys("}]⟩", ")"),
        **dict.fromkeys("’‘“”‚„«»\"'`$", ""),
        ";": ",",
        "\u0338": " not ",  # the stroke through ∉, ≰, ⊄
        "√": " sqrt ",
        "∞": "inf",
        "∑": " sum ",
        "∏": " prod ",
        "∈": " in ",
        "≤": "<=",
        "≥": ">=",
        "≠": "!=",
        "≈": "~",
        "→": "->",
        "ı": "i",
        "ø": "o",
        "ł": "l",
        "ß": "ss",
        "…": "...",
    }
)
SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵀᵗᵏᵈʰᴴ⊤"
_SUPERSCRIPT_RUN = re.compile(f"[{SUPERSCRIPTS}]+")
_GREEK = re.compile(r"[α-ω]")
_LATEX = re.compile(r"\\(?:mathrm|mathbf|text|operatorname|left|right)\b|\\(?=[A-Za-z])")
_LATEX_INDEX = re.compile(r"([_^])\{(\w+)\}")
_NUMBER = re.compile(r"(?<![\w.])\d*\.?\d+(?:e[-+]?\d{1,2})?(?![\w.])", re.ASCII)
_GROUPS = re.compile(r"(?<![\w.,])[1-9]\d{0,2}(?:[ ,']\d{3})+(?![\w.,])", re.ASCII)
_DECIMAL_COMMA = re.compile(r"([-+−]?\d+),(\d+)", re.ASCII)
_PRIME = re.compile(r"(?<![\w'’])(\w|\w\([^()]*\))['’](?![\w'’])")
_PARTED_DIGITS = re.compile(r"(?<=\d)\s+(?=\d)|(?<=\d)(?=[¼-¾⅐-⅞])", re.ASCII)
_ARTICLE = re.compile(r"^(?:the|an?)\s+(?=[a-z]{3})")
_HYPHENATED = re.compile(r"(?<![\w-])[a-z]{2,}(?:-[a-z]{2,})+(?![\w-])")
_ROOT = re.compile(r"sqrt\s*([a-z0-9]+)")
_BRITISH = re.compile(r"is(?=ation|ing|ed\b|es?\b)")
_MARKS = {"\u0302": "hat", "\u0303": "tilde", "\u0304": "bar", "\u0305": "bar"}
_MARKED = re.compile(f"(?<![a-z])([a-z])([{''.join(_MARKS)}])(?![a-z])")


def readings(text: str) -> frozenset[str]:
    """The normal forms of a text: a comma between digits can separate numbers or thousands."""
    return frozenset((normal_form(text), _normal_form(_tidy(text))))


def readings_of_entered(text: str) -> frozenset[str]:
    """The same for what a learner typed, in which a comma can also be a decimal comma."""
    tidy = _tidy(text)
    found = _DECIMAL_COMMA.fullmatch(tidy)
    if found and not _GROUPS.fullmatch(tidy):
        return readings(text) | {normal_form(f"{found[1]}.{found[2]}")}
    return readings(text)


def normal_form(text: str) -> str:
    """The same string for all ways of writing one thing; used only to compare, never shown."""
    text = _tidy(text)
    if not any(bracket in text for bracket in "([{"):  # (1,024) is a shape
        text = _GROUPS.sub(lambda found: re.sub(r"[ ,']", "", found[0]), text)
    return _normal_form(text)


def spaced_form(text: str) -> str:
    """A normal form in which the spaces between words count: `un lock ed` is not `unlock ed`."""
    return " ".join(map(normal_form, re.split(r"\s*[,+]\s*|\s+", _tidy(text))))


def _tidy(text: str) -> str:
    """The text without invisible characters, and with plain single spaces."""
    seen = (char for char in text if unicodedata.category(char) != "Cf")
    return " ".join("".join(seen).split())


def _normal_form(text: str) -> str:
    text = _PARTED_DIGITS.sub(", ", _PRIME.sub(r"\1′", text))
    text = plain_characters(_LATEX_INDEX.sub(r"\1\2", text))
    text = re.sub(r"(?<=\w)\.t\b", "^t", text).replace("**", "^")
    text = _HYPHENATED.sub(lambda found: found[0].replace("-", ""), text).replace("_", "")
    text = _ARTICLE.sub("", text.strip()).rstrip(".?;,: ")
    text = re.sub(r"(?<=[a-z]{3})!+$|^\+\s*(?=[\d.])", "", text)
    text = _NUMBER.sub(lambda found: f"{Decimal(found[0]).normalize():f}", text)
    text = re.sub(r"(?<=\d)\s*(?:x|by)\s*(?=\d)", "*", text)
    text = re.sub(r"(?<=\d)\s*per ?cent$", "%", text)
    text = re.sub(r"\s+", "", _ROOT.sub(r"sqrt(\1)", text))
    return _bare(_BRITISH.sub("iz", text))


def plain_characters(text: str) -> str:
    """The text in lower-case ASCII, as far as its characters have look-alikes there."""
    text = _LATEX.sub("", unicodedata.normalize("NFC", text).translate(_CHARACTERS))
    text = _SUPERSCRIPT_RUN.sub(lambda run: f"^{_superscript(run[0])}", text)
    text = unicodedata.normalize("NFKD", text).casefold()
    text = _MARKED.sub(lambda found: found[1] + _MARKS[found[2]], text.translate(_CHARACTERS))
    text = "".join(char for char in text if not unicodedata.combining(char))
    return _GREEK.sub(_greek_name, text).translate(_CHARACTERS)


def _superscript(run: str) -> str:
    return unicodedata.normalize("NFKC", run.replace("⊤", "t")).lower()


def _greek_name(found: re.Match[str]) -> str:
    name = unicodedata.name(found[0]).rpartition(" ")[2].lower()
    return {"lamda": "lambda"}.get(name, name)


def _bare(text: str) -> str:
    """The text without parentheses around all of it; (3,) keeps them, because its comma matters."""
    while text.startswith("(") and text.endswith(")") and not text.endswith(",)"):
        inner = text[1:-1]
        if not _is_balanced(inner):
            break
        text = inner
    return text


def _is_balanced(text: str) -> bool:
    depth = 0
    for char in text:
        depth += (char == "(") - (char == ")")
        if depth < 0:
            return False
    return depth == 0


def plain_words(text: str) -> list[str]:
    """The words of a text in lower-case ASCII, as far as they have look-alikes there."""
    return re.findall(r"[^\W\d_]+", plain_characters(text))
