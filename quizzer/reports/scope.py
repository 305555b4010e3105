"""What a report is about: a period, a topic, one interview, or everything; and its evidence."""

from dataclasses import dataclass
from datetime import date
from functools import cached_property

from msgspec import Struct

from quizzer.bank.library import Library
from quizzer.progress.attempt import Attempt
from quizzer.progress.history import History
from quizzer.progress.schedule import CardState, Review
from quizzer.progress.statistics import by_item


class Scope(Struct, frozen=True, kw_only=True):
    """What is reported on; by default everything. Days are study days, both ends included."""

    topic: str | None = None
    since: date | None = None
    until: date | None = None
    session: str | None = None  # the only session reported on

    def covers(self, day: date) -> bool:
        """Whether a day lies in the period."""
        return (self.since is None or day >= self.since) and not self.is_over(day)

    def is_over(self, day: date) -> bool:
        """Whether a day lies behind the end of the period."""
        return self.until is not None and day > self.until


@dataclass(frozen=True)
class Evidence:
    """The log, the banks and what is asked about them."""

    history: History
    library: Library
    scope: Scope
    today: date

    @cached_property
    def known(self) -> list[Attempt]:
        """What shows where the learner stands: all answers up to the end of the period."""
        return [
            attempt
            for attempt in self.history.attempts()
            if self.scope.topic in (None, self.topic_of(attempt))
            and self.scope.session in (None, attempt.session)
            and not self.scope.is_over(attempt.day)
        ]

    @cached_property
    def counted(self) -> list[Attempt]:
        """The answers given in the period."""
        return [attempt for attempt in self.known if self.scope.covers(attempt.day)]

    @cached_property
    def schedules(self) -> dict[str, tuple[Review, ...]]:
        """For each item that was ever answered, everything that counted for its schedule."""
        found = ((item, self.history.schedule(item)) for item in by_item(self.history.attempts()))
        return {item: schedule.reviews for item, schedule in found if schedule is not None}

    def reviews(self, attempts: list[Attempt]) -> list[Review]:
        """Those of the attempts that counted for the schedule."""
        ids = {attempt.id for attempt in attempts}
        return [
            review
            for item in dict.fromkeys(attempt.item for attempt in attempts)
            for review in self.schedules[item]
            if review.attempt.id in ids
        ]

    @cached_property
    def counted_reviews(self) -> list[Review]:
        """The answers given in the period that counted for the schedule."""
        return self.reviews(self.counted)

    def cards(self) -> list[CardState]:
        """Where the items that were answered and are still in the banks stand in the schedule."""
        items = (item for item in by_item(self.known) if item in self.library.items)
        cards = (self.history.card(item) for item in items)
        return [card for card in cards if card is not None]

    def topic_of(self, attempt: Attempt) -> str:
        """Where the item is now; where it was then if it left the banks."""
        known = attempt.item in self.library.items
        return self.library.topic_of(attempt.item) if known else attempt.topic

    def title_of(self, item: str) -> str:
        """The title of an item, also of one that is gone."""
        known = self.library.items.get(item)
        return known.title if known else f"{item} (no longer in the banks)"
