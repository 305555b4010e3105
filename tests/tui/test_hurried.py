"""Keys pressed faster than what they bring: each counts for the question that was on the screen."""

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from quizzer.progress.events import Attempted
from quizzer.tui.app import QuizzerApp
from quizzer.tui.widgets.answer_panel import AnswerPanel
from quizzer.tui.widgets.rubric import Rubric
from tests.tui.driver import learner_at


def slow_down(app: QuizzerApp, seconds: float) -> None:
    """Whatever is worked out behind the screen takes its time, as on a busy machine."""
    behind = app.behind

    def slowly(function: Callable[..., Any], *arguments: Any) -> Any:
        time.sleep(seconds)
        return function(*arguments)

    app.behind = partial(behind, slowly)  # type: ignore[method-assign,assignment]


@pytest.mark.parametrize(
    ("opens", "again"),
    [("enter", "check"), ("enter", "next"), ("i enter", "check"), ("i enter", "pass_over")],
)
async def test_what_is_pressed_while_an_answer_is_taken_is_for_no_other_question(
    tmp_path: Path, opens: str, again: str
) -> None:
    async with learner_at(tmp_path) as learner:
        app = learner.app
        await learner.press(*opens.split(), "a")
        asked = learner.session.question.item.id
        slow_down(app, 0.01)
        app.screen.post_message(AnswerPanel.Submitted())  # as Enter in a field does
        for _ in range(2):
            app.call_later(app.run_action, again, app.screen)  # as the app does with a key
        await learner.settle()
        assert app.return_code is None
        assert "That did not work" not in learner.screen
        assert app.study is not None
        events = app.study.log.events()
        assert [event.item for event in events if isinstance(event, Attempted)] == [asked]


async def test_marks_taken_twice_at_once_are_for_one_answer(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="say-why") as learner:
        app = learner.app
        await learner.press("i", "enter")
        while learner.session.question.item.id != "say-why":
            await learner.press("f4", "f4")
        await learner.type("A product")
        await learner.press("f5")
        while not app.screen.query(Rubric):
            await learner.press("f4", "f4")
        await learner.press("f5")  # the marks are guesses, it says
        slow_down(app, 0.01)
        app.screen.post_message(Rubric.Accepted())
        app.call_later(app.run_action, "done", app.screen)
        await learner.settle()
        assert app.study is not None
        events = app.study.log.events()
        judged = [event.item for event in events if isinstance(event, Attempted) and event.judges]
        assert judged == ["say-why"]


@pytest.mark.parametrize(
    ("ways", "key", "opened"),
    [
        ("", "enter", "QuestionScreen"),
        ("i", "enter", "InterviewScreen"),
        ("s", "space", "ChoosingDialog"),
        ("f", "enter", "ComponentScreen"),
    ],
)
async def test_what_is_pressed_at_once_opens_one_screen(
    tmp_path: Path, ways: str, key: str, opened: str
) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press(*ways)
        for _ in range(3):
            learner.send(key)
        await learner.settle()
        screens = [type(screen).__name__ for screen in learner.app.screen_stack]
        assert screens.count(opened) == 1


async def test_enter_at_once_opens_one_debrief_and_one_look_back(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("i", "enter", "f4", "f4", "f8", "f8", "escape")
        await learner.press("i", "p")
        for opened in ("DebriefScreen", "LookBackScreen"):
            await learner.at_once("enter", "enter", "enter")
            screens = [type(screen).__name__ for screen in learner.app.screen_stack]
            assert screens.count(opened) == 1


async def test_a_key_that_waited_for_a_screen_that_was_left_is_for_nothing(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("w")
        left = learner.app.screen
        await learner.press("escape", "escape")
        assert left not in learner.app.screen_stack
        assert not await learner.app.run_action("leave", left)
        await learner.settle()
        assert learner.app.return_code is None
