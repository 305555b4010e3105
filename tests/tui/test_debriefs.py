"""After an interview: judging, debrief, looking back, interviews so far."""

import re
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from quizzer.progress.events import SessionStarted
from quizzer.progress.log import Log
from quizzer.study.interview.interview import Interview
from quizzer.study.interview.look_back import LookBack
from quizzer.tui.screens.debrief import DebriefScreen
from quizzer.tui.screens.judging import JudgingScreen
from quizzer.tui.screens.look_back import LookBackScreen
from quizzer.tui.screens.question import QuestionScreen
from quizzer.tui.widgets.answer_panel import AnswerPanel
from tests.tui.driver import Learner, learner_at
from tests.tui.interviewing import OPEN, interview, interviewed, pass_over_all, pass_over_to


async def test_open_answers_are_judged_at_the_end_and_scored(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await pass_over_to(learner, OPEN)
        await learner.type("A product of Jacobians a[i]")
        await learner.press("f5")
        await pass_over_all(learner)
        assert isinstance(learner.app.screen, JudgingScreen)
        assert "A product of Jacobians a[i]" in learner.screen
        assert "A strong answer" in learner.screen
        assert "Enter as shown" in learner.screen
        await learner.press("1", "0", "5")
        assert "Enter done" in learner.screen
        await learner.press("enter")
        assert isinstance(learner.app.screen, DebriefScreen)
        # 2 of the weight 4 and half a point more: 5/8 of the points
        assert "explanation  ██████░░░░   62 %  solid" in learner.screen
        assert re.search(r" question \d+ · ", learner.screen)
        assert "only a first indication" in learner.screen


async def test_looking_back_shows_the_marks_and_asks_for_none(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await pass_over_to(learner, OPEN)
        await learner.type("A product of Jacobians")
        await learner.press("f5")
        await pass_over_all(learner)
        assert "Did you say it?" in learner.everything
        assert "found:" in learner.everything
        await learner.press("1", "0", "5", "enter", "enter")
        while "In your own words" not in learner.everything:
            await learner.press("n")
        assert "Your marks" in learner.everything
        assert "[½ ]" in learner.everything
        for left_over in ("Did you say it?", "is a guess", "found:"):
            assert left_over not in learner.everything


async def test_the_report_on_an_interview_is_not_written_over_the_one_on_all(
    tmp_path: Path,
) -> None:
    async with interviewed(tmp_path) as learner:
        await learner.press("f8", "f8", "e")
        assert "Report on this interview" in learner.screen
        assert "quizzer-interview.md" in learner.app.screen.line
        await learner.press("escape", "escape", "escape", "e")
        assert "quizzer-report.md" in learner.app.screen.line


async def test_judging_may_wait(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await pass_over_to(learner, OPEN)
        await learner.type("A product")
        await learner.press("f5")
        await pass_over_all(learner)
        await learner.press("escape")
        assert "1 not judged yet" in learner.everything
        await learner.press("o", "1", "1", "1", "enter")
        assert "100 %  strong" in learner.screen


async def test_the_debrief_opens_each_question_with_its_solution(tmp_path: Path) -> None:
    about_brackets = (*["down"] * 4, "space", "b", "space", "enter")
    async with interviewed(tmp_path, *about_brackets) as learner:
        await learner.press("b" if option(learner, "b").startswith("[@click") else "a", "enter")
        await learner.press("enter")
        assert isinstance(learner.app.screen, LookBackScreen)
        assert "What is a[i] in [bold]x[/bold]?" in learner.screen
        assert "✗ Not right yet" in learner.everything
        assert "Because [/] is no answer to w[/path]." in learner.everything
        assert "Since [red]c[k][/red] stays." in learner.everything


async def test_a_verdict_that_is_another_one_by_now_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_back = Interview.look_back

    def edited(interview: Interview, number: int) -> LookBack:
        return replace(look_back(interview, number), then="right")

    monkeypatch.setattr(Interview, "look_back", edited)
    async with interviewed(tmp_path) as learner:
        await pass_over_all(learner)
        await learner.press("home", "enter")
        assert "Right when you answered; the question has changed since." in learner.screen


async def test_every_kind_of_question_can_be_looked_at_in_a_debrief(tmp_path: Path) -> None:
    async with interviewed(tmp_path, minutes="30") as learner:
        await pass_over_all(learner)
        await learner.press("home", "enter")
        kinds = set()
        for _ in range(8):
            kinds.add(type(learner.app.screen.query_one(AnswerPanel)).__name__)
            await learner.press("enter")
        assert isinstance(learner.app.screen, LookBackScreen)
        assert {"ChoicePanel", "OpenPanel"} <= kinds


def option(learner: Learner, letter: str) -> str:
    """The text of an option as it is shown."""
    return dict(interview(learner).question.presentation.options)[letter.upper()]


async def test_next_steps_are_a_key_away(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await pass_over_all(learner)
        assert "1  Try again what you missed: " in learner.everything  # this bank has no lesson
        await learner.press("1")
        assert isinstance(learner.app.screen, QuestionScreen)
        assert "1 of 3" in learner.screen
        assert "again" in learner.screen


async def test_the_cursor_stands_at_the_question_that_enter_opens(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await pass_over_all(learner)
        assert rows_with_a_cursor(learner) == ["1."]
        await learner.press("down")
        assert rows_with_a_cursor(learner) == ["2."]
        await learner.press("enter")
        assert "2 of " in learner.screen.splitlines()[0]


def rows_with_a_cursor(learner: Learner) -> list[str]:
    """The numbers of the questions that the cursor stands at, as anybody sees them."""
    rows = (line.split() for line in learner.everything.splitlines())
    return [words[2] for words in rows if words[:1] == ["›"]]


async def test_steps_that_there_are_not_have_no_key(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await learner.press("f8", "f8")
        assert "1  Take this interview again with another seed" in learner.screen
        assert "1 first step  a again" in learner.screen.splitlines()[-1]
        await learner.press("2", "3")
        assert isinstance(learner.app.screen, DebriefScreen)


async def test_past_interviews_are_listed_with_their_debriefs(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await learner.press("f8", "f8", "escape", "p")
        assert "Phone screen" in learner.screen
        assert "2023-11-15 11:00" in learner.screen
        assert "Nothing was answered" in learner.screen
        await learner.press("enter")
        assert isinstance(learner.app.screen, DebriefScreen)


async def test_of_past_interviews_that_cannot_be_read_that_is_said(tmp_path: Path) -> None:
    with closing(Log.open(tmp_path / "progress.sqlite3")) as log:
        log.append(
            SessionStarted(
                id=log.new_id(),
                device=log.device,
                at=0,
                mode="interview",
                topic=None,
                plan=[],
                blueprint={"name": "own", "title": "Own", "minutes": -1},
            )
        )
    async with learner_at(tmp_path) as learner:
        assert "resumes the interview" not in learner.screen
        await learner.press("i", "p")
        assert "No interviews yet" in learner.screen
        assert "The interview of 1970-01-01 cannot be read" in learner.screen


async def test_past_interviews_tell_their_results(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await pass_over_all(learner)
        await learner.press("escape", "p")
        assert "concepts 0 %" in learner.screen
        assert "?: based on fewer than 3 questions." in learner.screen
