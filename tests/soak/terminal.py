"""The app in a real terminal, which is ended at a moment that nobody there knows."""

import os
import re
import signal
import sys
import termios
import time
from pathlib import Path

import pexpect

CODES = re.compile(r"\x1b\[[0-9;?<>$=]*[A-Za-z~]|\x1b[=>]|\x1b\][^\x07]*\x07")
ROOT = Path(__file__).parent.parent.parent
SOON = 60  # seconds


class KilledError(Exception):
    """The moment has come."""


class Terminal:
    """`quizzer` in a pseudo-terminal; it is ended at a moment, whatever goes on then."""

    def __init__(self, home: Path, size: tuple[int, int] = (24, 80), **environment: str) -> None:
        surroundings = {
            "QUIZZER_HOME": str(home),
            "TERM": "xterm-256color",
            "PYTHONPATH": str(ROOT),
        }
        self.child = pexpect.spawn(
            sys.executable,
            ["-m", "quizzer"],
            dimensions=size,
            env=os.environ | {"PYTHONPATH": str(ROOT)} | surroundings | environment,
            encoding="utf-8",
            codec_errors="replace",
        )
        self._found = termios.tcgetattr(self.child.child_fd)
        self.is_as_found = True  # at the end: it echoes what is typed, and so on
        self.moment = float("inf")
        self.signal = signal.SIGKILL  # that ends it
        self._painted = ""
        self._start = time.monotonic()
        self._pressed: list[tuple[float, str]] = []

    @property
    def told(self) -> str:
        """The last keys with their seconds, and what was painted last."""
        return f"{self._pressed[-30:]}\n{self.painted[-2000:]}"

    @property
    def painted(self) -> str:
        """What was painted since it was last forgotten, without the codes between."""
        return CODES.sub("", self._painted)

    def forget(self) -> None:
        """What is painted from now on is new."""
        self._painted = ""

    def press(self, *keys: str) -> None:
        """Send keys, one by one."""
        for key in keys:
            self.read(0)
            self._pressed.append((round(time.monotonic() - self._start, 2), key))
            self.child.send(key)

    def wait_for(self, *patterns: str, seconds: float = SOON) -> str:
        """The first of the patterns that was painted; none after so many seconds."""
        end = time.monotonic() + seconds
        while True:
            painted = self.painted
            for pattern in patterns:
                if re.search(pattern, painted):
                    return pattern
            if time.monotonic() > end:
                return ""
            self.read(0.05)

    def read(self, seconds: float) -> None:
        """Take in what was painted; or end it, when the moment has come, and take in the rest."""
        left = self.moment - time.monotonic()
        if left <= 0:
            self.end()
            raise KilledError
        try:
            self._painted += self.child.read_nonblocking(65536, timeout=min(seconds, left))
        except pexpect.TIMEOUT:
            return

    def idle(self, seconds: float) -> None:
        """Let time pass."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.read(left)

    def resize(self, rows: int, columns: int) -> None:
        """Change the size of the window."""
        self.child.setwinsize(rows, columns)

    def stop_for(self, seconds: float) -> None:
        """Let it stop, as a shell does, and go on."""
        self.child.kill(signal.SIGTSTP)
        end = time.monotonic() + SOON
        while not os.WIFSTOPPED(os.waitpid(self.child.pid, os.WUNTRACED | os.WNOHANG)[1]):
            assert time.monotonic() < end, f"it does not stop: {self.told}"
            self.read(0.01)
        self.idle(seconds)
        self.child.kill(signal.SIGCONT)

    def end(self) -> None:
        """End it, and take in all that was painted before."""
        self.child.kill(self.signal)
        if self.signal != signal.SIGKILL:
            self.child.kill(signal.SIGCONT)  # it may be stopped
        try:
            while True:
                self._painted += self.child.read_nonblocking(65536, timeout=SOON)
        except (pexpect.EOF, OSError):
            self.is_as_found = termios.tcgetattr(self.child.child_fd) == self._found
            self.child.close(force=True)
