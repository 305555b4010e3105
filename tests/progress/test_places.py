"""Where files are kept."""

from pathlib import Path

import pytest

from quizzer.progress.places import PlaceError, home, make


def test_one_folder_holds_everything_when_the_learner_names_one(tmp_path: Path) -> None:
    places = home({"QUIZZER_HOME": str(tmp_path / "mine")})
    assert places.database == tmp_path / "mine" / "progress.sqlite3"
    for folder in (places.config, places.data, places.cache):
        assert folder.is_relative_to(tmp_path / "mine")


def test_without_a_choice_the_folders_of_the_system_are_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    places = home({"QUIZZER_HOME": "  "})
    if places.data.is_relative_to(tmp_path):  # macOS and Windows have folders of their own
        assert places.data == tmp_path / "data" / "quizzer"
        assert places.config == tmp_path / "config" / "quizzer"
        assert places.cache == tmp_path / "cache" / "quizzer"
    assert "quizzer" in str(places.database)


def test_a_tilde_and_a_relative_path_are_understood() -> None:
    assert home({"QUIZZER_HOME": "~/study"}).data == Path.home() / "study"
    assert home({"QUIZZER_HOME": "study"}).data == Path.cwd() / "study"


def test_a_folder_of_nobody_is_refused_with_what_to_do() -> None:
    with pytest.raises(PlaceError, match=r"QUIZZER_HOME is ~nobody-here/x.*absolute path"):
        home({"QUIZZER_HOME": "~nobody-here/x"})


def test_a_folder_within_one_that_is_gone_is_refused_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(PlaceError, match=r"resolved: No such file or directory\. Give an absolute"):
        home({"QUIZZER_HOME": "mine"})


def test_without_any_home_nothing_is_kept_in_the_folder_one_stands_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("os.path.expanduser", lambda path: path)  # as for a user without a home
    with pytest.raises(PlaceError, match="Set HOME, or QUIZZER_HOME"):
        home({})


def test_asking_creates_nothing(tmp_path: Path) -> None:
    _ = home({"QUIZZER_HOME": str(tmp_path / "mine")}).database
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(PlaceError, match=r"file/data.*QUIZZER_HOME"):
        make(tmp_path / "file" / "data")
