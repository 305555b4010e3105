"""Plots drawn with characters are whole, on however little of them there is room for."""

import os
import re
import shutil
from itertools import pairwise

import pytest

from quizzer.tui.documents.plots import Bars, Curve

LABELS, VALUES = [f"{day} May" for day in range(1, 31)], list(range(30))
TICK = re.compile(r" *(\d+)┤")


def test_one_bar_alone_leaves_room_beside_it() -> None:
    bars = [line for line in Bars(["30 Nov"], [6], 6).fit(76).plain.splitlines() if "█" in line]
    assert bars
    assert all(0 < line.count("█") < 20 for line in bars)


@pytest.mark.parametrize("plot", [Bars(LABELS, VALUES, 30), Curve(LABELS, VALUES, 30)], ids=type)
@pytest.mark.parametrize("terminal", [(80, 24), (4, 24), (250, 1)], ids=str)
def test_a_plot_is_whole_in_a_terminal_of_any_size(
    monkeypatch: pytest.MonkeyPatch, plot: Bars | Curve, terminal: tuple[int, int]
) -> None:
    monkeypatch.setattr(shutil, "get_terminal_size", lambda *_: os.terminal_size(terminal))
    for room in (1, 3, 4, 24, 60, 90):
        lines = plot.fit(room).plain.splitlines()
        assert len(lines) == 10
        assert max(map(len, lines)) == max(24, min(room, 76))


@pytest.mark.parametrize("top", [1, 2, 3, 7, 30, 33, 100, 320, 1999])
def test_the_numbers_beside_a_plot_are_at_equal_distances_and_reach_the_top(top: int) -> None:
    lines = Bars(["30 Nov"], [top], top).fit(76).plain.splitlines()
    ticks = {row: int(found[1]) for row, line in enumerate(lines) if (found := TICK.match(line))}
    rows, numbers = list(ticks), list(ticks.values())
    assert max(numbers) >= top
    assert min(numbers) == 0
    assert len({below - above for above, below in pairwise(rows)}) == 1
    assert len({above - below for above, below in pairwise(numbers)}) == 1
