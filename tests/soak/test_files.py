"""Log and settings that are deleted, cut, spoilt or replaced while the app runs: it bears that."""

import json
import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from quizzer.configuration.configuration import FILE
from tests.soak.conftest import Chance
from tests.soak.hostile import hostile_text
from tests.soak.reached import Reached
from tests.soak.walking import Step, next_step, walker_at

pytestmark = pytest.mark.usefixtures("surroundings")

STEPS = 60
AGAIN = 0.05  # of the steps after the first time


def _delete(home: Path, rng: random.Random) -> None:
    for file in rng.choice([_of_the_log(home), _of_the_log(home)[:1]]):
        file.unlink()


def _cut(home: Path, rng: random.Random) -> None:
    for file in _of_the_log(home):
        os.truncate(file, rng.choice([0, 1, 4096, rng.randint(0, file.stat().st_size)]))


def _spoil(home: Path, rng: random.Random) -> None:
    for path in _of_the_log(home):
        with path.open("r+b") as file:
            file.seek(rng.randint(0, path.stat().st_size))
            file.write(rng.randbytes(rng.choice([1, 16, 5_000])))


def _replace(home: Path, _: random.Random) -> None:
    for file in _of_the_log(home)[:1]:
        os.replace(shutil.copy(file, home / "copy"), file)


def _take_away(home: Path, _: random.Random) -> None:
    shutil.rmtree(home, ignore_errors=True)


def _set(home: Path, rng: random.Random) -> None:
    home.mkdir(exist_ok=True)
    (home / FILE).write_text(hostile_text(rng), encoding="utf-8", errors="replace")


ACTS: list[Callable[[Path, random.Random], None]] = [
    _delete, _cut, _spoil, _replace, _take_away, _set,
]  # fmt: skip


def _of_the_log(home: Path) -> list[Path]:
    """The log itself, and what SQLite writes before it is there.

    The third file, which SQLite shares between programs as memory, is left alone: when that is cut
    off, the system ends whoever looks into it.
    """
    names = ("progress.sqlite3", "progress.sqlite3-wal")
    return [home / name for name in names if (home / name).is_file()]


async def test_no_file_that_goes_brings_the_app_down(tmp_path: Path, chance: Chance) -> None:
    if not chance.is_long:
        pytest.skip("the app is started again for each file: with --soak only")
    for number, (label, rng) in enumerate(chance.rounds(short=0, long=60)):
        home, act, when = tmp_path / str(number), ACTS[number % len(ACTS)], rng.randint(0, 20)
        steps: list[Step] = []
        try:
            async with walker_at(home, rng.choice(["lived in", f"new {number}"])) as walker:
                reached = Reached()
                while len(steps) < STEPS and not walker.app._exit:
                    if len(steps) == when or (len(steps) > when and rng.random() < AGAIN):
                        act(home, rng)
                    steps.append(next_step(walker, reached, rng))
                    await walker.take(steps[-1])
        except Exception as error:
            told = f"{act.__name__} after step {when}: {error!r}"
            raise AssertionError(f"{label}: {told}\n{json.dumps(steps)}") from error
