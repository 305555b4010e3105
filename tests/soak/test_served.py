"""Tabs of a browser that come and go at any moment, while anything is typed in all of them."""

import asyncio
import json
import random
from pathlib import Path

import aiohttp
import pytest

from quizzer.progress.log import Log
from tests.soak.conftest import Chance
from tests.soak.hostile import hostile_text
from tests.web.real import Terminal, serving, visitor

KEYS = ["\r", "\t", "\x1b", "\x1b[A", "\x1b[B", "\x1bOP", "\x1bOS", "\x1b[15~", "\x1b[17~", "\x04"]
LETTERS = "abcdefghilnprsuw123 ,.?"
MOST_AT_ONCE = 10  # tabs


async def test_tabs_that_come_and_go_lose_nothing(home: Path, chance: Chance) -> None:
    if not chance.is_long:
        pytest.skip("starts a server, and an app for each tab: with --soak only")
    before: set[str] = set()
    for label, rng in chance.rounds(short=0, long=12):
        async with (
            serving(home) as address,
            visitor(address) as open_tab,
            asyncio.TaskGroup() as typing,
        ):
            for number in range(rng.choice([1, 3, MOST_AT_ONCE])):
                own = random.Random(f"{label} {number}")
                typing.create_task(_type_anything(await open_tab(), own))
        before = _expect_all(home, before, label)


async def _type_anything(tab: Terminal, rng: random.Random) -> None:
    """Type, paste, change the size and look away, and close the tab now or in a while."""
    reading = asyncio.create_task(_read(tab))
    try:
        await asyncio.sleep(rng.choice([0, 0, rng.uniform(0, 4)]))
        for _ in range(rng.choice([0, 5, 200, 400])):
            await tab.page.send_str(json.dumps(_message(rng)))
            await asyncio.sleep(rng.choice([0, 0.01, 0.05]))
    except aiohttp.ClientConnectionResetError:
        return  # something typed has ended the app
    finally:
        await tab.close()
        await reading


async def _read(tab: Terminal) -> None:
    async for _ in tab.page:
        pass


def _message(rng: random.Random) -> list[object]:
    chance = rng.random()
    if chance < 0.7:
        return ["stdin", rng.choice(KEYS)]
    if chance < 0.9:
        return ["stdin", "".join(rng.choices(LETTERS, k=rng.randint(1, 4)))]
    if chance < 0.94:
        return ["stdin", f"\x1b[200~{hostile_text(rng)[:5_000]}\x1b[201~"]
    if chance < 0.98:
        return ["resize", {"width": rng.randint(-1, 600), "height": rng.randint(-1, 250)}]
    return [rng.choice(["focus", "blur"])]


def _expect_all(home: Path, before: set[str], label: str) -> set[str]:
    """The log is sound, and what was ever in it still is."""
    log = Log.open_to_read(home / "progress.sqlite3")
    try:
        assert log.integrity_problems() == [], label
        assert log.odd_entries() == [], label
        there = {event.id for event in log.events()}
        assert before <= there, label
        return there
    finally:
        log.close()
