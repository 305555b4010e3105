"""Interviews in words, the same in the app, in commands and in reports."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from quizzer.progress.days import moment
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.study.interview.blueprint import Blueprint
    from quizzer.study.interview.debrief import Debrief, Entry, Outcome
    from quizzer.study.interview.interview import InterviewQuestion
    from quizzer.study.interview.interviews import Unreadable
    from quizzer.study.interview.scorecard import DimensionScore, TimeUse
    from quizzer.study.interview.timing import Time

NUMBERS: Final = 12  # of questions, beside a score: fast learners are asked many more

# What came of a question: its sign, and what is said.
OUTCOMES: Final[Mapping["Outcome", tuple[str, str]]] = {
    "right": ("✓", "right"),
    "partly": ("◐", "partly right"),
    "wrong": ("✗", "not right"),
    "passed-over": ("–", "not known"),
    "to-judge": ("?", "not judged yet"),
    "not-reached": ("·", "not reached"),
}


def minutes(seconds: float) -> str:
    """`4:05`."""
    whole = round(seconds)
    return f"{whole // 60}:{whole % 60:02}"


def unreadable_in_words(found: Sequence["Unreadable"]) -> str:
    """What is said of interviews that cannot be read; empty if there are none."""
    if not found:
        return ""
    started, why = found[-1]
    day = f"{moment(started.at, started.offset):%Y-%m-%d}"
    if len(found) == 1:
        subject = f"The interview of {day} cannot be read ({why})"
        is_, its, it = "it is", "Its", "it"
    else:
        latest = f"the latest, of {day}: {why}"
        subject = f"{len(found)} interviews cannot be read ({latest})"
        is_, its, it = "they are", "Their", "them"
    return (
        f"{subject}, so {is_} left out of lists and reports of interviews. {its} answers still "
        f"count. If a newer quizzer recorded {it}, update quizzer."
    )


def graded_otherwise(then: "Outcome") -> str:
    """What is said above a verdict that differs from the one at the time."""
    told = OUTCOMES[then][1]
    return f"{told[0].upper()}{told[1:]} when you answered; the question has changed since."


def to_come(question: "InterviewQuestion", time: "Time") -> str:
    """What follows a question, as far as that is known: answers and the clock decide the rest."""
    from quizzer.study.interview.pacing import SHORTEST  # the app starts without it

    if time.remaining < SHORTEST * 60:
        return "the last one"
    return f"{question.to_come} more planned" if question.to_come else "more if time allows"


def patience(question: "InterviewQuestion") -> str:
    """The warning before an "I don't know" that would end the interview; otherwise empty."""
    from quizzer.study.interview.pacing import PATIENCE  # the app starts without it

    ends = f"“I don't know” {PATIENCE} times in a row ends the interview."
    return ends if question.last_if_passed_over else ""


def entry_times(entry: "Entry") -> Iterator[str]:
    """The time of one question beside its budget, and what else matters about it."""
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
        numbers = ", ".join(map(str, line.evidence[:NUMBERS]))
        more = " …" if line.n > NUMBERS else ""
        yield f"question {numbers}" if line.n == 1 else f"{line.n} questions ({numbers}{more})"
    if line.to_judge:
        yield f"{line.to_judge} not judged yet"
    if line.guessed:
        yield f"{line.guessed} marked by single words only"
    if not line.n and not line.to_judge:
        yield "nothing was asked"
    if line.n and not line.enough:
        yield "only a first indication"


def result(debrief: "Debrief", scores: "Sequence[DimensionScore]") -> str:
    """An interview in one line: its scores, those that rest on little with a question mark."""
    if little := how_little(debrief):
        return little
    return " · ".join(
        f"{line.dimension} {100 * float(line.score):.0f} %{'' if line.enough else '?'}"
        for line in scores
        if line.score is not None
    )


def how_little(debrief: "Debrief") -> str:
    """That too little was answered to judge; empty if there was enough."""
    if not debrief.answered:
        return "Nothing was answered, so there is nothing to score."
    if debrief.enough:
        return ""
    return "Too little was answered to judge it: reports leave it out."


def ending(why: str, left: float) -> str:
    """Why an interview was over, with so many seconds left; empty if the log does not say."""
    match why:
        case "time" if left > 0:
            return f"The {minutes(left)} left was too little for another question."
        case "time":
            return "Time was up."
        case "no-question":
            return f"No question was left that fits into the last {minutes(left)}."
        case "passed-over":
            from quizzer.study.interview.pacing import PATIENCE  # the app starts without it

            return f"After “I don't know” {PATIENCE} times in a row, no more questions were added."
        case "learner":
            return f"You ended it with {minutes(left)} left." if left > 0 else "You ended it."
        case _:
            return ""


def time_sentences(time: "TimeUse", away: float) -> Iterator[str]:
    """How the time was used."""
    yield f"{minutes(time.used)} of {minutes(time.total)} used."
    if time.overtime:
        answers = counted(time.in_overtime, "answer")
        yield f"{minutes(time.overtime)} of overtime, with {answers} in it."
    if why := ending(time.ended, time.total - time.used):
        yield why
    if time.not_reached:
        yield f"{counted(time.not_reached, 'question')} not reached."
    if time.slow:
        yield f"Far over their budget: {', '.join(map(str, time.slow))}."
    if away >= 1:
        yield f"The clock was stopped for {_span(away)}."


def _span(seconds: float) -> str:
    """`4:05`, or roughly what is longer: `3 hours`, `6 days`."""
    hours = round(seconds / 3600)
    if seconds < 3600:
        return minutes(seconds)
    return counted(hours, "hour") if hours < 48 else counted(round(hours / 24), "day")


def command(blueprint: "Blueprint") -> str:
    """The command that begins the same interview."""
    from quizzer.study.interview.blueprint import OWN, READY

    usual = READY.get(blueprint.name, OWN)
    words = ["quizzer interview"]
    if blueprint.name in READY:
        words.append(f"--blueprint {blueprint.name}")
    if blueprint.minutes != usual.minutes:
        words.append(f"--minutes {blueprint.minutes}")
    if blueprint.level != usual.level:
        words.append(f"--level {blueprint.level}")
    words += [f"--topic {topic}" for topic in blueprint.topics]
    if blueprint.mix != usual.mix:
        words.append("--mix " + ",".join(f"{name}={x:g}" for name, x in blueprint.mix.items()))
    if blueprint.answers_after_each:
        words.append("--answers-after-each")
    return " ".join([*words, f"--seed {blueprint.seed}"])
