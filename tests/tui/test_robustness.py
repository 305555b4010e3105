"""Any size, any text, no colour, keys that come too early or too late, nothing loaded too soon."""

import asyncio
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from textual.events import Resize
from textual.geometry import Size
from textual.pilot import Pilot
from textual.widgets import TextArea

from quizzer.tui.screens.base import FullScreen
from quizzer.tui.screens.dialogs import LineDialog
from quizzer.tui.screens.help import HelpScreen
from quizzer.tui.screens.home import HomeScreen
from quizzer.tui.screens.palette import Palette
from quizzer.tui.screens.reference import ReferenceScreen
from quizzer.tui.widgets.answer_field import AnswerField
from quizzer.tui.widgets.compute import ComputePanel
from quizzer.tui.widgets.mark_list import MarkList
from quizzer.tui.widgets.question_page import QuestionPage
from tests.tui.driver import learner_at, tiny_app

SIZES = [(1, 1), (10, 4), (250, 80)]


@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_no_size_crashes(tmp_path: Path, size: tuple[int, int]) -> None:
    async with learner_at(tmp_path, painted=True, first="by-hand", size=size) as learner:
        await learner.press("enter", "f3", "5", "f1", "escape", "f4", "f4", "enter", "a")
        await learner.press("enter", "escape")
        assert learner.app.return_code is None


@pytest.mark.parametrize("opens", [["s", "space"], ["f"], ["f9"], []], ids=str)
async def test_no_width_breaks_a_list(tmp_path: Path, opens: list[str]) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        await learner.at_once(*opens)
        for width in range(1, 9):
            learner.app.post_message(Resize(Size(width, 5), Size(width, 5)))
            for key in ("pagedown", "end", "home", "down", "pageup"):
                learner.send(key)
            await learner.handled()
        assert learner.app.return_code is None


