"""Which items can be graded here; asked for every item, also where nothing is graded."""

import os

from quizzer.bank.schema import CodeItem, Item, Kind


def available(item: Item) -> bool:
    """Whether items of this kind can be graded on this system."""
    return not isinstance(item, CodeItem) or available_kind("code")


def available_kind(kind: Kind) -> bool:
    """The same of a kind: code runs on Linux and macOS."""
    return os.name == "posix" or kind != "code"
