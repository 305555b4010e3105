"""The rows of a report on interviews: each with its score card and its debrief."""

from collections.abc import Iterable

from quizzer.progress.days import study_day
from quizzer.reports.report import InterviewRow
from quizzer.reports.scope import Evidence
from quizzer.study.clock import Clock
from quizzer.study.interview.interviews import Interviews
from quizzer.study.interview.scorecard import score_card


def interview_rows(evidence: Evidence, clock: Clock) -> Iterable[InterviewRow]:
    """The interviews of the period that are over, the latest first."""
    library = evidence.banks.setting_aside(())  # they may have asked what is set aside now
    interviews = Interviews(library, evidence.history, clock)
    scope = evidence.scope
    cards = interviews.cards()
    for number, card in zip(range(len(cards), 0, -1), cards, strict=True):
        started = evidence.history.in_session(card.session).started
        if card.open or started is None or scope.session not in (None, card.session):
            continue
        day = study_day(started.at, started.offset, evidence.rollover_hour)
        if scope.covers(day) and scope.topic is None:
            debrief = interviews.debrief(card.session)
            yield InterviewRow(
                number=number,
                day=day,
                debrief=debrief,
                card=score_card(debrief, library),
            )
