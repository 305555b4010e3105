"""A comma before three digits: 1,024 can be a thousand and more, or a little more than one."""

import re
from typing import Final

_IN_DOUBT: Final = re.compile(r"(?<![\d.,])([1-9]\d{0,2}),(\d{3})(?![\d.,])", re.ASCII)


def with_decimal_point(text: str) -> str | None:
    """The text with its one comma as a decimal point; nothing where it can mean no such thing."""
    return _with(".", text)


def without_comma(text: str) -> str | None:
    """The text with its one comma as a mark of thousands, so without it."""
    return _with("", text)


def _with(mark: str, text: str) -> str | None:
    if text.count(",") != 1 or not _IN_DOUBT.search(text):
        return None
    return text.replace(",", mark)


def question(decimal: str, thousands: str) -> str:
    """What is asked back before such a number counts."""
    return f"Did you mean {decimal} or {thousands}? Write it without the comma."
