"""What is notified passes, and never holds the app up."""

from itertools import count
from pathlib import Path

import pytest

from quizzer.tui import notification
from quizzer.tui.notification import TimedNotification
from tests.tui.driver import learner_at


def test_what_ends_while_it_is_put_on_the_screen_has_a_moment_left(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A timer of less than nothing would go round for ever."""
    seconds = count(step=3)  # each look at the clock comes three seconds later
    monkeypatch.setattr(notification, "monotonic", lambda: next(seconds))
    note = TimedNotification("Saved.", timeout=5)
    assert not note.has_expired
    assert note.time_left > 0
    assert note.has_expired


async def test_a_clock_that_is_set_back_keeps_no_notification(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with learner_at(tmp_path) as learner:
        learner.app.notify("Saved.", timeout=0.5)
        await learner.settle()
        monkeypatch.setattr("textual.notifications.time", lambda: 0.0)
        await learner.press("f1")
        await learner.pilot.pause(0.6)
        assert "Saved." not in learner.screen
