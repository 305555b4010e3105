"""Code to write and to mend in the app: tried on the examples, graded, stopped, kept."""

import os
import tempfile
import time
from contextlib import nullcontext
from pathlib import Path

import pytest
from textual.app import App
from textual.pilot import Pilot
from tree_sitter import Language, Query

from quizzer.actions.table import ACTIONS
from quizzer.configuration.settings import Settings
from quizzer.exercises.numpy_code import assignments
from quizzer.grading.code import submission
from quizzer.grading.code.limits import Limits
from quizzer.tui import own_editor
from quizzer.tui.widgets.code_field import CodeField
from tests.tui.driver import Learner, learner_at, tiny_app

WRITE, MEND = "write-softmax", "mend-softmax"
HEAD = "import numpy as np\n\n\ndef softmax(x):\n"
RIGHT = HEAD + (
    "    powers = np.exp(x - x.max(axis=-1, keepdims=True))\n"
    "    return powers / powers.sum(axis=-1, keepdims=True)\n"
)
WRONG_AXIS = HEAD + (
    "    print('x[0][/] is', x[0, 0])\n"
    "    powers = np.exp(x)\n"
    "    return powers / powers.sum(axis=-2, keepdims=True)\n"
)
ENDLESS = HEAD + "    while True:\n        pass\n"
FAILING = HEAD + "    rows = x[[0]]\n    return rows.w['[/path]']\n"


def field(learner: Learner) -> CodeField:
    """The field for the code."""
    return learner.app.screen.query_one(CodeField)


async def write(learner: Learner, code: str) -> None:
    """Open the question and put the code in place of the starter."""
    await learner.press("enter")
    await learner.paste(code.replace("\n", "\r"))  # as terminals hand it on
    assert field(learner).text == code


async def begin(learner: Learner, key: str, says: str) -> None:
    """Press a key that begins a run, and wait until the screen says that it goes on."""
    learner.send(key)
    await until(learner, says)


async def until(learner: Learner, says: str, seconds: float = 20) -> None:
    """Wait until the screen says something."""
    end = time.monotonic() + seconds
    while says not in learner.screen:
        assert time.monotonic() < end, learner.screen
        await learner.pilot.pause(0.05)


async def read(learner: Learner, says: str) -> str:
    """All text of the screen, once it is laid out and says something."""
    end = time.monotonic() + 20
    while says not in learner.everything:
        assert time.monotonic() < end, learner.everything
        await learner.pilot.pause(0.05)
    return learner.everything


async def grade(learner: Learner) -> None:
    """Hand the code in and wait for what comes of it."""
    await learner.press("f5")
    assert "Your code runs." not in learner.screen


ALREADY_THERE: set[str] = set()  # such as a helper of Python's, for as long as the tests run


@pytest.fixture(autouse=True)
def _who_is_there() -> None:
    ALREADY_THERE.clear()
    ALREADY_THERE.update(children())


def children() -> set[str]:
    """The processes that this one has begun since the test began, and that are still there."""
    return all_children() - ALREADY_THERE


def all_children() -> set[str]:
    return set(Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()) | {
        child
        for task in Path("/proc/self/task").iterdir()
        for child in (task / "children").read_text().split()
    }


# Grading


