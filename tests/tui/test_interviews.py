"""An interview from its first question to its last, as one lives through it at the keyboard."""

from pathlib import Path

import pytest

from quizzer.bank.schema import Item
from quizzer.exercises.variant import Variant
from quizzer.study import engine
from quizzer.study.errors import StudyError
from quizzer.tui.screens import answering
from quizzer.tui.screens.debrief import DebriefScreen
from quizzer.tui.screens.interview import InterviewScreen
from quizzer.tui.screens.judging import JudgingScreen
from quizzer.tui.screens.palette import commands_for
from tests.tui.driver import learner_at
from tests.tui.interviewing import (
    OPEN,
    clock,
    interview,
    interviewed,
    later,
    pass_over_all,
    pass_over_to,
    pass_over_until,
)


async def test_the_clock_is_visible_and_runs_for_the_interview_and_the_question(
    tmp_path: Path,
) -> None:
    async with interviewed(tmp_path) as learner:
        assert "Question 1 · 2 more planned" in learner.screen
        assert "10:00 left · 0:00 of 2:00" in learner.screen
        await later(learner, 65)
        assert "8:55 left · 1:05 of 2:00" in learner.screen


async def test_no_answer_is_shown_before_the_end(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await pass_over_to(learner, "bracket-laden")
        await learner.press("a", "enter")
        assert "Right" not in learner.screen
        assert "Not right" not in learner.screen
        assert "Since [red]" not in learner.everything


async def test_the_reference_and_lessons_cannot_be_reached(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        offered = {command.name for command in commands_for(learner.app.screen)}
        assert not {"Reference", "Lesson", "Solution", "Undo"} & offered
        await learner.press("f10")
        assert isinstance(learner.app.screen, InterviewScreen)


async def test_overtime_is_marked_and_costs_nothing_typed(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await pass_over_to(learner, OPEN)
        await learner.type("A product")
        await later(learner, 660)
        assert "OVERTIME 1:00" in learner.screen
        assert "Time is up. This is the last answer" in learner.screen
        await learner.press("f5")
        assert isinstance(learner.app.screen, JudgingScreen)
        assert "The interview is over. Time was up." in learner.screen
        await learner.press("escape")
        assert "1:00 of overtime, with 1 answer in it." in learner.everything


async def test_the_head_tells_what_is_to_come(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        assert "Question 1 · 2 more planned" in learner.screen
        await pass_over_until(learner, lambda: interview(learner).question.number == 3)
        assert "Question 3 · more if time allows" in learner.screen
        await learner.press("f4")
        assert "3 times in a row ends the interview" in learner.screen
        await later(learner, 8 * 60 + 1)
        assert "Question 3 · the last one" in learner.screen


async def test_it_is_said_why_an_interview_is_over(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await pass_over_all(learner)
        assert isinstance(learner.app.screen, DebriefScreen)
        why = "After “I don't know” 3 times in a row, no more questions were added."
        assert f"The interview is over. {why}" in " ".join(learner.screen.split())
        await learner.press("escape", "p")
        assert "3 answered" in learner.screen
        await learner.press("enter")
        assert "The interview is over." not in learner.screen
        assert why in " ".join(learner.everything.split())


async def test_a_paused_interview_stands_still_and_goes_on_where_it_was(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await pass_over_to(learner, OPEN)
        await later(learner, 60)
        await learner.type("A product of")
        await learner.press("escape", "escape")
        clock(learner).ms += 3_600_000
        assert "c resumes the interview" in learner.screen
        assert "9:00 left" in learner.screen
        await learner.press("c")
        assert "A product of" in learner.screen
        assert "9:00 left · 1:00 of" in learner.screen


async def test_a_killed_interview_goes_on_from_its_last_sign_of_life(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quizzer.tui.screens.answering.KEEP_EVERY", 60)  # only when asked to
    async with interviewed(tmp_path) as learner:
        await pass_over_to(learner, OPEN)
        await later(learner, 30)
        await learner.type("the product")
        await learner.app.screen.keep()  # type: ignore[attr-defined]
        await later(learner, 5)  # these seconds are lost with the process
    async with learner_at(tmp_path, first=OPEN) as learner:
        clock(learner).ms += 86_400_000
        await learner.press("c")
        assert "the product" in learner.screen
        assert "9:30 left" in learner.screen


async def test_an_answer_can_be_spoken_and_is_judged_too(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await pass_over_to(learner, OPEN)
        await learner.press("f5")
        assert "Write an answer first" in learner.screen
        await learner.press("f7")
        assert "Write an answer first" not in learner.screen
        assert "Speak now" in learner.screen
        assert "a goes back to writing." in " ".join(
            learner.screen.split()
        )  # as the key bar has it
        await later(learner, 45)
        await learner.press("enter")
        assert "How sure are you?" in learner.screen
        await learner.press("3")
        await pass_over_all(learner)
        assert isinstance(learner.app.screen, JudgingScreen)
        assert "(said aloud)" in learner.screen
        assert "[ ?]" in learner.screen  # nothing suggests a mark, and none is taken for 0
        await learner.press("1", "enter", "f5", "f5")
        assert isinstance(learner.app.screen, JudgingScreen)
        assert "still to mark." in learner.screen
        await learner.press("5", "0", "f5")
        assert isinstance(learner.app.screen, DebriefScreen)
        await learner.press("enter")
        while "In your own words" not in learner.everything:
            await learner.press("n")
        assert "A strong answer" in learner.everything
        assert "│ A strong answer" not in learner.everything  # beside nothing that was written


async def test_finishing_early_asks_once_and_tells_what_was_not_reached(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await learner.press("f8")
        assert "Press again to end the interview" in learner.screen
        assert isinstance(learner.app.screen, InterviewScreen)
        await learner.press("f8")
        assert isinstance(learner.app.screen, DebriefScreen)
        assert "The interview is over. You ended it with 10:00 left." in learner.screen
        assert "3 questions not reached." in " ".join(learner.screen.split())


async def test_what_cannot_be_asked_is_left_out_and_told_in_the_debrief(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn, flawed = engine.draw, []

    def draw(item: Item, number: int) -> Variant:
        flawed[:] = flawed or [item.id]  # the first that is asked
        if item.id in flawed:
            raise StudyError(f"variant {number} of {item.id} cannot be asked: it has no numbers.")
        return drawn(item, number)

    monkeypatch.setattr(engine, "draw", draw)
    async with interviewed(tmp_path) as learner:
        assert "Question 1 · 1 more planned" in learner.screen
        await learner.press("f8", "f8")
        told = " ".join(learner.everything.split())
        assert f"of {flawed[0]} cannot be asked: it has no numbers." in told


async def test_with_answers_after_each_the_clock_waits(tmp_path: Path) -> None:
    async with interviewed(tmp_path, "up", "right") as learner:
        await learner.press("f4", "f4")
        assert "The clock is stopped." in learner.screen
        assert "Why" in learner.everything
        before = interview(learner).time.elapsed
        await later(learner, 100)
        assert interview(learner).time.elapsed == before
        await learner.press("enter")
        assert "Question 2 · 1 more planned" in learner.screen


async def test_a_small_screen_keeps_clock_and_question(tmp_path: Path) -> None:
    async with interviewed(tmp_path, size=(60, 20)) as learner:
        assert "10:00 left · 0:00 of 2:00" in learner.screen
        assert "Question 1 · 2 more planned" in learner.screen
        await learner.press("f8", "f8")
        assert "Score card" in learner.screen


async def test_an_answer_is_handed_in_and_not_graded_before_ones_eyes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answering, "PREVIEW_AFTER", 60)  # F5 comes first on a slow machine, too
    async with interviewed(tmp_path) as learner:
        await pass_over_to(learner, "doubled")
        await learner.paste("[[1, 2], [3, 4]]")
        await learner.press("f5")
        assert "This is how your answer was read. F5 hands it in." in learner.screen
        await learner.press("f5")
        assert "F5 again hands it in as it is." in learner.screen  # the second part is empty


async def test_the_clock_stands_still_while_the_machine_sleeps_and_says_so(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await later(learner, 30)
        turned = clock(learner)
        turned.set_ms += 600_000
        await later(learner, 5)
        assert "9:25 left" in learner.screen
        assert "Your machine slept, and the clock stood still: 10:00." in learner.screen
        assert interview(learner).slept == 0  # it is on disk
