"""Whole numbers as arguments of commands."""

import argparse
from collections.abc import Callable
from typing import Final

MOST: Final = 999_999_999


def whole(least: int, most: int, refusal: str) -> Callable[[str], int]:
    """A reader of whole numbers between bounds; `refusal` says what is wrong with other text."""

    def read(text: str) -> int:
        is_number = text.isascii() and text.isdigit() and len(text) <= len(str(MOST))
        if not (is_number and least <= int(text) <= most):
            raise argparse.ArgumentTypeError(f"{text!r} {refusal}")
        return int(text)

    return read


natural: Final = whole(0, MOST, f"is not a whole number from 0 to {MOST}")
positive: Final = whole(1, MOST, f"is not a whole number from 1 to {MOST}")
