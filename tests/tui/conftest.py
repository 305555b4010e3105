"""Every test of the app sees the same surroundings."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _same_surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("NO_COLOR", "TEXTUAL_THEME", "TEXTUAL", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("QUIZZER_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
