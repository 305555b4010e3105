"""Ending processes that a child left behind, if the kernel did not keep it from starting any."""

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Final

MARK: Final = "QUIZZER_CHILD"  # a variable of the child's environment, which its children inherit

_PROCESSES: Final = Path("/proc")
_MOST_ROUNDS: Final = 50
_ENOUGH_IN_VAIN: Final = 3


def end_leftovers(mark: str) -> None:
    """Kill all processes with this mark, including those that they start meanwhile.

    One look can miss a process: one that was started while the list was read, by a process that
    ended before its turn.
    """
    looks_in_vain = 0
    for _ in range(_MOST_ROUNDS):
        found = list(_marked(f"{MARK}={mark}".encode()))
        looks_in_vain = 0 if found else looks_in_vain + 1
        if looks_in_vain == _ENOUGH_IN_VAIN:
            return
        for process in found:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(process, signal.SIGKILL)


def _marked(mark: bytes) -> Iterator[int]:
    """The ids of processes with this mark; without /proc (on macOS), none can be found."""
    for entry in _PROCESSES.glob("[0-9]*"):
        with contextlib.suppress(OSError):  # others' processes, and those that just ended
            if mark in (entry / "environ").read_bytes():
                yield int(entry.name)
