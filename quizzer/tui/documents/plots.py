"""Plots drawn with characters, as elements of a document, in the colours of the theme.

This module, and plotext with it, is imported only when a page with plots is opened.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from math import ceil
from typing import TYPE_CHECKING

import plotext
from textual.content import Content

from quizzer.tui.text import MUTED, pad, plain
from quizzer.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from datetime import date

    from quizzer.progress.statistics import Share

WIDEST = 76
HEIGHT = 10
LONGEST, SAID = 38, 26  # cells for the name of an interval, and for its numbers and words
WIDE, ROOMY = 66, 90  # cells: from each of these widths on, the line of an interval is longer
MOST_STEPS = 3  # on the scale: one, two or three steps divide the rows of a plot evenly
FEWEST_PLACES = 7  # so that one bar alone does not fill the plot
LEAST = 24  # cells; a narrower plot shows nothing useful, and plotext fails
SHADES = "·░▒▓█"
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Bars:
    """An upright bar for each label."""

    labels: Sequence[str]
    values: Sequence[float]
    top: float
    least: int = field(default=LEAST, init=False)

    def fit(self, width: int) -> Content:
        """The bars; labels for which there is no room are left out."""
        _clean(width)
        places = list(range(len(self.values)))
        plotext.bar(places, list(self.values), width=0.7, minimum=0)
        if len(places) < FEWEST_PLACES:
            plotext.xlim(-0.5, FEWEST_PLACES - 0.5)
        _scale(self.top)
        _label(self.labels, width)
        return _drawn(plotext.build())


@dataclass(frozen=True)
class Curve:
    """A line through a value for each label, and perhaps a second line to compare it with."""

    labels: Sequence[str]
    values: Sequence[float]
    top: float
    beside: Sequence[float] = ()
    least: int = field(default=LEAST, init=False)

    def fit(self, width: int) -> Content:
        """The line and its points; labels for which there is no room are left out."""
        _clean(width)
        places = list(range(len(self.values)))
        if self.beside:
            plotext.plot(places, list(self.beside), marker="·")
        plotext.plot(places, list(self.values), marker="braille")
        plotext.scatter(places, list(self.values), marker="●")
        _scale(self.top)
        _label(self.labels, width)
        return _drawn(plotext.build())


@dataclass(frozen=True)
class Calendar:
    """Weeks as columns and weekdays as rows; a day is darker the more was done on it."""

    counts: Mapping[date, int]
    today: date
    least: int = field(default=LEAST, init=False)

    def fit(self, width: int) -> Content:
        """As many of the latest weeks as there is room for."""
        weeks = max(1, min(26, (min(width, WIDEST) - 5) // 2))
        monday = self.today - timedelta(days=self.today.weekday())
        mondays = [monday - timedelta(weeks=n) for n in reversed(range(weeks))]
        rows = [plain(_months(mondays), MUTED)]
        for weekday, name in enumerate(("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")):
            days = (start + timedelta(days=weekday) for start in mondays)
            cells = "".join(f"{self._shade(day)} " for day in days)
            rows.append(plain(f"{name}  ", MUTED) + plain(cells, "$text-success"))
        most = max(self.counts.values(), default=0)
        fullest = counted(most, "answer")
        legend = f"{SHADES[0]} nothing  {SHADES[1]} a little  {SHADES[-1]} {fullest}"
        return Content("\n").join([*rows, plain(f"     {legend}", MUTED)])

    def _shade(self, day: date) -> str:
        """The day with the most answers has the darkest shade; future days have none."""
        if day > self.today:
            return " "
        count, most = self.counts.get(day, 0), max(self.counts.values(), default=1)
        steps = len(SHADES) - 1
        return SHADES[-(-count * steps // most)] if count else SHADES[0]


@dataclass(frozen=True)
class Interval:
    """A share on a line from 0 to 100 %, with its 95 % interval."""

    name: str
    share: Share
    words: str
    style: str = ""
    least: int = field(default=0, init=False)

    def fit(self, width: int) -> Content:
        """The name, the line, and the share in numbers."""
        line = 20 if width >= ROOMY else 12 if width >= WIDE else 10
        name = max(8, min(LONGEST, width - line - SAID))
        lead = plain(pad(self.name, name) + "  ")
        if self.share.value is None:
            return lead + plain("·" * line + f"  {self.words}", MUTED)
        low, high = (round(bound * (line - 1)) for bound in self.share.interval)
        at = round(self.share.value * (line - 1))
        cells = ["─" if low <= place <= high else "·" for place in range(line)]
        cells[at] = "●"
        numbers = f"  {self.share.hits}/{self.share.n}  "
        return lead + plain("".join(cells), self.style) + plain(numbers + self.words, MUTED)


def _months(mondays: Sequence[date]) -> str:
    """The name of each month above its first week, where there is room for it."""
    text = "     "
    for place, monday in enumerate(mondays):
        new = place == 0 or monday.month != mondays[place - 1].month
        column = 5 + 2 * place
        if new and len(text) <= column:
            text = text.ljust(column) + f"{monday:%b} "
    return text


def _clean(width: int) -> None:
    """Begin an empty plot, even one larger than the terminal, since the page scrolls."""
    plotext.clear_figure()
    plotext.theme("clear")
    plotext.limitsize(False, False)
    plotext.plotsize(max(LEAST, min(width, WIDEST)), HEIGHT)


def _label(labels: Sequence[str], width: int) -> None:
    """Set every label, or only every second, third and so on, so that they do not overlap."""
    longest = max(map(len, labels)) + 1
    room = max(1, (min(width, WIDEST) - 8) // longest)
    step = -(-len(labels) // room)
    places = list(range(0, len(labels), step))
    plotext.xticks(places, [labels[place] for place in places])


def _scale(top: float) -> None:
    """Set a scale from 0 to the top or a little higher, with round numbers at equal distances."""
    step = next(size for size in _steps() if top / size <= MOST_STEPS)
    ticks = [step * n for n in range(ceil(top / step) + 1)]
    plotext.ylim(0, ticks[-1])
    plotext.yticks(ticks, [str(tick) for tick in ticks])


def _steps() -> Iterator[int]:
    """1, 2, 5, 10, 20, 50 and so on."""
    for power in count():
        yield from (1 * 10**power, 2 * 10**power, 5 * 10**power)


def _drawn(text: str) -> Content:
    return plain(_COLOUR.sub("", text).rstrip("\n"), "$text-primary")
