"""What a key brings comes with the first frame after it, if it is ready soon."""

import asyncio
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from textual.screen import Screen

from quizzer.handbook import kept
from quizzer.study.interview.interview import Interview
from quizzer.study.interview.look_back import LookBack
from quizzer.tui.screens import base
from quizzer.tui.screens.component import ComponentScreen
from quizzer.tui.screens.interview import InterviewScreen
from quizzer.tui.screens.look_back import LookBackScreen
from quizzer.tui.screens.past_interviews import PastInterviewsScreen
from quizzer.tui.screens.question import QuestionScreen
from quizzer.tui.screens.reference import ReferenceScreen
from tests.tui.driver import Learner, learner_at


def frames_of(
    kind: type[Screen[Any]], learner: Learner, monkeypatch: pytest.MonkeyPatch
) -> list[str]:
    """The text of every frame of a screen, as they will be painted."""
    frames: list[str] = []
    display = learner.app._display

    def watched(screen: Screen[Any], frame: Any) -> None:
        if isinstance(screen, kind) and screen is learner.app.screen:
            frames.append(learner.screen)
        display(screen, frame)

    monkeypatch.setattr(learner.app, "_display", watched)
    return frames


@pytest.mark.parametrize(
    ("kind", "keys", "brings"),
    [
        (ReferenceScreen, "f", "rnn_step"),
        (ComponentScreen, "f enter", "Formula"),
        (QuestionScreen, "enter", "Why the scale"),
        (PastInterviewsScreen, "i p", "No interviews yet"),
    ],
)
async def test_what_is_ready_soon_comes_with_the_first_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: Any, keys: str, brings: str
) -> None:
    monkeypatch.setattr(base, "BLINK", 10)  # seconds: a busy machine is slow
    async with learner_at(tmp_path, painted=True) as learner:
        frames = frames_of(kind, learner, monkeypatch)
        await learner.press(*keys.split())
        assert brings in frames[0]


async def test_what_takes_longer_does_not_hold_up_the_first_frame(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        frames = frames_of(ReferenceScreen, learner, monkeypatch)
        seen = threading.Event()
        groups = kept.groups

        def slowly(cache_folder: Path) -> Sequence[kept.Group]:
            seen.wait(60)
            return groups(cache_folder)

        monkeypatch.setattr(kept, "groups", slowly)
        learner.send("f")
        while not frames:
            await asyncio.sleep(0.01)
        assert "Reference" in frames[0]
        assert "rnn_step" not in frames[0]
        seen.set()
        await learner.settle()
        assert "rnn_step" in learner.screen


async def test_a_verdict_and_what_follows_it_are_in_sight_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with learner_at(tmp_path, painted=True, first="by-hand", size=(60, 16)) as learner:
        await learner.press("enter", "f4")
        frames = frames_of(QuestionScreen, learner, monkeypatch)
        await learner.press("f4")
        assert "Not known yet" in frames[0] or frames[0].splitlines()[2] == " Solution"
        assert learner.screen.splitlines()[2] == " Solution"
        frames.clear()
        await learner.press("enter")
        assert frames[0].splitlines()[2] == " Why the scale"


async def test_a_question_that_is_looked_back_at_comes_with_its_head(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with learner_at(tmp_path, painted=True, first="say-why") as learner:
        await learner.press("i", "down", "1", "0", "up", "up", "1", "enter")
        while isinstance(learner.app.screen, InterviewScreen):
            await learner.press("f4", "f4")
        await learner.press("home", "enter")
        frames = frames_of(LookBackScreen, learner, monkeypatch)
        look_back = Interview.look_back

        def slow(interview: Interview, number: int) -> LookBack:
            time.sleep(0.1)
            return look_back(interview, number)

        monkeypatch.setattr(Interview, "look_back", slow)
        await learner.press("n")
        page_below_the_head = [frame.splitlines()[2] for frame in frames]
        assert frames[0].startswith(" 2 of 3")
        assert page_below_the_head[0].strip()
        assert len(set(page_below_the_head)) == 1


async def test_what_is_imported_ahead_keeps_nothing_waiting(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        imported = threading.Event()

        def importing() -> None:
            imported.wait(60)

        learner.app.preload(importing)
        await learner.press("f")
        assert "rnn_step" in learner.screen
        imported.set()
