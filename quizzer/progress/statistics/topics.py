"""How far the learner is: in a topic, and at each point of the check-list."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date
from typing import Literal, TypeAlias

from msgspec import Struct

from quizzer.progress.attempt import Attempt
from quizzer.progress.schedule import CardState, Review
from quizzer.progress.statistics.mastery import ItemMastery, Mastery, Trend, mastery, trend
from quizzer.progress.statistics.memory import retention
from quizzer.progress.statistics.shares import Share
from quizzer.progress.statistics.time_spent import TimeSpent, time_spent

Standing: TypeAlias = Literal["can", "partly", "cannot yet", "not yet seen"]


class TopicProgress(Struct, frozen=True, kw_only=True):
    """How far the learner is in a topic."""

    items: int
    seen: int
    mastered: int
    due: int
    attempts: int
    first_try: Share  # clean first answers, of all first answers
    retention: Share
    mastery: Mastery
    trend: Trend
    time: TimeSpent
    last_day: date | None


class PointProgress(Struct, frozen=True, kw_only=True):
    """How far the learner is with one point of the check-list, by the items that cover it."""

    items: int
    seen: int
    mastered: int
    mastery: Mastery

    @property
    def standing(self) -> Standing:
        """It is "can" if at least half of the items are mastered, and all of those that were seen.

        What is missed comes back until it passes, maybe by luck: so never where the level is weak.
        """
        if not self.seen:
            return "not yet seen"
        if not self.mastered:
            return "cannot yet"
        passed = self.mastered == self.seen and 2 * self.seen >= self.items
        return "can" if passed and self.mastery.level != "weak" else "partly"


def clean_share(firsts: Sequence[Attempt]) -> Share:
    """The share of first answers that were clean."""
    return Share(hits=[attempt.clean for attempt in firsts].count(True), n=len(firsts))


def topic_progress(
    items: Sequence[str],
    attempts: Sequence[Attempt],
    firsts: Sequence[Attempt],
    own: Mapping[str, ItemMastery],
    cards: Mapping[str, CardState],
    reviews: Iterable[Review],
    today: date,
    since: date | None = None,
) -> TopicProgress:
    """How far the learner is in a topic of these items; the other arguments are of this topic only.

    `own` (what all attempts at each item show), `attempts` and `cards` are of all time. Answers and
    time are counted from the day `since` on; `firsts` and `reviews` are only those since then.
    """
    lately = attempts if since is None else [a for a in attempts if a.day >= since]
    return TopicProgress(
        items=len(items),
        seen=sum(item in own for item in items),
        mastered=sum(item in own and own[item].mastered for item in items),
        due=sum(item in cards and cards[item].due(today) for item in items),
        attempts=len(lately),
        first_try=clean_share(firsts),
        retention=retention(reviews),
        mastery=mastery(own.values(), len(items)),
        trend=trend(firsts),
        time=time_spent(lately),
        last_day=max((attempt.day for attempt in attempts), default=None),
    )


def points_progress(
    covers: Mapping[str, Collection[str]], known: Mapping[str, ItemMastery]
) -> dict[str, PointProgress]:
    """Each point with the items that cover it; `covers` says which points an item is about."""
    points: dict[str, list[str]] = {}
    for item, covered in covers.items():
        for point in covered:
            points.setdefault(point, []).append(item)
    return {point: _point(items, known) for point, items in points.items()}


def no_items() -> PointProgress:
    """The progress at a point that no item covers."""
    return _point((), {})


def _point(items: Sequence[str], known: Mapping[str, ItemMastery]) -> PointProgress:
    seen = [known[item] for item in items if item in known]
    return PointProgress(
        items=len(items),
        seen=len(seen),
        mastered=sum(item.mastered for item in seen),
        mastery=mastery(seen, len(items)),
    )
