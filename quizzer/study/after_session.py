"""What follows a session that is over: the findings from which its next steps are decided."""

from collections.abc import Iterable

from quizzer.bank.library import Library
from quizzer.progress.attempt import PASS_MARK
from quizzer.study.drills import to_drill
from quizzer.study.next_steps import Findings, Step, TopicStanding, next_steps
from quizzer.study.overview import TopicCard
from quizzer.study.purposes import DRILL, PLACEMENT
from quizzer.study.rehearsals import last_taken
from quizzer.study.session import Session
from quizzer.study.study import Study
from quizzer.study.summary import Summary


def steps_after(
    session: Session, summary: Summary, study: Study, minutes_a_day: float
) -> tuple[Step, ...]:
    """The next steps; after a placement, where to start."""
    cards = study.overview().topics
    if session.purpose == PLACEMENT:
        placed = study.placement()
        cards = tuple(card for card in cards if placed and card.topic.id == placed.start)
        return next_steps(Findings(weak=_standings(cards, study.library)))
    missed = _missed(summary, study.library)
    own = sorted(cards, key=lambda card: card.topic.id != session.topic)  # its own topic first
    topics = _standings(own, study.library)
    day = study.interview_day
    is_ahead = day is not None and day > study.today()
    most = 2 * len(missed) > len({row.item for row in summary.rows})
    is_drill = session.purpose.startswith(DRILL)
    return next_steps(
        Findings(
            missed=missed,
            missed_most_of=topics[0] if most and session.topic is not None else None,
            mistakes=() if is_drill else to_drill(summary.mistakes, study.library),
            topics=topics,
            plan=study.plan(minutes_a_day, days=1) if is_ahead else None,
            rehearsed=last_taken(study.history),
        )
    )


def _missed(summary: Summary, library: Library) -> tuple[str, ...]:
    """The items that can be asked and whose last answer here did not pass."""
    last = {row.item: row for row in summary.rows if row.score is not None}
    return tuple(
        item
        for item, row in last.items()
        if (row.solution_seen or (row.score or 0) < PASS_MARK) and library.asks(library.items[item])
    )


def _standings(cards: Iterable[TopicCard], library: Library) -> tuple[TopicStanding, ...]:
    return tuple(
        TopicStanding(
            id=card.topic.id,
            title=card.topic.title,
            has_lesson=bool(library.lesson_on(card.topic.id)),
            items=card.items,
            seen=card.seen,
            due=card.due,
        )
        for card in cards
    )
