"""What a learner does with the app, key by key."""

from pathlib import Path

import pytest

from quizzer.bank.schema import Item
from quizzer.exercises import drawing
from quizzer.exercises.generating import GivenError
from quizzer.exercises.variant import Variant
from tests.tui.driver import (
    learner_at,
    letter_of,
)


async def test_the_check_list_says_what_enter_will_do(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        assert "Attention" in learner.screen
        assert "practise 4 new" in learner.screen
        assert "Enter practise 4 new" in learner.screen.splitlines()[-1]
        assert "can compute attention by hand" in learner.screen
        await learner.press("down")
        assert "Enter practise 1 new" in learner.screen.splitlines()[-1]


async def test_a_topic_without_items_opens_nothing(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("down", "down", "enter")
        assert "Nothing here yet" in learner.screen


async def test_what_cannot_be_asked_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def draw(item: Item, number: int) -> Variant:
        if item.id == "why-scale":
            raise GivenError("Q", "no such value")
        return drawing_of(item, number)

    drawing_of = drawing.draw
    monkeypatch.setattr(drawing, "draw", draw)
    async with learner_at(tmp_path) as learner:
        await learner.press("enter")
        assert "Attention · 1 of 3" in learner.screen
        left_out = "A question was left out: variant 0 of why-scale cannot be asked"
        assert left_out in " ".join(learner.toasts)


async def test_a_right_choice_is_told_with_its_reason_and_sources(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter")
        assert "Attention · 1 of 4 · junior" in learner.screen
        await learner.press(letter_of(learner, "The spread"))
        assert "(•)" in learner.screen
        await learner.press("enter")
        assert "✓ Right" in learner.screen
        assert "variance d_k" in learner.screen
        assert "Sources · the paper" in " ".join(learner.everything.split())


async def test_a_click_on_an_option_chooses_it(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter")
        await learner.pilot.click([*learner.app.screen.query(".choice > .option")][1])
        await learner.settle()
        assert learner.app.screen.query_one(".choice").answer == {"choice": "B"}


async def test_a_wrong_choice_says_why_it_fails_and_marks_both(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter")
        await learner.press((letter_of(learner, "It makes")).lower(), "enter")
        assert "✗ Not right yet" in learner.screen
        assert "The softmax does that." in learner.screen
        assert "✗ (•)" in learner.everything
        assert "✓ ( )" in learner.everything


async def test_enter_without_a_choice_answers_nothing(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "enter")
        assert "Choose an option first, by its letter" in learner.screen
        assert learner.session.verdict is None


async def test_arrows_and_numbers_choose_too(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "2")
        assert learner.app.screen.query_one(".choice").answer == {"choice": "B"}
        await learner.press("down")
        assert learner.app.screen.query_one(".choice").answer == {"choice": "C"}
        await learner.press("down")
        assert learner.app.screen.query_one(".choice").answer == {"choice": "A"}


async def test_the_last_line_leads_to_what_teaches_once_there_is_a_verdict(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        assert "lesson" not in learner.screen.splitlines()[-1]
        await learner.press("f4", "f4")
        assert "l lesson  w in the model  u undo" in learner.screen.splitlines()[-1]


async def test_an_empty_field_says_no_longer_how_to_write(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand", size=(80, 50)) as learner:
        await learner.press("enter")
        assert learner.screen.count("cell by cell") == 2
        await learner.press("f4", "f4", "pageup")
        assert "cell by cell" not in learner.screen


async def test_hints_come_in_steps(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "h")
        assert "Hint 1 of 2  Think of the variance." in learner.screen
        assert "Var(q·k)" not in learner.screen
        assert "h hint" in learner.screen
        await learner.press("f2")
        assert "h hint" not in learner.screen
        assert "Hint 2 of 2  Var(q·k) = d_k." in learner.screen
        await learner.press("h")
        assert "There are no more hints." in learner.screen


async def test_several_right_options_are_marked_with_space(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="which-are-masks") as learner:
        await learner.press("enter")
        causal, padding = [letter_of(learner, name) for name in ("causal", "padding")]
        await learner.press(causal)
        assert learner.screen.count("[x]") == 1
        await learner.press(padding, "space", "space", "enter")
        assert "✓ Right" in learner.screen


async def test_blanks_are_filled_one_by_one(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="name-the-scale") as learner:
        await learner.press("enter")
        assert "divided by [1]; rows of weights sum to [2]" in learner.screen
        await learner.type("sqrt(d_k)")
        await learner.press("f5")
        assert "Still empty: row sum. F5 again grades it as it is." in learner.screen
        await learner.type("2")  # the focus is where something is missing
        await learner.press("enter")
        assert "◐ Partly right: 1/2 of the points" in learner.screen
        assert "✓ divisor  right" in learner.everything


async def test_letters_are_letters_while_typing(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="name-the-scale") as learner:
        await learner.press("enter")
        await learner.type("qhuins?:")
        assert learner.app.screen.query_one(".fill").answer == {"scale": "qhuins?:"}
        bar = learner.screen.splitlines()[-1]
        assert "F4 don't know" in bar
        assert " i don't know" not in bar


async def test_the_arrow_keys_move_between_fields(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="name-the-scale") as learner:
        await learner.press("enter")
        await learner.type("a")
        await learner.press("down")
        await learner.type("b")
        await learner.press("up")
        await learner.type("c")
        await learner.press("up", "up", "down")
        await learner.type("d")
        panel = learner.app.screen.query_one(".fill")
        assert panel.answer == {"scale": "ac", "sum": "bd"}


async def test_the_solution_shows_every_step_on_request(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        await learner.paste("[[1,2],[3,4]]")
        while learner.session.verdict is None:  # it first shows how it was read, if that is new
            await learner.press("f5")
        assert "Solution" not in learner.everything
        await learner.press("s")
        assert "Solution" in learner.everything


async def test_show_me_asks_once_and_counts_as_not_known(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "i")
        assert "Press again to see the solution" in learner.screen
        assert learner.session.verdict is None
        await learner.press("a", "i")
        assert learner.session.verdict is None
        await learner.press("i")
        assert learner.session.verdict is not None
        assert "The solution is shown." in learner.screen


async def test_what_is_put_off_comes_again_later(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter")
        first = learner.session.question.item.id
        await learner.press("n")
        assert "Put off: it comes again later in this session." in learner.screen
        assert learner.session.question.item.id != first
        assert first in [place.item for place in learner.session.plan]


async def test_the_only_question_left_is_not_offered_to_be_put_off(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        study = learner.app.study
        learner.app.open_question(lambda: study.start_items(["why-scale", "which-are-masks"]))
        await learner.settle()
        assert "n put off" in learner.screen
        learner.app.open_question(lambda: study.start_items(["which-are-masks"]))
        await learner.settle()
        assert "put off" not in learner.screen
        await learner.press("n")
        assert "This is the last question left. i shows the solution." in learner.screen


async def test_undo_gives_the_question_back_with_its_answer(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "b", "enter")
        assert len(learner.app.study.log.attempts()) == 1
        await learner.press("u")
        assert "Answer taken back" in learner.screen
        assert learner.app.study.log.attempts() == []
        assert learner.app.screen.query_one(".choice").answer == {"choice": "B"}


async def test_arrows_scroll_after_the_verdict_and_lose_no_key(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand", size=(60, 20)) as learner:
        await learner.press("enter", "f4", "f4")
        page = learner.app.screen.query_one("#page")
        await learner.press("pageup", "pageup", "pageup", "pageup")
        assert page.scroll_y == 0
        await learner.at_once(*["down"] * 5, "up")
        assert page.scroll_y == 4


async def test_after_undo_the_cursor_is_in_sight(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand", size=(60, 20)) as learner:
        await learner.press("enter")
        await learner.paste("[[1,2],[3,4]]")
        await learner.press("f5", "f5", "f5", "u")
        await learner.settle()
        page, field = learner.app.screen.query_one("#page"), learner.app.focused
        assert field.region.bottom <= page.region.bottom
        assert field.region.y >= page.region.y


async def test_leaving_keeps_place_and_draft(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="name-the-scale") as learner:
        await learner.press("enter")
        await learner.type("sqrt")
        await learner.press("escape")
        assert "▸ c resumes practice of Attention: question 1 of 4" in learner.screen
        assert "resume at 1 of 4" in learner.screen
        await learner.press("enter")
        assert learner.app.screen.query_one(".fill").answer == {"scale": "sqrt"}


async def test_quitting_anywhere_and_starting_again_resumes(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        await learner.type("0.25")
        await learner.press("ctrl+q")
    async with learner_at(tmp_path, first="by-hand") as learner:
        assert "question 1 of 4" in learner.screen
        await learner.press("c")
        assert learner.app.screen.query_one(".compute").answer == {"scores": "0.25"}


async def test_after_a_restart_enter_goes_on_where_one_left(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("down", "enter", "f2")  # a hint is worth going on with
        left = learner.session.id
        await learner.press("ctrl+q")
    async with learner_at(tmp_path) as learner:
        await learner.press("enter")
        assert learner.session.id == left


async def test_the_summary_closes_the_session_and_can_be_undone(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("down", "enter", "i", "i", "enter")
        assert "Session finished" in learner.screen
        assert "0 of 1 right" in learner.screen
        assert "✗ What is a[i] in [bold]x[/bold]?" in learner.screen
        await learner.press("u")
        assert "Brackets a[i] and [/] · 1 of 1" in learner.screen
        await learner.press((letter_of(learner, "x[0]")), "enter", "enter")
        assert "1 of 1 right" in learner.screen
        await learner.press("enter")
        assert "1 of 6 items seen" in learner.screen


async def test_the_report_is_written_where_the_learner_says(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "b", "enter", "escape", "e")
        assert "Write the report to" in learner.screen
        await learner.press("enter")
        assert "The report was written" in learner.screen
    assert "# Progress report" in (tmp_path / "quizzer-report.md").read_text(encoding="utf-8")


async def test_a_report_that_cannot_be_written_says_why(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        for name in ("no/where.md", "~nobody-here/x.md", "a\0.md", "\ud800.md"):
            await learner.press("e")
            learner.app.screen.query_one("Input").value = name
            await learner.press("enter")
            assert "The report was not written" in learner.screen, name
            await learner.press("escape")
            assert "Attention" in learner.screen
