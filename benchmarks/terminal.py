"""A program in a pseudo-terminal of its own: keys go in, and when it paints is measured."""

import compileall
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

ROWS, COLUMNS = 24, 80
PATIENCE: Final = 30.0  # seconds
ROOT: Final = Path(__file__).parent.parent

BARE: Final = (
    sys.executable,
    "-c",
    """
from textual.app import App
from textual.widgets import Static

class Bare(App):
    def compose(self):
        yield Static("Hello")

Bare().run()
""",
)
QUIZZER: Final = (sys.executable, "-m", "quizzer")

ANY_WORD: Final = re.compile(rb"[A-Za-z]{3}")
_ESCAPES: Final = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]P_^][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]"
)
_KEYS: Final = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "space": " ",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "ctrl+t": "\x14",
    "f1": "\x1bOP",
    "f2": "\x1bOQ",
    "f3": "\x1bOR",
    "f4": "\x1bOS",
    "f5": "\x1b[15~",
    "f6": "\x1b[17~",
    "f8": "\x1b[19~",
    "f9": "\x1b[20~",
}


def environment(home: Path) -> dict[str, str]:
    """A learner's surroundings: bytecode is kept, and quizzer's files lie in this folder."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"QUIZZER_HOME": str(home), "TERM": "xterm-256color"}


def compile_packages() -> None:
    """Write the bytecode that an installed copy has from the beginning."""
    for package in ("quizzer", "reference"):
        compileall.compile_dir(ROOT / package, quiet=1)


class Piece(NamedTuple):
    """A piece of output: when it came, where it ends, and how long all threads had worked then."""

    moment: float
    end: int
    worked: float


class Program:
    """A command in a terminal. All times are seconds since it was started or a key was pressed."""

    def __init__(
        self, command: Sequence[str], home: Path, columns: int = COLUMNS, rows: int = ROWS
    ) -> None:
        self._terminal, its_side = pty.openpty()
        fcntl.ioctl(its_side, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self._seen = b""
        self._pieces: list[Piece] = []
        self._worked_before = 0.0
        self._since = time.perf_counter()
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=its_side,
            stdout=its_side,
            stderr=its_side,
            env=environment(home),
            start_new_session=True,
        )
        os.close(its_side)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._terminal)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    def press(self, key: str) -> None:
        """Press a key, by its name or the letter that it types."""
        self._seen, self._pieces = b"", []
        self._worked_before = self._worked()
        self._since = time.perf_counter()
        os.write(self._terminal, _KEYS.get(key, key).encode())

    def until(self, pattern: re.Pattern[bytes] | str) -> float:
        """When this text was painted."""
        wanted = re.compile(pattern.encode()) if isinstance(pattern, str) else pattern
        while not wanted.search(_ESCAPES.sub(b"", self._seen)):
            if self._read(self._since + PATIENCE) is None:
                shown = _ESCAPES.sub(b"", self._seen)[-600:].decode(errors="replace")
                raise SystemExit(f"{wanted.pattern!r} is not shown; the last output is {shown!r}")
        return time.perf_counter() - self._since

    def painted(self, quiet: float, patience: float = 0.5) -> tuple[float, float] | None:
        """When painting began, and when it ended: nothing came for `quiet` seconds after it."""
        if not self._pieces and self._read(self._since + patience) is None:
            return None
        while self._read(time.perf_counter() + quiet) is not None:
            pass
        return self._pieces[0].moment - self._since, self._pieces[-1].moment - self._since

    def shown(self, pattern: str) -> tuple[float, float] | None:
        """When text of this pattern was first there, and the time that the program worked for it.

        On a busy machine the second says what the first would be on a quiet one, but for waiting.
        """
        for piece in self._pieces:
            if re.search(pattern.encode(), _ESCAPES.sub(b"", self._seen[: piece.end])):
                return piece.moment - self._since, piece.worked - self._worked_before
        return None

    def _worked(self) -> float:
        """Seconds that all threads were on a processor so far, where Linux tells them."""
        threads = Path("/proc", str(self.pid), "task").glob("*/schedstat")
        return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9

    def _read(self, until: float) -> float | None:
        """When something came, if anything did by then."""
        ready, _, _ = select.select([self._terminal], [], [], max(0, until - time.perf_counter()))
        if not ready:
            return None
        try:
            self._seen += os.read(self._terminal, 65536)
        except OSError:  # the program is gone
            return None
        now = time.perf_counter()
        self._pieces.append(Piece(now, len(self._seen), self._worked()))
        return now
