"""An interview at the keyboard, its clock, and ways through it."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from quizzer.tui.screens.interview import InterviewScreen
from tests.tui.driver import Learner, StillClock, learner_at

OPEN = "say-why"


@asynccontextmanager
async def interviewed(
    home: Path, *setting_up: str, minutes: str = "10", size: tuple[int, int] = (80, 24)
) -> AsyncIterator[Learner]:
    """An interview with seed 1 has begun; keys may change its settings before."""
    async with learner_at(home, first=OPEN, size=size) as learner:
        await learner.press("i", "down", *minutes, *["up"] * 2, "1", *setting_up, "enter")
        yield learner


def interview(learner: Learner):  # type: ignore[no-untyped-def]  # whatever the screen holds
    return learner.app.screen.run  # type: ignore[attr-defined]


def clock(learner: Learner) -> StillClock:
    assert learner.app.study is not None
    assert isinstance(learner.app.study.clock, StillClock)
    return learner.app.study.clock


async def later(learner: Learner, seconds: float) -> None:
    """The clock has moved, and the screen has seen it."""
    clock(learner).ms += int(seconds * 1000)
    learner.app.screen.show_clock()  # type: ignore[attr-defined]
    await learner.settle()


async def pass_over_until(learner: Learner, there: Callable[[], bool]) -> None:
    """Say "I don't know" until something is the case."""
    while isinstance(learner.app.screen, InterviewScreen) and not there():
        await learner.press("f4", "f4")


async def pass_over_to(learner: Learner, item: str) -> None:
    await pass_over_until(learner, lambda: interview(learner).question.item.id == item)


async def pass_over_all(learner: Learner) -> None:
    await pass_over_until(learner, lambda: False)
