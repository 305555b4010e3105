"""The machine that most tests of study run on."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from quizzer.bank.library import Library
from quizzer.bank.schema import Item
from tests.study.builders import Machine, fill, library


@pytest.fixture
def machine_on(tmp_path: Path) -> Iterator[Callable[[Library], Machine]]:
    """Makes a machine with these banks."""
    machines: list[Machine] = []

    def make(banks: Library) -> Machine:
        machines.append(Machine(tmp_path / str(len(machines)), banks))
        return machines[-1]

    yield make
    for machine in machines:
        machine.close()


@pytest.fixture
def machine_with(machine_on: Callable[[Library], Machine]) -> Callable[..., Machine]:
    """Makes a machine whose library has these topics."""

    def make(**topics: Sequence[Item]) -> Machine:
        return machine_on(library(**topics))

    return make


@pytest.fixture
def machine(machine_with: Callable[..., Machine]) -> Machine:
    """Two topics: attention with three items, masks with two."""
    return machine_with(
        attention=[fill("a-1"), fill("a-2"), fill("a-3")], masks=[fill("m-1"), fill("m-2")]
    )
