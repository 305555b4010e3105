"""How long commands take that need no interface, beside Python with the modules that they use.

    python benchmarks/commands.py [--runs N] [--limit RATIO]

The base of each command is an interpreter that imports argparse and the modules from outside
quizzer that the command has loaded at its end: nobody who uses them could be faster. Times are
those of the processor; the least of several is the one that a busy machine disturbed least.
"""

import argparse
import resource
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from homes import answer, folder
from terminal import QUIZZER, ROOT, compile_packages, environment

from quizzer.__main__ import ONE_THREAD

COMMANDS: Final = (
    "--version",
    "--help",
    "locate",
    "list",
    "list --json",
    "show why-root-d-k",
    "show sdpa-by-hand",
    "report",
    "reference softmax",
    "trace",
)
LOADED: Final = """
import sys
from quizzer.cli import main
main(sys.argv[1:])
print("\\n" + " ".join(sys.modules))
"""
IMPORTING: Final = """
import argparse, contextlib, importlib, os
os.environ.setdefault(*{!r})
for name in {!r}:
    with contextlib.suppress(ImportError):  # some are made by others, not found
        importlib.import_module(name)
"""
OWN: Final = ("quizzer", "reference", "__main__", "__mp_main__")


def seconds(command: Sequence[str], home: Path) -> float:
    """Processor time of a run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, cwd=ROOT, env=environment(home), stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def base_of(command: str, home: Path) -> list[str]:
    """Python with argparse and all that the command loads from outside."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *command.split()],
        cwd=ROOT,
        env=environment(home),
        capture_output=True,
        text=True,
        check=True,
    )
    names = done.stdout.splitlines()[-1].split()
    foreign = [name for name in names if name.partition(".")[0] not in OWN]
    return [sys.executable, "-c", IMPORTING.format(ONE_THREAD, foreign)]


def main() -> int:
    """Print a line for each command, and fail where a ratio is greater than the limit."""
    parser = argparse.ArgumentParser(description="Commands beside what they import.")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--answers", type=int, default=300, help="in the log")
    parser.add_argument("--limit", type=float, help="fail when a ratio is greater")
    arguments = parser.parse_args()
    compile_packages()
    worst = 0.0
    print(f"{'':24}{'base':>10}{'quizzer':>12}{'ratio':>8}")
    with folder() as home:
        answer(home, arguments.answers)
        for command in COMMANDS:
            sides = (base_of(command, home), [*QUIZZER, *command.split()])
            runs = [[seconds(side, home) for side in sides] for _ in range(arguments.runs + 1)]
            base, ours = map(min, zip(*runs[1:], strict=True))
            worst = max(worst, ours / base)
            print(f"{command:24}{1000 * base:7.0f} ms{1000 * ours:9.0f} ms{ours / base:8.2f}")
    return int(arguments.limit is not None and worst > arguments.limit)


if __name__ == "__main__":
    sys.exit(main())
