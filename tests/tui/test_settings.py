"""Settings act in the app, and the app and the settings file get along."""

import json
from datetime import date
from pathlib import Path

import pytest
from textual.theme import BUILTIN_THEMES

from quizzer.configuration.settings import THEMES, Settings
from quizzer.tui.themes import THEMES as OURS
from tests.tui.driver import learner_at


def write(home: Path, text: str) -> None:
    """Write the settings file of the app in this home."""
    (home / "home").mkdir(exist_ok=True)
    (home / "home" / "config.toml").write_text(text)


def chosen(home: Path) -> dict[str, object]:
    """What the app remembers."""
    file = home / "home" / "preferences.json"
    return dict(json.loads(file.read_text())) if file.exists() else {}


def test_every_theme_can_be_named_in_the_file() -> None:
    assert set(THEMES) == {theme.name for theme in OURS} | set(BUILTIN_THEMES)


async def test_colours_chosen_in_the_app_are_remembered(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        assert learner.app.theme == "quizzer-dark"
        await learner.press("t")
    assert chosen(tmp_path) == {"theme": "quizzer-light"}
    async with learner_at(tmp_path) as learner:
        assert learner.app.theme == "quizzer-light"
        assert learner.toasts == []


async def test_what_the_file_fixes_holds_in_the_app_until_one_quits(tmp_path: Path) -> None:
    text = "# mine\ntheme = 'light' # by day\n"
    write(tmp_path, text)
    async with learner_at(tmp_path) as learner:
        assert learner.app.theme == "quizzer-light"
        await learner.press("t", "t")
        assert learner.app.theme == "quizzer-light"
        await learner.press("t")
        assert learner.app.theme == "quizzer-dark"
        assert learner.toasts == ["This lasts until you quit: config.toml:2 sets theme."]
    assert chosen(tmp_path) == {}
    assert (tmp_path / "home" / "config.toml").read_text() == text


async def test_how_sure_is_asked_as_the_file_says(tmp_path: Path) -> None:
    write(tmp_path, "confidence = true")
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "a", "enter")
        assert "How sure are you?" in learner.screen
        await learner.press("0")
    assert chosen(tmp_path) == {}


async def test_slips_are_told_on_the_first_screen(tmp_path: Path) -> None:
    write(tmp_path, "retention = 90\nx = 1\n")
    async with learner_at(tmp_path) as learner:
        assert learner.toasts == [
            "config.toml:1:1: retention: must be a number between 0.7 and 0.99, not 90. "
            "And 1 more: `quizzer config --check` says what to do."
        ]
        assert learner.app.settings.retention == Settings().retention


async def test_a_broken_file_stops_nothing(tmp_path: Path) -> None:
    write(tmp_path, "retention = \n")
    async with learner_at(tmp_path) as learner:
        (toast,) = learner.toasts
        assert toast.startswith("config.toml:1:13: Invalid value. The whole file is ignored.")
        await learner.press("enter")
        assert "why" in learner.screen.lower()


async def test_keys_of_ones_own_act_and_are_named_everywhere(tmp_path: Path) -> None:
    write(
        tmp_path,
        "[keys]\nhome.placement = 'v'\nhome.skip-placement = 'j'\nquestion.hint = ['z', 'f2']\n"
        "question.show-me = ['i', 'ctrl+b']\napp.quit = 'ctrl+s'\n",
    )
    async with learner_at(tmp_path) as learner:
        assert "v: six questions show where to start; j: skip" in learner.screen
        await learner.press("j")
        assert "no thanks" not in learner.screen
        await learner.press("enter", "h")
        assert "Hint 1" not in learner.screen
        assert "z hint" in learner.screen.splitlines()[-1]
        await learner.press("z", "f1")
        assert "z or F2" in learner.everything
        await learner.press("escape", "ctrl+c")
        assert "Ctrl+s leaves quizzer. Everything is saved." in learner.toasts
        assert "Hint 1" in learner.screen


async def test_a_conflict_of_keys_is_told_and_the_usual_keys_hold(tmp_path: Path) -> None:
    write(tmp_path, "[keys]\nhome.lesson = 't'\n")
    async with learner_at(tmp_path) as learner:
        assert "keys.home.lesson: “t” already does app.light" in learner.toasts[0]
        await learner.press("t")
        assert learner.app.theme == "quizzer-light"


async def test_sentences_name_the_key_that_a_field_leaves_alone(tmp_path: Path) -> None:
    write(tmp_path, "[keys]\nquestion.cells = 'ctrl+b'\n")
    async with learner_at(tmp_path, first="by-hand") as learner:
        await learner.press("enter")
        assert "Ctrl+b: cell by cell" in learner.screen


async def test_how_sure_names_its_keys(tmp_path: Path) -> None:
    write(tmp_path, "confidence = true\n[keys]\nconfidence.guess = 'e'\nconfidence.never = 'x'\n")
    async with learner_at(tmp_path) as learner:
        await learner.press("enter", "a", "enter")
        assert "e guess  2 fifty-fifty" in learner.screen
        assert "x: never ask again" in learner.screen
        await learner.press("e")
        assert learner.session.verdict is not None


async def test_minutes_a_day_are_remembered(tmp_path: Path) -> None:
    async with learner_at(tmp_path) as learner:
        await learner.press("a", *"+14", "enter")
        assert "20 min per day" in learner.screen
        await learner.press("right")
        assert "25 min per day" in learner.screen
    assert chosen(tmp_path) == {"minutes_a_day": 25}
    async with learner_at(tmp_path) as learner:
        await learner.press("a")
        assert "25 min per day" in learner.screen


async def test_the_day_of_the_file_leads_the_plan_and_is_changed_there(tmp_path: Path) -> None:
    write(tmp_path, "minutes_a_day = 30\ninterview_day = 2023-11-25\n")  # it is the 15th
    async with learner_at(tmp_path) as learner:
        await learner.press("a")
        assert "25 November, in 10 days" in learner.screen
        assert "30 min per day" in learner.screen
        await learner.press("enter")
        assert "Your settings set this day (config.toml:2)" in learner.screen


async def test_a_day_of_the_file_that_is_over_gives_way(tmp_path: Path) -> None:
    write(tmp_path, "interview_day = 2023-11-01\n")
    async with learner_at(tmp_path) as learner:
        await learner.press("a", *"+14", "enter")
        assert "29 November, in 14 days" in learner.screen
        study = learner.app.study
        assert study is not None
        assert study.interview_day == date(2023, 11, 29)


@pytest.mark.parametrize(
    "content", ["[", "[]", '{"theme": 3, "confidence": "x"}', '{"theme": "x"}']
)
async def test_spoilt_choices_leave_things_as_they_come(tmp_path: Path, content: str) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "preferences.json").write_text(content)
    async with learner_at(tmp_path) as learner:
        assert learner.app.theme == "quizzer-dark"
