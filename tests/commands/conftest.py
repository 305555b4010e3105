"""Running commands in this process: arguments and standard input in; code and output out."""

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from quizzer.bank.library import Library
from quizzer.cli import main
from tests.commands.answering import small_library
from tests.conftest import warm


@dataclass(frozen=True)
class Result:
    """What a command left behind."""

    code: int
    out: str
    err: str


Quizzer = Callable[..., Result]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled_banks: Path) -> Path:
    """A home of its own, with the banks read once, and a plain terminal of 80 columns."""
    monkeypatch.setenv("QUIZZER_HOME", str(warm(tmp_path / "home", compiled_banks)))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("NO_COLOR", raising=False)
    return tmp_path / "home"


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Library:
    """The small bank, in the place of the bundled ones."""
    monkeypatch.setattr("quizzer.bank.loading.bundled_folder", lambda: tmp_path / "banks")
    return small_library(tmp_path / "banks")


@pytest.fixture
def quizzer(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Quizzer:
    def run(*arguments: Any, stdin: str | bytes = b"") -> Result:
        entered = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(entered), "utf-8"))
        code = main([str(argument) for argument in arguments])
        captured = capsys.readouterr()
        return Result(code, captured.out, captured.err)

    return run
