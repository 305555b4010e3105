"""`quizzer backup`, `restore`, `merge` and `doctor`: answers survive, move and come together."""

import json
import shutil
from pathlib import Path

import pytest

from tests.commands.conftest import Quizzer


def answer(quizzer: Quizzer, choice: str = "A") -> None:
    assert quizzer("answer", "cbow-or-skip-gram", "--record", stdin=choice).code in (0, 1)


def answers_counted(quizzer: Quizzer) -> int:
    count: int = json.loads(quizzer("report", "--format", "json").out)["totals"]["attempts"]
    return count


def test_a_backup_is_a_file_to_go_back_to(quizzer: Quizzer, tmp_path: Path) -> None:
    answer(quizzer)
    file = tmp_path / "answers.sqlite3"
    result = quizzer("backup", file)
    assert result.code == 0
    assert result.out.startswith("1 answer up to ")
    assert str(file) in result.out
    answer(quizzer)
    told = quizzer("restore", "--dry-run", file)
    assert "1 event of your log is not in the backup." in told.out
    assert "Nothing was changed" in told.out
    assert answers_counted(quizzer) == 2
    result = quizzer("restore", file)
    assert "is kept in" in result.out
    assert answers_counted(quizzer) == 1


def test_with_no_answers_there_is_nothing_to_back_up(quizzer: Quizzer, home: Path) -> None:
    shutil.rmtree(home)
    result = quizzer("backup")
    assert (result.code, result.out) == (2, "")
    assert "nothing to back up yet" in result.err
    assert not home.exists()


def test_two_machines_come_together(
    quizzer: Quizzer, home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answer(quizzer)
    monkeypatch.setenv("QUIZZER_HOME", str(tmp_path / "laptop"))
    answer(quizzer)
    assert quizzer("merge", home).out.startswith("1 event added.\nYour log now holds 2 answers")
    assert quizzer("merge", home).out.startswith("0 events added, 1 were already here.")
    assert answers_counted(quizzer) == 2


def test_a_sound_log_is_told_sound(quizzer: Quizzer) -> None:
    assert "There is no log yet" in quizzer("doctor").out
    answer(quizzer)
    result = quizzer("doctor")
    assert result.code == 0
    assert "is sound" in result.out
    assert "1 automatic backup" in result.out


def test_a_damaged_log_is_told_and_repaired(quizzer: Quizzer, home: Path) -> None:
    answer(quizzer)
    shutil.rmtree(home / "backups")
    log = home / "progress.sqlite3"
    log.write_bytes(b"\0" * 4096 + log.read_bytes()[4096:])
    assert "quizzer doctor --repair" in quizzer("answer", "cbow-or-skip-gram", "--record").err
    assert quizzer("doctor").code == 1
    result = quizzer("doctor", "--repair")
    assert result.code == 0
    assert result.out.startswith("1 event saved.\nThe damaged file is kept as ")
    assert answers_counted(quizzer) == 1


@pytest.mark.parametrize("command", ["restore", "merge"])
def test_a_file_that_is_not_there_is_said(quizzer: Quizzer, command: str) -> None:
    result = quizzer(command, "nowhere.sqlite3")
    assert (result.code, result.out) == (2, "")
    assert result.err == "quizzer: There is no file nowhere.sqlite3.\n"


def test_each_of_them_speaks_json(quizzer: Quizzer, tmp_path: Path) -> None:
    answer(quizzer)
    file = tmp_path / "answers.sqlite3"
    backup = json.loads(quizzer("backup", file, "--json").out)
    assert (backup["schema"], backup["answers"]) == ("quizzer-backup/1", 1)
    restored = json.loads(quizzer("restore", file, "--dry-run", "--json").out)
    assert (restored["schema"], restored["done"]) == ("quizzer-restore/1", False)
    assert restored["backup"]["sha256"] == restored["present"]["sha256"] == backup["sha256"]
    merged = json.loads(quizzer("merge", file, "--json").out)
    assert (merged["schema"], merged["added"], merged["known"]) == ("quizzer-merge/1", 0, 1)
    health = json.loads(quizzer("doctor", "--json").out)
    assert (health["schema"], health["problems"]) == ("quizzer-doctor/1", [])
    assert (health["attempts"], health["repaired"]) == (1, None)


@pytest.mark.parametrize("place", [".", "/", "kept"])
def test_a_folder_is_no_backup(
    quizzer: Quizzer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("kept").mkdir()
    result = quizzer("restore", place)
    assert result.code == 2
    assert "is a folder. Name a backup in it." in result.err


@pytest.mark.parametrize("command", ["report", "export --format gift"])
def test_nothing_is_written_over_the_answers(quizzer: Quizzer, home: Path, command: str) -> None:
    answer(quizzer)
    result = quizzer(*command.split(), "--output", str(home / "progress.sqlite3"))
    assert result.code == 2
    assert "contains your answers" in result.err
    assert quizzer("doctor").code == 0


def test_a_report_on_nothing_creates_nothing(quizzer: Quizzer, home: Path) -> None:
    assert quizzer("report").code == 0
    assert not (home / "progress.sqlite3").exists()
