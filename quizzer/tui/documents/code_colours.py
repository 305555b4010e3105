"""The colours of Python code: the same as in the field for code, and none that means a verdict."""

from textual.content import Content
from textual.highlight import HighlightTheme, highlight

from quizzer.tui.text import MUTED

_BY_NAME = {
    "Token.Comment": f"italic {MUTED}",
    "Token.Keyword": "$text-primary",
    "Token.Keyword.Constant": "$text-accent",
    "Token.Literal.Number": "$text-accent",
    "Token.Literal.String": "$text-secondary",
    "Token.Name.Function": "bold",
    "Token.Name.Class": "bold",
    "Token.Operator.Word": "$text-primary",
}


class _Colours(HighlightTheme):
    """A colour for each kind of token in `_BY_NAME`; all others stay plain."""


_Colours.STYLES = {
    token: _BY_NAME[str(token)] for token in HighlightTheme.STYLES if str(token) in _BY_NAME
}


def python(code: str) -> Content:
    """Python code in colours."""
    return highlight(code, language="python", theme=_Colours)
