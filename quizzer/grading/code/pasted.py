"""Code copied from a fence, a list or a shell, cleaned so that every line keeps its number."""

import re
from textwrap import dedent
from typing import Final

_FENCED: Final = re.compile(
    r"\A(?P<before>.*?)^[ \t]*(?P<fence>`{3,}|~{3,})[^\n`]*(?P<code>\n.*?\n)[ \t]*(?P=fence)[ \t]*$"
    r"(?P<after>.*)\Z",
    re.DOTALL | re.MULTILINE,
)
_IS_CODE: Final = re.compile(
    r"^[ \t]*(?:(?:def|class|import|from|async)[ \t]|@|[\"']{3})", re.MULTILINE
)
_PROMPT: Final = re.compile(r"(?:>>> ?|\.\.\.(?: |$)|In \[\d+\]: ?|[ ]+\.\.\.: ?)(.*)")
_FIRST_PROMPT: Final = re.compile(r"\s*(?:>>>|In \[\d+\]:)")
_NOTEBOOKS_OWN: Final = re.compile(r"^(?:%{1,2}[a-zA-Z].*|!\s*\w.*)$", re.MULTILINE)
_UNSEEN: Final = str.maketrans({"\u00a0": " ", "\u200b": None, "\ufeff": None})


def as_code(text: str) -> str:
    """The code alone, without a fence and the text around it, prompts, and common indentation.

    Notebook commands (`%timeit`, `!pip`) are removed too: no line of Python begins like that.
    """
    seen = _NOTEBOOKS_OWN.sub("", _typed(_unfenced(text.translate(_UNSEEN))))
    return dedent(seen) if re.match(r"(?:[ \t]*\r?\n)*[ \t]", seen) else seen


def _unfenced(text: str) -> str:
    found = _FENCED.match(text)
    if found is None or _IS_CODE.search(found["before"]) or "```" in found["after"]:
        return text
    return "\n" * found["before"].count("\n") + found["code"]


def _typed(text: str) -> str:
    """What was typed into a shell, without prompts and output."""
    if not _FIRST_PROMPT.match(text):
        return text
    found = map(_PROMPT.fullmatch, text.splitlines())
    return "\n".join(line[1] if line else "" for line in found)
