"""Garbage is collected in the pauses of the learner."""

import weakref

from quizzer.tui.garbage import Collector


class Ring(list[object]):
    """Holds itself, so that only a collection takes it away."""


def garbage() -> weakref.ref[Ring]:
    ring = Ring()
    ring.append(ring)
    return weakref.ref(ring)


def test_while_keys_come_and_at_once_after_them_nothing_is_collected() -> None:
    collector, gone = Collector(), garbage()
    for _ in range(3):
        collector.input_came()
        collector.look()
    assert gone() is not None


def test_in_the_first_pause_after_keys_all_is_collected_once() -> None:
    collector, gone = Collector(), garbage()
    collector.input_came()
    collector.look()
    collector.look()
    assert gone() is None
    later = garbage()
    collector.look()
    assert later() is not None
