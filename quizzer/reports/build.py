"""Makes a report, in which every number is computed from the log."""

from quizzer import __version__
from quizzer.bank.library import Library
from quizzer.garbage import collection_paused
from quizzer.progress.history import History
from quizzer.progress.statistics import (
    calendar,
    clean_share,
    forecast,
    retention,
    retention_by_week,
    streak,
    time_by_week,
    time_spent,
)
from quizzer.reports.advice import advice
from quizzer.reports.report import DataNote, Habits, InterviewRow, Report, Totals
from quizzer.reports.rows import confidence, item_rows, mistake_rows, session_rows
from quizzer.reports.scope import Evidence, Scope, gather
from quizzer.reports.topics import topic_rows
from quizzer.study.clock import Clock
from quizzer.study.preparation import Plan, make_plan
from quizzer.study.rehearsals import last_taken


def build(
    history: History,
    banks: Library,
    clock: Clock,
    scope: Scope | None = None,
    *,
    minutes_a_day: float | None = None,
) -> Report:
    """The report on everything in the log, or on a part of it, as of now.

    With `minutes_a_day`, it includes the plan until the interview.
    """
    evidence = gather(history, banks, clock, scope or Scope())
    with collection_paused():
        return _report(evidence, clock, minutes_a_day)


def _report(evidence: Evidence, clock: Clock, minutes_a_day: float | None) -> Report:
    topics = tuple(topic_rows(evidence))
    mistakes = tuple(mistake_rows(evidence))
    items = tuple(item_rows(evidence))
    confident = confidence(evidence)
    interview_day = evidence.history.interview_day
    plan = _plan(evidence, minutes_a_day)
    return Report(
        version=__version__,
        at=clock.now_ms(),
        offset=clock.offset_minutes(),
        day=evidence.today,
        scope=evidence.scope,
        interview_day=interview_day,
        data=_data_note(evidence),
        totals=_totals(evidence),
        topics=topics,
        mistakes=mistakes,
        interviews=_interviews(evidence, clock),
        habits=_habits(evidence),
        confidence=confident,
        sessions=tuple(session_rows(evidence)),
        items=items,
        next_steps=advice(
            topics,
            mistakes,
            [row for row in items if row.id in evidence.heads],
            confident.sure_and_wrong,
            plan,
            last_taken(evidence.history),
        ),
        plan=plan,
    )


def _plan(evidence: Evidence, minutes_a_day: float | None) -> Plan | None:
    scope, until, today = evidence.scope, evidence.history.interview_day, evidence.today
    is_about_all = scope.topic is None and scope.session is None
    if until is None or until <= today or minutes_a_day is None or not is_about_all:
        return None
    return make_plan(evidence.banks, evidence.history, today, until, minutes_a_day)


def _interviews(evidence: Evidence, clock: Clock) -> tuple[InterviewRow, ...]:
    if not evidence.history.interviews():
        return ()
    from quizzer.reports.interviews import interview_rows  # only here: most logs have none

    return tuple(interview_rows(evidence, clock))


def _data_note(evidence: Evidence) -> DataNote:
    history = evidence.history
    return DataNote(
        device=history.store.device,
        events=history.events_seen,
        undone=evidence.log.attempts_undone,
        outside_sessions=sum(attempt.session is None for attempt in evidence.counted),
        log_sha256=evidence.log.fingerprint,
    )


def _totals(evidence: Evidence) -> Totals:
    attempts = evidence.counted
    days = {attempt.day for attempt in attempts}
    retained = retention(evidence.reviews)
    return Totals(
        first_day=min(days, default=None),
        last_day=max(days, default=None),
        study_days=len(days),
        attempts=len(attempts),
        first_try=clean_share(evidence.firsts),
        retention=retained,
        retention_expected=_expected(evidence, retained.n),
        time=time_spent(attempts),
    )


def _expected(evidence: Evidence, reviews: int) -> float | None:
    scope = evidence.scope
    if not reviews or scope.since is not None or not scope.is_open:
        return None
    return sum(evidence.records[item].replay.expected for item in evidence.known_by_item) / reviews


def _habits(evidence: Evidence) -> Habits:
    """The days and weeks of the report; the streak counts all study, whatever its scope."""
    attempts = evidence.counted
    return Habits(
        streak=streak(
            (attempt.day for attempt in evidence.log.attempts),
            evidence.schedules.values(),
            evidence.today,
        ),
        calendar=tuple(calendar(attempts)),
        time=tuple(time_by_week(attempts)),
        retention=tuple(retention_by_week(evidence.reviews)),
        desired_retention=evidence.history.settings.desired_retention,
        forecast=tuple(forecast(evidence.cards(), evidence.today)),
    )
