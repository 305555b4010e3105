"""One form for what people write in many: d_k, dₖ and `dk`; √d_k and sqrt(d_k); Kᵀ and K^T."""

import re
import unicodedata

_CHARACTERS = str.maketrans(
    {
        **dict.fromkeys("−–—‐‑‒―", "-"),
        **dict.fromkeys("×·⋅∗✕⨯•⊗", "*"),
        **dict.fromkeys("÷∕⁄", "/"),
        **dict.fromkeys("{[⟨", "("),
        **dict.fromkeys("}]⟩", ")"),
        **dict.fromkeys("’‘“”\"'`$", ""),
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
_NUMBER = re.compile(r"(?<![\w.])\d*\.?\d+(?![\w.])", re.ASCII)
_GROUPS = re.compile(r"(?<![\w.,])\d{1,3}(?:[ ,']\d{3})+(?![\w.,])", re.ASCII)
_COMPOUND = re.compile(r"(?<=[a-z]{2})[-\s]+(?=[a-z]{2})|(?<=[a-z0-9])\s+(?=[a-z0-9])")
_SQRT = re.compile(r"sqrt\(([a-z0-9]+)\)")
_BRITISH = re.compile(r"is(?=ation|ing|ed\b|es?\b)")


def normal_form(text: str) -> str:
    """The same string for all ways of writing one thing; only ever compared, never shown."""
    text = _GROUPS.sub(lambda found: re.sub(r"[ ,']", "", found[0]), text.strip())
    text = plain_characters(_LATEX_INDEX.sub(r"\1\2", text))
    text = re.sub(r"(?<=\w)\.t\b", "^t", text).replace("**", "^").replace("_", "")
    text = re.sub(r"^(?:the|an?)\s+", "", text.strip()).rstrip(".!?;,: ")
    text = _NUMBER.sub(lambda found: f"{float(found[0]):.12g}", text)
    text = re.sub(r"(?<=\d)\s*x\s*(?=\d)", "*", text)
    text = re.sub(r"\s+", "", _COMPOUND.sub("", text))
    return _bare(_BRITISH.sub("iz", _SQRT.sub(r"sqrt\1", text)))


def plain_characters(text: str) -> str:
    """The same text in lower-case ASCII, as far as it has look-alikes there."""
    text = _LATEX.sub("", text.translate(_CHARACTERS))
    text = _SUPERSCRIPT_RUN.sub(lambda run: f"^{_superscript(run[0])}", text)
    text = unicodedata.normalize("NFKD", text).casefold()
    text = "".join(char for char in text if not unicodedata.combining(char))
    return _GREEK.sub(_greek_name, text).translate(_CHARACTERS)


def _superscript(run: str) -> str:
    return unicodedata.normalize("NFKC", run.replace("⊤", "t")).lower()


def _greek_name(found: re.Match[str]) -> str:
    name = unicodedata.name(found[0]).rpartition(" ")[2].lower()
    return {"lamda": "lambda"}.get(name, name)


def _bare(text: str) -> str:
    """Without parentheses around the whole, unless they hold a list."""
    while text.startswith("(") and text.endswith(")") and "," not in text:
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


def is_slip_of_the_pen(entered: str, accepted: str) -> bool:
    """Whether a word (of six letters or more) differs by one letter, or two that changed places.

    The first letter must be right: `asymmetric` is not a slip for `symmetric`.
    """
    if min(len(entered), len(accepted)) < 6 or not (entered + accepted).isalpha():
        return False
    if entered[0] != accepted[0] or abs(len(entered) - len(accepted)) > 1:
        return False
    start = next(
        (i for i, (a, b) in enumerate(zip(entered, accepted, strict=False)) if a != b),
        min(len(entered), len(accepted)),
    )
    rest, other = entered[start:], accepted[start:]
    swapped = rest[:2] == other[1::-1] and rest[2:] == other[2:]
    return rest[1:] == other[1:] or rest[1:] == other or rest == other[1:] or swapped
