"""A comma or point before three digits: a thousand and more, or a little more than one?"""

import re
from typing import Final, NamedTuple

_IN_DOUBT: Final = re.compile(r"(?<![\d.,])([1-9]\d{0,2})[.,](\d{3})(?![\d.,])", re.ASCII)


class Doubt(NamedTuple):
    """A text with such numbers, all read in one way or in the other, and what to ask back."""

    text: str
    as_decimal: str
    as_thousands: str
    question: str

    @property
    def otherwise(self) -> str:
        """The reading of the two that is not taken first: a comma is first a mark of thousands."""
        return self.as_decimal if "," in self.text else self.as_thousands


def doubt_in(text: str) -> Doubt | None:
    """Both readings of `1,024 KiB` or `1,024 2,048`; nothing where a mark is beyond doubt."""
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
