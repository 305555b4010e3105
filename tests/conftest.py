"""What the whole suite shares: options of the soak, surroundings, banks compiled once."""

import gc
import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

from quizzer.__main__ import ONE_THREAD
from quizzer.bank.loading import load_library, load_topics
from tests.bundled import Known

os.environ.setdefault(*ONE_THREAD)  # as the app does, before NumPy is there

settings.register_profile("quizzer", deadline=None)  # a busy machine is no failure
settings.load_profile("quizzer")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("soak", "attacks with random and hostile input (tests/soak)")
    group.addoption("--soak", action="store_true", help="go on for minutes instead of seconds")
    group.addoption("--soak-seed", type=int, default=1, metavar="N", help="another run of chance")
    group.addoption("--soak-round", type=int, metavar="N", help="this round of each attack alone")
    group.addoption("--soak-again", metavar="FILE", help="the steps of a walk that failed")


def pytest_report_header(config: pytest.Config) -> str:
    length = "long" if config.getoption("--soak") else "short (--soak for the long one)"
    return f"soak: {length}, --soak-seed {config.getoption('--soak-seed')}"


def pytest_collection_finish() -> None:
    """What is collected stays to the end: the garbage collector need not walk it each time."""
    gc.freeze()


@pytest.fixture
def surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The terminal, the clock and the folder that the app finds, the same everywhere."""
    for name in ("NO_COLOR", "TEXTUAL_THEME", "TEXTUAL", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setenv("QUIZZER_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session")
def compiled_banks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache folder that holds the bundled banks: reading them takes most of a second."""
    folder = tmp_path_factory.mktemp("compiled")
    load_topics(folder)
    load_library(folder)
    return folder


@pytest.fixture(scope="session")
def known() -> Known:
    """The files that commands of this process have read."""
    return Known()


@pytest.fixture
def bundled_once(monkeypatch: pytest.MonkeyPatch, known: Known) -> None:
    """Commands that check banks read the bundled ones once for all tests, as they do not change."""
    monkeypatch.setattr("quizzer.bank.reading.KnownFiles", lambda: known)


def warm(home: Path, compiled: Path) -> Path:
    """Give a home (QUIZZER_HOME) the compiled banks, as after the first start."""
    shutil.copytree(compiled, home / "cache")
    return home
