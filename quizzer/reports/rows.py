"""The rows of a report on mistakes, sessions, items, and answers given with confidence."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from itertools import chain

from quizzer.progress.attempt import Attempt
from quizzer.progress.chronicle import Chronicle
from quizzer.progress.days import study_day
from quizzer.progress.events import Attempted, SessionStarted
from quizzer.progress.statistics import (
    Answered,
    calibration,
    clean_share,
    mistakes,
    mistakes_by_week,
    time_spent,
)
from quizzer.reports.entered import entered
from quizzer.reports.report import Confidence, Example, ItemRow, MistakeRow, SessionRow
from quizzer.reports.scope import Evidence
from quizzer.study.mistakes import say_of
from quizzer.study.purposes import in_short


def mistake_rows(evidence: Evidence) -> Iterable[MistakeRow]:
    """The named mistakes, the most frequent first."""
    given, heads = evidence.counted_by_item, evidence.heads
    answered = (
        Answered(
            item=item,
            answers=len(own),
            made=evidence.made_in(item),
            names=heads[item].mistakes if item in heads else (),
        )
        for item, own in given.items()
    )
    for found in mistakes(answered):
        chances = chain.from_iterable(given[item] for item in found.items)
        item = found.latest_item
        last = next(attempt for attempt in given[item] if attempt.id == found.last)
        yield MistakeRow(
            id=found.id,
            name=evidence.banks.name_of(found.id),
            says=say_of(evidence.item(item), evidence.history.store.event(last.id), found.id),
            count=found.count,
            chances=found.chances,
            example=_example(last, evidence),
            weeks=tuple(mistakes_by_week(chances, found.id)),
        )


def confidence(evidence: Evidence) -> Confidence:
    """How well the learner's stated confidence fits their answers."""
    found = calibration(evidence.firsts)
    return Confidence(
        calibration=found,
        sure_and_wrong=tuple(_example(attempt, evidence) for attempt in found.sure_and_wrong),
    )


def _example(attempt: Attempt, evidence: Evidence) -> Example:
    event = evidence.history.store.event(attempt.id)
    return Example(
        item=attempt.item,
        title=evidence.title_of(attempt.item),
        topic=evidence.topic_of(attempt),
        day=attempt.day,
        entered=entered(event, evidence.item(attempt.item)) if isinstance(event, Attempted) else {},
    )


def session_rows(evidence: Evidence) -> Iterable[SessionRow]:
    """The sessions in which something was answered, the latest first."""
    by_session: dict[str | None, list[Attempt]] = {}
    for attempt in evidence.counted:
        by_session.setdefault(attempt.session, []).append(attempt)
    for started in reversed(evidence.log.sessions):
        if started.id in by_session:
            end = evidence.log.in_session(started.id).end
            yield _session_row(
                started,
                by_session[started.id],
                topic=evidence.banks.title_of(started.topic) if started.topic else None,
                day=study_day(started.at, started.offset, evidence.rollover_hour),
                total=_planned(started, evidence.log),
                finished=end is not None and end.finished,
            )


def _planned(started: SessionStarted, log: Chronicle) -> int:
    """How many questions the plan of a session has, after all additions and removals."""
    told = log.in_session(started.id)
    return len(started.plan) + len(told.growth) - len(told.shrinking)


def _session_row(
    started: SessionStarted,
    attempts: Sequence[Attempt],
    *,
    topic: str | None,
    day: date,
    total: int,
    finished: bool,
) -> SessionRow:
    statuses = Counter(attempt.status for attempt in attempts)
    return SessionRow(
        id=started.id,
        day=day,
        mode=started.mode,
        called=in_short(started.purpose, started.mode),
        topic=topic,
        total=total,
        right=statuses["right"],
        partly=statuses["partly"],
        wrong=statuses["wrong"],
        score=sum((attempt.score for attempt in attempts), Fraction(0)),
        time=time_spent(attempts),
        finished=finished,
    )


def item_rows(evidence: Evidence) -> Iterable[ItemRow]:
    """The items that were answered, in the order of the check-list; those no longer in it last."""
    given, counted = evidence.known_by_item, evidence.counted_by_item
    heads = evidence.heads
    order = [item for item in heads if item in counted]
    for item in [*order, *(item for item in counted if item not in heads)]:
        own, record = given[item], evidence.records[item]
        first = evidence.latest_first(item)
        yield ItemRow(
            id=item,
            title=evidence.title_of(item),
            topic=evidence.topic_of(own[-1]),
            kind=own[-1].kind,
            attempts=len(counted[item]),
            first_try=clean_share(evidence.firsts_by_item[item]),
            mastered=first.passed,
            first_score=first.score,
            solution_seen=first.solution_seen,
            last_day=own[-1].day,
            last_score=own[-1].score,
            due_day=record.card.due_day,
        )
