"""What there is to do now, most urgent first: the lines at the top of the home screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from quizzer.emphasis import plain
from quizzer.progress.statistics import Mastery, PointProgress, points_progress
from quizzer.reports.plan import when
from quizzer.study.interview.words import minutes
from quizzer.study.purposes import PLACEMENT
from quizzer.words import counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from datetime import date

    from quizzer.study.drills import Drill
    from quizzer.study.interview.interviews import InterviewCard
    from quizzer.study.overview import Overview
    from quizzer.study.study import Study

WORTH_A_DRILL = 2  # a drill is proposed once a mistake was made this many times


@dataclass(frozen=True)
class Agenda:
    """All that the home screen shows."""

    overview: Overview
    in_review: int  # questions that a review of what is due would ask
    review_minutes: float
    review_was_left: bool  # the key for reviews then resumes it
    drill: Drill | None  # on the mistake made most often
    interview: InterviewCard | None  # one that was begun and not ended
    interview_day: date | None
    today: date
    placement_due: bool
    start: str | None  # the topic to start with, once the placement is done
    mastery: Mapping[str, Mastery]  # by topic
    points: Mapping[str, PointProgress]  # those that an item covers
    flaws: int  # problems in the learner's own banks

    def lines(self, key: Callable[[str], str]) -> Iterator[str]:
        """At most four lines, the most urgent first.

        Each begins with its key, because a narrow screen cuts off the end of a line.
        """
        yield from self._to_resume(key("home.resume"))
        if self.placement_due:
            begin, skip = key("home.placement"), key("home.skip-placement")
            yield f"▸ New here? {begin}: six questions show where to start; {skip}: skip"
        elif self._begun:
            yield self._today(key("home.review"), key("home.plan"))
        if self.drill is not None:
            often, said = f"{self.drill.count} of {self.drill.chances}", plain(self.drill.name)
            yield f"▸ {key('home.drill')} drills: {said}, made {often} times"
        if self.flaws:
            problems = counted(self.flaws, "problem")
            yield f"▸ {key('home.flaws')} shows {problems} in your own banks"

    @property
    def _begun(self) -> bool:
        return any(card.seen for card in self.overview.topics)

    def _to_resume(self, key: str) -> Iterator[str]:
        """An interview that was left comes before a session, because its clock is waiting."""
        session = self.overview.resumable
        if (card := self.interview) is not None:
            where = f"question {card.answered + 1}, {minutes(card.remaining)} left"
            yield f"▸ {key} resumes the interview: {where}"
        elif session is not None:
            where = f"question {session.position + 1} of {session.total}"
            yield f"▸ {key} resumes {session.called}: {where}"

    def _today(self, review: str, plan: str) -> str:
        due = self.overview.due
        what = "✓ Nothing is due today"
        if due and self.review_was_left:
            what = f"▸ {review} resumes the review you left; {due} due"
        elif due:
            many = f"{self.in_review} of {due}" if due > self.in_review else str(due)
            what = f"▸ {review} reviews {many} due, about {max(1, round(self.review_minutes))} min"
        return f"{what} · {self._day_of_interview(plan)}"

    def _day_of_interview(self, key: str) -> str:
        day = self.interview_day
        if day is None or day < self.today:
            return f"{key} sets the day of your interview"
        return f"{key}: interview {when(day, self.today)}, {day:%d %B}"


def agenda(study: Study) -> Agenda:
    """What the home screen shows, collected from the log and the banks."""
    overview = study.overview()
    in_review = study.to_review()
    placed, left = study.placement(), overview.resumable
    under_way = left is not None and left.purpose == PLACEMENT
    topics, points = _progress(study)
    drills = (drill for drill in study.drills() if drill.count >= WORTH_A_DRILL)
    return Agenda(
        overview=overview,
        in_review=len(in_review),
        review_minutes=sum(item.minutes for item in in_review),
        review_was_left=study.resumable("review", None) is not None,
        drill=next(drills, None),
        interview=study.open_interview,
        interview_day=study.interview_day,
        today=study.today(),
        placement_due=study.placement_due,
        start=placed.start if placed is not None and not under_way else None,
        mastery={topic: found.mastery for topic, found in topics.items() if found.seen},
        points=points,
        flaws=len(study.library.flaws),
    )


def _progress(study: Study) -> tuple[dict[str, PointProgress], dict[str, PointProgress]]:
    """How far the learner is in each topic, and at each point of the check-list."""
    library = study.library
    known = {item: record.mastery for item, record in study.history.records().items()}
    topics = {head.id: (library.topic_of(head.id),) for head in library.heads}
    points = {head.id: head.covers for head in library.heads}
    return points_progress(topics, known), points_progress(points, known)
