"""Replacing parts of an answer and moving nothing: errors point at places in what was typed."""

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import TypeAlias

Found: TypeAlias = re.Match[str]
Rule: TypeAlias = tuple[re.Pattern[str], Callable[[Found], str]]


def replaced(text: str, rules: Iterable[Rule]) -> str:
    """The text after each rule in turn; what is shorter than what it replaces gets spaces."""
    for pattern, written in rules:
        text = pattern.sub(partial(_padded, written=written), text)
    return text


def _padded(found: Found, written: Callable[[Found], str]) -> str:
    return written(found).ljust(len(found[0]))
