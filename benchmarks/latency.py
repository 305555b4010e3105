"""How long a key press takes to show on the screen, in every screen of the app.

    python benchmarks/latency.py [--part NAME] [--runs N] [--size COLUMNSxROWS] [--limit MS]

Drives the real app in a pseudo-terminal, each part of the screens from a new start and with a log
of its own. Counted from the press: when its effect is there, which is the text that it brings, or
for a move the first thing that changes; how long the app worked for it, which a busy machine does
not change; and when nothing more is painted. The first press of a kind is part of all, and shown
by itself too. With --limit a scene fails where the effect comes later in 95 of 100 presses.
"""

import argparse
import math
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

from homes import folder
from scenes import PARTS, Keys
from terminal import QUIZZER, Program, compile_packages

QUIET: Final = 0.08  # seconds without output: all is painted
ANYTHING: Final = r"\S"


class Effect(NamedTuple):
    """Milliseconds from a press."""

    shown: float
    worked: float  # of these, what the app was on a processor
    whole: float


def walk(part: str, columns: int, rows: int) -> Iterator[tuple[str, Effect]]:
    """Go through a part of the screens; each press that counts, by the name of its scene."""
    with folder() as home:
        rounds = list(PARTS[part](home))
        with Program(QUIZZER, home, columns, rows) as program:
            program.until(r"\d+ of \d+ items seen")
            program.painted(quiet=1.0, patience=1.0)  # what is imported behind the first screen
            for times, all_keys in rounds:
                for _ in range(times):
                    for keys in all_keys:
                        yield from press(program, keys)


def press(program: Program, keys: Keys) -> Iterator[tuple[str, Effect]]:
    """Press keys one after the other, and wait each time until all is painted."""
    for key in keys.keys.split():
        program.press(key)
        if keys.brings:
            program.until(keys.brings)
        painted = program.painted(QUIET)
        shown = program.shown(keys.brings or ANYTHING)
        if keys.scene and painted is not None and shown is not None:
            moment, worked = shown
            yield keys.scene, Effect(1000 * moment, 1000 * worked, 1000 * painted[1])


def part_of(values: list[float], share: float) -> float:
    """The value that this share of all is not greater than."""
    return sorted(values)[math.ceil(share * len(values)) - 1]


def main() -> int:
    """Print a line for each scene, and fail where an effect comes later than the limit."""
    parser = argparse.ArgumentParser(description="Time from a key press to its effect.")
    parser.add_argument("--part", choices=PARTS, action="append", help="only this one")
    parser.add_argument("--runs", type=int, default=1, help="each from a new start")
    parser.add_argument("--size", default="80x24", help="of the terminal")
    parser.add_argument("--limit", type=float, help="milliseconds, 95 of 100 presses")
    arguments = parser.parse_args()
    columns, rows = map(int, arguments.size.split("x"))
    compile_packages()
    head = f"{'n':>4}{'first':>8}{'median':>8}{'95 %':>7}{'works: 95 %':>14}{'whole: 95 %':>13}"
    print(f"{'ms':30}{head}")
    worst = 0.0
    for part in arguments.part or PARTS:
        found: dict[str, list[Effect]] = {}
        for _ in range(arguments.runs):
            for name, effect in walk(part, columns, rows):
                found.setdefault(name, []).append(effect)
        for name, effects in found.items():
            shown, worked, whole = map(list, zip(*effects, strict=True))
            late = part_of(shown, 0.95)
            worst = max(worst, late)
            print(
                f"{name:30}{len(effects):4}{shown[0]:8.0f}{part_of(shown, 0.5):8.0f}{late:7.0f}"
                f"{part_of(worked, 0.95):14.0f}{part_of(whole, 0.95):13.0f}"
            )
    return int(arguments.limit is not None and worst > arguments.limit)


if __name__ == "__main__":
    sys.exit(main())
