"""What to do after a session: what was missed once more, a mistake, what is due, and further on."""

from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from quizzer.bank.library import Library
from quizzer.progress.attempt import PASS_MARK
from quizzer.study.drills import drill_items
from quizzer.study.purposes import DRILL, PLACEMENT, PLAN
from quizzer.words import counted

if TYPE_CHECKING:
    from quizzer.study.overview import Overview, TopicCard
    from quizzer.study.session import Session
    from quizzer.study.study import Study
    from quizzer.study.summary import Summary

STEPS = 3

Action: TypeAlias = Literal["again", "drill", "plan", "review", "lesson", "topic", "interview"]


class Step(Struct, frozen=True, kw_only=True):
    """One of the next steps; `target` is a topic or a mistake, `items` are those to ask again."""

    action: Action
    says: str
    target: str = ""
    items: tuple[str, ...] = ()


def next_steps(study: "Study", session: "Session", summary: "Summary") -> tuple[Step, ...]:
    """The steps after a session that is over, the most natural first."""
    return tuple(islice(_steps(study, session, summary), STEPS))


def _steps(study: "Study", session: "Session", summary: "Summary") -> Iterator[Step]:
    overview = study.overview()
    if session.purpose == PLACEMENT:
        yield from _where_to_start(study, overview)
        return
    if missed := _missed(study, summary):
        is_weak = 2 * len(missed) > len({row.item for row in summary.rows})
        yield _once_more(missed, (session.topic or "") if is_weak else "", study.library)
    if not session.purpose.startswith(DRILL):
        yield from _drill(study, summary)
    if session.purpose == PLAN:
        yield Step(action="plan", says="See what your plan has left for today.")
    elif overview.due:
        says = f"Review what is due: {counted(overview.due, 'question')}."
        yield Step(action="review", says=says)
    yield _further(overview, session.topic, study.library)


def _where_to_start(study: "Study", overview: "Overview") -> Iterator[Step]:
    placed = study.placement()
    if placed is not None:
        start = next(card for card in overview.topics if card.topic.id == placed.start)
        yield _lesson_on(start, study.library) or _new_of(start)


def _missed(study: "Study", summary: "Summary") -> tuple[str, ...]:
    """The items that can be asked and whose last answer here did not pass."""
    last = {row.item: row for row in summary.rows if row.score is not None}
    return tuple(
        item
        for item, row in last.items()
        if (row.solution_seen or (row.score or 0) < PASS_MARK)
        and study.library.asks(study.library.items[item])
    )


def _once_more(missed: tuple[str, ...], topic: str, library: Library) -> Step:
    """What was missed, after the lesson on a topic of which most was."""
    questions = f"what you missed: {counted(len(missed), 'question')}."
    if not library.lesson_on(topic):
        return Step(action="again", says=f"Once more {questions}", items=missed)
    says = f"Read the lesson on “{library.title_of(topic)}”, then once more {questions}"
    return Step(action="again", says=says, target=topic, items=missed)


def _drill(study: "Study", summary: "Summary") -> Iterator[Step]:
    """The mistake made most often here that can be drilled."""
    for made in summary.mistakes:
        if drill_items(made.id, study.library, 1):
            yield Step(action="drill", says=f"Drill a mistake: {made.says}", target=made.id)
            return


def _further(overview: "Overview", topic: str | None, library: Library) -> Step:
    """The topic of the session while it has new questions, else one begun, else the next one."""
    cards = overview.topics
    fresh = [card for card in cards if card.seen < card.items]
    own = [card for card in fresh if card.topic.id == topic]
    begun = [card for card in fresh if card.seen]
    for card in (*own, *begun, *fresh):
        return _new_of(card) if card.seen else _lesson_on(card, library) or _new_of(card)
    return Step(action="interview", says="All topics are done. Rehearse an interview.")


def _lesson_on(card: "TopicCard", library: Library) -> Step | None:
    topic, title = card.topic.id, card.topic.title
    if not library.lesson_on(topic):
        return None
    says = f"Read the lesson on “{title}”, then practise it."
    return Step(action="lesson", says=says, target=topic)


def _new_of(card: "TopicCard") -> Step:
    verb, new = "Go on with" if card.seen else "Begin", card.items - card.seen
    says = f"{verb} “{card.topic.title}”: {new} new."
    return Step(action="topic", says=says, target=card.topic.id)
