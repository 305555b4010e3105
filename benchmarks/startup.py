"""Time from exec to the first text on the screen: quizzer beside a bare Textual app.

    python benchmarks/startup.py [--runs N] [--answers N] [--limit RATIO]

All run in a real pseudo-terminal, in turn, so that a busy machine slows all: a bare app, quizzer
in a new folder, quizzer with a long log, and quizzer where nothing is compiled yet. The ratios of
the medians say what quizzer adds to Textual's own start; with --limit a greater ratio fails. After
the first text come the topics, and then how far one is in each.
"""

import argparse
import re
import shutil
import statistics
import sys
from pathlib import Path
from typing import Final, NamedTuple

from homes import answer, folder, places
from terminal import ANY_WORD, BARE, QUIZZER, Program, compile_packages

FIRST_TOPIC: Final = re.compile(rb"Sequence models")
COUNTS: Final = re.compile(rb"\d+ of \d+ items seen")


class Start(NamedTuple):
    """Seconds from exec."""

    first_text: float
    topics: float
    counts: float


def bare(home: Path) -> Start:
    """Start the bare app; it has nothing to read."""
    with Program(BARE, home) as program:
        first = program.until(ANY_WORD)
    return Start(first, first, first)


def quizzer(home: Path) -> Start:
    """Start quizzer, and wait until the home screen is complete."""
    with Program(QUIZZER, home) as program:
        return Start(program.until(ANY_WORD), program.until(FIRST_TOPIC), program.until(COUNTS))


def cold(home: Path) -> Start:
    """The very first start: the banks are to be read and checked."""
    shutil.rmtree(places(home).cache, ignore_errors=True)
    return quizzer(home)


def measure(runs: int, answers: int) -> dict[str, Start]:
    """Medians of each program; one run more warms caches and is not counted."""
    with folder() as new, folder() as long, folder() as fresh:
        answer(long, answers)
        programs = {
            "bare Textual app": (bare, new),
            "quizzer": (quizzer, new),
            f"quizzer, {answers:,} answers": (quizzer, long),
            "quizzer, nothing compiled": (cold, fresh),
        }
        starts: dict[str, list[Start]] = {name: [] for name in programs}
        for _ in range(runs + 1):
            for name, (start, home) in programs.items():
                starts[name].append(start(home))
    return {
        name: Start(*map(statistics.median, zip(*all_of[1:], strict=True)))
        for name, all_of in starts.items()
    }


def main() -> int:
    """Print the times, and fail where the first text takes longer than the limit allows."""
    parser = argparse.ArgumentParser(description="Time to the first text on the screen.")
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--answers", type=int, default=100_000, help="in the long log")
    parser.add_argument("--limit", type=float, help="fail when a ratio is greater")
    arguments = parser.parse_args()
    compile_packages()
    starts = measure(arguments.runs, arguments.answers)
    bare_start = starts["bare Textual app"].first_text
    print(f"{'':28}{'first text':>12}{'ratio':>8}{'topics':>12}{'counts':>12}")
    for name, start in starts.items():
        first, topics, counts = (f"{1000 * seconds:.0f} ms" for seconds in start)
        ratio = start.first_text / bare_start
        print(f"{name:28}{first:>12}{ratio:8.2f}{topics:>12}{counts:>12}")
    worst = max(start.first_text for start in starts.values()) / bare_start
    return int(arguments.limit is not None and worst > arguments.limit)


if __name__ == "__main__":
    sys.exit(main())
