"""A random walk through the app, as a list of steps that can be walked again and made shorter."""

import asyncio
import random
import string
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from rich.color import ColorParseError
from textual import events
from textual.geometry import Size
from textual.worker import WorkerState

from quizzer.actions.table import BY_ID
from quizzer.configuration.configuration import load
from quizzer.progress.log import Log
from quizzer.study.study import Study
from quizzer.tui.app import QuizzerApp
from quizzer.tui.steady_parser import SteadyParser
from tests.soak.codes import codes
from tests.soak.hostile import expect_calm, hostile_text
from tests.soak.patience import patience
from tests.soak.reached import Reached
from tests.soak.ways import way
from tests.soak.worlds import DAY, world
from tests.tui.driver import Learner, StillClock, passed

Step = tuple[str, Any]  # what is done, and with what: as JSON would have it

SIZES = [(1, 1), (2, 50), (250, 1), (10, 4), (40, 10), (60, 20), (80, 24), (120, 40), (250, 80)]
NAMED = (
    "enter escape tab shift+tab up down left right pageup pagedown home end backspace delete space "
    "f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f12 ctrl+a ctrl+d ctrl+e ctrl+g ctrl+k ctrl+l ctrl+n ctrl+o "
    "ctrl+p ctrl+r ctrl+s ctrl+t ctrl+u ctrl+v ctrl+w ctrl+x ctrl+y ctrl+z ctrl+home ctrl+end "
    "shift+up shift+down shift+left shift+right ctrl+left ctrl+right alt+enter "
    "ctrl+backslash ctrl+c"
)
KEYS = [*NAMED.split(), *["enter", "tab", "down"] * 4]
LETTERS = string.ascii_letters + string.digits + " .,;:-+*/()[]{}?!'<>|&%$#@é漢√½"
ANSWERS = ["a", "b", "1", "12", "0.5", ["a", "b", "c"], ["enter", "down", "enter"]]
LEAVING = {"q", "Q", "ctrl+q"}
MOST_AT_ONCE = 25  # keys typed before the app is waited for
PATIENCE = 0.3  # seconds for what goes on behind the screen
ON_THE_WAY = 3  # seconds, where the next key wants the screen after it
SHRINKING = 90  # seconds


class Walker:
    """Takes steps in front of the app, and looks at what is shown after each."""

    def __init__(self, learner: Learner, clock: StillClock, reached: Reached) -> None:
        self.learner = learner
        self.app = learner.app
        self.clock = clock
        self._reached = reached
        self._parser = SteadyParser()

    async def take(self, step: Step) -> None:
        """Do one step, then wait, and look."""
        with patience():
            await self._do(*step)
            await self._calm()
        self._look()

    async def _do(self, does: str, what: Any) -> None:
        if does == "paste":
            self.app.post_message(events.Paste(what))
        elif does == "later" and what < 0:
            self.clock.set_ms += what
        elif does == "later":
            self.clock.ms += what
        elif does == "resize":
            self._resize(*what)
        elif does == "codes":
            for event in self._parser.feed(what):
                self.app._driver.process_message(event)
        elif does == "go":
            await self._go(what)
        else:  # keys, and changes of size between them
            for key in what:
                if isinstance(key, str):
                    self.learner.send(key)
                else:
                    self._resize(*key)

    async def _go(self, names: Sequence[str]) -> None:
        """Do one action after the other, of those that are offered when their turn comes."""
        for name in names:
            if name in self.offered:
                self.learner.send(self.offered[name])
                await self._calm(ON_THE_WAY)

    def _resize(self, width: int, height: int) -> None:
        size = Size(width, height)
        self.app._driver._size = size
        self.app.post_message(events.Resize(size, size))

    async def _calm(self, patience: float = PATIENCE) -> None:
        """Wait for what is going on, but not for a screen that waits for its end."""
        await self.learner.handled()
        end = time.monotonic() + patience
        while time.monotonic() < end and any(
            worker.state in (WorkerState.PENDING, WorkerState.RUNNING)
            for worker in self.app.workers
        ):
            await asyncio.sleep(0.005)
        await self.learner.handled()

    def _look(self) -> None:
        """Raise what brought the app down; nothing steers the terminal or runs out of its frame."""
        if self.app._exception is not None:
            raise self.app._exception
        if self.app._exit or not self.app.screen.is_running:
            return
        self._reached.look_at(self.app.screen)
        compositor = self.app.screen._compositor
        try:
            width, strips = compositor.size.width, compositor.render_strips()
        except ColorParseError:  # something was just put there and has no styles yet
            return
        for strip in strips:
            assert strip.cell_length <= width, f"{strip.cell_length} of {width}: {strip.text!r}"
            expect_calm(strip.text, repr(strip.text))

    @property
    def offered(self) -> dict[str, str]:
        """The actions of the table that can be done now, each with a key."""
        found = {}
        for key, active in self.app.screen.active_bindings.items():
            name = active.binding.id
            if name in BY_ID and active.enabled and key not in LEAVING:
                found.setdefault(name, key)
        return found


