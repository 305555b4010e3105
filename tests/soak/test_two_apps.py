"""Two copies of the app on one log: whatever is done in both, nothing is lost and neither falls."""

import json
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from quizzer.bank.loading import load_folder
from quizzer.progress.events import Undone
from quizzer.progress.log import Log
from quizzer.study.study import Study
from quizzer.tui.app import QuizzerApp
from tests.soak.conftest import Chance
from tests.soak.reached import Reached
from tests.soak.walking import Step, Walker, next_step, strokes, walker_at
from tests.tui.driver import Learner, StillClock

pytestmark = pytest.mark.usefixtures("surroundings")


async def walkers_at(home: Path, stack: AsyncExitStack) -> tuple[Walker, Walker]:
    """Two copies of the app in one home, each with a clock of its own."""
    first = await stack.enter_async_context(walker_at(home, "lived in"))
    library, _ = load_folder(home / "banks")
    clock = StillClock()
    clock.ms = first.clock.ms
    app = QuizzerApp(
        lambda: Study(library, Log.open(home / "progress.sqlite3"), clock), lambda: library.topics
    )
    pilot = await stack.enter_async_context(app.run_test(size=(80, 24)))
    second = Walker(Learner(pilot), clock, Reached())
    await second.take(("press", []))
    return first, second


async def test_two_copies_lose_nothing(tmp_path: Path, chance: Chance) -> None:
    for number, (label, rng) in enumerate(chance.rounds(short=1, long=20)):
        steps: list[tuple[int, Step]] = []
        home = tmp_path / str(number)
        seen: set[str] = set()
        try:
            async with AsyncExitStack() as stack:
                both = await walkers_at(home, stack)
                await _answer_the_same(*both, home)
                reached = Reached()
                while strokes([step for _, step in steps]) < (300 if chance.is_long else 8):
                    which = rng.randint(0, 1)
                    if both[which].app._exit:
                        break
                    steps.append((which, next_step(both[which], reached, rng)))
                    await both[which].take(steps[-1][1])
                    seen = _all_of(home, seen)
        except Exception as error:
            raise AssertionError(f"{label}: {error!r}\n{json.dumps(steps)}") from error


async def _answer_the_same(first: Walker, second: Walker, home: Path) -> None:
    """Answer one question in both, take the answer back in one, and go on in the other."""
    answered = len(_all_of(home, set()))
    for one in (first, second):
        await one.take(("press", ["down", "enter"]))
        await one.take(("press", ["a"]))
    for one in (first, second, first):
        await one.take(("press", ["f5", "f5", "enter"]))
    assert len(_all_of(home, set())) in (answered + 1, answered + 2)
    await second.take(("press", ["escape", "escape", "u"]))
    await first.take(("press", ["n", "n", "f5"]))
    assert first.app.return_code is None
    assert second.app.return_code is None


def _all_of(home: Path, before: set[str]) -> set[str]:
    """The answers in the log: each that was there still is, or was taken back."""
    log = Log.open_to_read(home / "progress.sqlite3")
    try:
        events = log.events()
        there = {attempt.id for attempt in log.attempts()}
        undone = {event.target for event in events if isinstance(event, Undone)}
        assert before <= there | undone
        assert log.odd_entries() == []
        return there
    finally:
        log.close()
