"""How long a key press takes to show on the screen, in every screen of the app.

    python benchmarks/latency.py [--answers N] [--limit MS] [--only WORDS]

Drives the real app in a pseudo-terminal. Two times count from the press: when the screen first
changes, and when all of the change is painted, which for what opens or comes from behind includes
the work. With --limit a screen fails where the change begins later in 95 of 100 presses.
"""

import argparse
import sys
from collections.abc import Iterator
from typing import Final, NamedTuple

from homes import answer, folder, leave_session
from terminal import QUIZZER, Program, compile_packages

QUIET: Final = 0.08  # seconds without output: all is painted
# The first is answered before; then a question of each kind, asked in this order.
QUESTIONS: Final = (
    "softmax-without-overflow",
    "why-root-d-k",
    "sdpa-by-hand",
    "variance-of-a-dot-product",
    "order-of-an-attention-layer",
    "who-scores-how",
    "derive-root-d-k",
    "write-scaled-dot-product-attention",
)


class Scene(NamedTuple):
    """What to press in a screen: keys that lead there, keys that count, and keys that lead back."""

    name: str
    press: str
    enter: str = ""
    leave: str = ""
    rounds: int = 1
    shows: str = ""  # a pattern of what the last key that leads there brings


MOVES: Final = "down down down up up up " * 3
SCROLLS: Final = "pagedown down down up pageup " * 3
SETTINGS: Final = "right right left down right down right up " * 2
TYPING: Final = "0 . 5 space - 1 backspace 2 " * 2
WORDS: Final = "t h e space s c o r e s backspace space g r o w "

# In this order: each scene begins where the one before it ended, the first at home.
SCENES: Final = (
    Scene("home: move", MOVES),
    Scene("help: opens", "?", leave="escape", rounds=5),
    Scene("help: scroll", SCROLLS, "?", "escape", shows="Keys"),
    Scene("palette: opens", ":", leave="escape", rounds=5),
    Scene("palette: search", "r e p o r t backspace backspace down up", ":", "escape"),
    Scene("lesson: opens", "l", leave="escape", rounds=5),
    Scene("lesson: scroll", SCROLLS, enter="l", leave="escape"),
    Scene("reference: opens", "f", leave="escape", rounds=5),
    Scene("reference: search", "s o f t backspace backspace down down up", "f"),
    Scene("component: opens", "enter", leave="escape", rounds=5),
    Scene("component: scroll", SCROLLS, "enter", "escape escape escape"),
    Scene("progress: opens", "g", leave="escape", rounds=5),
    Scene("progress: pages", "right right right left left left " * 2, "g", "escape"),
    Scene("progress: scroll", SCROLLS, enter="g", leave="escape"),
    Scene("plan: opens", "a", leave="escape", rounds=5),
    Scene("plan: minutes", "right right left left " * 2, enter="a", leave="escape"),
    Scene("choosing: opens", "s", leave="escape", rounds=5),
    Scene("choosing: settings", SETTINGS, "s", "escape"),
    Scene("interview: opens", "i", leave="escape", rounds=5),
    Scene("interview: settings", SETTINGS, "i", "escape"),
    Scene("report dialog: opens", "e", leave="escape", rounds=5),
    Scene("question: opens", "c", leave="escape", rounds=5),
    Scene("choice: mark", "down space down up space up " * 2, "c", shows="Why the scores"),
    Scene("question: next", "f6 " * (len(QUESTIONS) - 1)),
    Scene("compute: type", TYPING, enter="f6", shows="step by step"),
    Scene("compute: cell by cell", "1 right 2 down 3 left up ", enter="f3", leave="f3"),
    Scene("question: scroll", "pagedown pageup " * 5),
    Scene("fill: type", TYPING, enter="f6", shows="How large"),
    Scene("order: move", "down space down space up k j " * 2, "f6", shows="by operation"),
    Scene("match: move", "right right down right up left " * 2, "f6", shows="Who scores how"),
    Scene("open: write", WORDS, enter="f6", shows="whiteboard"),
    Scene("code: write", WORDS + "enter x = 1 ", enter="f6", shows="Write scaled"),
    Scene("question: verdict", "f5", enter="f6", leave="escape", shows="Why the scores"),
)


def walk(program: Program, only: str) -> Iterator[tuple[str, float, float]]:
    """Go through all scenes; the milliseconds of each press that counts."""
    program.until(r"\d+ of \d+ items seen")
    program.painted(quiet=1.0, patience=1.0)  # what is imported behind the first screen
    for scene in SCENES:
        for _ in range(scene.rounds):
            _press(program, scene.enter, scene.shows)
            for key in scene.press.split():
                program.press(key)
                times = program.painted(QUIET)
                if times is not None and only in scene.name:
                    yield scene.name, 1000 * times[0], 1000 * times[1]
            _press(program, scene.leave)


def _press(program: Program, keys: str, shows: str = "") -> None:
    for key in keys.split():
        program.press(key)
        program.painted(3 * QUIET)
    if shows:
        program.until(shows)


def part(values: list[float], share: float) -> float:
    """The value that this share of all is not greater than."""
    return sorted(values)[min(len(values) - 1, round(share * len(values) + 0.5) - 1)]


def main() -> int:
    """Print a line for each scene, and fail where one begins to change later than the limit."""
    parser = argparse.ArgumentParser(description="Time from a key press to its effect.")
    parser.add_argument("--answers", type=int, default=5000, help="in the log")
    parser.add_argument("--limit", type=float, help="milliseconds, 95 of 100 presses")
    parser.add_argument("--only", default="", help="scenes with these words in their names")
    arguments = parser.parse_args()
    compile_packages()
    found: dict[str, list[tuple[float, float]]] = {}
    with folder() as home:
        answer(home, arguments.answers)
        leave_session(home, QUESTIONS)
        with Program(QUIZZER, home) as program:
            for name, first, last in walk(program, arguments.only):
                found.setdefault(name, []).append((first, last))
    print(f"{'ms':30}{'n':>4}{'begins: median':>16}{'95 %':>7}{'most':>7}{'whole: 95 %':>14}")
    worst = 0.0
    for name, times in found.items():
        first, last = map(list, zip(*times, strict=True))
        late = part(first, 0.95)
        worst = max(worst, late)
        print(
            f"{name:30}{len(times):4}{part(first, 0.5):16.0f}{late:7.0f}{max(first):7.0f}"
            f"{part(last, 0.95):14.0f}"
        )
    return int(arguments.limit is not None and worst > arguments.limit)


if __name__ == "__main__":
    sys.exit(main())
