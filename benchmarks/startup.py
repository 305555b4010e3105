"""Time from exec to the first text on the screen: quizzer beside a bare Textual app.

    python benchmarks/startup.py [--runs N] [--limit RATIO]

Both run in a real pseudo-terminal, in turn, so that a busy machine slows both. The ratio of their
medians says what quizzer adds to Textual's own start; with --limit a greater ratio fails.
"""

import argparse
import fcntl
import os
import pty
import re
import select
import shutil
import statistics
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path
from typing import Final

BARE: Final = """
from textual.app import App
from textual.widgets import Static

class Bare(App):
    def compose(self):
        yield Static("Hello")

Bare().run()
"""
COMMANDS: Final = {
    "bare Textual app": [sys.executable, "-c", BARE],
    "quizzer": [sys.executable, "-m", "quizzer"],
}
ROWS, COLUMNS = 24, 80
PATIENCE: Final = 30.0
ESCAPES: Final = re.compile(
    rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b[\]P_^][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]"
)
WORD: Final = re.compile(rb"[A-Za-z]{3}")


def seconds_to_first_text(command: list[str], home: Path) -> float:
    """Start the command in a fresh pseudo-terminal and wait for the first word it shows."""
    terminal, its_side = pty.openpty()
    fcntl.ioctl(its_side, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    environment = os.environ | {"QUIZZER_HOME": str(home), "TERM": "xterm-256color"}
    start = time.perf_counter()
    process = subprocess.Popen(
        command,
        stdin=its_side,
        stdout=its_side,
        stderr=its_side,
        env=environment,
        start_new_session=True,
    )
    os.close(its_side)
    try:
        return _wait_for_word(terminal, start)
    finally:
        process.kill()
        process.wait()
        os.close(terminal)


def _wait_for_word(terminal: int, start: float) -> float:
    seen = b""
    while (left := start + PATIENCE - time.perf_counter()) > 0:
        ready, _, _ = select.select([terminal], [], [], left)
        if not ready:
            break
        try:
            seen += os.read(terminal, 65536)
        except OSError:  # the program is gone
            break
        if WORD.search(ESCAPES.sub(b"", seen)):
            return time.perf_counter() - start
    raise SystemExit(f"no text within {PATIENCE:.0f} s; last output: {seen[-300:]!r}")


def measure(runs: int) -> dict[str, float]:
    """Median seconds of each program; one run more warms caches and is not counted."""
    home = Path(tempfile.mkdtemp(prefix="quizzer-startup-"))
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    try:
        for run in range(runs + 1):
            for name, command in COMMANDS.items():
                seconds = seconds_to_first_text(command, home)
                if run:
                    times[name].append(seconds)
    finally:
        shutil.rmtree(home)
    return {name: statistics.median(values) for name, values in times.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description="Time to the first text on the screen.")
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--limit", type=float, help="fail when the ratio is greater")
    arguments = parser.parse_args()
    medians = measure(arguments.runs)
    for name, seconds in medians.items():
        print(f"{name:18} {seconds * 1000:6.0f} ms")
    bare, ours = medians.values()
    print(f"{'ratio':18} {ours / bare:6.2f}")
    return int(arguments.limit is not None and ours / bare > arguments.limit)


if __name__ == "__main__":
    sys.exit(main())
