"""Garbage is collected in the pauses of the learner."""

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest

from quizzer.tui.garbage import PAUSE, SOON, Collector


class Ring(list[object]):
    """Holds itself, so that only a collection takes it away."""


def garbage() -> weakref.ref[Ring]:
    ring = Ring()
    ring.append(ring)
    return weakref.ref(ring)


def old_garbage() -> weakref.ref[Ring]:
    """A ring that stayed when others were looked for, and is left only now."""
    ring = Ring()
    ring.append(ring)
    gc.collect()
    return weakref.ref(ring)


@pytest.fixture
def collector() -> Iterator[Collector]:
    """As the command line hands over: nobody looks for garbage."""
    thresholds = gc.get_threshold()
    gc.disable()
    collector = Collector()
    collector.begin()
    yield collector
    gc.unfreeze()
    gc.set_threshold(*thresholds)
    gc.enable()


async def test_until_what_was_pressed_for_is_there_nothing_is_collected(
    collector: Collector,
) -> None:
    gone = garbage()
    for _ in range(3):
        collector.input_came()
        await asyncio.sleep(SOON / 2)
    assert gone() is not None


async def test_then_what_is_new_is_collected_and_in_a_pause_everything(
    collector: Collector,
) -> None:
    old, new = old_garbage(), garbage()
    collector.input_came()
    while new() is not None:
        await asyncio.sleep(0.001)
    assert old() is not None
    await asyncio.sleep(PAUSE)
    assert old() is None


async def test_where_collection_was_on_all_the_time_it_stays_as_it_is() -> None:
    before = gc.get_threshold()
    Collector().begin()
    assert gc.get_threshold() == before
