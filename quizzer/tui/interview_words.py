"""Interviews in words: the clock, the place in it, what came of each question, the score card."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quizzer.study.interview.words import minutes
from quizzer.words import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quizzer.study.interview.blueprint import Blueprint
    from quizzer.study.interview.debrief import Entry
    from quizzer.study.interview.interview import InterviewQuestion
    from quizzer.study.interview.scorecard import DimensionScore, TimeUse
    from quizzer.study.interview.timing import Time

OUTCOMES: Final = {
    "right": ("✓", "right", "$text-success"),
    "partly": ("◐", "partly right", "$text-warning"),
    "wrong": ("✗", "not right", "$text-error"),
    "passed-over": ("–", "passed over", "$text-error"),
    "to-judge": ("?", "not judged yet", "$text-accent"),
    "not-reached": ("·", "not reached", "dim"),
}


def clock(time: Time) -> str:
    """What is left of the interview, and how long this question takes."""
    on_this = f"{minutes(time.question)} of {minutes(time.question_total)}"
    if time.overtime:
        return f"OVERTIME {minutes(time.overtime)} · {on_this}"
    return f"{minutes(time.remaining)} left · {on_this}"


def place(blueprint: Blueprint, question: InterviewQuestion) -> str:
    """Where in the interview a question stands."""
    deep = f" · follow-up {question.depth}" if question.depth else ""
    return f"Question {question.number} of {question.planned}{deep} · {blueprint.title}"


def entry_times(entry: Entry) -> str:
    """The time of one question beside its budget, and what else is to be known of it."""
    parts = [f"{minutes(entry.seconds)} of {minutes(entry.budget)}"]
    parts += ["overtime"] if entry.overtime else []
    parts += [counted(entry.hints, "hint")] if entry.hints else []
    parts += ["aloud"] if entry.aloud else []
    return " · ".join(parts)


def evidence(line: DimensionScore) -> str:
    """What a line of the score card rests on."""
    waiting = f"{line.to_judge} not judged yet" if line.to_judge else ""
    if not line.n:
        return waiting or "nothing was asked"
    which = ", ".join(map(str, line.evidence))
    parts = [f"{counted(line.n, 'question')} ({which})"]
    parts += [waiting] if waiting else []
    parts += [] if line.enough else ["a first sign"]
    return " · ".join(parts)


def time_sentences(time: TimeUse, away: float) -> Iterator[str]:
    """How the time was used."""
    yield f"{minutes(time.used)} of {minutes(time.total)} used."
    if time.overtime:
        yield (
            f"{minutes(time.overtime)} overtime, with {counted(time.in_overtime, 'answer')} in it."
        )
    if time.not_reached:
        yield f"{counted(time.not_reached, 'question')} not reached."
    if time.slow:
        yield f"Far over their budget: {', '.join(map(str, time.slow))}."
    if away >= 1:
        yield f"The clock stood still for {minutes(away)}."
