"""Puts the numbers of reports into words: with n and interval, and no more than they show."""

import re
from datetime import date
from typing import TYPE_CHECKING, Final

from quizzer.progress.statistics import (
    ENOUGH,
    Calibration,
    Mastery,
    PointProgress,
    Recall,
    Share,
    TimeSpent,
    Trend,
)
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.study.interview.scorecard import DimensionScore

NOTHING = "–"
_LISTED = "listed in the report as JSON"  # where all is that a document leaves out
_NOT_ROWS: Final = re.compile(r"[^\W\d_]|[\[(]")  # letters, or a matrix that has its brackets
CONFIDENCE: Final = ("guess", "fifty-fifty", "likely", "sure")
STANDINGS: Final = {"can": "✓", "partly": "~", "cannot yet": "✗", "not yet seen": "·"}


def percent(value: float) -> str:
    """`83 %`"""
    return f"{100 * value:.0f} %"


def share(value: Share) -> str:
    """`83 % (5 of 6; 44 to 97 %)`, or that there is too little to say so."""
    if value.value is None or not value.enough:
        return f"not enough data ({value.hits} of {value.n})"
    low, high = value.interval
    numbers = f"{value.hits} of {value.n}; {100 * low:.0f} to {percent(high)}"
    return f"{percent(value.value)} ({numbers})"


def left_out_here(count: int, what: str) -> str:
    """`3 earlier weeks left out here, listed in the report as JSON.`"""
    return f"{counted(count, what)} left out here, {_LISTED}."


def and_more(count: int) -> str:
    """`and 3 more, listed in the report as JSON`"""
    return f"and {count} more, {_LISTED}"


def compared_with_forecast(expected: float | None, value: Share) -> str:
    """` The recall forecast had expected 80 %: expect less than it predicts.`; empty if unknown."""
    if expected is None or not value.enough:
        return ""
    low, high = value.interval
    said = f" The recall forecast had expected {percent(expected)}"
    if low <= expected <= high:
        return f"{said}."
    return f"{said}: expect {'less' if expected > high else 'more'} than it predicts."


def brief(value: Share) -> str:
    """The same for a table: `83 % of 6 (44–97)`"""
    if value.value is None or not value.enough:
        return share(value)
    low, high = value.interval
    return f"{percent(value.value)} of {value.n} ({100 * low:.0f}–{100 * high:.0f})"


def level(value: Mastery) -> str:
    """`strong (6 of 6)`; a dash if nothing was answered."""
    if not value.share.n:
        return NOTHING
    return f"{value.level} ({value.share.hits} of {value.share.n})"


def standing(value: PointProgress) -> str:
    """`✓ can`"""
    return f"{STANDINGS[value.standing]} {value.standing}"


def passed(value: PointProgress) -> str:
    """`2 of 3 items passed`, `1 of 3 items passed, 1 not seen`, or `3 items` if none was seen."""
    items = counted(value.items, "item")
    if not value.seen:
        return items
    unseen = value.items - value.seen
    return f"{value.mastered} of {items} passed" + (f", {unseen} not seen" if unseen else "")


def trend(value: Trend) -> str:
    """`55→91 % up`; without a word if chance could explain the change; a dash with too few data."""
    earlier, later = value.earlier.value, value.later.value
    if value.direction == "not enough data" or earlier is None or later is None:
        return NOTHING
    word = "" if value.direction == "no clear change" else f" {value.direction}"
    return f"{100 * earlier:.0f}→{percent(later)}{word}"


def recall(value: Recall | None) -> str:
    """`82 % of 12`"""
    if value is None or value.expected is None:
        return NOTHING
    return f"{percent(value.expected)} of {value.n}"


def band(value: "DimensionScore") -> str:
    """`solid, 70 % of 4`; with a question mark if there are too few questions to rely on it."""
    if value.band is None or value.score is None:
        return f"{value.to_judge} to judge" if value.to_judge else NOTHING
    sure = "" if value.enough else "?"
    return f"{value.band}{sure}, {percent(float(value.score))} of {value.n}"


def calibrated(value: Calibration) -> str:
    """How well confidence and answers agree, or that there is too little to say so."""
    answers = counted(value.n, "answer")
    if value.brier is None or value.bias is None or value.n < ENOUGH:
        return f"Only {answers} with a stated confidence: not enough data."
    leaning = f"{abs(100 * value.bias):.0f} points too {'sure' if value.bias > 0 else 'unsure'}"
    if abs(value.bias) <= value.by_chance:
        leaning = "neither too sure nor too unsure, as far as these answers can tell"
    return (
        f"On average {leaning}; Brier score {value.brier:.2f} over {answers} "
        "(0 is perfect, 0.25 is always saying fifty-fifty)."
    )


def duration(time: TimeSpent | float) -> str:
    """`40 s`, `7 min`, `2 h 5 min`"""
    seconds = round(time.seconds if isinstance(time, TimeSpent) else time)
    if seconds < 60:
        return f"{seconds} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    parts = [f"{hours} h" if hours else "", f"{minutes} min" if minutes or not hours else ""]
    return " ".join(part for part in parts if part)


def day(value: date | None) -> str:
    """`2026-03-02`"""
    return NOTHING if value is None else value.isoformat()


def entry(part: str, text: str, length: int) -> str:
    """What was entered, in short; for code its length, since its first line says nothing.

    Rows of numbers are separated by semicolons.
    """
    if part == "code":
        return f"{counted(len(text.strip().splitlines()), 'line')} of code"
    rows = [] if _NOT_ROWS.search(text) else filter(str.strip, text.splitlines())
    return short("; ".join(rows) or text, length)


def short(text: str, length: int = 80) -> str:
    """The text on one line, cut if it is longer than `length`, and between words if possible."""
    line = " ".join(text.split())
    if len(line) <= length:
        return line
    kept = line[: length - 1]
    whole, _, _ = line[:length].rpartition(" ")
    return (whole if len(whole) > length / 2 else kept) + "…"
