"""A progress bar: one line that is redrawn in a terminal; elsewhere, a new line now and then."""

import os
import time
from typing import Final, TextIO

from quizzer.commands.text import output

BAR: Final = 16  # columns
LINES: Final = 20  # about so many, where it is not a terminal
_ERASE: Final = "\x1b[K"


class ProgressBar:
    """Shows how many of `total` steps are done; close it before anything else is written."""

    def __init__(self, total: int, stream: TextIO) -> None:
        self._total = total
        self._stream = stream
        self._live = stream.isatty() and os.environ.get("TERM") != "dumb"
        self._every = max(1, total // LINES)
        self._start = time.monotonic()

    def show(self, step: int, says: str) -> None:
        """Show that step `step` (from 1) is done; `says` is printed after it."""
        counted = f"step {step:>{len(str(self._total))}}/{self._total}"
        if self._live:
            line = f"{self._bar(step)} {counted}  {says}  {self._left(step)}"
            self._stream.write(f"\r{line[: output.width() - 1]}{_ERASE}")
            self._stream.flush()
        elif step % self._every == 0 or step in (1, self._total):
            print(f"{counted}  {says}", file=self._stream, flush=True)

    def close(self) -> None:
        """End the line, so that it stays."""
        if self._live:
            print(file=self._stream)

    def _bar(self, step: int) -> str:
        filled = round(BAR * step / self._total)
        return "█" * filled + "░" * (BAR - filled)

    def _left(self, step: int) -> str:
        seconds = (time.monotonic() - self._start) * (self._total - step) / step
        return f"{seconds:.0f} s left"
