"""`quizzer backup`, `restore`, `merge` and `doctor`: answers survive, move and come together."""

import json
import os
import shutil
from collections.abc import Iterator
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


def spoiled(backup: bytes) -> Iterator[bytes]:
    """A backup with its end missing, a wrong byte in the middle, and a wrong sum; no backup."""
    middle = len(backup) // 2
    yield backup[:middle]
    yield backup[:middle] + bytes([backup[middle] ^ 0xFF]) + backup[middle + 1 :]
    yield backup[:-6] + bytes([backup[-6] ^ 0xFF]) + backup[-5:]
    yield b"not a log of quizzer"


@pytest.mark.parametrize("command", ["restore", "merge"])
def test_a_damaged_backup_is_told_without_the_repair_which_is_for_the_log(
    quizzer: Quizzer, tmp_path: Path, command: str
) -> None:
    answer(quizzer)
    file = tmp_path / "kept.gz"
    assert quizzer("backup", file).code == 0
    for content in spoiled(file.read_bytes()):
        (tmp_path / "spoiled").write_bytes(content)
        result = quizzer(command, tmp_path / "spoiled")
        assert result.code == 2
        assert "Nothing was changed. Use another backup or copy." in result.err
        assert "--repair" not in result.err
    assert answers_counted(quizzer) == 1


def test_a_damaged_log_is_repaired_with_the_backups_that_can_be_read(
    quizzer: Quizzer, home: Path
) -> None:
    answer(quizzer)
    (backup,) = (home / "backups").iterdir()
    backup.write_bytes(list(spoiled(backup.read_bytes()))[1])
    log = home / "progress.sqlite3"
    log.write_bytes(b"\0" * 4096 + log.read_bytes()[4096:])
    assert quizzer("doctor", "--repair").code == 0
    assert answers_counted(quizzer) == 1


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
@pytest.mark.parametrize("command", ["restore", "merge"])
def test_a_pipe_is_no_backup(quizzer: Quizzer, tmp_path: Path, command: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    result = quizzer(command, tmp_path / "pipe")
    assert result.code == 2
    assert "is not a file" in result.err


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
    (backup,) = (home / "backups").iterdir()
    latest = home / "progress.sqlite3-wal"  # where SQLite keeps the latest while the app runs
    latest.touch()
    for file in (home / "progress.sqlite3", latest, backup):
        held = file.read_bytes()
        result = quizzer(*command.split(), "--output", file)
        assert result.code == 2
        assert "contains your answers" in result.err
        assert file.read_bytes() == held
    assert quizzer("doctor").code == 0


def test_a_report_on_nothing_creates_nothing(quizzer: Quizzer, home: Path) -> None:
    assert quizzer("report").code == 0
    assert not (home / "progress.sqlite3").exists()