async def test_right_code_is_right(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await write(learner, RIGHT)
        await grade(learner)
        assert "✓ Right" in learner.screen
        assert learner.session.verdict.status == "right"
        assert field(learner).read_only
        await learner.press("enter")
        assert "2 of 2" in learner.screen


async def test_a_wrong_axis_is_named_and_its_case_shown_whole(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE, size=(80, 60)) as learner:
        await write(learner, WRONG_AXIS)
        await grade(learner)
        shown = await read(learner, "▸ The rows must sum to 1.  (wrong axis)")
        assert "✗ Not right yet" in shown
        assert "case 1 (two rows [/])" in shown
        assert "[[0 1]\n   [2 2]]" in shown  # the input
        assert "First: the result[0, 0]" in shown  # the first index that differs
        assert "✗" in shown[shown.index("yours") :]
        assert "0.5" in shown[shown.index("right\n") :]
        assert "x[0][/] is 0.0" in shown  # what it printed


async def test_an_exception_is_shown_below_the_learners_lines(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE, size=(80, 60)) as learner:
        await write(learner, FAILING)
        await grade(learner)
        shown = await read(learner, "line 6, in softmax")
        assert "return rows.w['[/path]']" in shown
        assert "AttributeError" in shown


async def test_what_is_no_python_costs_nothing(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await write(learner, HEAD + "    return [x\n")
        await learner.press("f5")
        await until(learner, "Line 5 is not Python")
        assert "This costs nothing." in learner.screen
        assert learner.session.verdict is None
        assert field(learner).has_focus


async def test_how_sure_one_is_is_not_asked_of_what_is_no_python(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE, settings=Settings()) as learner:
        broken = HEAD + "    retrun x\n"
        await write(learner, broken)
        await learner.press("f5")
        assert "Line 5 is not Python" in learner.screen
        assert "How sure" not in learner.screen
        assert field(learner).text == broken
        await learner.press("f5")
        assert "How sure" not in learner.screen
        field(learner).select_all()
        await learner.paste(RIGHT)
        await learner.press("f5")
        assert "How sure are you?" in learner.screen
        assert learner.app.study.log.attempts() == []


async def test_the_starter_is_not_handed_in(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await learner.press("enter", "f5")
        assert "This is still the starter" in learner.screen
        assert learner.session.verdict is None


async def test_a_listing_to_mend_is_the_starter(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=MEND) as learner:
        await learner.press("enter")
        assert "Mend this" in learner.screen
        assert "return powers / powers.sum()" in learner.screen
        await learner.press(*["down"] * 6, "end", "left", *"axis=-1,", "space", *"keepdims=1")
        await grade(learner)
        assert "✓ Right" in learner.screen


async def test_giving_up_shows_the_code_of_the_reference(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await learner.press("enter", "f4", "f4")
        shown = await read(learner, "This is how the reference does it.")
        assert "def softmax(" in shown
        assert learner.session.verdict.score == 0


async def test_wide_code_is_shown_to_the_end_of_its_lines(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE, size=(60, 24)) as learner:
        wide = HEAD + "    # " + "wide " * 20 + "\n    return x"
        await write(learner, wide)
        await learner.press("escape", "escape")
        await learner.press("enter")
        assert field(learner).text == wide
        assert learner.screen.count("wide") == 20


async def test_undo_brings_the_code_back(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await write(learner, WRONG_AXIS)
        await grade(learner)
        await until(learner, "u undo")
        await learner.press("u")
        assert field(learner).text == WRONG_AXIS
        assert not field(learner).read_only


# Runs that take long


async def test_an_endless_loop_ends_in_a_verdict_and_the_app_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(submission, "Limits", lambda: Limits(seconds=3.0))
    async with learner_at(tmp_path, first=WRITE) as learner:
        await write(learner, ENDLESS)
        await begin(learner, "f5", "Your code runs. 1 s. Esc stops it.")
        await learner.pilot.pause()
        learner.send("f1")  # the app answers meanwhile
        await until(learner, "Esc close")
        learner.send("escape")
        await until(learner, "Stopped after 3 seconds")
        assert learner.session.verdict.status == "wrong"
        assert not children()
        await learner.press("enter")
        assert "2 of 2" in learner.screen


async def test_escape_stops_a_run_and_nothing_is_graded(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await write(learner, ENDLESS)
        await begin(learner, "f5", "Your code runs. 1 s.")
        assert children()
        await learner.press("escape")
        assert "cancelled; nothing was graded" in learner.screen
        assert not children()
        assert learner.session.verdict is None
        await learner.type("#")
        assert field(learner).text != ENDLESS


async def test_leaving_the_app_ends_the_run(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await write(learner, ENDLESS)
        await begin(learner, "f5", "Your code runs.")
        learner.send("ctrl+q")
    end = time.monotonic() + 20
    while children():
        assert time.monotonic() < end
        time.sleep(0.05)


# The examples


async def test_the_examples_show_what_is_right_and_log_nothing(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE, size=(80, 50)) as learner:
        await write(learner, WRONG_AXIS)
        await learner.press("f3")
        assert "✗ Tried on the examples" in learner.screen
        assert "case 1 (two rows [/])" in learner.screen
        assert "wrong-axis" not in learner.screen  # an example is too little to tell
        assert learner.session.verdict is None
        assert learner.app.study.log.attempts() == []
        assert field(learner).has_focus


async def test_a_result_is_said_to_be_of_the_code_before_once_that_is_changed(
    tmp_path: Path,
) -> None:
    async with learner_at(tmp_path, first=WRITE, size=(80, 50)) as learner:
        await write(learner, WRONG_AXIS)
        await learner.press("f3")
        assert "the code before" not in learner.screen
        await learner.press("space")
        assert "What stands below is of the code before it was changed." in learner.screen
        assert "✗ Tried on the examples" in learner.screen
        await learner.press("backspace")  # the same as was tried
        assert "the code before" not in learner.screen
        await learner.press("escape")
        assert learner.app.screen.check_action("copy", ())  # of the case that failed
        await learner.press("x", "x")
        assert "This is the starter again." in learner.screen
        assert "Tried on the examples" not in learner.screen
        assert not learner.app.screen.check_action("copy", ())


async def test_code_changed_while_it_is_tried_is_not_what_was_tried(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE, size=(80, 50)) as learner:
        await write(learner, WRONG_AXIS)
        learner.send("f3")
        await learner.handled()
        learner.send("#")
        await learner.settle()
        assert "✗ Tried on the examples" in learner.screen
        assert "What stands below is of the code before it was changed." in learner.screen


async def test_escape_stops_a_run_of_the_examples(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await write(learner, ENDLESS)
        await begin(learner, "f3", "The examples run. 1 s.")
        await learner.press("escape")
        assert "The run was cancelled" in learner.everything
        assert not children()
        assert field(learner).has_focus


# Writing


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
                assert (action.says in shown) != of_others, action.id


# The learner's own editor


def editor(folder: Path, monkeypatch: pytest.MonkeyPatch, does: str) -> None:
    """An editor that does something with its file, as a person would."""
    script = folder / "my editor"
    script.write_text(f"#!/bin/sh\n{does}\n")
    script.chmod(0o755)
    monkeypatch.setenv("VISUAL", f"'{script}' --wait")
    monkeypatch.setattr(App, "suspend", lambda _: nullcontext())  # here is no terminal to leave


async def test_the_own_editor_changes_the_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(tmp_path, monkeypatch, 'sed -i "s/\\.\\.\\./return x/" "$2"')
    async with learner_at(tmp_path, first=WRITE) as learner:
        await learner.press("enter", "ctrl+o")
        assert field(learner).text == HEAD + "    return x"


async def test_an_editor_that_is_not_there_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(tmp_path, monkeypatch, "true")
    monkeypatch.setenv("VISUAL", "no-such-editor -w")
    async with learner_at(tmp_path, first=WRITE) as learner:
        await learner.press("enter", "ctrl+o")
        assert "no-such-editor cannot be started: No such file or directory" in learner.screen


async def test_without_room_for_the_editors_file_the_app_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(tmp_path, monkeypatch, "true")
    async with learner_at(tmp_path, first=WRITE) as learner:
        await learner.press("enter")
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
        await learner.press("ctrl+o")
        assert "There is no place for the file" in learner.screen
        await learner.press("f3")
        said = " ".join(learner.everything.split())
        assert "could not be started to run the code; nothing was graded. Try it again." in said


@pytest.mark.parametrize(
    ("does", "says"), [("exit 3", "ended with code 3"), ("true", "Nothing was changed")]
)
async def test_an_editor_that_changes_nothing_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str, says: str
) -> None:
    editor(tmp_path, monkeypatch, does)
    async with learner_at(tmp_path, first=WRITE) as learner:
        await learner.press("enter", "ctrl+o")
        assert says in learner.screen
        assert field(learner).text == HEAD + "    ..."


async def test_without_an_editor_the_app_says_how_to_name_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    async with learner_at(tmp_path, first=WRITE) as learner:
        await learner.press("enter", "ctrl+o")
        assert own_editor.HOW in " ".join(learner.screen.split())
        learner.app.choose("editor", "nano")
        await learner.press("ctrl+o")  # a terminal that cannot be left, as this one
        assert "cannot take over" in learner.screen


async def test_in_a_browser_the_own_editor_is_not_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(tmp_path, monkeypatch, 'sed -i "s/\\.\\.\\./return x/" "$2"')
    monkeypatch.setattr(App, "is_web", True)
    async with learner_at(tmp_path, first=WRITE) as learner:
        await learner.press("enter")
        assert "try it" in learner.screen
        assert "own editor" not in learner.screen
        await learner.press("ctrl+o")
        assert field(learner).text == HEAD + "    ..."
        await learner.press("f1")
        assert "Run the code on the examples." in learner.everything
        assert "own editor" not in learner.everything
        await learner.press("escape", "f9", *"editor")
        assert "own editor" not in learner.screen


# Copying


async def test_the_failing_case_is_copied_as_code(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await write(learner, WRONG_AXIS)
        await grade(learner)
        await until(learner, "y copy")
        await learner.press("y")
        await until(learner, "Copied as NumPy code")
        code = learner.app.clipboard
        assert "x = np.array([[0.0, 1.0],\n              [2.0, 2.0]])" in code
        assert "right = np.array([[0.2689" in code


async def test_given_values_are_copied_while_typing(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        drawn = learner.session.question.variant.drawn
        await learner.press("f11")
        names: dict[str, object] = {}
        exec(learner.app.clipboard, names)
        assert names["Q"].tolist() == drawn["Q"]
        assert names["K"].tolist() == drawn["K"]


def test_code_for_all_that_can_be_given() -> None:
    names: dict[str, object] = {}
    given = {
        "mask": [[True, False]],
        "scores": [1.5, "-inf", "nan"],
        "tokens": ["<pad>", "inf"],
        "weights.query": [[[1]], [[2]]],
        "lambda": 2,
        "word": "it's",
        "model": {"b": [0.5]},
    }
    exec(assignments(given), names)
    assert names["mask"].dtype == bool
    assert str(names["scores"].tolist()) == "[1.5, -inf, nan]"
    assert names["tokens"] == ["<pad>", "inf"]
    assert names["weights_query"].shape == (2, 1, 1)
    assert names["lambda_"] == 2
    assert names["word"] == "it's"
    assert names["model"]["b"].tolist() == [0.5]


# Looks


def test_a_wrong_axis_looks_so(snap_compare, tmp_path: Path) -> None:
    async def slip(pilot: Pilot[int]) -> None:
        learner = Learner(pilot)
        await learner.settle()
        await write(learner, WRONG_AXIS)
        await learner.press("f3")

    assert snap_compare(tiny_app(tmp_path, WRITE), terminal_size=(80, 24), run_before=slip)
