"""Which items can be graded on this system; asked about every item, so it loads no grader."""

import os

from quizzer.bank.schema import CodeItem, Item, Kind


def available(item: Item) -> bool:
    """Whether items of this kind can be graded on this system."""
    return not isinstance(item, CodeItem) or available_kind("code")


def available_kind(kind: Kind) -> bool:
    """Whether items of a kind can be graded: code runs only on Linux and macOS."""
    return os.name == "posix" or kind != "code"
