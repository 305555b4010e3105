"""Code goes to one's own editor and comes back, and is copied to take along."""

import tempfile
from contextlib import nullcontext
from pathlib import Path

import pytest
from textual.app import App

from quizzer.exercises.numpy_code import assignments
from quizzer.tui import own_editor
from tests.tui.coding import HEAD, WRITE, WRONG_AXIS, field, grade, until, write
from tests.tui.driver import learner_at

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


async def test_an_editor_in_the_home_folder_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(tmp_path, monkeypatch, 'sed -i "s/\\.\\.\\./return x/" "$2"')
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("VISUAL", r"~/my\ editor -w")
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
        assert "The file for your editor cannot be written" in learner.screen
        await learner.press("f3")
        said = " ".join(learner.everything.split())
        assert "could not be started to run the code; nothing was graded. Try again." in said


@pytest.mark.parametrize(
    ("does", "says"),
    [
        ("exit 3", "ended with code 3"),
        ("true", "Nothing was changed"),
        ('head -c 1000001 /dev/zero > "$2"', "cannot be read: too long for an answer"),
    ],
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
        assert "Ctrl+o editor" not in learner.screen
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
        await until(learner, "u undo")
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
