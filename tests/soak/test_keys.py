"""Random keys, pastes, sizes and clocks on all screens: the app never falls over."""

import json
from pathlib import Path
from typing import NoReturn

import pytest

from quizzer.explorer.learning import learn
from tests.soak.conftest import Chance
from tests.soak.reached import Reached
from tests.soak.walking import (
    SIZES,
    Step,
    Walker,
    failure_of,
    next_step,
    shortened,
    strokes,
    walker_at,
)  # fmt: skip

pytestmark = pytest.mark.usefixtures("surroundings")

TRAINED = 4  # from this round on the explorer's model is: else most of the time would go into it
OUT = [["escape"] * 12 + ["q"], ["ctrl+q"]]  # ways to leave, the first from the check-list


async def test_random_keys_reach_all_screens_and_nothing_breaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chance: Chance
) -> None:
    reached = Reached()
    reached.watch(monkeypatch)
    for label, rng in chance.rounds(short=1, long=40):
        number = int(label.rpartition(" ")[2])
        if number == TRAINED:
            learn(0, lambda *_: None, lambda: False)
        home = tmp_path / str(number)
        name = [label, "lived in", f"new {number}", "lived in"][number % 4]
        steps: list[Step] = [("resize", rng.choice(SIZES))]
        most = 500 if chance.is_long else 25
        try:
            async with walker_at(home, name, reached) as walker:
                await walker.take(steps[0])
                while strokes(steps) < most and not walker.app._exit:
                    steps.append(next_step(walker, reached, rng))
                    await walker.take(steps[-1])
                await _leave(walker, steps, number)
        except Exception as error:
            await _tell(steps, home, name, f"{label}: {error!r}")
    if chance.is_long and not chance.is_single:
        assert not reached.missing, f"never reached: {', '.join(reached.missing)}"


async def _leave(walker: Walker, steps: list[Step], number: int) -> None:
    for keys in OUT[number % 2 :]:
        if not walker.app._exit:
            steps.append(("press", keys))
            await walker.take(steps[-1])


async def _tell(steps: list[Step], home: Path, name: str, what: str) -> NoReturn:
    """Raise an error with what happened, and how to make it happen again."""
    fewest = steps
    if await failure_of(steps, home / "again", name):
        fewest = await shortened(steps, home, name)
    file = home / "steps.json"
    file.write_text(json.dumps({"world": name, "steps": fewest}))
    again = f"pytest {__file__} --soak-again {file}"
    raise AssertionError(f"{what}\n{again}\n{fewest}")


async def test_steps_that_failed_are_walked_again(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    file = request.config.getoption("--soak-again")
    if not file:
        pytest.skip("without --soak-again FILE there is nothing to walk again")
    walk = json.loads(Path(file).read_text())
    error = await failure_of(walk["steps"], tmp_path / "home", walk["world"])
    if error is not None:
        raise error
