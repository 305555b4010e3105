"""A comma or point before three digits: a thousand and more, or a little more than one?"""

import re
from typing import Final, NamedTuple

_IN_DOUBT: Final = re.compile(r"(?<![\d.,])([1-9]\d{0,2})[.,](\d{3})(?![\d.,])", re.ASCII)


class Doubt(NamedTuple):
    """A text with one such number, read in both ways, and what to ask back."""

    text: str
    as_decimal: str
    as_thousands: str
    question: str

    @property
    def otherwise(self) -> str:
        """The reading of the two that is not taken first: a comma is first a mark of thousands."""
        return self.as_decimal if "," in self.text else self.as_thousands


def doubt_in(text: str) -> Doubt | None:
    """Both readings of a text such as `1,024 KiB`; nothing where there is no doubt."""
    found = _IN_DOUBT.search(text)
    if found is None or text.count(",") + text.count(".") > 1:
        return None
    decimal, thousands = f"{found[1]}.{found[2]}", found[1] + found[2]
    return Doubt(
        text=text,
        as_decimal=_IN_DOUBT.sub(decimal, text),
        as_thousands=_IN_DOUBT.sub(thousands, text),
        question=f"Did you mean {decimal} or {thousands}? Write {decimal}0 or {thousands}.",
    )
