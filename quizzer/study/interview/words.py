"""Interviews in words, the same in the app, in commands and in reports."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.study.interview.debrief import Entry, Outcome
    from quizzer.study.interview.scorecard import DimensionScore, TimeUse

# What came of a question: its sign, and what is said.
OUTCOMES: Final[Mapping["Outcome", tuple[str, str]]] = {
    "right": ("✓", "right"),
    "partly": ("◐", "partly right"),
    "wrong": ("✗", "not right"),
    "passed-over": ("–", "passed over"),
    "to-judge": ("?", "not judged yet"),
    "not-reached": ("·", "not reached"),
}


def minutes(seconds: float) -> str:
    """`4:05`."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"


def entry_times(entry: "Entry") -> Iterator[str]:
    """The time of one question beside its budget, and what else is to be known of it."""
    yield f"{minutes(entry.seconds)} of {minutes(entry.budget)}"
    if entry.overtime:
        yield "overtime"
    if entry.hints:
        yield counted(entry.hints, "hint")
    if entry.aloud:
        yield "aloud"


def evidence(line: "DimensionScore") -> Iterator[str]:
    """What a line of the score card rests on."""
    if line.n:
        yield f"{counted(line.n, 'question')} ({', '.join(map(str, line.evidence))})"
    if line.to_judge:
        yield f"{line.to_judge} not judged yet"
    if not line.n and not line.to_judge:
        yield "nothing was asked"
    if line.n and not line.enough:
        yield "a first sign"


def time_sentences(time: "TimeUse", away: float) -> Iterator[str]:
    """How the time was used."""
    yield f"{minutes(time.used)} of {minutes(time.total)} used."
    if time.overtime:
        answers = counted(time.in_overtime, "answer")
        yield f"{minutes(time.overtime)} overtime, with {answers} in it."
    if time.not_reached:
        yield f"{counted(time.not_reached, 'question')} not reached."
    if time.slow:
        yield f"Far over their budget: {', '.join(map(str, time.slow))}."
    if away >= 1:
        yield f"The clock stood still for {minutes(away)}."
