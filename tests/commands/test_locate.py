"""`quizzer locate`: where things are kept."""

import json
import shutil
from pathlib import Path

import pytest

from tests.commands.conftest import Quizzer


def test_quizzer_home_holds_everything(quizzer: Quizzer, home: Path) -> None:
    found = json.loads(quizzer("locate", "--json").out)
    assert found["schema"] == "quizzer-locate/1"
    assert found["data"] == found["config"] == str(home)
    assert Path(found["database"]).parent == home
    assert Path(found["cache"]).is_relative_to(home)


@pytest.mark.skipif("sys.platform != 'linux'", reason="XDG folders are Linux's")
def test_without_it_the_folders_of_the_system_are_used(
    quizzer: Quizzer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("QUIZZER_HOME")
    for name in ("CONFIG", "DATA", "CACHE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / name.lower()))
    found = json.loads(quizzer("locate", "--json").out)
    assert found["config"] == str(tmp_path / "config/quizzer")
    assert found["data"] == str(tmp_path / "data/quizzer")
    assert found["cache"] == str(tmp_path / "cache/quizzer")


def test_the_banks_are_where_it_says(quizzer: Quizzer) -> None:
    found = json.loads(quizzer("locate", "--json").out)
    assert (Path(found["banks"]) / "checklist.yaml").is_file()


def test_looking_creates_nothing(quizzer: Quizzer, home: Path) -> None:
    shutil.rmtree(home)
    assert quizzer("locate").code == 0
    assert not home.exists()
