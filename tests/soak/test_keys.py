"""Random keys, pastes and sizes on all screens: the app never falls over."""

import random
import string
from pathlib import Path

from tests.soak.conftest import Chance
from tests.soak.hostile import hostile_text
from tests.tui.conftest import _same_surroundings  # the same surroundings as its other tests
from tests.tui.driver import Learner, learner_at

__all__ = ["_same_surroundings"]

AT_ONCE = 25  # keys typed before the app is waited for
SIZES = [(1, 1), (2, 50), (250, 1), (10, 4), (40, 10), (60, 20), (80, 24), (120, 40), (250, 80)]
NAMED = (
    "enter escape tab shift+tab up down left right pageup pagedown home end backspace delete space "
    "f1 f2 f3 f4 f5 f6 f7 f8 f9 f10 f12 ctrl+a ctrl+d ctrl+e ctrl+k ctrl+l ctrl+n ctrl+o ctrl+p "
    "ctrl+r ctrl+s ctrl+t ctrl+u ctrl+v ctrl+w ctrl+x ctrl+y ctrl+z ctrl+home ctrl+end shift+up "
    "shift+down shift+left shift+right ctrl+left ctrl+right alt+enter ctrl+backslash"
)
KEYS = [*NAMED.split(), *["enter", "escape", "tab", "down"] * 4]
LETTERS = string.ascii_letters + string.digits + " .,;:-+*/()[]{}?!'<>|&%$#@é漢√½"
LEAVING = {"q", "Q", "ctrl+q", "ctrl+c"}


async def test_random_keys_on_all_screens_and_sizes(tmp_path: Path, chance: Chance) -> None:
    for number, (label, rng) in enumerate(chance.rounds(short=1, long=40)):
        strokes = 500 if chance.is_long else 100
        home = tmp_path / str(number)
        home.mkdir()
        typed: list[str] = []
        try:
            async with learner_at(home, size=rng.choice(SIZES)) as learner:
                while len(typed) < strokes and learner.app.return_code is None:
                    await _stir(learner, rng, typed)
        except BaseException as error:
            raise AssertionError(f"{label}, after {typed[-60:]}") from error


async def _stir(learner: Learner, rng: random.Random, typed: list[str]) -> None:
    """Some keys at once, perhaps while the size changes; now and then a paste."""
    some = rng.random() < 0.5
    keys = [rng.choice(KEYS if some or rng.random() < 0.5 else LETTERS) for _ in range(AT_ONCE)]
    keys = [key for key in keys if key not in LEAVING]
    typed += keys
    if rng.random() < 0.4:
        size = rng.choice([*SIZES, (rng.randint(1, 250), rng.randint(1, 80))])
        typed.append(f"resize {size}")
        await learner.pilot.resize_terminal(*size)
    if rng.random() < 0.1:
        text = hostile_text(rng)[:5_000]
        typed.append(f"paste {text[:40]!r}")
        await learner.paste(text)
    await learner.at_once(*keys)
