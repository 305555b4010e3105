"""Verdicts in words and signs, the same in the app and in commands."""

from collections.abc import Mapping
from typing import Final

# Keyed by the values of `Status` and `PartStatus`, so that asking alone does not import them.
_SIGNS: Final[Mapping[str, str]] = {
    "right": "✓",
    "partly": "◐",
    "wrong": "✗",
    "follows": "↳",
    "missing": "–",
}
_NOT_GRADED: Final = "!"
HEADLINES: Final[Mapping[str, str]] = {
    "right": "right",
    "partly": "partly right",
    "wrong": "not right yet",
    "invalid": "not understood: this costs nothing",
}
PARTS: Final[Mapping[str, str]] = {
    "right": "right",
    "follows": "right, given your own values",
    "partly": "partly right",
    "wrong": "not right",
    "missing": "left empty",
    "not-understood": "not understood",
    "wrong-shape": "a different shape is asked for",
    "not-finite": "not a finite number",
    "too-few-digits": "too few digits",
}


def sign(status: str) -> str:
    """The sign of a status of an item or of a part."""
    return _SIGNS.get(status, _NOT_GRADED)
