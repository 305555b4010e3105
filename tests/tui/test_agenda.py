"""Home says what to do now: resume, placement, due items, mistakes, the day of the interview."""

import asyncio
import threading
from contextlib import closing
from pathlib import Path

import pytest

from quizzer.bank import library
from quizzer.bank.loading import load_library
from quizzer.progress.log import Log
from quizzer.study.preparation import Plan
from quizzer.study.study import Study
from quizzer.tui.agenda import agenda
from quizzer.tui.screens.home import HomeScreen
from quizzer.tui.screens.interview_setup import InterviewSetUpScreen
from quizzer.tui.screens.plan import PlanScreen
from quizzer.tui.screens.question import QuestionScreen
from quizzer.tui.screens.summary import SummaryScreen
from quizzer.tui.widgets.topics import TopicList
from tests.progress.builders import attempted
from tests.tui.driver import Learner, StillClock, learner_at, letter_of

DAY = 86_400_000


def turn_clock(learner: Learner, days: int) -> None:
    assert learner.app.study is not None
    assert isinstance(learner.app.study.clock, StillClock)
    learner.app.study.clock.ms += days * DAY


async def test_a_new_learner_is_offered_a_placement_that_can_be_skipped(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        assert "New here? b: six questions show where to start; x: skip" in learner.screen
        await learner.press("x")
        assert "New here?" not in learner.screen
    async with learner_at(tmp_path) as learner:
        assert "New here?" not in learner.screen


async def test_the_placement_says_where_to_start(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("down", "b")
        assert learner.screen.splitlines()[0].endswith("where to start")
        await learner.press("f4", "f4", "escape")
        assert "c resumes the questions that show where to start: question 2" in learner.screen
        await learner.press("c")
        while isinstance(learner.app.screen, QuestionScreen):
            await learner.press("f4", "f4", "enter")
        assert isinstance(learner.app.screen, SummaryScreen)
        assert "1  Practise “Attention”." in learner.screen
        assert "You seem to know" not in learner.screen
        await learner.press("enter")
        assert isinstance(learner.app.screen, HomeScreen)
        assert "New here?" not in learner.screen
        assert "Scores and weights" in learner.screen  # the cursor stands where to start


async def test_due_items_are_counted_with_their_minutes(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "f4", "f4", "escape")
        assert "Nothing is due today" in learner.screen
        turn_clock(learner, 3)
        await learner.press("l")  # anything that comes back to the check-list
        await learner.press("g", "escape")
        assert "▸ r reviews 1 due, about 2 min" in learner.screen
        await learner.press("r")
        assert "review" in learner.screen


async def test_the_list_leaves_two_lines_for_the_topic_whatever_there_is_to_do(
    tmp_path: Path,
) -> None:
    async with learner_at(tmp_path) as learner:
        seen = set()
        for keys in ((), ("enter", "b", "enter", "escape"), ("c", "n", "escape"), ("u", "escape")):
            await learner.press(*keys)
            body = learner.app.screen.query_one("#body")
            longest = learner.app.screen.query_one(TopicList).styles.max_height
            assert longest.value == body.size.height - 3  # its upper line is one of them
            seen.add(body.size.height)
        assert len(seen) > 1


async def test_of_more_that_is_due_than_a_review_asks_its_own_part_is_counted(
    tmp_path: Path,
) -> None:
    async with learner_at(tmp_path) as learner:
        settings = learner.app.study.settings._replace(review_questions=1)
        learner.app.study.settings = settings
        await learner.press("enter", "f4", "f4", "enter", "f4", "f4", "escape")
        turn_clock(learner, 9)
        await learner.press("g", "escape")
        assert "▸ r reviews 1 of 2 due, about" in learner.screen


async def test_a_review_that_was_left_is_not_counted_as_one_of_all_that_is_due(
    tmp_path: Path,
) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "f4", "f4", "enter", "f4", "f4", "escape")
        turn_clock(learner, 9)
        await learner.press("g", "escape")
        assert "▸ r reviews 2 due, about" in learner.screen
        await learner.press("r", "f4", "f4", "enter", "escape")
        turn_clock(learner, 9)
        await learner.press("g", "escape")
        assert "▸ r resumes the review you left; 2 due" in learner.screen
        await learner.press("r")
        assert "2 of 3" in learner.screen


async def test_a_key_that_can_do_nothing_now_says_why(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("d")
        assert "You have made no mistake twice yet" in learner.screen
        await learner.press("r")
        assert "Nothing is due today." in learner.screen
        await learner.press("c")
        assert "There is no session to resume." in learner.screen
        assert "Nothing is due today." not in learner.screen
        await learner.press("down")
        assert "There is no session to resume." not in learner.screen
        await learner.press("up")
        await learner.press("enter", "f4", "f4", "escape", "c")
        assert isinstance(learner.app.screen, QuestionScreen)


async def test_a_mistake_made_twice_is_offered_as_a_drill(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter")
        await learner.press(letter_of(learner, "It makes"), "enter", "escape")
        turn_clock(learner, 5)
        await learner.press("g", "escape", "r")
        await learner.press(letter_of(learner, "It makes"), "enter", "escape")
        assert "▸ d drills: sums to one, made 2 of 2 times" in learner.screen
        await learner.press("d")
        assert "Why the scale" in learner.screen


def test_what_there_is_to_do_needs_no_item_unpacked(
    tmp_path: Path, compiled_banks: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = StillClock()
    wrong = {"item": "sdpa-by-hand", "status": "wrong", "score": "0", "mistakes": ["no-scale"]}
    monkeypatch.setattr(library, "unpacked", lambda _: pytest.fail("an item is unpacked"))
    with closing(Log.open(tmp_path / "log.sqlite3")) as log:
        log.append(*(attempted(log, at=clock.ms - days * DAY, **wrong) for days in (9, 8)))
        found = agenda(Study(load_library(compiled_banks), log, clock))
    assert (found.overview.due, found.in_review, found.review_minutes) == (1, 1, 8)
    assert found.drill is not None
    assert (found.drill.mistake, found.drill.count) == ("no-scale", 2)


async def test_practice_that_was_left_ends_only_when_that_is_meant(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("p", "f4", "f4")
        first = learner.session.id
        await learner.press("escape", "p")
        assert "You left practice of Attention at question 2 of 4." in learner.screen
        await learner.press("escape")
        assert isinstance(learner.app.screen, HomeScreen)
        await learner.press("p", "enter")
        assert learner.session.id == first
        await learner.press("escape", "p", "n")
        assert (learner.session.id == first, learner.session.position) == (False, 0)
        await learner.press("escape", "p")  # nothing was done in it
        assert isinstance(learner.app.screen, QuestionScreen)


async def test_the_review_that_was_left_goes_on(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        for _ in range(2):
            await learner.press("enter", "f4", "f4", "enter", "f4", "f4", "escape")
        turn_clock(learner, 9)
        await learner.press("g", "escape", "r", "f4", "f4", "enter")
        review = learner.session.id
        await learner.press("escape", "r")
        assert (learner.session.id, learner.session.position) == (review, 1)


async def test_on_a_narrow_screen_all_that_can_be_done_keeps_its_key(tmp_path: Path) -> None:
    narrow = (60, 20)
    async with learner_at(tmp_path, size=narrow) as learner:
        assert "▸ New here? b: six questions show where to start; x: skip\n" in learner.screen
        for begin in ("enter", "r"):
            await learner.press(begin)
            await learner.press(letter_of(learner, "It makes"), "enter", "enter", "escape")
            turn_clock(learner, 9)
            await learner.press("g", "escape")
        lines = [line for line in learner.screen.splitlines() if line.startswith(" ▸")]
        assert [line[:6] for line in lines] == [" ▸ c r", " ▸ r r", " ▸ d d"]


async def test_mastery_is_not_claimed_without_evidence(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "f4", "f4", "escape")
        text = " ".join(learner.screen.split())
        assert "0 due. Level: too few answers so far to tell." in text


async def test_the_day_of_the_interview_is_set_and_planned_for(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "f4", "f4", "escape", "a")
        assert isinstance(learner.app.screen_stack[-2], PlanScreen)
        await learner.type("soon")
        await learner.press("enter")
        assert "“soon” was not understood as a day." in learner.screen
        await learner.press("ctrl+u")
        await learner.type("in 3 weeks")
        assert "= Wednesday, 06 December 2023, in 21 days" in learner.screen
        await learner.press("enter")
        assert "Wednesday, 06 December, in 21 days" in learner.screen
        assert "20 min per day" in learner.screen
        assert "Today: " in learner.screen
        assert "Tue 05 Dec" in learner.everything  # the eve
        assert "more day" not in learner.everything
        await learner.press("right")
        assert "25 min per day" in learner.screen
        await learner.press("escape")
        assert "interview in 21 days, 06 December" in learner.screen


async def test_a_day_that_is_over_is_refused_in_words(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("a")
        await learner.type("2023-11-01")
        await learner.press("enter")
        assert "2023-11-01 is in the past." in learner.screen


async def test_the_plan_begins_with_today(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("a")
        await learner.type("+9")
        await learner.press("enter", "b")
        assert isinstance(learner.app.screen, QuestionScreen)
        assert "1 of 6 · junior" in learner.screen
        await learner.press("i", "i", "escape")
        assert "Already done: 1 question, planned as" in learner.screen
        await learner.press("escape")
        assert "c resumes a day's part of the plan: question 2" in learner.screen


async def test_another_day_takes_the_place_of_the_one_that_is_set(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("a", *"+9", "enter")
        assert "in 9 days" in learner.screen
        await learner.press("enter", *"+3", "enter")
        assert "in 3 days" in learner.screen


async def test_on_the_day_itself_nothing_is_planned_any_more(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("a", *"+0", "enter")
        assert "Today is the day. Good luck!" in learner.screen
        await learner.press("end")
        assert "The days until then" not in learner.screen


async def test_a_mock_interview_of_the_plan_is_set_up_from_there(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "f4", "f4", "escape")
        turn_clock(learner, 1)
        await learner.press("a", *"+3", "enter")
        assert "Today: a mock interview, 20 minutes (i sets it up)" in learner.screen
        await learner.press("i")
        assert isinstance(learner.app.screen, InterviewSetUpScreen)
        assert learner.app.screen.blueprint.minutes == 20
        await learner.press("escape")
        assert isinstance(learner.app.screen, PlanScreen)
        assert "Or, instead: 6 questions, 5 of them new," in learner.screen
        await learner.press("b")
        assert isinstance(learner.app.screen, QuestionScreen)


async def test_a_part_of_the_plan_that_was_left_goes_on_until_all_is_right(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("a", *"+9", "enter", "b", "i", "i", "escape")
        assert "Today: 6 questions left (b continues)" in learner.screen
        await learner.press("b")
        assert "2 of 7" in learner.screen


async def test_minutes_can_be_changed_while_they_are_planned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("a", *"+14", "enter")
        study, planned = learner.app.study, threading.Event()
        assert study is not None
        plan = study.plan

        def slow(minutes: float) -> Plan:
            planned.wait(20)
            return plan(minutes)

        monkeypatch.setattr(study, "plan", slow)
        await learner.press("escape")
        learner.send("a")
        while "min per day" not in learner.screen:
            await asyncio.sleep(0.01)
        learner.send("right")
        while "25 min per day" not in learner.screen:
            await asyncio.sleep(0.01)
        planned.set()
        await learner.settle()
        assert "What you will remember" in learner.screen


async def test_a_new_plan_leaves_one_at_the_same_line(tmp_path: Path) -> None:
    async with learner_at(tmp_path, size=(80, 14)) as learner:
        await learner.press("a", *"+14", "enter", "pagedown")
        assert "Today:" not in learner.screen
        await learner.press("right")
        assert "25 min per day" in learner.screen
        assert "Today:" not in learner.screen


async def test_points_say_what_one_can_do_at_home_and_in_progress(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        assert "· can compute attention by hand  1 item" in learner.screen
        await learner.press("enter")
        await learner.press(letter_of(learner, "It makes"), "enter", "escape")
        assert "✗ can compute attention by hand  0 of 1 item passed" in learner.screen
        turn_clock(learner, 3)
        await learner.press("g", "escape", "r")
        await learner.press(letter_of(learner, "The spread"), "enter", "escape")
        assert "✓ can compute attention by hand  1 of 1 item passed" in learner.screen
        await learner.press("g", "right", "right", "right", "right")
        assert "✓ can: you passed at least half of its items and all you saw" in learner.screen
        assert "Attention: 1 of 1 point" in learner.screen
        assert "✓ can compute attention by hand  1 of 1 item passed" in learner.screen


async def test_what_was_chosen_is_resumed_under_that_name(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("s", "enter", "f4", "f4", "escape")
        assert "▸ c resumes the questions you chose: question 2 of" in learner.screen


async def test_the_keys_of_the_placement_say_later_why_they_do_nothing(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("x")
        await learner.press("b")
        assert "are offered only at the very start." in " ".join(learner.screen.split())


async def test_what_is_wrong_in_own_banks_stays_in_sight_and_is_told_where_it_is(
    tmp_path: Path,
) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("m")
        assert "There are no problems in your own banks." in learner.screen
        learner.app.study.library.flaws = ("mine.yaml:7:10: no level is called 'jnior'",)
        await learner.press("g", "escape")  # anything that comes back to the check-list
        assert "▸ m shows 1 problem in your own banks" in learner.screen
        await learner.press("m")
        assert "mine.yaml:7:10: no level is called 'jnior'" in learner.screen
        assert "Your own banks have 1 problem; what is affected is left out" in learner.screen
