"""Interviews in words: the clock, where one question is, and how each question went."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from quizzer.study.interview.words import OUTCOMES, minutes, to_come
from quizzer.tui.text import MUTED

if TYPE_CHECKING:
    from quizzer.study.interview.debrief import Entry
    from quizzer.study.interview.interview import InterviewQuestion
    from quizzer.study.interview.timing import Time

STYLES: Final = {
    "right": "$text-success",
    "partly": "$text-warning",
    "wrong": "$text-error",
    "passed-over": "$text-error",
    "to-judge": "$text-accent",
    "not-reached": MUTED,
}


def outcome(entry: Entry) -> tuple[str, str, str]:
    """How a question went: sign, words and style."""
    return (*OUTCOMES[entry.outcome], STYLES[entry.outcome])


def clock(time: Time) -> str:
    """The time left in the interview, and the time spent on this question, of that planned."""
    on_this = f"{minutes(time.question)} of {minutes(time.question_total)}"
    if time.overtime:
        return f"OVERTIME {minutes(time.overtime)} · {on_this}"
    return f"{minutes(time.remaining)} left · {on_this}"


def place(question: InterviewQuestion, time: Time) -> str:
    """The number of a question in the interview, and what is to come."""
    deep = f" · follow-up {question.depth}" if question.depth else ""
    return f"Question {question.number}{deep} · {to_come(question, time)}"
