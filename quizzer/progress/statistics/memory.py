"""What stays in memory: measured after a day or more, and predicted for a day to come."""

from collections import Counter
from collections.abc import Collection, Iterable
from datetime import date, timedelta
from math import sqrt

from msgspec import Struct

from quizzer.progress.schedule import CardState, Review, recall
from quizzer.progress.statistics.grouping import week_of
from quizzer.progress.statistics.shares import NORMAL_95, Share

A_DAY = timedelta(days=1)


class WeekOfReviews(Struct, frozen=True, kw_only=True):
    """Retention in one week, known by its Monday."""

    monday: date
    retention: Share


class DueOn(Struct, frozen=True, kw_only=True):
    """How many items come back on a day."""

    day: date
    count: int


class Recall(Struct, frozen=True, kw_only=True):
    """What the model of memory predicts for a day: the share of the items that are recalled."""

    day: date
    expected: float | None  # none while no item was answered
    n: int  # items answered before
    low: float  # 95 of 100 such days lie between these, if the model is right
    high: float


def retention(reviews: Iterable[Review]) -> Share:
    """The share that passed, of the reviews at least a day after the one before.

    Practice that leaves the schedule alone is not a review, so cramming does not improve this.
    """
    recalled = [review.attempt.passed for review in reviews if review.elapsed]
    return Share(hits=sum(recalled), n=len(recalled))


def retention_by_week(reviews: Iterable[Review]) -> list[WeekOfReviews]:
    """Retention in each week that had such reviews, in order."""
    weeks: dict[date, list[Review]] = {}
    for review in reviews:
        if review.elapsed:
            weeks.setdefault(week_of(review.attempt.day), []).append(review)
    return [WeekOfReviews(monday=week, retention=retention(weeks[week])) for week in sorted(weeks)]


def forecast(cards: Iterable[CardState], today: date, days: int = 14) -> list[DueOn]:
    """How many items come back on each day from today on, if nothing new is begun.

    What is overdue counts today; each item counts once, on the day when it is due next.
    """
    counts = Counter(today if card.due(today) else card.due_day for card in cards)
    span = (today + timedelta(days=n) for n in range(days))
    return [DueOn(day=day, count=counts[day]) for day in span]


def predicted_recall(cards: Collection[CardState], day: date) -> Recall:
    """The share of these items that is recalled on a day if none is reviewed until then.

    An item answered on that day counts as on the day after: immediately after an answer, the model
    takes everything as recalled, even what was just wrong.
    """
    chances = [recall(card, max(day, card.last_day + A_DAY)) for card in cards]
    if not chances:
        return Recall(day=day, expected=None, n=0, low=0.0, high=1.0)
    n = len(chances)
    expected = sum(chances) / n
    half = NORMAL_95 * sqrt(sum(chance * (1 - chance) for chance in chances)) / n
    low, high = max(0.0, expected - half), min(1.0, expected + half)
    return Recall(day=day, expected=expected, n=n, low=low, high=high)
