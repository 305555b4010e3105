"""What a terminal sends beside keys: the mouse, the focus, and codes that make no sense."""

import random

FOCUS = ["\x1b[O", "\x1b[I", "\x1b[O\x1b[I"]
BUTTONS = [0, 0, 0, 0, 1, 2, 4, 8, 16]  # the last three with shift, alt and ctrl
MOVED, UP, DOWN = 32, 64, 65
NUMBERS = ["", "0", "1", "2", "13", "27", "97", "57399", "1114112", "1:3", "97:65", "9" * 20]
ENDS = "u~ABCDEFHPQRSmMcy"


def codes(rng: random.Random, width: int, height: int) -> str:
    """One thing that is done with the mouse or the window, mostly on what is seen."""
    at = _place(rng, width, height)
    chance = rng.random()
    if chance < 0.4:
        return _click(rng.choice(BUTTONS), at) * rng.choice([1, 1, 2, 3])
    if chance < 0.6:
        return _mouse(rng.choice([UP, DOWN, UP + 2, DOWN + 2]), at) * rng.choice([1, 3, 30])
    if chance < 0.8:
        path = [_place(rng, width, height) for _ in range(rng.randint(1, 4))]
        moves = "".join(_mouse(MOVED, place) for place in path)
        return _mouse(0, at) + moves + rng.choice([_mouse(0, path[-1], "m"), ""])
    if chance < 0.9:
        return rng.choice(FOCUS)
    numbers = ";".join(rng.choices(NUMBERS, k=rng.randint(0, 4)))
    return f"\x1b[{rng.choice(['', '<', '?'])}{numbers}{rng.choice(ENDS)}"


def _place(rng: random.Random, width: int, height: int) -> tuple[int, int]:
    far = 9_999 if rng.random() < 0.02 else 0
    return rng.randint(1, max(1, width) + far), rng.randint(1, max(1, height) + far)


def _click(button: int, at: tuple[int, int]) -> str:
    return _mouse(button, at) + _mouse(button, at, "m")


def _mouse(button: int, at: tuple[int, int], end: str = "M") -> str:
    return f"\x1b[<{button};{at[0]};{at[1]}{end}"
