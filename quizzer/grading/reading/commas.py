"""A comma or point before three digits: is 1,024 a thousand or slightly more than one?"""

import re
from typing import Final, NamedTuple

_IN_DOUBT: Final = re.compile(r"(?<![\d.,])([1-9]\d{0,2})[.,](\d{3})(?![\d.,])", re.ASCII)


class Doubt(NamedTuple):
    """A text with such numbers, its two readings, and the question which one was meant."""

    text: str
    as_decimal: str
    as_thousands: str
    question: str

    @property
    def otherwise(self) -> str:
        """The second choice of the two readings: a comma is first read as a thousands separator."""
        return self.as_decimal if "," in self.text else self.as_thousands


def doubt_in(text: str) -> Doubt | None:
    """Both readings of `1,024 KiB` or `1,024 2,048`; None if there is no doubt."""
    found = _IN_DOUBT.findall(text)
    marks = [letter for letter in text if letter in ",."]
    if not found or len(marks) > len(found) or len(set(marks)) > 1:
        return None
    before, behind = found[0]
    decimal, thousands = f"{before}.{behind}", before + behind
    return Doubt(
        text=text,
        as_decimal=_IN_DOUBT.sub(r"\1.\2", text),
        as_thousands=_IN_DOUBT.sub(r"\1\2", text),
        question=f"Did you mean {decimal} or {thousands}? Write {decimal}0 or {thousands}.",
    )
