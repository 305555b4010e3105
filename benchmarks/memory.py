"""How much memory quizzer takes: beside a bare Textual app, and from screen to screen.

    python benchmarks/memory.py [--limit RATIO]

Counted are the proportional set (PSS: shared pages are divided among those that use them) and the
resident set (RSS), after the home screen is complete and what is prepared behind it is done. The
first start reads all banks and the whole log. With --limit a greater ratio to the bare app fails,
of any later start before NumPy is needed. Linux only.
"""

import argparse
import shutil
import sys
from pathlib import Path
from typing import Final, NamedTuple

from homes import answer, folder, places
from terminal import ANY_WORD, BARE, QUIZZER, Program, compile_packages

CALM: Final = 1.5  # seconds without output
SEEN: Final = r"\d+ of \d+ items seen"
FIRST: Final = ", first start"
LATER: Final = ", later"


class Memory(NamedTuple):
    """MiB."""

    pss: float
    rss: float
    has_numpy: bool


def of(program: Program) -> Memory:
    """What a running program takes now."""
    process = Path("/proc") / str(program.pid)
    sizes = dict(
        line.split(":") for line in (process / "smaps_rollup").read_text().splitlines()[1:]
    )
    pss, rss = (int(sizes[name].split()[0]) / 1024 for name in ("Pss", "Rss"))
    return Memory(pss, rss, "numpy" in (process / "maps").read_text())


def bare(home: Path) -> dict[str, Memory]:
    """The bare app, after its first frame."""
    with Program(BARE, home) as program:
        program.until(ANY_WORD)
        program.painted(CALM, patience=CALM)
        return {"bare Textual app": of(program)}


def quizzer(home: Path, words: str = "") -> dict[str, Memory]:
    """The home screen, then a question without numbers, then one with them."""
    found = {}
    with Program(QUIZZER, home) as program:
        program.until(SEEN)
        program.painted(CALM, patience=CALM)
        found[f"check-list{words}"] = of(program)
        if words:
            return found
        for name, keys in (
            ("lesson", "l"),
            ("first question", "escape p"),
            ("tenth question", "f6 " * 9),
        ):
            for key in keys.split():
                program.press(key)
                program.painted(CALM / 3, patience=CALM)
            found[name] = of(program)
    return found


def main() -> int:
    """Print a line for each state, and fail where the check-list takes more than the limit."""
    parser = argparse.ArgumentParser(description="Memory of the app.")
    parser.add_argument("--answers", type=int, default=100_000, help="in the long log")
    parser.add_argument("--limit", type=float, help="fail when the ratio is greater")
    arguments = parser.parse_args()
    compile_packages()
    with folder() as new, folder() as long:
        answer(long, arguments.answers)
        shutil.rmtree(places(long).cache)
        states = bare(new) | quizzer(new, FIRST) | quizzer(new)
        for start in (FIRST, LATER):
            states |= quizzer(long, f", {arguments.answers:,} answers{start}")
    least = states["bare Textual app"]
    print(f"{'MiB':42}{'PSS':>8}{'RSS':>8}{'ratio':>8}")
    for name, memory in states.items():
        with_numpy = "  with NumPy" if memory.has_numpy else ""
        ratio = memory.pss / least.pss
        print(f"{name:42}{memory.pss:8.1f}{memory.rss:8.1f}{ratio:8.2f}{with_numpy}")
    ratio = max(
        memory.pss / least.pss
        for name, memory in states.items()
        if name.startswith("check-list") and not name.endswith(FIRST)
    )
    return int(arguments.limit is not None and ratio > arguments.limit)


if __name__ == "__main__":
    sys.exit(main())
