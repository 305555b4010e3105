"""Which items can be graded here; asked for every item, also where nothing is graded."""

import os

from quizzer.bank.schema import CodeItem, Item


def available(item: Item) -> bool:
    """Whether items of this kind can be graded on this system: code runs on Linux and macOS."""
    return os.name == "posix" or not isinstance(item, CodeItem)
