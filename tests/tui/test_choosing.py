"""Beside the usual way: choosing questions, how sure one is, bookmarks, progress."""

import json
from pathlib import Path

import pytest
from textual.events import Paste

from quizzer.configuration.settings import Settings
from quizzer.tui.screens.home import HomeScreen
from quizzer.tui.screens.question import QuestionScreen
from tests.tui.driver import Learner, learner_at, letter_of


def logged(learner: Learner):  # type: ignore[no-untyped-def]  # the last attempt in the log
    assert learner.app.study is not None
    return learner.app.study.log.attempts()[-1]


async def test_questions_are_chosen_by_what_they_are(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("s")
        assert "6 questions found." in learner.screen
        await learner.press("down", "right")
        assert "‹ choice ›" in learner.screen
        assert "3 questions found." in learner.screen
        await learner.press("enter")
        assert isinstance(learner.app.screen, QuestionScreen)
        assert "1 of 3" in learner.screen


async def test_the_way_back_from_chosen_questions_is_the_check_list(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("s", "enter", "f4", "f4", "escape")
        assert isinstance(learner.app.screen, HomeScreen)
        assert "c resumes the questions you chose: question 2 of 6" in learner.screen


async def test_others_are_chosen_only_when_those_that_were_left_are_meant_to_end(
    tmp_path: Path,
) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("s", "enter", "f4", "f4", "enter")
        first = learner.session.id
        await learner.press("escape", "s")
        assert (
            "You left the questions you chose at question 2 of 6. c resumes them" in learner.screen
        )
        await learner.press("c")
        assert (learner.session.id, learner.session.position) == (first, 1)
        await learner.press("escape", "s", "enter", "enter")  # in a hurry
        assert (learner.session.id, learner.session.position) == (first, 1)
        await learner.press("escape", "s", "enter", "n")
        assert (learner.session.id == first, learner.session.position) == (False, 0)


def rows(learner: Learner) -> list[str]:
    """The rows of the form, without the marks of the cursor."""
    lines = learner.screen.splitlines()[2:11]
    return [" ".join(line.translate({ord(mark): None for mark in "‹›"}).split()) for line in lines]


async def test_what_was_chosen_last_is_chosen_again(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("s", "right", "down", "right", *["down"] * 5, "left", "left", "left")
        await learner.press("down", "right", "down", "3")
        chosen = rows(learner)
        for words in ("Attention", "choice", "never answered", "hardest first", "3 questions"):
            assert words in learner.screen
        await learner.press("enter", "escape", "s")
        assert rows(learner) == chosen


async def test_a_question_is_chosen_by_its_title(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("s", *["down"] * 5, "space", "space", "enter")
        assert "1 question found. First up: “Why the scale”" in learner.screen
        await learner.press("enter", "escape", "s")
        assert "Why the scale" in rows(learner)[5]


async def test_a_question_is_found_by_its_topic_point_or_kind_where_the_rest_fits_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quizzer.tui.screens.choosing.AT_A_GLANCE", 1)
    async with learner_at(tmp_path) as learner:
        await learner.press("s")
        assert "all (or find some by word)" in rows(learner)[5]
        await learner.press(*["down"] * 5, "space")
        assert "Questions · 6 of 6" in learner.screen
        await learner.type("compute hand")
        assert "[ ] Attention by hand" in learner.screen
        await learner.press("escape", *["up"] * 4, "right", *["down"] * 4, "space")
        assert "Questions · 3 of 3" in learner.screen
        assert "Attention by hand" not in learner.screen


async def test_bookmarked_questions_are_found_again(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "m")
        assert "★ practice" in learner.screen
        await learner.press("escape", "s", *["down"] * 6, *["right"] * 3)
        assert "‹ ★ bookmarked ›" in learner.screen
        assert "1 question found. First up: “Why the scale”" in learner.screen
        await learner.press("enter", "m")
        assert "★" not in learner.screen


async def test_nothing_found_is_said_before_it_is_begun(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("s", *["down"] * 6, "right")
        assert "Nothing is due today." in learner.screen
        await learner.press("right", "right")
        assert "No question is bookmarked yet: m on a question bookmarks it." in learner.screen
        await learner.press("left", "left", *["up"] * 6, "right")
        assert "No questions found. Remove a condition." in learner.screen
        await learner.press("enter")
        assert learner.screen.count("Remove a condition.") == 2


async def in_the_mistakes(learner: Learner, *keys: str) -> None:
    """Open the list of mistakes and press keys there."""
    await learner.press("s", *["down"] * 4, "space", *keys)


async def test_mistakes_are_named_in_words_and_ones_own_come_first(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await in_the_mistakes(learner)
        assert "[ ] no scale" in learner.screen
        assert learner.screen.index("no scale") < learner.screen.index("sums to one")
        await learner.press("escape", "escape", "enter")
        await learner.press(letter_of(learner, "It makes"), "enter", "escape")
        await in_the_mistakes(learner)
        assert "[ ] sums to one · 1 of 1" in learner.screen
        assert learner.screen.index("sums to one") < learner.screen.index("no scale")
        await learner.press("space", "enter")
        assert "‹ sums to one ›" in learner.screen
        assert "1 question found. First up: “Why the scale”" in learner.screen


async def test_a_long_list_is_narrowed_by_typing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quizzer.tui.screens.choosing.AT_A_GLANCE", 1)
    async with learner_at(tmp_path) as learner:
        await in_the_mistakes(learner, "space")
        assert "Mistakes · 2 of 2, 1 marked" in learner.screen
        await learner.at_once(*"one", "space", *"sums")  # in any order
        assert "Mistakes · 1 of 2, 1 marked" in learner.screen
        assert "▌ one sums" in learner.screen
        assert "[ ] sums to one" in learner.screen
        await learner.press("enter", "space")
        assert "1 of 2, 2 marked" in learner.screen
        await learner.press("backspace", *["backspace"] * 8)  # from the list back into the field
        assert "2 of 2, 2 marked" in learner.screen
        await learner.press("enter", "enter")
        assert "‹ no scale, sums to one ›" in learner.screen


async def test_of_a_very_long_list_a_word_brings_what_has_no_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quizzer.tui.screens.choosing.AT_A_GLANCE", 1)
    monkeypatch.setattr("quizzer.tui.widgets.mark_list.MOST", 1)
    async with learner_at(tmp_path) as learner:
        await in_the_mistakes(learner)
        assert "2 of 2" in learner.screen
        assert "… and 1 more. Type a word to search them." in learner.screen
        await learner.press(*"sums", "enter", "enter")
        assert "‹ sums to one ›" in learner.screen


async def test_what_was_found_is_taken_without_a_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quizzer.tui.screens.choosing.AT_A_GLANCE", 1)
    async with learner_at(tmp_path) as learner:
        await in_the_mistakes(learner, *"sums")
        assert "Enter to the list" in learner.screen
        await learner.press("enter")
        assert "Enter choose this" in learner.screen
        await learner.press("enter")
        assert "‹ sums to one ›" in learner.screen
        await learner.press("space", *"xyz", "enter", "enter")
        assert "Nothing matches." in learner.screen
        await learner.press("escape")
        assert "‹ sums to one ›" in learner.screen


async def test_how_sure_one_is_is_asked_before_the_reveal_and_logged(tmp_path: Path) -> None:
    async with learner_at(tmp_path, settings=Settings()) as learner:
        await learner.press("enter")
        await learner.press(letter_of(learner, "The spread"), "enter")
        assert "How sure are you?  1 guess  2 fifty-fifty  3 likely  4 sure" in learner.screen
        assert "Right" not in learner.screen
        await learner.press("4")
        assert "✓ Right" in learner.screen
        assert logged(learner).confidence == 3


async def test_how_sure_one_is_is_not_asked_of_what_is_not_understood(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand", settings=Settings()) as learner:
        await learner.press("enter")
        await learner.paste("1 2 3")
        await learner.preview()
        await learner.press("f5", "f5")
        assert "How sure" not in learner.screen
        assert "Shape (2, 2) is asked for; this has shape (3,)." in learner.screen
        assert "This was not graded." in learner.screen


async def test_while_how_sure_one_is_is_asked_nothing_names_another_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quizzer.tui.screens.answering.PREVIEW_AFTER", 60)  # F5 comes first
    async with learner_at(tmp_path, first="by-hand", settings=Settings()) as learner:
        await learner.press("enter")
        await learner.paste("[[1, 2], [3, 4]]")
        await learner.press("down")
        learner.app.post_message(Paste("[[1, 2], [3, 4]]"))
        await learner.press("f5")
        assert "F5 grades it." in learner.screen
        await learner.press("f5")
        assert "How sure are you?" in learner.screen
        assert "F5 grades it." not in learner.screen


async def test_one_need_not_say_how_sure_one_is(tmp_path: Path) -> None:
    async with learner_at(tmp_path, settings=Settings()) as learner:
        await learner.press("enter", "a", "enter", "escape")
        assert "How sure" not in learner.screen
        assert learner.session.verdict is None
        await learner.press("enter", "enter")
        assert logged(learner).confidence is None


async def test_the_question_of_how_sure_can_be_switched_off_for_good(tmp_path: Path) -> None:
    async with learner_at(tmp_path, settings=Settings()) as learner:
        await learner.press("enter", "a", "enter", "0")
        assert learner.session.verdict is not None
        await learner.press("enter", "a", "enter")
        assert "How sure" not in learner.screen
    assert json.loads((tmp_path / "home" / "preferences.json").read_text()) == {"confidence": False}


async def test_the_ending_of_a_file_is_the_format_of_the_report(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "f4", "f4", "escape")
        for ending, start in (("html", "<!DOCTYPE html>"), ("json", "{"), ("csv", "id,at,day")):
            await learner.press("e", *["backspace"] * 2)
            await learner.type(ending)
            await learner.press("enter")
            assert "The report was written" in learner.screen
            await learner.press("escape")
            text = (tmp_path / f"quizzer-report.{ending}").read_text(encoding="utf-8")
            assert text.startswith(start)


async def test_a_report_in_an_unknown_format_is_refused(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("e")
        await learner.type("x")
        await learner.press("enter")
        said = " ".join(learner.screen.split())
        assert "must end in one of .md, .html, .json, .csv," in said
    assert not (tmp_path / "quizzer-report.mdx").exists()


async def test_progress_has_a_page_for_everything_even_with_nothing_to_show(
    tmp_path: Path,
) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("g")
        assert "Progress · Calendar" in learner.screen
        for name in ("Retention", "What comes back", "Topics", "Check-list", "Confidence", "Time"):
            await learner.press("right")
            assert f"Progress · {name}" in learner.screen
        await learner.press("right")
        assert "Nothing to show yet." in learner.screen


async def test_progress_shows_plots_with_their_numbers(tmp_path: Path) -> None:
    async with learner_at(tmp_path, settings=Settings()) as learner:
        await learner.press("enter")
        await learner.press(letter_of(learner, "It makes"), "enter", "4", "escape", "g")
        assert "1 study day in a row" in learner.screen
        assert "█ 1 answer\n" in learner.screen
        assert "\n 1 answer on 1 day, " in learner.screen
        assert "Wed 15 Nov        1      0" in learner.screen
        await learner.press("left")
        assert "▸ sums to one" in learner.screen
        assert "The softmax does that." in learner.screen
        assert "1 of 1 answer" in learner.screen
        await learner.press("left", "left")
        assert "sure          95 %    0/1  too few" in learner.screen
        assert "Only 1 answer with a stated confidence: not enough data." in learner.screen
        assert "Why the scale" in learner.everything
        await learner.press("escape")
        assert "Attention" in learner.screen
