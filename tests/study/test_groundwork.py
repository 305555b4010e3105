"""What another process is asked to do, and when none is asked."""

import subprocess
from pathlib import Path

import pytest

from quizzer.study import groundwork


@pytest.mark.parametrize("writable", [True, False])
def test_no_process_is_started_for_what_it_could_not_keep(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, writable: bool
) -> None:
    if not writable:
        (tmp_path / "cache").write_text("a file where the folder should be")
    started = []
    monkeypatch.setenv("QUIZZER_HOME", str(tmp_path))
    monkeypatch.setattr(subprocess, "run", lambda command, **_: started.append(command))
    groundwork.in_another_process()
    assert bool(started) is writable