async def test_pages_of_a_changed_list_that_has_no_room_are_harmless(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        await learner.press("s", "space")
        assert isinstance(learner.app.focused, MarkList)
        learner.app.post_message(Resize(Size(1, 1), Size(1, 1)))
        await learner.settle()
        await learner.press("down", "space", "pagedown", "space", "pageup")
        assert learner.app.return_code is None


async def test_enter_typed_twice_in_the_palette_chooses_once(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        await learner.press("f9")
        await learner.type("help")
        await learner.press("down")
        await learner.at_once("enter", "enter", "enter", "enter")
        assert learner.app.return_code is None


async def test_pages_turned_before_the_palette_is_laid_out_are_harmless(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        await learner.at_once("f9", "down", "pagedown", "pageup")
        await learner.press("escape", "escape")
        learner.app.search_themes()
        await learner.at_once("down", "pagedown", "pageup")
        assert learner.app.return_code is None


async def test_a_palette_that_goes_as_it_comes_is_harmless(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        for turns in (0, 3):  # of the loop
            learner.app.action_command_palette()
            for _ in range(turns):
                await asyncio.sleep(0)
            palette = learner.app.screen
            assert isinstance(palette, Palette)
            palette.dismiss()
            await learner.settle()
            assert isinstance(learner.app.screen, HomeScreen)


async def test_what_comes_late_to_a_screen_that_was_left_is_dropped(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        await learner.press("enter")
        left = learner.app.screen
        assert isinstance(left, FullScreen)
        await learner.press("escape")
        left.head("too late")
        left.note("too late")
        await learner.settle()
        assert "too late" not in learner.screen


async def test_a_size_that_comes_late_to_a_page_that_was_left_is_harmless(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        await learner.press("enter")
        page = learner.app.screen.query_one(QuestionPage)
        await learner.press("escape")
        page.show_focus()
        assert page.scroll_y == 0


async def test_a_key_and_a_hint_that_come_late_are_harmless(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        await learner.press("enter")
        page = learner.app.screen.query_one(QuestionPage)
        await learner.press("f1")
        closed = learner.app.screen
        assert isinstance(closed, HelpScreen)
        await learner.press("escape", "escape")
        await learner.app.run_action("down", closed)  # as a key does that waited
        await learner.app.run_action("up", closed)
        await page.add_hint("Too late.")


async def test_keys_typed_right_after_enter_go_to_the_next_field(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True, first="by-hand") as learner:
        await learner.press("enter")
        await learner.at_once(*"1 2", "enter", *"3 4", "enter", *"5 6", "enter", *"7 8")
        answer = learner.app.screen.query_one(ComputePanel).answer
        assert answer == {"scores": "1 2\n3 4", "weights": "5 6\n7 8"}


@pytest.mark.parametrize("first", ["by-hand", "write-softmax", "say-why"])
async def test_many_lines_are_undone_and_done_again(tmp_path: Path, first: str) -> None:
    async with learner_at(tmp_path, painted=True, first=first) as learner:
        await learner.press("enter")
        field = learner.app.focused
        assert isinstance(field, TextArea)
        before, lines = field.text, "\n".join(["1 2"] * 40)
        await learner.paste(lines)
        after = field.text
        await learner.press("ctrl+z")
        assert field.text == before
        await learner.press("ctrl+y")
        assert field.text == after
        assert lines in after


async def test_escape_typed_on_and_on_ends_at_the_check_list(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        for opens in ("enter", "p", "i", "f1"):
            await learner.press(opens)
            assert not isinstance(learner.app.screen, HomeScreen)
            await learner.at_once("escape", "escape", "escape")
            assert isinstance(learner.app.screen, HomeScreen)
            assert learner.app.return_code is None


async def test_a_screen_that_ends_twice_takes_no_other_with_it(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        await learner.press("enter")
        below = learner.app.screen
        await learner.press("f1")
        above = learner.app.screen
        above.dismiss()
        above.dismiss()
        await learner.settle()
        assert above is not below
        assert learner.app.screen is below


async def test_resizing_on_the_way_loses_nothing(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True, first="name-the-scale") as learner:
        await learner.press("enter")
        await learner.type("sqrt")
        for size in [(1, 1), (200, 5), (12, 60), (80, 24)]:
            await learner.pilot.resize_terminal(*size)
            await learner.settle()
        assert learner.app.screen.query_one(".fill").answer == {"scale": "sqrt"}


@pytest.mark.parametrize("size", [(60, 20), (80, 24)], ids=str)
async def test_all_of_a_question_can_be_reached_by_keyboard(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with learner_at(tmp_path, painted=True, first="by-hand", size=size) as learner:
        await learner.press("enter", "tab")
        assert "weights" in learner.screen
        await learner.press("pageup", "pageup")
        assert "Compute scores and weights." in learner.screen
        assert "check" in learner.screen.splitlines()[-1]


async def test_what_is_wider_than_the_screen_scrolls_by_keyboard(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True, size=(60, 20)) as learner:
        await learner.press("end", "enter", "shift+tab", "pageup", "pageup")
        frame = learner.app.focused
        assert frame is not None
        assert frame.max_scroll_x > 0
        assert "Multiply W by x." in learner.screen
        await learner.press(*["right"] * 30)
        assert frame.scroll_x > 0


async def test_a_wide_answer_is_entered_cell_by_cell_with_the_cursor_in_sight(
    tmp_path: Path,
) -> None:
    async with learner_at(tmp_path, painted=True, size=(60, 20)) as learner:
        await learner.press("end", "enter", "f3", *["right"] * 15, "7")
        assert "›     7‹" in learner.screen
        await learner.press("down", "8")
        assert "›     8‹" in learner.screen
        await learner.press("tab")
        await learner.type("0.5")
        assert "again" in learner.screen
        assert learner.app.screen.query_one(".compute").answer["again"] == "0.5"


async def test_brackets_are_shown_as_they_stand(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        assert "Brackets a[i] and [/]" in learner.screen
        await learner.press("down")
        assert "w[/path] and [@click=app.quit]x[/]" in learner.screen
        await learner.press("enter", "h")
        for text in (
            "What is a[i] in [bold]x[/bold]?",
            "Read a[i], w[/path], [/], [@click=app.quit]x[/] and <pad>.",
            "x[0][1] and [/]",
            "[@click=app.quit]no[/]",
            "Look at b[j] and [/].",
        ):
            assert text in learner.everything, text
        options = learner.session.question.presentation.options
        wrong = next(letter for letter, text in options if text.startswith("[@click"))
        await learner.press(wrong, "enter")
        assert "Because [/] is no answer to w[/path]." in learner.everything
        assert "Since [red]c[k][/red] stays." in learner.everything
        await learner.press("enter")
        assert "What is a[i] in [bold]x[/bold]?" in learner.screen


async def test_learner_text_with_brackets_is_harmless(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True, first="name-the-scale") as learner:
        await learner.press("enter")
        await learner.type("[@click=app.quit]x[/] [/]")
        await learner.press("f5", "f5")
        assert "[@click=app.quit]x[/] [/]" in learner.everything


async def test_pasted_codes_never_reach_the_terminal(tmp_path: Path) -> None:
    hostile = "sq\x1brt(d_k)\x00\x9b\u202e\u2028\x07"
    async with learner_at(tmp_path, painted=True, first="name-the-scale") as learner:
        await learner.press("enter")
        await learner.paste(hostile)
        assert learner.app.screen.query_one(".fill").answer == {"scale": "sqrt(d_k)"}
        for field in ("f9", "e"):
            await learner.press("escape", field)
            await learner.paste(hostile)
            assert "sqrt(d_k)" in learner.screen
            assert learner.screen.replace("\n", "").isprintable()


async def test_states_are_readable_without_colour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with learner_at(tmp_path, painted=True, first="which-are-masks") as learner:
        await learner.press("enter", "a")
        assert "› [x] A" in learner.screen
        await learner.press("down", "space", "space")
        assert "› [ ] B" in learner.screen
        await learner.press("enter")
        for text in ("[x] A", "✓ [ ]"):
            assert text in learner.everything


async def test_the_cell_with_the_cursor_is_seen_without_colour(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    async with learner_at(tmp_path, painted=True, first="by-hand") as learner:
        await learner.press("enter", "f3", "7", "tab")
        assert "[      7 ›     ·‹]" in learner.screen


def test_nothing_heavy_is_loaded_before_the_first_frame() -> None:
    heavy = ["numpy", "yaml", "markdown_it", "fsrs", "reference", "textual.widgets._markdown"]
    heavy += ["msgspec", "sqlite3", "quizzer.study", "quizzer.bank.schema"]
    code = f"import sys, quizzer.tui.app; print([m for m in {heavy!r} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


@pytest.mark.parametrize("opens", [["enter"], ["enter", "f3"]], ids=str)
async def test_arrows_in_a_field_that_has_just_been_closed_are_harmless(
    tmp_path: Path, opens: list[str]
) -> None:
    async with learner_at(tmp_path, painted=True, first="by-hand") as learner:
        await learner.press(*opens)
        field = learner.app.focused
        assert field is not None
        field.can_focus = False  # as when the verdict comes; the focus goes on a little later
        await learner.press(*["up", "down"] * 3)
        assert learner.app.return_code is None


@pytest.mark.parametrize("action", ["accept", "up", "page_down"])
async def test_a_key_typed_while_a_dialog_is_put_together_waits_for_it(
    tmp_path: Path, action: str
) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        said: list[str | None] = []
        dialog = LineDialog("Name", "Any will do.", "a line", enter="take")
        learner.app.push_screen(dialog, said.append)
        await learner.app.run_action(action, dialog)
        await learner.settle()
        await learner.press("enter")
        assert said == ["a line"]


async def test_keys_typed_while_a_screen_is_put_together_wait_for_it(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        screen = ReferenceScreen()
        learner.app.push_screen(screen)
        for action in ("down", "page_down", "open"):
            await learner.app.run_action(action, screen)
        await learner.settle()
        assert learner.app.return_code is None


async def test_what_was_typed_before_the_end_and_comes_after_it_is_harmless(
    tmp_path: Path,
) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        app = learner.app
        for screen in (ReferenceScreen(), LineDialog("Name", "Any.", "a line", enter="take")):
            app.exit()
            app.push_screen(screen)
            for action in ("down", "accept"):
                screen.call_later(app.run_action, action, screen)
        while app.is_running:
            await asyncio.sleep(0)


async def test_a_verdict_is_shown_on_no_page_that_is_off_the_screen(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True) as learner:
        await learner.press("enter")
        left = QuestionPage()
        await left.show_verdict(learner.session.give_up())
        assert not left.children


async def test_the_explorer_may_be_left_before_its_list_of_steps_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late: list[partial[object]] = []
    async with learner_at(tmp_path, painted=True) as learner:
        await learner.press("w")
        explorer: Any = learner.app.screen
        monkeypatch.setattr(
            explorer, "call_after_refresh", lambda *work: late.append(partial(*work))
        )
        explorer.action_steps()
        await explorer.dismiss()
        assert late
        for act in late:  # the next frame comes after all
            act()
        assert learner.app._exception is None


async def test_a_field_without_room_is_painted_as_nothing(tmp_path: Path) -> None:
    async with learner_at(tmp_path, painted=True, first="by-hand", size=(1, 1)) as learner:
        await learner.press("enter")
        field = learner.app.screen.query(AnswerField).first()
        assert field.content_size.width == 0
        assert field.render_line(0).cell_length == 0


async def test_tasks_begin_alike_on_every_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Textual has them begin at once where Python can: then code was never graded."""

    def at_once(loop: asyncio.AbstractEventLoop, work: Any, **options: Any) -> asyncio.Task[Any]:
        return asyncio.Task(work, loop=loop, **options)

    seen = []

    async def look(pilot: Pilot[Any]) -> None:
        seen.append(asyncio.get_running_loop().get_task_factory())
        pilot.app.exit()

    monkeypatch.setattr(asyncio, "eager_task_factory", at_once, raising=False)
    app = tiny_app(tmp_path)
    await app.run_async(headless=True, size=(80, 24), auto_pilot=look)
    if app.study is not None:
        app.study.log.close()
    assert seen == [None]
