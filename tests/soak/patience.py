"""Breaks off what goes round for ever, so that a long run tells of it instead of hanging."""

import asyncio
import signal
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

HUNG = 300  # seconds, many times as long as a step takes on a busy machine


class HungError(Exception):
    """Something took far too long; the message says where it was, and where each task waits."""


@contextmanager
def patience(seconds: int = HUNG) -> Iterator[None]:
    """Wait for what is done here, but not for ever, though it lets nothing else have a turn."""
    hung: list[str] = []

    def break_off(_: int, frame: FrameType | None) -> None:
        hung.append("".join([*traceback.format_stack(frame), *_tasks()]))
        raise HungError(hung[0])  # into whatever task it is, which may keep it to itself

    before = signal.signal(signal.SIGALRM, break_off)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
        if hung:
            raise HungError(hung[0])


def _tasks() -> Iterator[str]:
    """Each task with the functions that wait for one another in it, the last one for a future."""
    for task in asyncio.all_tasks():
        yield f"\n{task.get_name()}\n"
        waiting: Any = task.get_coro()
        while (frame := getattr(waiting, "cr_frame", None)) is not None:
            code = frame.f_code
            yield f"  {code.co_filename}:{frame.f_lineno} {code.co_qualname} {_owner(frame)}\n"
            waiting = waiting.cr_await
        yield f"  {waiting!r}\n"


def _owner(frame: FrameType) -> str:
    return repr(frame.f_locals.get("self", ""))
