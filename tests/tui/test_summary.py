"""What the end of a session offers, each a key away."""

from pathlib import Path

import pytest

from quizzer.tui.screens.home import HomeScreen
from quizzer.tui.screens.interview_setup import InterviewSetUpScreen
from quizzer.tui.screens.lesson import LessonScreen
from quizzer.tui.screens.plan import PlanScreen
from quizzer.tui.screens.question import QuestionScreen
from quizzer.tui.screens.summary import SummaryScreen
from tests.study.builders import taught
from tests.tui.driver import Learner, learner_at, letter_of


async def give_up_all(learner: Learner) -> None:
    """Say of all questions that are left that one does not know; not for a review."""
    while isinstance(learner.app.screen, QuestionScreen):
        await learner.press("f4", "f4", "enter")


async def test_what_was_missed_is_asked_once_more(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter")
        await learner.press(letter_of(learner, "The spread"), "enter", "enter")
        await give_up_all(learner)
        assert "1  Try again what you missed: 3 questions." in learner.screen
        assert "is due tomorrow (Thursday, 16 November)." in learner.screen
        await learner.press("1")
        assert learner.session.total == 3
        await learner.press("f4", "f4", "escape")
        assert isinstance(learner.app.screen, HomeScreen)
        assert "▸ c resumes what you missed: question 2 of 3" in learner.screen


async def test_a_single_question_is_not_the_first_of_several(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("down", "enter")
        assert learner.session.total == 1
        await give_up_all(learner)
        assert "It is due tomorrow (Thursday, 16 November)." in learner.screen
        assert "The first of these" not in learner.screen


async def test_what_was_missed_before_and_left_ends_only_when_that_is_meant(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter")
        await give_up_all(learner)
        await learner.press("1", "f4", "f4")
        left = learner.session.id
        await learner.press("escape", "s", "enter")
        await give_up_all(learner)
        await learner.press("1")
        assert "You left what you missed at question 2 of 4." in learner.screen
        await learner.press("enter")
        assert learner.session.id == left


async def test_a_mistake_is_drilled_and_the_topic_goes_on(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter")
        await learner.press(letter_of(learner, "It makes"), "enter", "enter")
        await give_up_all(learner)
        assert "2  Drill a mistake: sums to one." in learner.screen
        assert "3  Start “Brackets a[i] and [/]”: 1 question." in learner.screen
        await learner.press("2")
        assert learner.session.called == "drill"
        await give_up_all(learner)
        assert "Next steps" in learner.screen
        await learner.press("enter")
        assert isinstance(learner.app.screen, HomeScreen)


async def test_a_lesson_stands_above_the_practice_of_its_topic(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with learner_at(tmp_path) as learner:
        study = learner.app.study
        assert study is not None
        monkeypatch.setattr(study, "library", taught(study.library, "attention"))
        await learner.press("b")
        await give_up_all(learner)
        await learner.press("2")  # there is no second step
        assert isinstance(learner.app.screen, SummaryScreen)
        await learner.press("1")
        assert isinstance(learner.app.screen, LessonScreen)
        assert "Look here" in learner.screen
        await learner.press("escape")
        assert learner.session.topic == "attention"
        await give_up_all(learner)
        assert "1  Read the lesson on “Attention”, then try again what you" in learner.screen
        await learner.press("1")
        assert isinstance(learner.app.screen, LessonScreen)
        await learner.press("escape")
        assert learner.session.called == "again"


async def test_what_was_begun_from_the_plan_leads_back_to_it(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("a")
        await learner.type("+9")
        await learner.press("enter", "b", "f4", "f4")
        learner.session.plan = learner.session.plan[:1]  # what is missed would come without end
        await learner.press("enter")
        assert learner.screen.splitlines()[-1].startswith(" Enter back")
        assert "Continue with your plan for the interview" in learner.screen
        step = next(line for line in learner.screen.splitlines() if "your plan" in line)
        await learner.press(step.split()[0])
        assert isinstance(learner.app.screen, PlanScreen)
        await learner.press("escape")
        assert isinstance(learner.app.screen, HomeScreen)


async def test_when_all_is_done_an_interview_is_next(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("s", "enter")
        await give_up_all(learner)
        assert "2  There are no new questions left: rehearse an interview." in learner.screen
        await learner.press("2")
        assert isinstance(learner.app.screen, InterviewSetUpScreen)
        await learner.press("escape")
        assert isinstance(learner.app.screen, HomeScreen)