def next_step(walker: Walker, reached: Reached, rng: random.Random) -> Step:
    """Mostly what was seldom done so far; and much else."""
    offered = walker.offered
    names = sorted(offered, key=lambda name: (reached.actions[name], rng.random()))
    chance = rng.random()
    if "home.open" in offered and chance < 0.5:
        return "go", way(reached, rng)
    if names and not reached.actions[names[0]] and chance < 0.8:
        return "press", [offered[names[0]]] * rng.choice([1, 2])  # some want to be pressed twice
    if chance < 0.1 and {"question.check", "interview.check"} & offered.keys():
        return "press", [*rng.choice(ANSWERS), "f5"]
    if names and chance < 0.55:
        name = names[0] if rng.random() < 0.7 else rng.choice(names)
        return "press", [offered[name]] * rng.choice([1, 1, 1, 2, 2, 3])
    if chance < 0.78:
        return "press", _burst(rng)
    if chance < 0.88:
        return "codes", codes(rng, *walker.app.size)
    if chance < 0.94:
        return "resize", _size(rng)
    if chance < 0.98:
        text = hostile_text(rng)[: rng.choice([5_000, 5_000, 200_000])]
        return "paste", text.encode(errors="replace").decode()  # no terminal sends half letters
    return "later", rng.choice([1_000, 60_000, 3_600_000, DAY, 9 * DAY, -DAY])


def _burst(rng: random.Random) -> list[Any]:
    """Keys typed faster than the app can follow, perhaps while its window changes."""
    mixed = rng.random() < 0.5
    keys = [
        rng.choice(KEYS if mixed or rng.random() < 0.5 else LETTERS)
        for _ in range(rng.randint(1, MOST_AT_ONCE))
    ]
    burst: list[Any] = [key for key in keys if key not in LEAVING]
    for _ in range(rng.choice([0, 0, 0, 1, 4])):
        burst.insert(rng.randint(0, len(burst)), _size(rng))
    return burst


def _size(rng: random.Random) -> tuple[int, int]:
    return rng.choice([*SIZES, (rng.randint(1, 250), rng.randint(1, 80))])


def strokes(steps: Sequence[Step]) -> int:
    """How many keys were pressed."""
    pressed = [what for does, what in steps if does in ("press", "go")]
    return sum(isinstance(key, str) for keys in pressed for key in keys)


@asynccontextmanager
async def walker_at(home: Path, name: str, reached: Reached | None = None) -> AsyncIterator[Walker]:
    """Start the app in the world of this name."""
    clock = StillClock()
    library = world(name, home, clock)
    log = home / "progress.sqlite3"
    configuration = load(home)
    app = QuizzerApp(
        lambda: Study(library, Log.open(log), clock, configuration.settings),
        lambda: library.topics,
        configuration,
    )
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        walker = Walker(Learner(pilot), clock, reached or Reached())
        await walker.take(("press", []))
        yield walker
        await passed(app)  # keys behind the last one: a terminal's are not read once the app ends
    if app.study is not None:
        app.study.log.close()


async def failure_of(steps: Sequence[Step], home: Path, name: str) -> Exception | None:
    """What goes wrong when these steps are taken."""
    try:
        async with walker_at(home, name) as walker:
            for step in steps:
                await walker.take(step)
                if walker.app._exit:
                    break
    except Exception as error:  # whatever goes wrong is what is looked for
        return error
    return None


async def shortened(steps: list[Step], home: Path, name: str) -> list[Step]:
    """As few of the steps as still fail, as far as that is found in a minute or so."""
    end = time.monotonic() + SHRINKING
    tried = Counter[str]()
    size = max(1, len(steps) // 2)
    while size and time.monotonic() < end:
        start, is_shorter = 0, False
        while start < len(steps) and time.monotonic() < end:
            fewer = steps[:start] + steps[start + size :]
            tried["all"] += 1
            if await failure_of(fewer, home / f"again-{tried['all']}", name):
                steps, is_shorter = fewer, True
            else:
                start += size
        size = size if is_shorter and size == 1 else size // 2
    return steps
