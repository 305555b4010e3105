"""Text of banks and learners as Content: never parsed as markup, never able to steer a terminal."""

from rich.cells import cell_len
from textual.content import Content

from quizzer.harmless import steers

TAB = "    "
_BREAKS = str.maketrans(dict.fromkeys("\r\v\f\x85\u2028\u2029", "\n"))
MUTED = "$muted"  # a style that the app makes for each theme


def harmless(text: object) -> str:
    """`text` with tabs as spaces and every code that could steer the terminal made visible."""
    shown = str(text).replace("\t", TAB)
    if shown.replace("\n", "").isprintable():
        return shown
    return "".join(_visible(character) for character in shown)


def as_typed(text: str) -> str:
    """Pasted or saved text: lines end with `\\n`, and codes that no keyboard types are removed."""
    lines = text.replace("\r\n", "\n").translate(_BREAKS)
    return "".join(character for character in lines if not steers(character))


def plain(text: object, style: str = "") -> Content:
    """`text` exactly as it is, brackets and all: nothing in it is read as markup."""
    return Content.styled(harmless(text), style)


def shorten(text: str, width: int) -> str:
    """`text` cut to `width` cells, with an ellipsis when something is lost."""
    if cell_len(text) <= width:
        return text
    while text and cell_len(text) > width - 1:
        text = text[:-1]
    return text.rstrip() + "…" if width > 0 else ""


def pad(text: str, width: int) -> str:
    """`text` cut, or filled with spaces, to exactly `width` cells."""
    text = shorten(text, width)
    return text + " " * (width - cell_len(text))


def _visible(character: str) -> str:
    if not steers(character):
        return character
    code = ord(character)
    return chr(0x2400 + code) if code < 0x20 else "�"
