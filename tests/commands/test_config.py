"""`quizzer config`: what holds, where it comes from, and what is wrong with the file."""

import json
from datetime import date
from pathlib import Path

import pytest

from quizzer.configuration.configuration import load
from quizzer.configuration.reading import parse
from quizzer.configuration.settings import SETTINGS, Settings
from quizzer.configuration.starter import starter
from quizzer.progress.log import Log
from quizzer.study.study import Study
from tests.commands.answering import small_library
from tests.commands.conftest import Quizzer
from tests.progress.builders import no_file_beyond


def rows(out: str) -> dict[str, list[str]]:
    """Value and origin of each setting of the table."""
    lines = [line.split(maxsplit=1) for line in out.splitlines()[1:]]
    return {name: rest.rsplit(maxsplit=1) for name, rest in lines}


def test_without_a_file_everything_is_as_it_comes(quizzer: Quizzer) -> None:
    result = quizzer("config")
    assert result.err == ""
    assert set(rows(result.out)) == set(SETTINGS)
    assert {origin for _, origin in rows(result.out).values()} == {"default"}
    assert "all settings have their defaults" in quizzer("config", "--check").out


def test_every_value_tells_where_it_comes_from(
    quizzer: Quizzer, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "preferences.json").write_text('{"ask_confidence": false, "minutes_a_day": 45}')
    (home / "config.toml").write_text("# mine\nminutes_a_day = 30\n[keys]\nhome.lesson = 'v'\n")
    monkeypatch.setenv("TEXTUAL_THEME", "nord")
    monkeypatch.setenv("EDITOR", "nano")
    found = rows(quizzer("config").out)
    assert found["theme"] == ['"nord"', "TEXTUAL_THEME"]
    assert found["confidence"] == ["false", "preferences.json"]
    assert found["minutes_a_day"] == ["30", "config.toml:2"]
    assert found["editor"] == ['"nano"', "EDITOR"]
    assert found["retention"] == ["0.9", "default"]
    assert found["keys.home.lesson"] == ["v", "config.toml:4"]


def test_the_editor_of_the_file_goes_before_that_of_all_programs(
    quizzer: Quizzer, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "config.toml").write_text("editor = 'code --wait'")
    monkeypatch.setenv("VISUAL", "nano")
    assert rows(quizzer("config").out)["editor"] == ['"code --wait"', "config.toml:1"]


def test_the_day_set_in_the_app_is_told(quizzer: Quizzer, home: Path, tmp_path: Path) -> None:
    log = Log.open(home / "progress.sqlite3")
    Study(small_library(tmp_path / "banks"), log).set_interview_day(date(2199, 1, 2))
    log.close()
    assert rows(quizzer("config").out)["interview_day"] == ["2199-01-02", "progress.sqlite3"]
    (home / "config.toml").write_text("interview_day = 2199-05-06")
    assert rows(quizzer("config").out)["interview_day"] == ["2199-05-06", "config.toml:1"]


def test_a_slip_is_told_and_the_usual_value_holds(quizzer: Quizzer, home: Path) -> None:
    (home / "config.toml").write_text("retention = 2\n[keys]\nhome.lesson = 'r'\n")
    result = quizzer("config")
    assert result.code == 0
    assert rows(result.out)["retention"] == ["0.9", "default"]
    assert "config.toml:1:1: error retention: must be a number between" in result.err
    assert "config.toml:3:1: error keys.home.lesson: “r” already does" in result.err
    checked = quizzer("config", "--check")
    assert checked.code == 1
    assert "    1 | retention = 2\n" in checked.out
    assert "help: choose another key" in checked.out
    assert "2 problems." in checked.out


@pytest.mark.parametrize("command", [["list"], ["practice"], ["report"]], ids=" ".join)
def test_other_commands_tell_the_problems_and_go_on(
    quizzer: Quizzer, home: Path, command: list[str]
) -> None:
    (home / "config.toml").write_text("retenion = 0.8\n" + "theme = 3\n" * 1)
    result = quizzer(*command)
    assert result.code == 0
    assert result.out
    assert result.err.splitlines() == [
        f"quizzer: {home}/config.toml:1:1: warning retenion: no such setting",
        f"quizzer: {home}/config.toml:2:1: error theme: must be the name of a theme, in quotes, "
        "not 3",
        "quizzer: `quizzer config --check` says what to do.",
    ]


