"""Verdicts in words and signs, so that nothing is said by colour alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from quizzer.grading.verdict import PartStatus, Status
from quizzer.tui.text import MUTED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from quizzer.grading.verdict import PartVerdict, Verdict

SIGNS: Mapping[str, str] = {
    Status.RIGHT: "✓",
    Status.PARTLY: "◐",
    Status.WRONG: "✗",
    Status.INVALID: "!",
    PartStatus.FOLLOWS: "↳",
    PartStatus.MISSING: "–",
}
STYLES: Mapping[str, str] = {
    Status.RIGHT: "$text-success",
    Status.PARTLY: "$text-warning",
    Status.WRONG: "$text-error",
    Status.INVALID: "$text-warning",
    PartStatus.FOLLOWS: "$text-success",
    PartStatus.MISSING: MUTED,
}
_HEADLINES = {
    Status.RIGHT: "Right",
    Status.PARTLY: "Partly right",
    Status.WRONG: "Not right yet",
    Status.INVALID: "Not understood: this costs nothing",
}
_PARTS = {
    PartStatus.RIGHT: "right",
    PartStatus.FOLLOWS: "right, going on from your own values",
    PartStatus.PARTLY: "partly right",
    PartStatus.WRONG: "not right",
    PartStatus.MISSING: "left empty",
    PartStatus.NOT_UNDERSTOOD: "not understood",
    PartStatus.WRONG_SHAPE: "another shape is asked",
    PartStatus.NOT_FINITE: "not a finite number",
    PartStatus.TOO_FEW_DIGITS: "too few digits",
}


def sign(status: str) -> str:
    """The sign of a status of an item or of a part."""
    return SIGNS.get(status, SIGNS[Status.INVALID])


def style(status: str) -> str:
    """The style that goes with the sign."""
    return STYLES.get(status, STYLES[Status.INVALID])


def headline(verdict: Verdict) -> str:
    """The verdict in a few words, with the score when it is neither all nor nothing."""
    if all(part.status is PartStatus.MISSING for part in verdict.parts):
        return "Not known yet"  # the solution was asked for
    words = _HEADLINES[verdict.status]
    if verdict.status is Status.PARTLY:
        return f"{words}: {score_text(verdict.score)} of the points"
    return words


def score_text(score: Fraction) -> str:
    """A score as a fraction a person reads easily."""
    return str(score) if score.denominator <= 12 else f"{float(score):.0%}"


def part_words(part: PartVerdict) -> str:
    """The verdict on a part in words."""
    return _PARTS[part.status]
