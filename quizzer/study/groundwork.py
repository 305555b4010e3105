"""Does what takes long in a process of its own, for a program that somebody is using meanwhile.

There, banks are compiled and a long log is read. Otherwise, the memory that this takes, and NumPy,
which tries out the learner's own banks, would stay with the program, and keys would have to wait.
"""

import contextlib
import os
import subprocess

from quizzer import another_process
from quizzer.configuration import configuration
from quizzer.progress.history import History
from quizzer.progress.log import Log
from quizzer.progress.places import home
from quizzer.progress.schedule import Settings
from quizzer.study import banks


def in_another_process() -> None:
    """Have it done. If the result is not in the cache then, the caller does it, and sees the error.

    If the cache cannot be written, it is not done: the result would be lost, and cost time twice.
    """
    cache, nowhere = home().cache, subprocess.DEVNULL
    with contextlib.suppress(OSError):  # not every program with Python inside can start a Python
        cache.mkdir(parents=True, exist_ok=True)
        if not os.access(cache, os.W_OK):
            return
        subprocess.run(
            another_process.command("quizzer.study.groundwork"),
            stdin=nowhere,
            stdout=nowhere,
            stderr=nowhere,
            check=False,
        )


def _do() -> None:
    places = home()
    banks.load(places)
    if not places.database.exists():
        return
    settings = Settings.chosen(configuration.load(places.config).settings)
    with contextlib.closing(Log.open_to_read(places.database)) as log:
        history = History(log, settings, places.derived)
        history.records()
        history.keep()


if __name__ == "__main__":
    _do()
