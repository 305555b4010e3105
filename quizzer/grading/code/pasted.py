"""Code as it was copied: out of a fence, a list or a web page; every line keeps its number."""

import re
from textwrap import dedent
from typing import Final

_FENCED: Final = re.compile(r"\A(\s*)(`{3,}|~{3,})[^\n`]*(\n.*\n)[ \t]*\2(\s*)\Z", re.DOTALL)
_UNSEEN: Final = str.maketrans({"\u00a0": " ", "\u200b": None, "\ufeff": None})


def as_code(text: str) -> str:
    """The code without a fence around it, indentation of the whole, and characters unseen."""
    seen = _FENCED.sub(r"\1\3\4", text.translate(_UNSEEN))
    return dedent(seen) if re.match(r"(?:[ \t]*\r?\n)*[ \t]", seen) else seen
