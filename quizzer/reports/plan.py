"""Puts a plan for the days until the interview into words, and into data for JSON."""

from datetime import date
from typing import Any

from msgspec import to_builtins

from quizzer.reports.words import percent
from quizzer.study.preparation import DayPlan, Plan, TopicForecast
from quizzer.words import counted

DAYS_SHOWN = 28  # from three weeks before, with the last days, which matter most
RECALLED = "86 % of 3/36: of 36 questions, 3 asked by then and 86 % of these remembered."


def day_in_words(day: DayPlan) -> str:
    """`a mock interview, 30 minutes`, `8 questions, 3 of them new, 25 minutes`, or `free`."""
    parts = [mock_interview(day)] if day.interview else []
    parts += [questions_in_words(day)] if day.items else []
    return "; ".join(parts) or "free"


def mock_interview(day: DayPlan) -> str:
    """`a mock interview, 30 minutes`."""
    return f"a mock interview, {counted(round(day.interview), 'minute')}"


def questions_in_words(day: DayPlan) -> str:
    """`8 questions, 3 of them new, 25 minutes`, or `8 new questions, 25 minutes`."""
    questions, minutes = len(day.items), counted(round(day.minutes), "minute")
    if day.new == questions:
        return f"{counted(questions, 'new question')}, {minutes}"
    new = f", {day.new} of them new" if day.new else ""
    return f"{counted(questions, 'question')}{new}, {minutes}"


def days_in_words(plan: Plan, most: int) -> list[tuple[str, str]]:
    """`Wed 09 Dec` and what it brings, for the first `most` days; today may be `done`."""
    rows = [(f"{day.day:%a %d %b}", day_in_words(day)) for day in plan.days[:most]]
    if rows:
        rows[0] = (rows[0][0], _today_in_words(plan))
    return rows


def days_beyond(plan: Plan, most: int) -> str:
    """`… and 3 more days.`, after the first `most`; empty if there are no more."""
    more = len(plan.days) - most
    return f"… and {counted(more, 'more day')}." if more > 0 else ""


def _today_in_words(plan: Plan) -> str:
    """What is left of today's part: questions, a mock interview or questions instead; or `done`."""
    today, begin = plan.days[0], plan.to_begin
    if plan.to_go:
        interview = [mock_interview(today)] if today.interview else []
        return "; ".join([*interview, to_go(plan)])
    if today.interview and begin is not None and not today.items:
        return f"{mock_interview(today)}, or {questions_in_words(begin)}"
    is_done = plan.done and not today.items and not today.interview
    return "done" if is_done else day_in_words(today)


def to_go(plan: Plan) -> str:
    """`3 questions left`, once today's part has begun."""
    return f"{counted(plan.to_go, 'question')} left"


def recalled(topic: TopicForecast) -> str:
    """`82 % of 4/12`: the expected recall, and how many of all items are seen by then."""
    if topic.recall is None:
        return "not started"
    return f"{percent(topic.recall)} of {topic.seen}/{topic.items}"


def when(day: date, today: date) -> str:
    """`today`, `tomorrow`, `in 14 days`."""
    days = (day - today).days
    return "today" if not days else "tomorrow" if days == 1 else f"in {days} days"


def left_out(items: int) -> str:
    """How many questions have no room in the minutes, and what that means for the others."""
    have = "has" if items == 1 else "have"
    text = f"{counted(items, 'question')} {have} no room in these minutes; topics take turns, "
    return text + "so that each gets its share."


def done_today(plan: Plan) -> str | None:
    """What was answered today, and the minutes planned for it; None if nothing was.

    The plan counts the minutes that the banks give a question, not those that the answer took.
    """
    if not plan.done:
        return None
    filled = counted(round(plan.minutes_done), "minute")
    return f"{counted(len(plan.done), 'question')}, planned as {filled}"


def as_data(plan: Plan) -> dict[str, Any]:
    """The days of the plan, for JSON."""
    return {
        "minutes_a_day": plan.minutes_a_day,
        "done": list(plan.done),
        "to_go": plan.to_go,
        "days": to_builtins(plan.days),
        "instead": list(plan.instead.items) if plan.instead is not None else [],
        "left_out": list(plan.left_out),
    }
