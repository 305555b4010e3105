"""The rows of a report on topics, and on the points of the check-list in them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from quizzer.bank.packing import Head
from quizzer.bank.schema import Topic
from quizzer.grading.availability import available_kind
from quizzer.progress.attempt import Attempt
from quizzer.progress.schedule import Review
from quizzer.progress.statistics import (
    ItemMastery,
    no_items,
    points_progress,
    predicted_recall,
    topic_progress,
)
from quizzer.reports.report import PointRow, TopicRow
from quizzer.reports.scope import Evidence


def topic_rows(evidence: Evidence) -> Iterable[TopicRow]:
    """The topics in the order of the check-list, then those that are no longer in it."""
    wanted = evidence.scope.topic
    topics = {topic.id: topic for topic in evidence.banks.topics}
    firsts = evidence.by_topic(evidence.firsts)
    reviews: dict[str, list[Review]] = defaultdict(list)
    for review in evidence.reviews:
        reviews[evidence.topic_of(review.attempt)].append(review)
    for topic_id, own in evidence.by_topic(evidence.known).items():
        if wanted in (None, topic_id):
            topic = topics.get(topic_id) or _gone(topic_id)
            yield _topic_row(topic, evidence, own, firsts.get(topic_id, []), reviews[topic_id])


def _gone(topic_id: str) -> Topic:
    return Topic(id=topic_id, title=topic_id, about="No longer in the check-list.")


def _topic_row(
    topic: Topic,
    evidence: Evidence,
    attempts: list[Attempt],
    firsts: list[Attempt],
    reviews: list[Review],
) -> TopicRow:
    history, known = evidence.history, evidence.mastery_of(attempts)
    heads = evidence.heads_by_topic.get(topic.id, [])
    items = [head for head in heads if available_kind(head.kind)]
    records = evidence.records
    cards = {item.id: records[item.id].card for item in items if item.id in records}
    then = history.interview_day
    return TopicRow(
        id=topic.id,
        title=topic.title,
        progress=topic_progress(
            [item.id for item in items],
            attempts,
            firsts,
            known,
            cards,
            reviews,
            evidence.today,
            evidence.scope.since,
        ),
        recall=predicted_recall(cards.values(), evidence.today),
        recall_then=(
            predicted_recall(cards.values(), then)
            if then is not None and then >= evidence.today
            else None
        ),
        points=tuple(_point_rows(topic, items, known)),
    )


def _point_rows(
    topic: Topic, items: Sequence[Head], known: Mapping[str, ItemMastery]
) -> Iterable[PointRow]:
    progress = points_progress({item.id: item.covers for item in items}, known)
    for point in topic.points:
        found = progress.get(point.id, no_items())
        yield PointRow(
            id=point.id,
            text=point.text,
            subject=point.subject,
            items=found.items,
            seen=found.seen,
            mastered=found.mastered,
            mastery=found.mastery,
        )
