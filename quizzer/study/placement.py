"""A placement for the first run: two minutes of short questions from all along the check-list."""

from collections.abc import Callable, Sequence
from itertools import takewhile

from msgspec import Struct

from quizzer.bank.library import Library
from quizzer.bank.schema import LEVELS, ChoiceItem, FillItem, Item
from quizzer.progress.attempt import Attempt
from quizzer.progress.history import History
from quizzer.study import engine
from quizzer.study.purposes import PLACEMENT
from quizzer.words import listed

QUESTIONS = 6  # at 20 seconds each
SHORT = 2.0  # minutes


class Placement(Struct, frozen=True, kw_only=True):
    """What the placement says: where to start, and which of the topics asked seem to be known."""

    start: str  # a topic
    known: tuple[str, ...]

    def known_in_words(self, title_of: Callable[[str], str]) -> str:
        """`You seem to know “Attention” and “Masks”.`; empty if none is known."""
        titles = [f"“{title_of(topic)}”" for topic in self.known]
        return f"You seem to know {listed(titles)}." if titles else ""


def is_due(history: History) -> bool:
    """Whether nothing was ever answered and no placement was skipped."""
    begun = history.latest(PLACEMENT)
    is_over = begun is not None and history.in_session(begun.id).end is not None
    return not (history.records() or is_over)


def placement_items(library: Library) -> list[Item]:
    """Short questions, each of another topic, spread evenly over the check-list."""
    short = [found for topic in library.topics if (found := _short_item(topic.id, library))]
    if len(short) <= QUESTIONS:
        return short
    last = len(short) - 1
    return [short[round(n * last / (QUESTIONS - 1))] for n in range(QUESTIONS)]


def result(library: Library, history: History) -> Placement | None:
    """What the last placement says; none when none of its questions was answered."""
    started = history.latest(PLACEMENT)
    attempts = history.in_session(started.id).attempts if started else []
    return _placement(attempts, library) if attempts else None


def _placement(attempts: Sequence[Attempt], library: Library) -> Placement:
    """Start right after the last topic that passed before the first miss; if none, at the first.

    Nothing is known about the topics from there to the miss, and what comes later builds on them.
    """
    passed = {attempt.topic: attempt.passed for attempt in attempts}
    topics = [topic.id for topic in library.topics if library.heads_of(topic.id)]
    asked = [topic for topic in topics if topic in passed]
    before = list(takewhile(passed.__getitem__, asked))
    after = topics.index(before[-1]) + 1 if before else 0
    known = tuple(topic for topic in asked if passed[topic])
    return Placement(start=topics[min(after, len(topics) - 1)], known=known)


def _short_item(topic: str, library: Library) -> Item | None:
    """The item of a topic that shows most in a short time: rather easy, of the lowest level."""
    short = [
        item
        for item in library.items_of(topic)
        if isinstance(item, ChoiceItem | FillItem)
        and item.minutes <= SHORT
        and engine.available(item, library)
    ]
    return min(
        short,
        key=lambda item: (abs(item.difficulty - 2), LEVELS.index(item.level), item.minutes),
        default=None,
    )
