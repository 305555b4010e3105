"""The one table of actions: everything the app can do has a key, a name and an explanation."""

from itertools import combinations
from pathlib import Path
from typing import get_args

import pytest
from textual.binding import Binding

from quizzer.actions.action import GROUPS, Where
from quizzer.actions.keys import key_name
from quizzer.actions.table import ACTIONS, BY_ID
from quizzer.tui.actions import bindings
from quizzer.tui.screens.choosing import ChoosingDialog
from quizzer.tui.screens.dialogs import MessageDialog
from quizzer.tui.screens.help import HelpScreen
from quizzer.tui.screens.interview_setup import InterviewSetUpScreen
from quizzer.tui.screens.palette import Palette, commands_for
from quizzer.tui.screens.reference import ReferenceScreen
from quizzer.tui.widgets.finder import NOTHING
from quizzer.tui.widgets.page import Page
from tests.each import for_each
from tests.tui.driver import learner_at
from tests.tui.owners import OWNERS


def test_ids_are_unique_and_belong_to_a_group() -> None:
    assert len(BY_ID) == len(ACTIONS)
    assert {action.where for action in ACTIONS} == set(GROUPS) == set(get_args(Where))


@for_each("action", ACTIONS, named=lambda action: action.id)
def test_every_action_has_a_label_an_explanation_and_a_key(action) -> None:
    assert action.label
    assert action.says.endswith((".", ")."))
    assert action.keys


@pytest.mark.parametrize("owner", OWNERS, ids=lambda owner: owner.__name__)
def test_every_binding_of_ours_comes_from_the_table_and_has_a_method(owner: type) -> None:
    own = [b for b in owner.BINDINGS if isinstance(b, Binding) and b.id is not None]
    found = {b.id for b in own if not b.action.startswith("app.")}
    assert found == {a.id for a in ACTIONS if a.where in OWNERS[owner]}
    for name in found:
        assert callable(getattr(owner, f"action_{BY_ID[name].method}", None)), name


@pytest.mark.parametrize("owner", [MessageDialog, ChoosingDialog, HelpScreen, Palette])
def test_what_works_everywhere_works_over_a_dialog_too(owner: type) -> None:
    found = {b.action.removeprefix("app.") for b in owner.BINDINGS if isinstance(b, Binding)}
    assert {a.method for a in ACTIONS if a.where == "app"} <= found


@pytest.mark.parametrize("where", GROUPS)
def test_no_key_does_two_things_in_one_place(where: Where) -> None:
    together = [a for a in ACTIONS if a.where in (where, "app")]
    for first, second in combinations(together, 2):
        assert not set(first.keys) & set(second.keys), (first.id, second.id)


def test_what_works_in_a_question_works_while_typing() -> None:
    """Letters are typed into fields, so each action needs a key that types nothing."""
    for action in ACTIONS:
        if action.where in ("question", "interview"):
            assert any(len(key) > 1 for key in action.keys), action.id


def test_bindings_carry_the_id_that_a_keymap_uses() -> None:
    assert [b.id for b in bindings("home")] == [a.id for a in ACTIONS if a.where == "home"]


def test_keys_are_written_for_people() -> None:
    names = ["question_mark", "f1", "ctrl+q", "pagedown", "escape", "i", "shift+tab"]
    assert [key_name(name) for name in names] == [
        "?",
        "F1",
        "Ctrl+q",
        "Page Down",
        "Esc",
        "i",
        "Shift+Tab",
    ]


