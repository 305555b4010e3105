"""A tour of the screens where every text of the banks is hostile, and so is all that is typed."""

import json
from pathlib import Path

import pytest

from tests.soak.conftest import Chance
from tests.soak.hostile import hostile_text
from tests.soak.reached import Reached
from tests.soak.walking import Step, Walker, walker_at
from tests.soak.ways import WAYS

pytestmark = pytest.mark.usefixtures("surroundings")

TOUR = [
    *WAYS.values(),
    ("topics.first", "home.lesson"),
    ("home.explorer", "explorer.sentence"),
    ("home.explorer", "explorer.items"),
    ("home.export",),
    ("topics.first", "home.open", "question.hint", "question.show-me", "question.show-me"),
    ("topics.first", "home.open", "question.copy"),
    ("topics.first", "home.open", "question.reference"),
]
SHOWN = [["f5", "f5"], ["f7"], ["enter"], ["pagedown", "down", "right"], ["f1"], ["f9"]]
BACK = ["escape"] * 8
SIZES = [(250, 80), (80, 24), (20, 10)]


async def test_screens_only_ever_show_hostile_text(tmp_path: Path, chance: Chance) -> None:
    if not chance.is_long:
        pytest.skip("the short walk is among hostile banks already: with --soak only")
    for number, (label, rng) in enumerate(chance.rounds(short=0, long=25)):
        steps: list[Step] = [("resize", rng.choice(SIZES))]
        for way in TOUR:
            steps.append(("go", way))
            text = hostile_text(rng)[:2_000].encode(errors="replace").decode()
            steps += [("paste", text), *(("press", keys) for keys in rng.sample(SHOWN, 3))]
            steps.append(("press", BACK))
        home = tmp_path / str(number)
        async with walker_at(home, label, Reached()) as walker:
            await _walk(walker, steps, label)


async def _walk(walker: Walker, steps: list[Step], label: str) -> None:
    for number, step in enumerate(steps):
        try:
            await walker.take(step)
        except Exception as error:
            raise AssertionError(
                f"{label}: {error!r}\n{json.dumps(steps[: number + 1])}"
            ) from error
