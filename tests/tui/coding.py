"""Code items at the keyboard: what is handed in, and waiting for what comes of it."""

import time

from quizzer.tui.widgets.code_field import CodeField
from tests.tui.driver import Learner

WRITE, MEND = "write-softmax", "mend-softmax"
HEAD = "import numpy as np\n\n\ndef softmax(x):\n"
RIGHT = HEAD + (
    "    powers = np.exp(x - x.max(axis=-1, keepdims=True))\n"
    "    return powers / powers.sum(axis=-1, keepdims=True)\n"
)
WRONG_AXIS = HEAD + (
    "    print('x[0][/] is', x[0, 0])\n"
    "    powers = np.exp(x)\n"
    "    return powers / powers.sum(axis=-2, keepdims=True)\n"
)
ENDLESS = HEAD + "    while True:\n        pass\n"
FAILING = HEAD + "    rows = x[[0]]\n    return rows.w['[/path]']\n"


def field(learner: Learner) -> CodeField:
    """The field for the code."""
    return learner.app.screen.query_one(CodeField)


async def write(learner: Learner, code: str) -> None:
    """Open the question and put the code in place of the starter."""
    await learner.press("enter")
    await learner.paste(code.replace("\n", "\r"))  # as terminals hand it on
    assert field(learner).text == code


async def begin(learner: Learner, key: str, says: str) -> None:
    """Press a key that begins a run, and wait until the screen says that it goes on."""
    learner.send(key)
    await until(learner, says)


async def until(learner: Learner, says: str, seconds: float = 20) -> None:
    """Wait until the screen says something."""
    end = time.monotonic() + seconds
    while says not in learner.screen:
        assert time.monotonic() < end, learner.screen
        await learner.pilot.pause(0.05)


async def read(learner: Learner, says: str) -> str:
    """All text of the screen, once it is laid out and says something."""
    end = time.monotonic() + 20
    while says not in learner.everything:
        assert time.monotonic() < end, learner.everything
        await learner.pilot.pause(0.05)
    return learner.everything


async def grade(learner: Learner) -> None:
    """Hand the code in and wait for what comes of it."""
    await learner.press("f5")
    assert "Your code is running." not in learner.screen
