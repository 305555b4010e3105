"""Breaks off what goes round for ever, so that a long run tells of it instead of hanging."""

import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

HUNG = 300  # seconds, many times as long as a step takes on a busy machine


class HungError(Exception):
    """Something took far too long; the message says where it was."""


@contextmanager
def patience() -> Iterator[None]:
    """Wait for what is done here, but not for ever, though it lets nothing else have a turn."""
    hung: list[str] = []

    def break_off(_: int, frame: FrameType | None) -> None:
        hung.append("".join(traceback.format_stack(frame)))
        raise HungError  # into whatever task it is, which may keep it to itself

    before = signal.signal(signal.SIGALRM, break_off)
    signal.alarm(HUNG)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
        if hung:
            raise HungError(hung[0])
