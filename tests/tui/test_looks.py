"""A few pictures of the app; look at them when they change (`pytest --snapshot-update`)."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.tui.driver import Learner, forget_the_scale, tiny_app


async def _slip(pilot: Pilot[int]) -> None:
    """Answer a compute item with a slip."""
    learner = Learner(pilot)
    await learner.settle()
    await learner.press("enter")
    await forget_the_scale(learner)


async def _choose(pilot: Pilot[int]) -> None:
    """Choose, in the light, with a hint."""
    learner = Learner(pilot)
    await learner.settle()
    await learner.press("t", "enter", "h", "b")


def test_the_check_list(snap_compare, tmp_path: Path) -> None:
    async def wait(pilot: Pilot[int]) -> None:
        await Learner(pilot).settle()

    assert snap_compare(tiny_app(tmp_path), terminal_size=(80, 24), run_before=wait)


def test_a_choice_in_the_light_on_a_small_screen(snap_compare, tmp_path: Path) -> None:
    assert snap_compare(tiny_app(tmp_path), terminal_size=(60, 20), run_before=_choose)


def test_the_verdict_on_a_slip(snap_compare, tmp_path: Path) -> None:
    assert snap_compare(tiny_app(tmp_path, "by-hand"), terminal_size=(80, 40), run_before=_slip)


def test_the_verdict_on_a_slip_without_colour(
    snap_compare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert snap_compare(tiny_app(tmp_path, "by-hand"), terminal_size=(80, 24), run_before=_slip)
