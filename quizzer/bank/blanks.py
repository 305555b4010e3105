"""Blanks in the prompt of a fill item, where each is marked by its name: `{{scale}}`."""

import re
from collections.abc import Callable

_MARKED = re.compile(r"\{\{\s*(.*?)\s*\}\}")


def names_in(prompt: str) -> list[str]:
    """The names of the blanks that are marked, in order."""
    return _MARKED.findall(prompt)


def with_blanks(prompt: str, shown: Callable[[str], str] = "[{}]".format) -> str:
    """The prompt with each blank replaced by what is shown: by default its name in brackets."""
    return _MARKED.sub(lambda found: shown(found[1]), prompt)