def test_many_problems_are_not_all_told_at_once(quizzer: Quizzer, home: Path) -> None:
    (home / "config.toml").write_text("\n".join(f"x{n} = 1" for n in range(9)))
    lines = quizzer("list").err.splitlines()
    assert len(lines) == 4
    assert lines[-1].startswith("quizzer: 6 more problems.")


def test_a_file_to_start_from_changes_nothing_and_is_not_overwritten(
    quizzer: Quizzer, home: Path
) -> None:
    assert quizzer("config", "--init").code == 0
    file = home / "config.toml"
    text = file.read_text()
    assert load(home, {}).settings == Settings()
    assert quizzer("config", "--check").code == 0
    again = quizzer("config", "--init")
    assert again.code == 2
    assert "already exists" in again.err
    assert file.read_text() == text


@pytest.mark.parametrize("target", ["nowhere.toml", "config.toml"])
def test_a_link_that_leads_nowhere_is_told(quizzer: Quizzer, home: Path, target: str) -> None:
    """As where the settings of several machines are kept in one place that is gone."""
    (home / "config.toml").symlink_to(target)
    assert "config.toml:1:1: error cannot be read" in quizzer("list").err
    checked = quizzer("config", "--check")
    assert checked.code == 1
    assert "cannot be read" in checked.out


def test_a_full_disk_leaves_no_empty_file_of_settings(quizzer: Quizzer, home: Path) -> None:
    with no_file_beyond(10):
        result = quizzer("config", "--init")
    assert result.code == 2
    assert f"{home / 'config.toml'} cannot be written: File too large." in result.err
    assert quizzer("config", "--init").code == 0


def test_where_the_file_is_can_be_read_by_programs(quizzer: Quizzer, home: Path) -> None:
    assert (
        json.loads(quizzer("config", "--path", "--json").out)["path"] == f"{home / 'config.toml'}"
    )


def test_what_the_starter_suggests_is_understood(quizzer: Quizzer, home: Path) -> None:
    quizzer("config", "--init")
    file = home / "config.toml"
    lines = file.read_text().splitlines()
    bare = [line.removeprefix("# ") for line in lines]
    file.write_text("\n".join(line for line in bare if " = " in line or line == "[keys]"))
    assert quizzer("config", "--check").out == f"No problem found in {file}.\n"
    assert set(rows(quizzer("config").out)) > set(SETTINGS)


def test_each_line_of_the_starter_can_be_made_to_count_by_itself() -> None:
    lines = starter().splitlines()
    examples = [number for number, line in enumerate(lines) if " = " in line]
    for number in examples:
        text = "\n".join([*lines[:number], lines[number].removeprefix("# "), *lines[number + 1 :]])
        file = parse(text, Path("config.toml"))
        assert not file.problems
        assert len(file.values) + len(file.keys) == 1
    assert len(examples) > len(SETTINGS)


def test_problems_are_told_from_the_top_to_the_bottom(quizzer: Quizzer, home: Path) -> None:
    (home / "config.toml").write_text("keys.question.hint = 3\nretention = 2\nkeys.x.y = 'z'\n")
    told = json.loads(quizzer("config", "--check", "--json").out)["problems"]
    assert [problem["line"] for problem in told] == [1, 2, 3]


def test_keys_and_path_are_printed(quizzer: Quizzer, home: Path) -> None:
    (home / "config.toml").write_text("[keys]\nhome.lesson = 'v'\n")
    assert quizzer("config", "--path").out == f"{home / 'config.toml'}\n"
    keys = " ".join(quizzer("config", "--keys").out.split())
    assert "home.lesson v Read the lesson of the highlighted topic. (config.toml:2; usually l)" in (
        keys
    )
    assert "question.hint h or F2 Show the next hint." in keys


def test_json_has_all_of_it(quizzer: Quizzer, home: Path) -> None:
    (home / "config.toml").write_text("interview_day = 2199-01-02\nx = 1\n")
    result = json.loads(quizzer("config", "--json").out)
    day = next(entry for entry in result["settings"] if entry["name"] == "interview_day")
    assert (day["value"], day["origin"], day["where"]) == ("2199-01-02", "file", "config.toml:1")
    assert result["problems"][0]["suggestion"]
    assert {"action": "home.lesson", "keys": ["l"], "usual": ["l"], "line": None} in result["keys"]
