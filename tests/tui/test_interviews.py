"""An interview from its set-up to its debrief, as one lives through it at the keyboard."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
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
from quizzer.tui.screens.look_back import LookBackScreen
from quizzer.tui.screens.palette import commands_for
from quizzer.tui.screens.question import QuestionScreen
from quizzer.tui.widgets.answer_panel import AnswerPanel
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


async def test_the_set_up_tells_what_it_comes_to(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=OPEN) as learner:
        await learner.press("i")
        assert "‹ Phone screen ›" in learner.screen
        assert "8 of 20 parts · 40 %" in learner.screen
        begins = "about 5 questions, for example 3 on concepts, 1 on explaining"
        assert begins in " ".join(learner.screen.split())
        await learner.press("right")
        assert "‹ Deep learning fundamentals ›" in learner.screen
        assert "45 min" in learner.screen
        await learner.press("left", "left")
        assert "‹ Your own interview ›" in learner.screen


async def test_minutes_are_typed_and_come_within_bounds(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=OPEN) as learner:
        await learner.press("i", "down", "7", "down")
        assert "10 min" in learner.screen
        await learner.press("up", "9", "9", "down")  # 99 is too much, so 9 begins anew
        assert "10 min" in learner.screen
        await learner.press("up", "4", "5", "left")
        assert "‹ 40 min ›" in learner.screen


async def test_the_set_up_begins_as_it_was_used_last(tmp_path: Path) -> None:
    async with interviewed(
        tmp_path, *["down"] * 3, "right", "right", *["down"] * 2, "3"
    ) as learner:
        await learner.press("f8", "f8")
    async with learner_at(tmp_path, first=OPEN) as learner:
        await learner.press("i")
        rows = " ".join(learner.screen.split())
        assert "‹ Phone screen ›" in rows
        assert "Minutes 10 min Level senior" in rows
        assert "concepts 3 of 15 parts" in rows
        assert "Seed a new one" in rows
        await learner.press("right", "left")  # to one that was not used yet, and back
        assert "Minutes 10 min Level senior" in " ".join(learner.screen.split())
        await learner.press("right")
        assert "Minutes 45 min Level mid" in " ".join(learner.screen.split())


async def test_topics_are_chosen_from_a_list(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=OPEN) as learner:
        await learner.press("i", "down", "down", "down", "space")
        assert "[ ] Brackets a[i] and [/]" in learner.screen
        await learner.press("b", "space")
        assert "[x] Brackets a[i] and [/]" in learner.screen
        await learner.press("enter")
        assert "‹ Brackets a[i] and [/] ›" in learner.screen
        assert "1 question, for example 1 on concepts" in learner.screen


async def test_what_makes_no_sense_is_said_at_the_set_up(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=OPEN) as learner:
        await learner.press("i")
        for _ in range(4):
            await learner.press("down")
        for _ in range(4):
            await learner.press("0", "down")
        assert "The mix needs shares" in learner.screen


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
        assert "The time is up. This answer is the last one" in learner.screen
        await learner.press("f5")
        assert isinstance(learner.app.screen, JudgingScreen)
        assert "The interview is over. The time was up." in learner.screen
        await learner.press("escape")
        assert "1:00 overtime, with 1 answer in it." in learner.everything


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
        why = "After “I don't know” 3 times in a row, nothing was added."
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
        assert "c goes on with the interview" in learner.screen
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


async def test_open_answers_are_judged_at_the_end_and_scored(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await pass_over_to(learner, OPEN)
        await learner.type("A product of Jacobians a[i]")
        await learner.press("f5")
        await pass_over_all(learner)
        assert isinstance(learner.app.screen, JudgingScreen)
        assert "A product of Jacobians a[i]" in learner.screen
        assert "A strong answer" in learner.screen
        await learner.press("1", "0", "5", "enter")
        assert isinstance(learner.app.screen, DebriefScreen)
        # 2 of the weight 4 and half a point more: 5/8 of the points
        assert "explanation  ██████░░░░   62 %  solid" in learner.screen
        assert "1 question (" in learner.screen
        assert "a first sign" in learner.screen


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


async def test_an_answer_can_be_spoken_and_is_judged_too(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await pass_over_to(learner, OPEN)
        await learner.press("f5")
        assert "Write an answer first" in learner.screen
        await learner.press("f7")
        assert "Write an answer first" not in learner.screen
        assert "Speak now" in learner.screen
        assert "a goes back to writing." in learner.screen  # as the key bar has it
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
        assert "still without a mark." in learner.screen
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
        assert "1  Once more what you missed: " in learner.everything  # this bank has no lesson
        await learner.press("1")
        assert isinstance(learner.app.screen, QuestionScreen)
        assert "1 of 3" in learner.screen
        assert "again" in learner.screen


async def test_what_was_left_is_not_ended_by_one_key(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        left = interview(learner)
        await learner.press("escape", "enter", "enter")
        assert interview(learner).id == left.id
        await learner.press("escape", "enter")
        assert "n ends it there and begins the new one." in learner.screen
        await learner.press("n")
        assert interview(learner).id != left.id


async def test_one_that_has_ended_is_not_said_to_be_open(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await learner.press("escape")
        assert "You left the interview “Phone screen” at question 1, with" in learner.screen
        await learner.press("c", "f8", "f8", "escape")
        assert "You left the interview" not in learner.screen


async def test_the_set_up_says_what_would_not_be_asked(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("i")
        assert "none yet" not in learner.screen  # another seed may begin with others
        assert "questions, for example" in learner.screen
        few_numbers = [*["down"] * 6, "1"]
        await learner.press("down", *"10", *few_numbers, *["down"] * 4, "1")
        says = " ".join(learner.screen.split())
        assert "; none yet on computing." in says
        assert "Nothing can be asked on explaining or shapes here" in says  # as the bank has none


async def test_the_same_seed_asks_the_same_again(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        first = interview(learner).question
        await learner.press("f8", "f8", "a")
        assert "‹ Phone screen ›" in learner.screen
        await learner.press("enter")
        again = interview(learner).question
        assert (again.item, again.variant) == (first.item, first.variant)


async def test_with_answers_after_each_the_clock_waits(tmp_path: Path) -> None:
    async with interviewed(tmp_path, "up", "right") as learner:
        await learner.press("f4", "f4")
        assert "The clock stands still." in learner.screen
        assert "Why" in learner.everything
        before = interview(learner).time.elapsed
        await later(learner, 100)
        assert interview(learner).time.elapsed == before
        await learner.press("enter")
        assert "Question 2 · 1 more planned" in learner.screen


async def test_past_interviews_are_listed_with_their_debriefs(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await learner.press("f8", "f8", "escape", "p")
        assert "Phone screen" in learner.screen
        assert "2023-11-15 11:00" in learner.screen
        assert "Nothing was answered" in learner.screen
        await learner.press("enter")
        assert isinstance(learner.app.screen, DebriefScreen)


async def test_past_interviews_tell_their_results(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        await pass_over_all(learner)
        await learner.press("escape", "p")
        assert "concepts 0 %" in learner.screen
        assert "? rests on fewer than 3 questions." in learner.screen


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
        assert "This is how it was understood. F5 hands it in." in learner.screen
        await learner.press("f5")
        assert "F5 again hands it in so." in learner.screen  # the second part is empty
