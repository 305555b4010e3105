"""What the log says in numbers: pure functions over attempts.

Words used here:
first answer   the first attempt at an item on a study day; the solution was seen after it
passed         score 0.6 or better, without having asked for the solution
clean          right, without hint or solution
mastered       the latest first answer to the item passed
reviews        the attempts that counted for the schedule (see `schedule.replay_item`)
Attempts that were undone never reach this module.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from itertools import chain
from math import sqrt

from msgspec import Struct

from quizzer.progress.attempt import Attempt, first_answers
from quizzer.progress.schedule import CardState, Review

ENOUGH = 5  # below, a share says nothing
CAP_SECONDS = 600.0  # an answer that took longer was left lying
_95_PERCENT = 1.959964  # standard normal quantile of 0.975


class Share(Struct, frozen=True, kw_only=True):
    """How many of how many, and what that says: the 95 % interval of Wilson."""

    hits: int
    n: int

    @property
    def enough(self) -> bool:
        """Whether there is enough data to speak of a share."""
        return self.n >= ENOUGH

    @property
    def value(self) -> float | None:
        """The share itself; none of nothing."""
        return self.hits / self.n if self.n else None

    @property
    def interval(self) -> tuple[float, float]:
        """The true share lies in here, in 95 of 100 such cases."""
        return wilson(self.hits, self.n)


class TimeSpent(Struct, frozen=True, kw_only=True):
    """Time spent on answers, each counted up to CAP_SECONDS."""

    seconds: float
    capped: int  # answers that took longer


class MistakeCount(Struct, frozen=True, kw_only=True):
    """How often a named mistake was made."""

    id: str
    count: int
    chances: int  # answers to the items in which it was made
    last: Attempt  # the latest attempt with it


class TopicProgress(Struct, frozen=True, kw_only=True):
    """How far the learner is in a topic."""

    items: int
    seen: int
    mastered: int
    due: int
    attempts: int
    first_try: Share  # clean first answers, of all first answers
    retention: Share
    time: TimeSpent
    last_day: date | None


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share by Wilson (1927); of nothing, all is possible."""
    if n == 0:
        return 0.0, 1.0
    share, z2 = hits / n, _95_PERCENT**2
    middle = share + z2 / (2 * n)
    half = _95_PERCENT * sqrt(share * (1 - share) / n + z2 / (4 * n * n))
    return max(0.0, (middle - half) / (1 + z2 / n)), min(1.0, (middle + half) / (1 + z2 / n))


def is_mastered(attempts: Sequence[Attempt]) -> bool:
    """Whether the latest first answer to an item passed; `attempts` are those at that item."""
    firsts = first_answers(attempts)
    return bool(firsts) and firsts[-1].passed


def first_try(attempts: Iterable[Attempt]) -> Share:
    """Of the first answers of each item on each study day, those that were clean."""
    firsts = list(chain.from_iterable(map(first_answers, by_item(attempts).values())))
    return Share(hits=sum(attempt.clean for attempt in firsts), n=len(firsts))


def retention(reviews: Iterable[Review]) -> Share:
    """Of the reviews at least a day after the one before, those that passed.

    Practice beside the schedule is no review, so cramming does not improve this number.
    """
    recalled = [review.attempt.passed for review in reviews if review.elapsed]
    return Share(hits=sum(recalled), n=len(recalled))


def time_spent(attempts: Iterable[Attempt]) -> TimeSpent:
    """The time of all answers, capped an answer."""
    seconds = [attempt.seconds for attempt in attempts]
    return TimeSpent(
        seconds=sum(min(value, CAP_SECONDS) for value in seconds),
        capped=sum(value > CAP_SECONDS for value in seconds),
    )


def mistakes(attempts: Iterable[Attempt]) -> list[MistakeCount]:
    """The named mistakes, the most frequent first, then the latest."""
    made: dict[str, list[Attempt]] = {}
    given = by_item(attempts)
    for attempt in chain.from_iterable(given.values()):
        for mistake in attempt.mistakes:
            made.setdefault(mistake, []).append(attempt)
    counts = [
        MistakeCount(
            id=mistake,
            count=len(cases),
            chances=sum(len(given[item]) for item in {case.item for case in cases}),
            last=max(cases, key=lambda case: case.id),
        )
        for mistake, cases in made.items()
    ]
    return sorted(sorted(counts, key=lambda m: m.last.id, reverse=True), key=lambda m: -m.count)


def topic_progress(
    items: Sequence[str],
    attempts: Sequence[Attempt],
    cards: Mapping[str, CardState],
    reviews: Iterable[Review],
    today: date,
) -> TopicProgress:
    """How far the learner is in a topic of these items; the rest concerns this topic only."""
    own = by_item(attempts)
    return TopicProgress(
        items=len(items),
        seen=sum(item in own for item in items),
        mastered=sum(is_mastered(own.get(item, ())) for item in items),
        due=sum(item in cards and cards[item].due(today) for item in items),
        attempts=len(attempts),
        first_try=first_try(attempts),
        retention=retention(reviews),
        time=time_spent(attempts),
        last_day=max((attempt.day for attempt in attempts), default=None),
    )


def by_item(attempts: Iterable[Attempt]) -> dict[str, list[Attempt]]:
    """The attempts at each item, in order."""
    groups: dict[str, list[Attempt]] = {}
    for attempt in attempts:
        groups.setdefault(attempt.item, []).append(attempt)
    return groups
