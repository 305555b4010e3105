"""Does what takes long in a process of its own, for a program that somebody is using meanwhile.

Banks are compiled there, and a long log is counted. What it takes to read them, and NumPy to try
out banks of one's own, would stay in the memory of the program, and the keys would wait meanwhile.
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
    """Have it done; who then does not find it in the cache does it, and learns why.

    Where the cache cannot be written, it is not done: it would be lost, and take its time twice.
    """
    cache, nowhere = home().cache, subprocess.DEVNULL
    with contextlib.suppress(OSError):  # not every program that holds a Python can start one
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
