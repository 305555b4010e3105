"""What every attack shares: chance that can be repeated, and how long to go on."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from quizzer.bank.library import Library
from quizzer.bank.loading import load_library
from tests.conftest import warm


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A long attack takes as long as it takes."""
    if config.getoption("--soak"):
        for item in items:
            item.add_marker(pytest.mark.timeout(0))


@dataclass(frozen=True)
class Chance:
    """Random rounds; each has a number and a generator of its own, so that it runs alone too."""

    name: str
    seed: int
    is_long: bool
    single: int | None = None  # the only round to be run

    @property
    def is_single(self) -> bool:
        """Whether only one of the rounds is run."""
        return self.single is not None

    def rounds(self, short: int, long: int) -> Iterator[tuple[str, random.Random]]:
        """The label and the generator of each round: few of them, or with --soak many."""
        for number in range(long if self.is_long else short):
            if self.single not in (None, number):
                continue
            label = f"{self.name}, --soak-seed {self.seed}, round {number}"
            yield label, random.Random(label)


@pytest.fixture
def chance(request: pytest.FixtureRequest) -> Chance:
    option = request.config.getoption
    is_long, single = option("--soak"), option("--soak-round")
    return Chance(request.node.name, option("--soak-seed"), is_long, single)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiled_banks: Path) -> Path:
    """A home of its own for every attack; the bundled banks are compiled there."""
    monkeypatch.setenv("QUIZZER_HOME", str(tmp_path / "home"))
    return warm(tmp_path / "home", compiled_banks)


@pytest.fixture(scope="session")
def bundled(compiled_banks: Path) -> Library:
    """The banks that come with quizzer."""
    return load_library(compiled_banks)
