"""Code to write and to mend in the app: tried on the examples, graded, stopped, kept."""

import time
from pathlib import Path

import pytest
from textual.pilot import Pilot

from quizzer.configuration.settings import Settings
from quizzer.grading.code import submission
from quizzer.grading.code.limits import Limits
from tests.grading_code.conftest import living_children
from tests.tui.coding import (
    ENDLESS,
    FAILING,
    HEAD,
    MEND,
    RIGHT,
    WRITE,
    WRONG_AXIS,
    begin,
    field,
    grade,
    read,
    until,
    write,
)
from tests.tui.driver import Learner, learner_at, tiny_app

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
        shown = await read(learner, "▸ The rows must sum to 1.")
        assert "✗ Not right yet" in shown
        assert "case 1 (two rows [/])" in shown
        assert "[[0 1]\n   [2 2]]" in shown  # the input
        assert "First: result[0, 0]" in shown  # the first index that differs
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
        assert "This was not graded." in learner.screen
        assert learner.session.verdict is None
        assert field(learner).has_focus


async def test_of_code_that_cannot_begin_the_whole_error_is_read(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await write(learner, "import torch\n\n" + RIGHT)
        await learner.press("f5")
        await until(learner, "no module 'torch'")
        said = " ".join(learner.screen.split())
        assert "use NumPy and the standard library. This was not graded." in said
        assert learner.session.verdict is None


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
        await learner.press("f3")
        assert "This is still the starter" not in learner.screen


async def test_a_listing_to_mend_is_the_starter(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=MEND) as learner:
        await learner.press("enter")
        assert "Fix this code" in learner.screen
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
        await begin(learner, "f5", "Your code is running. 1 s. Esc stops it.")
        await learner.pilot.pause()
        learner.send("f1")  # the app answers meanwhile
        await until(learner, "Esc close")
        learner.send("escape")
        await until(learner, "Stopped after 3 seconds")
        assert learner.session.verdict.status == "wrong"
        assert not living_children()
        await learner.press("enter")
        assert "2 of 2" in learner.screen


async def test_escape_stops_a_run_and_nothing_is_graded(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await write(learner, ENDLESS)
        await begin(learner, "f5", "Your code is running. 1 s.")
        assert living_children()
        await learner.press("escape")
        assert "cancelled; nothing was graded" in learner.screen
        assert not living_children()
        assert learner.session.verdict is None
        await learner.type("#")
        assert field(learner).text != ENDLESS


async def test_leaving_the_app_ends_the_run(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await write(learner, ENDLESS)
        await begin(learner, "f5", "Your code is running.")
        learner.send("ctrl+q")
    end = time.monotonic() + 20
    while living_children():
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
        assert "The results below are for your code before you changed it." in learner.screen
        assert "✗ Tried on the examples" in learner.screen
        await learner.press("backspace")  # the same as was tried
        assert "the code before" not in learner.screen
        await learner.press("escape")
        assert learner.app.screen.check_action("copy", ())  # of the case that failed
        await learner.press("x", "x")
        assert "The starter is back." in learner.screen
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
        assert "The results below are for your code before you changed it." in learner.screen


async def test_escape_stops_a_run_of_the_examples(tmp_path: Path) -> None:
    async with learner_at(tmp_path, first=WRITE) as learner:
        await write(learner, ENDLESS)
        await begin(learner, "f3", "The examples are running. 1 s.")
        await learner.press("escape")
        assert "The run was cancelled" in learner.everything
        assert not living_children()
        assert field(learner).has_focus


# Looks


def test_a_wrong_axis_looks_so(snap_compare, tmp_path: Path) -> None:
    async def slip(pilot: Pilot[int]) -> None:
        learner = Learner(pilot)
        await learner.settle()
        await write(learner, WRONG_AXIS)
        await learner.press("f3")

    assert snap_compare(tiny_app(tmp_path, WRITE), terminal_size=(80, 24), run_before=slip)