async def test_help_lists_every_action_of_the_screen(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter", "f3", "f1")
        shown = " ".join(learner.everything.split())
        for action in ACTIONS:
            if action.where in ("question", "cells", "answer", "app"):
                is_named = action.says in shown
                taken = ("question.up", "question.down")  # the arrows move in the matrix
                assert is_named == (action.id not in ("question.easier", *taken)), action.id
        assert BY_ID["home.open"].says not in shown
        await learner.press("escape")
        assert "Attention by hand" in learner.screen


async def test_help_names_a_key_where_it_acts_and_nowhere_else(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("s", "down", "space", "f1")
        shown = " ".join(learner.everything.split())
        assert f"Space {BY_ID['checks.mark'].says}" in shown
        assert BY_ID["dialog.page-down"].says not in shown
        assert BY_ID["dialog.close"].says in shown


async def test_help_leaves_out_what_is_for_other_questions(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "f1")
        shown = " ".join(learner.everything.split())
        for name in ("hint", "solution", "undo"):
            assert BY_ID[f"question.{name}"].says in shown
        for name in ("cells", "copy", "reference", "easier"):
            assert BY_ID[f"question.{name}"].says not in shown


@pytest.mark.parametrize("way", ["enter", "s", "i"])
async def test_help_says_what_a_level_is_where_levels_are_shown(tmp_path: Path, way: str) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("f1")
        assert "junior, mid, senior" not in " ".join(learner.everything.split())
        await learner.press("escape", way, "f1")
        shown = " ".join(learner.everything.split())
        assert "junior, mid, senior: the level of the interviews" in shown


async def test_the_palette_offers_what_works_now(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter")
        labels = {command.name for command in commands_for(learner.app.screen)}
        assert {"Hint", "Don't know", "Help", "Quit", "Theme"} <= labels
        assert not {"Cells", "Solution", "Undo", "Commands"} & labels


async def test_the_palette_tells_the_key_of_each_command(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        keys = {command.name: command.key for command in commands_for(learner.app.screen)}
        assert (keys["Reference"], keys["Plan"], keys["Theme"]) == ("f", "a", "")
        await learner.press("enter")  # letters go into the field
        keys = {command.name: command.key for command in commands_for(learner.app.screen)}
        assert (keys["Hint"], keys["Lesson"]) == ("F2", "Ctrl+l")


async def test_the_palette_runs_what_it_offers(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "f9", *"hint", "enter")
        assert "Hint 1" in learner.screen


async def test_the_palette_keeps_its_keys_in_sight_on_a_small_screen(tmp_path: Path) -> None:
    async with learner_at(tmp_path, size=(60, 20)) as learner:
        await learner.press("f9")
        assert "Enter run" in learner.screen


async def test_the_palette_finds_by_what_a_command_does_too(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("f9", *"formulas", "enter")
        assert isinstance(learner.app.screen, ReferenceScreen)


async def test_a_name_that_fits_comes_before_what_is_said_of_others(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("f9", *"in")
        assert "by topic, kind" in learner.screen
        await learner.press("enter")
        assert isinstance(learner.app.screen, InterviewSetUpScreen)


async def test_where_nothing_is_found_the_palette_does_nothing(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("f9", *"xyz", "enter")
        assert isinstance(learner.app.screen, Palette)
        assert NOTHING in learner.screen


async def test_the_palette_chooses_the_colours(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("f9", *"theme")
        assert "Enter run" in learner.screen
        await learner.press("enter", *"nord")
        assert "Enter use it" in learner.screen
        await learner.press("enter")
        assert learner.app.theme == "nord"


async def test_keys_can_be_changed_by_id(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        learner.app.set_keymap({"question.hint": "z,f2"})
        await learner.press("enter", "h")
        assert "Hint 1" not in learner.screen
        assert "z hint" in learner.screen.splitlines()[-1]
        await learner.press("z")
        assert "Hint 1" in learner.screen


async def test_help_comes_over_a_field_in_a_dialog_and_goes_again(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("e", "f1")
        assert BY_ID["dialog.close"].says in learner.screen
        await learner.press("f1")
        assert "Write the report to" in learner.screen


async def test_what_is_cut_off_below_is_told_above_the_keys(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand", size=(60, 16)) as learner:
        await learner.press("enter")
        assert "↓ more" in learner.screen
        await learner.press("pagedown", "pagedown", "pagedown")
        assert "↓ more" not in learner.screen


@pytest.mark.parametrize(
    "keys", [("enter", "a", "enter"), ("enter", "f1"), ("f", "enter"), ("w", "right")]
)
async def test_end_and_home_go_to_the_ends_of_what_is_read(
    tmp_path: Path, keys: tuple[str, ...]
) -> None:
    async with learner_at(tmp_path, size=(60, 12)) as learner:
        await learner.press(*keys)
        page = learner.app.screen.query_one(Page)
        await learner.press("end")
        assert page.scroll_y == page.max_scroll_y > 0
        await learner.press("home")
        assert page.scroll_y == 0


async def test_the_way_out_and_help_stay_in_a_narrow_key_bar(tmp_path: Path) -> None:
    async with learner_at(tmp_path, size=(34, 20)) as learner:
        await learner.press("enter")
        assert learner.screen.splitlines()[-1].strip() == "Enter check  Esc back  ? help"
