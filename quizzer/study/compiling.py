"""Compiles banks in a process of its own, for a program that somebody is using meanwhile.

What it takes to read them, and NumPy to try out one's own, would stay in the memory of the program,
and the keys would wait while it is done.
"""

import contextlib
import subprocess
import sys
from typing import Final

from quizzer.progress.places import home
from quizzer.study import banks

_COMMAND: Final = ("-P", "-m", "quizzer.study.compiling")


def in_another_process() -> None:
    """Have the banks compiled; who then does not find them compiled does it, and learns why."""
    with contextlib.suppress(OSError):  # not every program that holds a Python can start one
        nowhere = subprocess.DEVNULL
        subprocess.run(
            [sys.executable or "", *_COMMAND],
            stdin=nowhere,
            stdout=nowhere,
            stderr=nowhere,
            check=False,
        )


if __name__ == "__main__":
    banks.load(home())
