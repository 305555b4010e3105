"""What was chosen in the app: kept in a file of its own."""

from pathlib import Path

from quizzer.configuration.choices import chosen, keep


def test_a_link_to_the_file_stays_one(tmp_path: Path) -> None:
    home, elsewhere = tmp_path / "home", tmp_path / "mine.json"
    home.mkdir()
    (home / "preferences.json").symlink_to(elsewhere)
    for name, value in (("confidence", False), ("minutes_a_day", 45)):  # at first it leads nowhere
        keep(home, name, value)
    assert (home / "preferences.json").is_symlink()
    assert chosen(home) == {"confidence": False, "minutes_a_day": 45}
    assert [file.name for file in home.iterdir()] == ["preferences.json"]
