"""Derives what to do next from the rows of a report."""

from collections.abc import Sequence
from datetime import date
from operator import itemgetter

from quizzer.reports.report import Example, ItemRow, MistakeRow, TopicRow
from quizzer.study.mistakes import MistakeMade
from quizzer.study.next_steps import Findings, Step, TopicStanding, next_steps
from quizzer.study.preparation import Plan

WEAK = 0.7  # if a smaller share of its latest first answers passed, a topic needs more practice


def advice(
    topics: Sequence[TopicRow],
    mistakes: Sequence[MistakeRow],
    answered: Sequence[ItemRow],
    sure_and_wrong: Sequence[Example],
    plan: Plan | None = None,
    rehearsed: date | None = None,
) -> tuple[Step, ...]:
    """The next steps; if there is a plan for an interview, that decides what to begin."""
    standings = [_standing(row) for row in topics]
    shares = [(topic.lately.value or 0.0, topic) for topic in standings if topic.lately]
    weak = [topic for share, topic in sorted(shares, key=itemgetter(0)) if share < WEAK]
    open_items = {row.id for row in answered if not row.mastered}
    unsettled = [(entry.item, entry.title) for entry in sure_and_wrong if entry.item in open_items]
    days = [row.due_day for row in answered if row.due_day is not None]
    back = None if any(topic.due for topic in standings) else min(days, default=None)
    return next_steps(
        Findings(
            sure_and_wrong=unsettled[0] if unsettled else None,
            mistakes=tuple(
                MistakeMade(id=row.id, name=row.name, says=row.says, count=row.count)
                for row in mistakes
                if row.count > 1
            ),
            weak=tuple(weak[:1]),
            topics=tuple(standings),
            plan=plan,
            rehearsed=rehearsed,
            back_on=(back, days.count(back)) if back is not None else None,
        )
    )


def _standing(row: TopicRow) -> TopicStanding:
    done = row.progress
    tells = done.mastery.lacks in ("", "days")  # one day will do for advice
    return TopicStanding(
        id=row.id,
        title=row.title,
        items=done.items,
        seen=done.seen,
        due=done.due,
        lately=done.mastery.share if tells else None,
    )
