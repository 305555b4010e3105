"""Verdicts in words and colours: headline, score, and the style of each status."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizzer.grading.verdict import PartStatus, Status
from quizzer.grading.words import HEADLINES
from quizzer.reports.words import percent
from quizzer.tui.text import MUTED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from quizzer.grading.verdict import Verdict

STYLES: Mapping[str, str] = {
    Status.RIGHT: "$text-success",
    Status.PARTLY: "$text-warning",
    Status.WRONG: "$text-error",
    Status.INVALID: "$text-warning",
    PartStatus.FOLLOWS: "$text-success",
    PartStatus.MISSING: MUTED,
}


def style(status: str) -> str:
    """The style for the sign of a status."""
    return STYLES.get(status, STYLES[Status.INVALID])


def headline(verdict: Verdict) -> str:
    """The verdict in a few words, with the score when it is neither all nor nothing."""
    if all(part.status is PartStatus.MISSING for part in verdict.parts):
        return "Not known yet"  # the solution was asked for
    words = HEADLINES[verdict.status].capitalize()
    if verdict.status is Status.PARTLY:
        return f"{words}: {score_text(verdict.score)} of the points"
    return words


def score_text(score: Fraction) -> str:
    """A score as a fraction if that is easy to read, otherwise as a percentage."""
    return str(score) if score.denominator <= 12 else percent(float(score))
