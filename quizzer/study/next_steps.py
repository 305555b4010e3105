"""What to do next: one order and one set of words, after a session, an interview, or in a report.

Callers gather `Findings`; what these do not contain leads to no step.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from fractions import Fraction
from itertools import islice
from typing import Literal, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from quizzer.bank.schema import Level
from quizzer.progress.attempt import PASS_MARK
from quizzer.progress.statistics import Share
from quizzer.study.interview.blueprint import OWN, Blueprint
from quizzer.study.interview.flavours import DIMENSIONS, Dimension
from quizzer.study.mistakes import MistakeMade
from quizzer.study.preparation import Plan
from quizzer.words import counted, listed

STEPS = 3
TOPICS = 3  # named in one step
ROOM_FOR_CODE = 30  # minutes: in shorter interviews few code questions fit
HARDER: dict[Level, Level] = {"junior": "mid", "mid": "senior"}

Action: TypeAlias = Literal[
    "judge", "again", "review", "drill", "lesson", "practice", "plan", "interview", "return"
]
CutShort: TypeAlias = Literal["", "by the clock", "by the learner"]


class Step(Struct, frozen=True, kw_only=True):
    """One of the next steps.

    `target` is a topic or a mistake, `items` are those to ask again, `blueprint` is that of the
    next interview.
    """

    action: Action
    says: str
    target: str = ""
    items: tuple[str, ...] = ()
    blueprint: Blueprint | None = None


class TopicStanding(Struct, frozen=True, kw_only=True):
    """How far the learner is in a topic; `lately` is how many of the latest first answers passed.

    It is none where these are too few. It leaves out older answers, as what was once wrong may have
    been learnt since.
    """

    id: str
    title: str
    has_lesson: bool = False
    items: int = 0
    seen: int = 0
    due: int = 0
    lately: Share | None = None


class Rehearsed(Struct, frozen=True, kw_only=True):
    """The interview that was taken, and what it did not show."""

    blueprint: Blueprint
    score: Fraction | None
    untested: tuple[Dimension, ...]
    cut_short: CutShort
    enough: bool  # whether enough was answered to judge it
    has_written: bool


class Findings(Struct, frozen=True, kw_only=True):
    """What is known; topics and mistakes are in the order in which they matter."""

    to_judge: int = 0  # open answers
    missed: tuple[str, ...] = ()  # items
    missed_most_of: TopicStanding | None = None
    sure_and_wrong: tuple[str, str] | None = None  # the id and the title of an item
    mistakes: tuple[MistakeMade, ...] = ()
    weak: tuple[TopicStanding, ...] = ()
    topics: tuple[TopicStanding, ...] = ()
    plan: Plan | None = None  # until the interview; if there is one, it says what is due and new
    rehearsed: date | None = None  # when the latest interview was taken
    interview: Rehearsed | None = None
    back_on: tuple[date, int] | None = None  # when so many items come back


def next_steps(findings: Findings) -> tuple[Step, ...]:
    """The first steps that apply, the most urgent first."""
    return tuple(islice(_steps(findings), STEPS))


def _steps(findings: Findings) -> Iterator[Step]:
    if findings.to_judge:
        says = f"Judge your open answers against their key points: {findings.to_judge} left."
        yield Step(action="judge", says=says)
    yield from _again(findings)
    if findings.plan is not None:
        yield from _today(findings.plan, findings.rehearsed)
    else:
        yield from _what_is_due(findings.topics)
    for mistake in findings.mistakes[:1]:
        often = f" you made {mistake.count} times" if mistake.count > 1 else ""
        says = f"Drill a mistake{often}: {mistake.name}."
        yield Step(action="drill", says=says, target=mistake.id)
    yield from map(_weak, findings.weak)
    yield from _what_is_new(findings)
    if findings.interview is not None:
        yield from _interviews(findings.interview)
    if findings.plan is not None and not findings.plan.asks_today:
        says = (
            f"Today's part is done. Look at your plan for the interview on {findings.plan.target}."
        )
        yield Step(action="plan", says=says)
    if findings.back_on is not None:
        day, count = findings.back_on
        says = f"Come back on {day}: {counted(count, 'question')} to review."
        yield Step(action="return", says=says)


def _again(findings: Findings) -> Iterator[Step]:
    """What was missed, after a lesson if most of its topic was; and what was wrong, though sure."""
    if missed := findings.missed:
        topic = findings.missed_most_of
        does = f"try again what you missed: {counted(len(missed), 'question')}"
        says = _after_lesson(topic, does) or f"{does.capitalize()}."
        yield Step(action="again", says=says, target=topic.id if topic else "", items=missed)
    if findings.sure_and_wrong is not None:
        item, title = findings.sure_and_wrong
        says = f"Look again at “{title}”: you were sure, but your answer was not right."
        yield Step(action="again", says=says, items=(item,))


def _today(plan: Plan, rehearsed: date | None) -> Iterator[Step]:
    """What the plan until an interview has for today: it knows what is due, and what is new."""
    if plan.asks_today:
        says = f"Continue with your plan for the interview on {plan.target}."
        yield Step(action="plan", says=says)
    if plan.rehearses_today:
        why = "you have not taken one yet"
        if rehearsed is not None:
            why = f"the last one was {counted((plan.days[0].day - rehearsed).days, 'day')} ago"
        yield Step(action="interview", says=f"Rehearse an interview: {why}.")


def _what_is_due(topics: Iterable[TopicStanding]) -> Iterator[Step]:
    if due := [topic for topic in topics if topic.due]:
        where = [f"“{topic.title}”" for topic in due[:TOPICS]]
        where += [counted(len(due) - TOPICS, "more topic")] if len(due) > TOPICS else []
        count = counted(sum(topic.due for topic in due), "question")
        yield Step(action="review", says=f"Review what is due: {count} on {listed(where)}.")


def _what_is_new(findings: Findings) -> Iterator[Step]:
    """A topic that was begun, and one that was not; an interview when nothing is left."""
    fresh = [topic for topic in findings.topics if topic.seen < topic.items]
    rehearses = findings.plan is not None and findings.plan.rehearses_today
    if findings.topics and not fresh and not rehearses:
        yield Step(
            action="interview", says="There are no new questions left: rehearse an interview."
        )
    if findings.plan is not None:
        return
    for topic in [topic for topic in fresh if topic.seen][:1]:
        says = f"Continue with “{topic.title}”: {topic.items - topic.seen} new."
        yield Step(action="practice", says=says, target=topic.id)
    for topic in [topic for topic in fresh if not topic.seen][:1]:
        yield _practise(topic, f"Start “{topic.title}”: {counted(topic.items, 'question')}.")


def _weak(topic: TopicStanding) -> Step:
    if topic.lately is None:
        return _practise(topic, f"Practise “{topic.title}”.")
    passed = f"{topic.lately.hits} of the latest {topic.lately.n} first answers passed"
    return _practise(topic, f"Practise “{topic.title}” again: {passed}.")


def _practise(topic: TopicStanding, without_lesson: str) -> Step:
    says = _after_lesson(topic, "practise it") or without_lesson
    return Step(action="lesson" if topic.has_lesson else "practice", says=says, target=topic.id)


def _after_lesson(topic: TopicStanding | None, does: str) -> str:
    """What to do with a topic after its lesson; nothing where it has none."""
    if topic is None or not topic.has_lesson:
        return ""
    return f"Read the lesson on “{topic.title}”, then {does}."


def _interviews(taken: Rehearsed) -> Iterator[Step]:
    """The next interview: to the end, on what was not tested, and harder."""
    own, passed = taken.blueprint, taken.score is not None and taken.score >= PASS_MARK
    if taken.cut_short == "by the clock":
        says = "Repeat this interview with another seed, and watch the time for each question."
        yield _interview(says, own)
    elif taken.cut_short:
        yield _interview("Take this interview again with another seed, and finish it.", own)
    if taken.untested and taken.score is not None:  # where nothing was answered, all of it is
        says = f"No question tested {listed(taken.untested, 'or')}: take an interview that does."
        yield _interview(says, _about(taken.untested, own))
    if passed and taken.enough and own.level in HARDER:
        level = HARDER[own.level]
        yield _interview(f"Take the next one at level {level}.", replace(own, level=level))
    elif not taken.cut_short:
        yield _interview("Take the next one with a new seed.", own)
    if taken.score is not None:
        says = "Come back for reviews: the questions asked here return before you forget them."
        yield Step(action="review", says=says)
    if taken.has_written:
        says = "Say your answers aloud in the next one: speaking is a different skill from writing."
        yield _interview(says, own)


def _interview(says: str, blueprint: Blueprint) -> Step:
    """Another interview, with questions of its own."""
    return Step(action="interview", says=says, blueprint=replace(blueprint, seed=0))


def _about(untested: tuple[Dimension, ...], like: Blueprint) -> Blueprint:
    """An interview of the same level and topics about these dimensions alone."""
    mix = {flavour: 1.0 for flavour, dimension in DIMENSIONS.items() if dimension in untested}
    shares = {flavour: share / len(mix) for flavour, share in mix.items()}
    minutes = max(like.minutes, ROOM_FOR_CODE if "code" in untested else 0)
    return replace(like, name=OWN.name, title=OWN.title, minutes=minutes, mix=shares)
