"""What a report is about (a period, a topic, one interview, or everything), and its evidence."""

from collections.abc import Iterable, Sequence
from datetime import date
from functools import cached_property

from msgspec import Struct

from quizzer.bank.library import Library
from quizzer.bank.packing import Head
from quizzer.bank.schema import Item
from quizzer.progress.attempt import Attempt, first_answers
from quizzer.progress.chronicle import Chronicle
from quizzer.progress.days import study_day
from quizzer.progress.history import History
from quizzer.progress.outline import AttemptOutline
from quizzer.progress.record import Record
from quizzer.progress.schedule import CardState, Review, reviews_of
from quizzer.progress.statistics import ItemMastery, Made, by_item, made_in, mastery_by_item
from quizzer.study.clock import Clock


class Scope(Struct, frozen=True, kw_only=True):
    """What a report is about; by default, everything. Days are study days, both ends included."""

    topic: str | None = None
    since: date | None = None
    until: date | None = None
    session: str | None = None  # the only session reported on

    def covers(self, day: date) -> bool:
        """Whether a day is in the period."""
        return (self.since is None or day >= self.since) and not self.is_over(day)

    @property
    def is_open(self) -> bool:
        """Whether all answers up to now count: it has no end, and is not about one session."""
        return self.until is None and self.session is None

    def is_over(self, day: date) -> bool:
        """Whether a day is after the end of the period."""
        return self.until is not None and day > self.until


class Evidence(Struct, frozen=True, dict=True):
    """What the log and the banks say within a scope; everything is computed when first needed.

    The `known` answers show where the learner stands. The `counted` ones were given in the period.
    """

    history: History
    banks: Library
    scope: Scope
    today: date

    @property
    def rollover_hour(self) -> int:
        """The hour at which a study day begins."""
        return self.history.settings.rollover_hour

    @cached_property
    def log(self) -> Chronicle:
        """What the log says, as of its first use here."""
        return self.history.chronicle()

    @cached_property
    def known(self) -> list[Attempt]:
        """The answers that show where the learner stands: all up to the end of the period."""
        if self.scope.is_open and self.scope.topic is None:
            return self.log.attempts
        return [attempt for attempt in self.log.attempts if self._is_known(attempt, attempt.day)]

    @cached_property
    def counted(self) -> list[Attempt]:
        """The answers given in the period."""
        if self.scope.since is None:
            return self.known
        return [attempt for attempt in self.known if self.scope.covers(attempt.day)]

    def counts(self, answer: AttemptOutline, day: date) -> bool:
        """Whether an answer is within the scope: its period, its topic and its session."""
        return self._is_known(answer, day) and self.scope.covers(day)

    def _is_known(self, answer: Attempt | AttemptOutline, day: date) -> bool:
        scope = self.scope
        return (
            (scope.topic is None or scope.topic == self.topic_of(answer))
            and (scope.session is None or scope.session == answer.session)
            and not scope.is_over(day)
        )

    @cached_property
    def _all_by_item(self) -> dict[str, list[Attempt]]:
        return by_item(self.log.attempts)

    @cached_property
    def known_by_item(self) -> dict[str, list[Attempt]]:
        """The answers that show where the learner stands, by item."""
        return self._all_by_item if self.known is self.log.attempts else by_item(self.known)

    @cached_property
    def counted_by_item(self) -> dict[str, list[Attempt]]:
        """The answers given in the period, by item."""
        return self.known_by_item if self.counted is self.known else by_item(self.counted)

    @cached_property
    def firsts(self) -> list[Attempt]:
        """The first answers in the period to each item on each study day."""
        return first_answers(self.counted)

    @cached_property
    def firsts_by_item(self) -> dict[str, list[Attempt]]:
        """The same, by item."""
        return by_item(self.firsts)

    def latest_first(self, item: str) -> Attempt:
        """The latest first answer to an item, among those that show where the learner stands."""
        if self.counted is self.known:
            return self.firsts_by_item[item][-1]
        return first_answers(self.known_by_item[item])[-1]

    def by_topic(self, attempts: Iterable[Attempt]) -> dict[str, list[Attempt]]:
        """Attempts, in order, by the topic of their items."""
        topics = self._topics
        groups: dict[str, list[Attempt]] = {topic.id: [] for topic in self.banks.topics}
        for attempt in attempts:
            topic = topics.get(attempt.item, attempt.topic)
            groups.setdefault(topic, []).append(attempt)
        return groups

    def made_in(self, item: str) -> tuple[Made, ...]:
        """The mistakes that were made in an item in the period."""
        if self.counted is self.log.attempts:
            return self.records[item].made
        return made_in(self.counted_by_item[item])

    def mastery_of(self, attempts: Sequence[Attempt]) -> dict[str, ItemMastery]:
        """The mastery of items, given all known answers to the items of a topic."""
        if not self.scope.is_open:
            return mastery_by_item(attempts)
        items = {attempt.item for attempt in attempts}
        known = {item: self.records[item].mastery for item in items if item in self._topics}
        gone = items - known.keys()  # from the banks; the log may have them in several topics
        return known | mastery_by_item(a for a in attempts if a.item in gone) if gone else known

    @cached_property
    def schedules(self) -> dict[str, tuple[Review, ...]]:
        """For each item that was ever answered, all answers that counted for its schedule."""
        return {
            item: reviews_of(self.records[item].replay, attempts)
            for item, attempts in self._all_by_item.items()
        }

    @cached_property
    def records(self) -> dict[str, Record]:
        """What the log says about each item that was ever answered."""
        return self.history.records()

    @cached_property
    def reviews(self) -> list[Review]:
        """The answers given in the period that counted for the schedule."""
        reviews = [review for item in self.counted_by_item for review in self.schedules[item]]
        if self.counted is self.log.attempts:
            return reviews
        ids = {attempt.id for attempt in self.counted}
        return [review for review in reviews if review.attempt.id in ids]

    def cards(self) -> list[CardState]:
        """The schedule of each item that was answered and is still in the banks."""
        return [self.records[item].card for item in self.known_by_item if item in self._topics]

    def topic_of(self, attempt: Attempt | AttemptOutline) -> str:
        """The topic that its item has now, or had then if the item is no longer in the banks."""
        return self._topics.get(attempt.item, attempt.topic)

    @cached_property
    def _topics(self) -> dict[str, str]:
        return {head.id: topic for topic, heads in self.heads_by_topic.items() for head in heads}

    @cached_property
    def heads_by_topic(self) -> dict[str, list[Head]]:
        """The items of each topic of the check-list."""
        return {topic.id: self.banks.heads_of(topic.id) for topic in self.banks.topics}

    @cached_property
    def heads(self) -> dict[str, Head]:
        """The items of the banks by their ids, in the order of the check-list."""
        return {head.id: head for heads in self.heads_by_topic.values() for head in heads}

    def item(self, item: str) -> Item | None:
        """The item with this id; None if it is no longer in the banks."""
        return self.banks.items.get(item)

    def title_of(self, item: str) -> str:
        """The title of an item, or its id if it is no longer in the banks."""
        known = self.heads.get(item)
        return known.title if known else f"{item} (no longer in the banks)"


def gather(history: History, banks: Library, clock: Clock, scope: Scope) -> Evidence:
    """The evidence for a report on this scope, from the log as it is now."""
    history.refresh()
    today = study_day(clock.now_ms(), clock.offset_minutes(), history.settings.rollover_hour)
    return Evidence(history, banks, scope, today)
