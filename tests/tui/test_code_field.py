"""Writing code in the app: indenting, colours, the keys around the field."""

from pathlib import Path

import pytest
from textual.widgets import TextArea
from tree_sitter import Language, Query

from quizzer.actions.table import ACTIONS
from quizzer.tui.widgets.code_field import CodeField
from tests.tui.coding import HEAD, MEND, WRITE, WRONG_AXIS, field, write
from tests.tui.driver import learner_at


async def test_wide_code_is_shown_to_the_end_of_its_lines(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE, size=(60, 24)) as learner:
        wide = HEAD + "    # " + "wide " * 20 + "\n    return x"
        await write(learner, wide)
        await learner.press("escape", "escape")
        await learner.press("enter")
        assert field(learner).text == wide
        assert learner.screen.count("wide") == 20


async def test_tab_and_enter_indent_and_escape_leaves(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await learner.press("enter")
        await learner.type("if x:")  # takes the place of the dots
        await learner.press("enter", *"y", "enter", "tab", *"z", "shift+tab", "shift+tab")
        assert field(learner).text == HEAD + "    if x:\n        y\n    z"
        await learner.press("escape")
        assert not field(learner).has_focus
        await learner.press("x")
        assert "Press x again" in learner.screen
        await learner.press("x")
        assert field(learner).text == HEAD + "    ..."
        await learner.press("tab", "ctrl+z")
        assert "if x:" in field(learner).text
        await learner.press("escape", "escape")
        assert "Check-list" not in learner.screen
        assert learner.app.screen is learner.app.screen_stack[0]


async def test_lines_that_are_selected_move_together(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=MEND) as learner:
        await learner.press("enter", *["down"] * 4, "shift+down", "shift+end", "tab")
        assert field(learner).text.endswith(
            "        powers = np.exp(x)\n        return powers / powers.sum()"
        )
        assert field(learner).selected_text.endswith("powers.sum()")
        await learner.press("shift+tab", "shift+tab")
        assert field(learner).text.endswith("\npowers = np.exp(x)\nreturn powers / powers.sum()")
        await learner.press("ctrl+z")
        assert field(learner).text.endswith("\n    return powers / powers.sum()")
        await learner.press("ctrl+z")
        assert field(learner).text.endswith("\n        return powers / powers.sum()")
        await learner.press("ctrl+z")
        assert field(learner).text.endswith("\n    return powers / powers.sum()")
        await learner.press("ctrl+y")
        assert field(learner).text.endswith("\n        return powers / powers.sum()")


async def test_tab_with_a_selection_moves_its_lines_and_no_other(tmp_path: Path) -> None:
    async with learner_at(tmp_path / "write", first=WRITE) as learner:
        await learner.press("enter", "tab")  # the dots are selected: they are not typed over
        assert field(learner).text == HEAD + "        ..."
    async with learner_at(tmp_path / "mend", first=MEND) as learner:
        await learner.press("enter", *["down"] * 4)
        await learner.press("shift+down", "tab")  # up to the next line, and nothing of that
        assert field(learner).text.endswith(
            "\n        powers = np.exp(x)\n    return powers / powers.sum()"
        )


async def test_the_gap_goes_at_once_and_the_indentation_by_wish_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    monkeypatch.setattr("quizzer.tui.widgets.code_field.monotonic", lambda: now[0])
    async with learner_at(tmp_path, first=WRITE) as learner:
        await learner.press("enter", "backspace", "backspace", "backspace")  # one for each dot
        assert field(learner).text == HEAD + "    "
        for _ in range(2):  # slow fingers, but still the same wish
            now[0] += 0.5
            await learner.press("backspace")
        assert field(learner).text == HEAD + "    "
        await learner.type("y x")
        await learner.press("backspace", "left", "backspace", "backspace", "backspace")
        assert field(learner).text == HEAD + "     "
        now[0] += 1
        await learner.press("left", "backspace")
        assert field(learner).text == HEAD + "  "
        await learner.press("ctrl+z", "end", "backspace")
        assert field(learner).text == HEAD + "    "  # from the fifth column to the fourth
        await learner.press("backspace")
        assert field(learner).text == HEAD
        await learner.press("backspace")
        assert field(learner).text == HEAD.rstrip("\n")


async def test_home_goes_to_the_text_and_then_to_the_edge(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await learner.press("enter", "end", "home")
        assert field(learner).cursor_location == (4, 4)
        await learner.press("home")
        assert field(learner).cursor_location == (4, 0)
        await learner.press("home", "shift+end")
        assert field(learner).selected_text == "..."
        await learner.type("x" * 100)
        await learner.press("home")  # of a line that goes on below, first where it goes on
        assert field(learner).cursor_location[1] > 4
        await learner.press("up", "home")
        assert field(learner).cursor_location == (4, 4)


@pytest.mark.parametrize("first", [MEND, "say-why", "by-hand"])
async def test_ctrl_with_home_and_end_goes_to_the_ends_of_the_text(
    tmp_path: Path, first: str
) -> None:
    async with learner_at(tmp_path, first=first) as learner:
        await learner.press("enter")
        area = learner.app.focused
        assert isinstance(area, TextArea)
        await learner.press("ctrl+end")
        await learner.type("# ab")
        await learner.press("ctrl+home")
        await learner.type("# cd")
        assert area.text.startswith("# cd")
        assert area.text.endswith("# ab")
        await learner.press("ctrl+shift+end")
        assert area.selected_text == area.text.removeprefix("# cd")
        await learner.press("ctrl+end", "ctrl+shift+home")
        assert area.selected_text == area.text


async def test_what_is_typed_is_there_after_a_crash(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await write(learner, WRONG_AXIS)
        await learner.pilot.pause(0.7)
        await learner.settle()
        learner.app.exit()
    async with learner_at(tmp_path, first=WRITE) as learner:
        await learner.press("c")
        assert field(learner).text == WRONG_AXIS


async def test_code_is_coloured_and_plain_without_its_grammar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await learner.press("enter")
        assert field(learner).is_syntax_aware
    monkeypatch.setattr("quizzer.tui.widgets.code_field.find_spec", lambda name: None)
    async with learner_at(tmp_path / "again", first=WRITE) as learner:
        await learner.press("enter")
        assert not field(learner).is_syntax_aware
        assert "def softmax(x):" in learner.screen


async def test_a_long_paste_is_shown_at_once_without_colours(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await learner.press("enter")  # the cursor is at the gap
        for pasted, is_coloured in (("return x", True), ("word " * 2_100, False)):
            await learner.paste(pasted)
            field(learner).scroll_home(animate=False)
            await learner.settle()
            parts = [part.text for part in field(learner).render_line(0)]
            assert ("import" in parts) == is_coloured, parts


def test_the_query_for_colours_is_compiled_for_the_first_field_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compiled: list[Query] = []

    def compile_query(language: Language, query: str) -> Query:
        compiled.append(Query(language, query))
        return compiled[-1]

    monkeypatch.setattr("textual.document._syntax_aware_document.Query", compile_query)
    fields = CodeField("x = 1"), CodeField("y = 2")
    assert all(each.is_syntax_aware for each in fields)
    assert len(compiled) <= 1  # it may have been there before


async def test_help_in_the_field_tells_the_keys_around_it(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await learner.press("enter", "f1")
        shown = " ".join(learner.everything.split())
        for action in ACTIONS:
            if action.where in ("code", "typing", "question", "app"):
                of_others = action.id in ("question.cells", "question.easier")
                moves = [f"question.{where}" for where in ("up", "down", "top", "bottom")]
                taken = action.id in ("code.write", *moves)  # by the field
                assert (action.says in shown) == (not of_others and not taken), action.id
