"""How whoever waits for a grading that takes a while can call it off."""

from collections.abc import Callable
from typing import TypeAlias

Cancelled: TypeAlias = Callable[[], bool]  # asked again and again while code runs


def never() -> bool:
    """Nobody is there who could cancel."""
    return False
