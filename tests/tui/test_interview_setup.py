"""What an interview is to be: its set-up, and beside one that is still open."""

from pathlib import Path

from tests.tui.driver import learner_at
from tests.tui.interviewing import OPEN, interview, interviewed


async def test_the_set_up_tells_what_it_comes_to(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=OPEN) as learner:
        await learner.press("i")
        assert "‹ Phone screen ›" in learner.screen
        assert "8 of 20 parts · 40 %" in learner.screen
        begins = "about 5 questions, for example 3 on concepts, 1 on explanation"
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
        assert "Seed new" in rows
        await learner.press("right", "left")  # to one that was not used yet, and back
        assert "Minutes 10 min Level senior" in " ".join(learner.screen.split())
        await learner.press("right")
        assert "Minutes 45 min Level mid" in " ".join(learner.screen.split())


async def test_topics_are_chosen_from_a_list(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=OPEN) as learner:
        await learner.press("i", "down", "down")
        assert "Space from a list" not in learner.screen  # there is none for levels
        await learner.press("down")
        assert "Space from a list" in learner.screen
        await learner.press("space")
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
        assert "The shares of the mix must be numbers" in learner.screen


async def test_what_was_left_is_not_ended_by_one_key(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        left = interview(learner)
        await learner.press("escape", "enter", "enter")
        assert interview(learner).id == left.id
        await learner.press("escape", "enter")
        assert "n drops the rest and starts the new one." in learner.screen
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
        assert "; none yet on computation." in says
        assert "There are no questions on explanation or shapes here" in says  # the bank has none
        await learner.press("up", "up", "1")
        says = " ".join(learner.screen.split())
        assert "There are no questions on explanation, shapes or debugging here" in says


async def test_the_same_seed_asks_the_same_again(tmp_path: Path) -> None:
    async with interviewed(tmp_path) as learner:
        first = interview(learner).question
        await learner.press("f8", "f8", "a")
        assert "‹ Phone screen ›" in learner.screen
        await learner.press("enter")
        again = interview(learner).question
        assert (again.item, again.variant) == (first.item, first.variant)
